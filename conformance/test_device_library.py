"""Math functions from CUDA's own device library (PyPI: nvidia-nvvm) in place of the built-in one."""
import copy
import pathlib
import sys

import numpy as np
import pytest

import cuda.tile as ct
from kit import F32, Compiler, Keeper, Out, check
from ranges import Range, wide

SIZE = 256
PLACE = "lib/python3*/site-packages/nvidia/*/nvvm/libdevice/libdevice.10.bc"


@ct.kernel
def functions(X, Log, Sin, Pow):
    x = ct.load(X, (0,), (SIZE,))
    ct.store(Log, (0,), ct.log(x))
    ct.store(Sin, (0,), ct.sin(x))
    ct.store(Pow, (0,), ct.pow(x, x))


def with_library(compiler, path, work_dir):
    """The same compiler, linking another device library."""
    other = copy.copy(compiler)
    other.work_dir = work_dir
    other.target = [*compiler.target, f"--device-library={path}"]
    return other


def test_functions_of_cudas_library(target, rng, tmp_path):
    libraries = list(pathlib.Path(sys.prefix).glob(PLACE))
    if not libraries or type(target.compiler) not in (Compiler, Keeper):
        pytest.skip("nvidia-nvvm is not in this environment, or the compiler is not ours")
    target.compiler = with_library(target.compiler, libraries[0], tmp_path)
    x = np.abs(rng.normal(F32, SIZE)) + np.float32(0.01)
    log, sin, power = target.launch(functions, 1, x, *(Out(np.zeros_like(x)) for _ in range(3)))
    # The maximum errors that the CUDA programming guide states, "Mathematical functions".
    check(log, Range(x, F32).function(np.log, 1))
    check(sin, Range(x, F32).function(np.sin, 2))
    check(power, Range(wide(x) ** wide(x), F32).within(4))
