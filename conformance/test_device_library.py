"""Math functions from CUDA's own device library (PyPI: nvidia-nvvm) in place of the built-in one."""
import pathlib
import sys

import numpy as np
import pytest

import cuda.tile as ct
from kit import F32, CompileError, Within, check, export, run_program

SIZE = 256


@ct.kernel
def functions(X, Log, Sin, Pow):
    x = ct.load(X, (0,), (SIZE,))
    ct.store(Log, (0,), ct.log(x))
    ct.store(Sin, (0,), ct.sin(x))
    ct.store(Pow, (0,), ct.pow(x, x))


def test_functions_of_cudas_library(target, rng, tmp_path):
    if not any(pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/nvvm/libdevice/libdevice.10.bc")):
        pytest.skip("nvidia-nvvm is not in this environment")
    x = np.abs(rng.normal(F32, (SIZE,))) + np.float32(0.01)
    arguments = [x, *(np.zeros_like(x) for _ in range(3))]
    source, ptx = tmp_path / "functions.tileirbc", tmp_path / "functions.ptx"
    source.write_bytes(export(functions, arguments, target.arch))
    run_program([target.compiler.program, source, "-o", ptx, "--emit=ptx", "--gpu-name", target.arch,
                 f"-O{target.level}", "--device-library=cuda"], CompileError, path=[pathlib.Path(sys.prefix) / "bin"])
    _, log, sin, power = target.backend.launch(ptx, "functions", (1, 1, 1), arguments)
    exact = x.astype(np.float64)
    table = "CUDA programming guide, Mathematical functions: maximum error"
    check(log, np.log(exact), Within(table, ulp=1))
    check(sin, np.sin(exact), Within(table, ulp=2))
    check(power, exact ** exact, Within(table, ulp=4))
