"""Matrix products and normalisations as exact as a GPU's.

A GPU multiplies matrices of 16-bit floats exactly and accumulates in 32 bits and more; torch's kernels for the CPU lose
more, up to accumulation in 16 bits. So these functions get device tensors widened, and their result is rounded once.
Where the program allows TF32, operands in float32 are rounded to it, as a GPU's are.

Libraries that multiply on tensor cores differ from that in the last bits, because tensor cores truncate as they
accumulate: over long chains tests of 16-bit results see a bias. For sm_90, whose tensor cores were measured and are
emulated to the bit, matrix products are therefore accumulated by its rule, in the order of K (_tensor_cores.py)."""
import contextlib

import torch

from tileiras.emulator._torch import _tensor_cores

_F = torch.nn.functional
_Tensor = torch.Tensor

_PRODUCTS = {torch.matmul, torch.mm, torch.bmm, torch.mv, torch.dot, torch.addmm, torch.baddbmm, torch.einsum, _F.linear,
             _Tensor.matmul, _Tensor.mm, _Tensor.bmm, _Tensor.mv, _Tensor.dot, _Tensor.addmm, _Tensor.baddbmm,
             _Tensor.__matmul__, _Tensor.__rmatmul__}
_VECTORS = {torch.mv, torch.dot, _Tensor.mv, _Tensor.dot}
_NORMALISATIONS = {torch.layer_norm, torch.group_norm, torch.rms_norm, _F.layer_norm, _F.group_norm, _F.rms_norm}
_NARROW = (torch.float16, torch.bfloat16)
_TF32_DROPPED = 13  # bits of the mantissa that float32 has and TF32 hasn't


def _to_tf32(tensor):
    """Rounds to nearest, ties to even; numbers that aren't finite are kept. Gradients pass unchanged."""
    bits = tensor.detach().contiguous().view(torch.int32)
    half = (1 << (_TF32_DROPPED - 1)) - 1 + (bits >> _TF32_DROPPED & 1)
    rounded = (bits + half & -(1 << _TF32_DROPPED)).view(torch.float32)
    rounded = torch.where(torch.isfinite(tensor.detach()), rounded, tensor.detach())
    return tensor + (rounded - tensor).detach() if tensor.requires_grad else rounded


def _allows_tf32():
    return torch.get_float32_matmul_precision() != "highest"


def _change(change, value):
    """`change` of a tensor, or of those in lists."""
    if type(value) in (tuple, list):
        return type(value)(_change(change, each) for each in value)
    return change(value) if isinstance(value, _Tensor) else value


def _round_operand(tensor):
    return _to_tf32(tensor) if tensor.dtype == torch.float32 else tensor


def _widen_operand(tensor):
    return _round_operand(tensor).double() if tensor.dtype in (*_NARROW, torch.float32) else tensor


def _widen(tensor):
    return tensor.float() if tensor.dtype in _NARROW else tensor


def _on_tensor_cores(function, tensors):
    """Whether the function multiplies matrices that a GPU would multiply on tensor cores, whose accumulation the
    emulator knows. Gradients are computed from the widened operands."""
    records = torch.is_grad_enabled() and any(each.requires_grad for each in tensors)
    return function not in _VECTORS and not records and _tensor_cores.emulated()


def widened(function, tensors):
    """`function` on widened operands where that is closer to a GPU's result, else itself. `tensors` are its
    arguments."""
    dtypes = {each.dtype for each in tensors}
    mode = contextlib.nullcontext
    if function in _NORMALISATIONS and dtypes & set(_NARROW):
        change = _widen
    elif function in _PRODUCTS and len(dtypes) == 1 and (
            dtypes <= set(_NARROW) or dtypes == {torch.float32} and _allows_tf32()):
        change = _widen_operand
        if _on_tensor_cores(function, tensors):
            change, mode = _round_operand, _tensor_cores.TensorCores
    else:
        return function

    def run(*arguments, **keywords):
        if keywords.get("out") is not None:
            return function(*arguments, **keywords)
        arguments = _change(change, arguments)
        keywords = {name: _change(change, value) for name, value in keywords.items()}
        with mode():
            return function(*arguments, **keywords).to(tensors[0].dtype)
    return run
