"""Products whose operands come by TMA where the GPU has it: tileiras-run makes the tensor maps. On sizes that the tiles do
not divide, as the hardware fills what lies outside."""
import dataclasses

import pytest

from kit import BF16, E4M3, F16, F32
from test_matmul import matmul, product


class TensorMapCompiler:
    """Compiles as another does, for launches that make tensor maps; says whether a program takes some."""

    def __init__(self, compiler, work_dir):
        self.compiler = type(compiler).__new__(type(compiler))
        self.compiler.__dict__.update(vars(compiler), work_dir=work_dir)
        self.compiler.target = [*compiler.target, "--tensor-maps=parameter"]
        self.used = False

    def compile(self, *arguments):
        output = self.compiler.compile(*arguments)
        self.used = b"__tileiras_tensor_maps_" in output.read_bytes()
        return output


def with_tensor_maps(target, work_dir):
    if not hasattr(target.compiler, "target"):
        pytest.skip("another compiler has no such option")
    return dataclasses.replace(target, compiler=TensorMapCompiler(target.compiler, work_dir))


@pytest.mark.parametrize("a_type", [F16, BF16, F32, E4M3], ids=str)
@pytest.mark.parametrize("sizes", [(128, 64, 128), (70, 88, 144)], ids=lambda s: "x".join(map(str, s)))
def test_matmul(target, rng, tmp_path, a_type, sizes):
    target = with_tensor_maps(target, tmp_path)
    if a_type == E4M3 and target.number < 90:
        pytest.skip("cuTile has no fp8 there")
    product(target, rng, matmul, a_type, F32, sizes, (64, 64, 32))
    assert target.compiler.used == (target.number >= 90)
