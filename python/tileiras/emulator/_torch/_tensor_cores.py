"""Matrix products in the bits that the tensor cores of sm_90 give them.

Functions of torch become a few operations on matrices, which are intercepted here. Accumulation runs over K in ascending order,
32 bytes at a time, as in a kernel that computes a tile of the result in one block; the arithmetic is the
emulator's (AlignedAccumulate.h)."""
import concurrent.futures
import contextlib
import os

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from tileiras import _extension
from tileiras.emulator import _device

_ELEMENTS = {torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "tf32"}
_COLUMNS = 8  # accumulated together by the emulator


def emulated():
    """Whether the emulated GPU's accumulation is known, and the package can compute it, which its compiled part
    does."""
    if _device.capability() != (9, 0):
        return False
    with contextlib.suppress(ImportError):
        return bool(_extension.load("_launch"))
    return False


def _multiply(a, b):
    """The product of two matrices, in float32."""
    rows, columns = a.shape[0], b.shape[1]
    if not a.numel() or not b.numel():
        return torch.zeros(rows, columns)
    left = np.ascontiguousarray(a.detach().double().numpy())
    right = np.zeros((b.shape[0], -(-columns // _COLUMNS) * _COLUMNS))
    right[:, :columns] = b.detach().double().numpy()
    sums = np.zeros((rows, right.shape[1]))
    add = _extension.load("_launch").add_matrix_product
    step = -(-rows // os.cpu_count())
    with concurrent.futures.ThreadPoolExecutor() as pool:
        parts = [pool.submit(add, sums[row:row + step], left[row:row + step], right, len(sums[row:row + step]),
                             right.shape[1], _ELEMENTS[a.dtype]) for row in range(0, rows, step)]
        for part in parts:
            part.result()
    return torch.from_numpy(sums[:, :columns]).float()


def _multiply_batch(a, b):
    return torch.stack([_multiply(*pair) for pair in zip(a, b)]) if len(a) else torch.zeros(0, a.shape[1], b.shape[2])


def _add(multiply):
    """A matrix product that is added to something, in float32."""
    def add(c, a, b, *, beta=1, alpha=1):
        product = alpha * multiply(a, b)
        return product + beta * c.float() if beta else product
    return add


_OPERATIONS = {torch.ops.aten.mm.default: _multiply, torch.ops.aten.bmm.default: _multiply_batch,
               torch.ops.aten.addmm.default: _add(_multiply), torch.ops.aten.baddbmm.default: _add(_multiply_batch)}


class TensorCores(TorchDispatchMode):
    """The context `with TensorCores(): a @ b`; for operands of 16 bits, and of float32 that hold TF32."""

    @classmethod
    def _should_skip_dynamo(cls):
        """torch.compile doesn't exist here, and would have to be loaded to be told so."""
        return False

    def __torch_dispatch__(self, function, types, arguments=(), keywords=None):
        operation = _OPERATIONS.get(function)
        result = (operation or function)(*arguments, **keywords or {})
        return result.to(arguments[0].dtype) if operation else result
