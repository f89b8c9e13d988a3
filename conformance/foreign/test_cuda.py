"""CUDA C++ kernels that clang and nvcc compile, on the emulator."""
import pathlib
import shutil

import numpy as np
import pytest

import kit
from kit import F16, F32, I32, check
from programs import launch
from ranges import Range

SOURCE = pathlib.Path(__file__).parent / "kernels.cu"
CLANG = ["-Wno-unknown-cuda-version", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-std=c++17",
         "--cuda-gpu-arch=sm_80", "--cuda-feature=+ptx80", "-S", "-gline-tables-only"]
COMPILERS = {"clang": ["clang++-22", *CLANG], "nvcc": ["nvcc", "-ptx", "-arch=sm_80", "-lineinfo"]}


@pytest.fixture(scope="session", params=[(c, o) for c in COMPILERS for o in ("-O1", "-O3")], ids="".join)
def ptx(request, tmp_path_factory):
    """The PTX of all kernels by one compiler at one level."""
    compiler, level = request.param
    command = COMPILERS[compiler]
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    output = tmp_path_factory.mktemp("cuda") / "kernels.ptx"
    kit.run_program([*command, level, SOURCE, "-o", output], kit.CompileError)
    return output.read_text()


def test_reduction(machine, rng, ptx):
    x = rng.normal(F32, (5000,))
    got = launch(machine, ptx, "reduction", (3,), [x, np.zeros(1, np.float32), np.int32(5000)], block=(256,))[1]
    check(got, Range(x, F32).sum(0, keepdims=True))


def test_scan(machine, rng, ptx):
    x = rng.integers(-1000, 1000, (4, 512))
    got = launch(machine, ptx, "scan", (4,), [x, np.zeros_like(x)], block=(512,))[1]
    check(got, np.cumsum(x, axis=1).astype(I32))


def test_histogram(machine, rng, ptx):
    x = rng.integers(0, 256, (10000,)).astype(np.uint8)
    got = launch(machine, ptx, "histogram", (3,), [x, np.zeros(256, np.uint32), np.int32(10000)], block=(256,))[1]
    check(got, np.bincount(x, minlength=256).astype(np.uint32))


def test_gemm(machine, rng, ptx):
    m, n, k = 48, 24, 80
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (n, k))
    arguments = [a, b, np.zeros((m, n), np.float32), np.int32(n), np.int32(k)]
    got = launch(machine, ptx, "gemm", (m // 16, n // 8), arguments, block=(32,))[2]
    check(got, Range(a, F32).mma(b.T))
