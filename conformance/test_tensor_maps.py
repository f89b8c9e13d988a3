"""MMAs whose operands are loaded by TMA where the GPU has it; the provider of the tensor maps is tileiras-run, or the
kernel. On sizes that the tiles do not divide, because the hardware fills elements outside."""
import dataclasses

import numpy as np
import pytest

from kit import BF16, E4M3, F16, F32, Out, check
from ranges import Range
from test_matmul import check_matmul, matmul
from test_row_ends import matmul_of_slices


# The text that marks a program with tensor maps.
PROVIDERS = {"parameter": b"__tileiras_tensor_maps_", "device": b"__tileiras_tensor_map_cache_"}


class TensorMapCompiler:
    """Compiles as another compiler does, with tensor maps of a given provider; records whether a program uses any."""

    def __init__(self, compiler, provider, work_dir):
        self.compiler = type(compiler).__new__(type(compiler))
        self.compiler.__dict__.update(vars(compiler), work_dir=work_dir)
        self.compiler.target = [*compiler.target, f"--tensor-maps={provider}"]
        self.mark, self.used = PROVIDERS[provider], False

    def compile(self, *arguments):
        output = self.compiler.compile(*arguments)
        self.used = self.mark in output.read_bytes()
        return output


def with_tensor_maps(target, provider, work_dir):
    if not hasattr(target.compiler, "target"):
        pytest.skip("another compiler has no such option")
    return dataclasses.replace(target, compiler=TensorMapCompiler(target.compiler, provider, work_dir))


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("a_type", [F16, BF16, F32, E4M3], ids=str)
@pytest.mark.parametrize("sizes", [(128, 64, 128), (70, 88, 144)], ids=lambda s: "x".join(map(str, s)))
def test_matmul(target, rng, tmp_path, provider, a_type, sizes):
    target = with_tensor_maps(target, provider, tmp_path)
    if a_type == E4M3 and target.number < 90:
        pytest.skip("cuTile has no fp8 there")
    check_matmul(target, rng, matmul, a_type, F32, sizes, (64, 64, 32))
    assert target.compiler.used == (target.number >= 90)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_row_ends(target, rng, tmp_path, provider):
    """Slices, of which only the alignment of rows is known. A launcher makes maps of arguments only, and -O0 doesn't
    find that a slice from 0 to an argument has the argument's size."""
    target = with_tensor_maps(target, provider, tmp_path)
    a, b = rng.normal(F16, (70, 304)), rng.normal(F16, (304, 96))
    got = target.launch(matmul_of_slices, (2, 2), a, b, Out(np.zeros((70, 96), F32)), np.int32(90), np.int32(299), 64, 64, 32)
    check(got[:, :90], Range(a[:, :299], F32).mma(b[:299, :90]))
    assert target.compiler.used == (target.number >= 90 and (provider == "device" or target.level > 0))


# A producer warp loads the tiles: more iterations than stages, two consumer warpgroups, sizes that the tiles don't
# divide.
@pytest.mark.parametrize("a_type", [F16, BF16, E4M3], ids=str)
@pytest.mark.parametrize("sizes, tiles", [((128, 64, 640), (64, 64, 32)), ((70, 88, 144), (64, 64, 32)),
                                          ((128, 256, 256), (128, 256, 32))], ids=str)
def test_producer(target, rng, tmp_path, a_type, sizes, tiles):
    target = with_tensor_maps(target, "parameter", tmp_path)
    if a_type == E4M3 and target.number < 90:
        pytest.skip("cuTile has no fp8 there")
    target.compiler.compiler.target = [*target.compiler.compiler.target, "--pipeline-strategy=warp-specialize"]
    check_matmul(target, rng, matmul, a_type, F32, sizes, tiles)
    assert target.compiler.used == (target.number >= 90)
