"""Modules of a corpus, compiled for sm_80 by NVIDIA's compiler and by ours: on the same arrays both give the same.

They need `--corpus DIR`, modules of cuTile Python kernels with an `index.jsonl` that names them, and NVIDIA's compiler
(PyPI: nvidia-cuda-tileiras) in this environment. Its cubins carry their PTX, which is what runs."""
import json
import pathlib
import re

import numpy as np
import pytest

import kit
from kit import Numbers

MODULES = """
    app/matmul/f16/64x64x32 app/matmul_persistent/f16/16x16x16 app/syrk/f16 app/attention_32_group1/f16
    app/softmax_rows_16x128/f32 app/layernorm_16x128/f32 app/rmsnorm_residual/f16 app/softmax_columns/f32
    app/groupnorm/f32 app/fft_64/f32 app/bitonic_sort_16/i32 app/rank_sort/i32 app/cross_entropy/f32 app/softmax_gradient/f32
    app/life_16 app/gemv/f32 app/stencil5/f32 app/black_scholes/f32 app/mandelbrot/f32 app/n_body/f32
    app/cholesky_16/f32 app/lstm_cell/f32 app/quantise_rows_i8/f32 app/blur_overlapping/f32
""".split()

TYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f16": np.float16,
         "f32": np.float32, "f64": np.float64}
ROUNDING = {np.dtype(np.float16): 2.0**-7, np.dtype(np.float32): 2.0**-14, np.dtype(np.float64): 2.0**-40}


@pytest.fixture(scope="session")
def compilers(bin_dir, tmp_path_factory):
    """Our compiler and NVIDIA's."""
    try:
        return [make(bin_dir, tmp_path_factory.mktemp(name)) for name, make in kit.COMPILERS.items()]
    except FileNotFoundError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def corpus(pytestconfig):
    """Name of a case -> path of its module."""
    directory = pytestconfig.getoption("--corpus")
    if not directory:
        pytest.skip("no --corpus given")
    directory = pathlib.Path(directory)
    rows = map(json.loads, (directory / "index.jsonl").read_text().splitlines())
    return {name: directory / f"{row['sha12']}.tileirbc" for row in rows for name in [row["test"], *row.get("also", [])]}


def signature(disassembler, module):
    """Name and parameter types of the module's only entry, "ptr<f16>" or "i32"."""
    text = kit.run_program([disassembler, module], kit.CompileError)
    name, parameters = re.search(r"entry @(\w+)\((.*?)\)\s*(?:optimization|\{|attributes)", text, re.S).groups()
    return name, re.findall(r"tile<(ptr<\w+>|\w+)>", parameters)


def arguments_for(parameters, numbers):
    """Arrays of 128 in each dimension (16 above two), with their sizes and strides, as arguments for the parameters;
    0.5 for each f32."""
    groups = []
    for parameter in parameters:
        if parameter == "i32":
            groups[-1][1] += 1
        else:
            groups.append([parameter, 0])
    arguments = []
    for parameter, count in groups:
        if not parameter.startswith("ptr"):
            arguments.append(TYPES[parameter](0.5))
            continue
        dtype = np.dtype(TYPES[parameter[4:-1]])
        shape = (128 if count <= 4 else 16,) * (count // 2)
        values = numbers.integers(0, 9, shape) if dtype.kind in "ib" else 1 + abs(numbers.normal(dtype, shape))
        arguments.append(values.astype(dtype))
    return arguments


def close(ours, theirs):
    """Integers are equal; floats differ by the rounding of another order, relative to the largest."""
    if ours.dtype.kind not in "f":
        return np.array_equal(ours, theirs)
    finite = np.isfinite(theirs)
    scale = np.abs(theirs[finite].astype(float)).max(initial=1)
    return np.allclose(ours.astype(float), theirs.astype(float), rtol=ROUNDING[ours.dtype],
                       atol=scale * ROUNDING[ours.dtype], equal_nan=True)


@pytest.mark.parametrize("name", MODULES)
def test_same_results(name, corpus, compilers, backend, bin_dir):
    kernel, parameters = signature(bin_dir / "tileirdisasm", corpus[name])
    programs = [compiler.compile(corpus[name].read_bytes(), "sm_80", 3) for compiler in compilers]
    arguments = arguments_for(parameters, Numbers(name))
    runs = (backend.launch(program, kernel, (1, 1, 1), arguments)[0] for program in programs)
    ours, theirs = ([after for after in run if after is not None] for run in runs)
    assert any((a != b).any() for a, b in zip(filter(np.ndim, arguments), theirs)), "the kernel wrote nothing"
    for position, (a, b) in enumerate(zip(ours, theirs)):
        assert close(a, b), f"array {position} differs in {np.argwhere(a != b)[:4].tolist()}…: {a[a != b]}, {b[a != b]}"
