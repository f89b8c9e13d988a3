"""Mathematical functions from CUDA's device library are those of CUDA C++, to the bit.

The tests need nvcc with its toolkit's libdevice, from PyPI's nvidia-cuda-nvcc in this environment or from PATH. Both
programs run on the emulator, so that its approximate instructions are the same for both."""
import copy
import functools
import pathlib
import shutil
import sys

import numpy as np
import pytest

import cuda.tile as ct
import kit
from kit import F32, F64, Out
from programs import launch

SIZE = 4096
UNARY = {"exp": ct.exp, "exp2": ct.exp2, "log": ct.log, "log2": ct.log2, "sin": ct.sin, "cos": ct.cos, "tan": ct.tan,
         "sinh": ct.sinh, "cosh": ct.cosh, "tanh": ct.tanh, "sqrt": ct.sqrt, "rsqrt": ct.rsqrt}
BINARY = {"pow": ct.pow, "atan2": ct.atan2}
TYPES = {F32: ("float", "f"), F64: ("double", "")}
UNARY_SOURCE = """
extern "C" __global__ void {name}_{kind}(const {kind} *x, {kind} *r)
{{ int i = blockIdx.x * blockDim.x + threadIdx.x; r[i] = {name}{suffix}(x[i]); }}"""
BINARY_SOURCE = """
extern "C" __global__ void {name}_{kind}(const {kind} *x, const {kind} *y, {kind} *r)
{{ int i = blockIdx.x * blockDim.x + threadIdx.x; r[i] = {name}{suffix}(x[i], y[i]); }}"""


def unary_kernel(function):

    @ct.kernel
    def unary(X, R):
        ct.store(R, (ct.bid(0),), function(ct.load(X, (ct.bid(0),), (128,))))

    return unary


def binary_kernel(function):

    @ct.kernel
    def binary(X, Y, R):
        x, y = ct.load(X, (ct.bid(0),), (128,)), ct.load(Y, (ct.bid(0),), (128,))
        ct.store(R, (ct.bid(0),), function(x, y))

    return binary


def toolkits():
    """Folders of toolkits with nvcc."""
    yield from pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/")
    if nvcc := shutil.which("nvcc"):
        yield pathlib.Path(nvcc).resolve().parent.parent


@pytest.fixture(scope="module")
def toolkit():
    """A toolkit with a device library."""
    for folder in toolkits():
        if (folder / "bin/nvcc").exists() and (folder / "nvvm/libdevice/libdevice.10.bc").exists():
            return folder
    pytest.skip("no nvcc with a libdevice.10.bc is installed")


@pytest.fixture(scope="module")
def ptx(toolkit, tmp_path_factory):
    """The PTX of CUDA C++ kernels for all functions, for an architecture."""
    folder = tmp_path_factory.mktemp("functions")
    kernels = [source.format(name=name, kind=kind, suffix=suffix)
               for source, names in ((UNARY_SOURCE, UNARY), (BINARY_SOURCE, BINARY))
               for kind, suffix in TYPES.values() for name in names]
    (folder / "functions.cu").write_text("\n".join(kernels))

    @functools.cache
    def compiled(arch):
        output = folder / f"{arch}.ptx"
        kit.run_program([toolkit / "bin/nvcc", "-ptx", f"-arch={arch}", folder / "functions.cu", "-o", output],
                        kit.CompileError)
        return output.read_text()

    return compiled


def operands(rng, dtype, shift):
    """Special numbers, random bit patterns and usual numbers; the special ones in another order for each shift."""
    info = np.finfo(dtype)
    special = np.array([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, info.smallest_subnormal, info.tiny, info.max], dtype)
    special = np.concatenate([np.roll(special, shift * n) for n in range(len(special))])
    rest = SIZE - len(special)
    return np.concatenate([special, rng.any(dtype, rest // 2), (rng.normal(F64, rest - rest // 2) * 8).astype(dtype)])


def same_bits(a, b):
    """NaNs may differ."""
    return ((a.view(f"u{a.itemsize}") == b.view(f"u{b.itemsize}")) | np.isnan(a) & np.isnan(b)).all()


@pytest.mark.parametrize("dtype", TYPES, ids=str)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_function_is_cudas(machine, target, rng, tmp_path, toolkit, ptx, name, dtype):
    if type(target.compiler) is not kit.Compiler:
        pytest.skip("the compiler is not ours")
    arrays = [operands(rng, dtype, shift) for shift in range(1 if name in UNARY else 2)]
    kernel = unary_kernel(UNARY[name]) if name in UNARY else binary_kernel(BINARY[name])
    compiler = target.compiler = copy.copy(target.compiler)
    compiler.work_dir = tmp_path
    compiler.target = [*compiler.target, f"--device-library={toolkit / 'nvvm/libdevice/libdevice.10.bc'}"]
    ours = target.launch(kernel, SIZE // 128, *arrays, Out(np.zeros(SIZE, dtype)))
    theirs = launch(machine, ptx(target.arch), f"{name}_{TYPES[dtype][0]}", (SIZE // 128,), [*arrays, np.zeros(SIZE, dtype)],
                    block=(128,))[-1]
    assert same_bits(ours, theirs), np.flatnonzero(ours.view(f"u{ours.itemsize}") != theirs.view(f"u{ours.itemsize}"))[:8]
