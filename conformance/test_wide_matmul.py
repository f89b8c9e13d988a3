"""MMAs whose operands need more shared memory than each launch has, as PTX for a driver, which may use no more."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, ZERO, Compiler, Int, Out, check
from one_matmul import I8, by_columns, computed, multiply, of_iterations, matmul, small


class PtxForDrivers(Compiler):
    """Compiles to PTX without an option for more shared memory."""

    def __init__(self, bin_dir, work_dir):
        super().__init__(bin_dir, work_dir)
        self.target = ["--emit=ptx", "--lineinfo"]


@pytest.fixture(scope="module")
def compiler(compiler, bin_dir, tmp_path_factory):
    """The compiler of this file's targets, instead of one that makes cubins."""
    if type(compiler) is not Compiler:
        return compiler
    return PtxForDrivers(bin_dir, tmp_path_factory.mktemp("compiled"))


@ct.kernel
def chained_matmul(A, B, C, D, M: Int, N: Int, K: Int):
    """B is an operand of both MMAs."""
    b = ct.load(B, (0, 0), (K, N), padding_mode=ZERO)
    first = ct.mma(ct.load(A, (0, 0), (M, K), padding_mode=ZERO), b, ct.load(C, (0, 0), (M, N)))
    ct.store(C, (0, 0), first)
    ct.store(D, (0, 0), ct.mma(ct.astype(first, B.dtype), ct.transpose(b), ct.zeros((M, K), dtype=D.dtype)))


WIDE = [(matmul, F16, (128, 128, 128)), (matmul, BF16, (64, 128, 256)), (matmul, F64, (64, 64, 64)),
        (matmul, F32, (64, 64, 128)), (matmul, I8, (256, 128, 256)), (by_columns, F16, (256, 32, 64)),
        (by_columns, F16, (128, 128, 128)), (by_columns, F64, (128, 64, 64)), (computed, F16, (128, 128, 128)),
        (of_iterations, F64, (64, 64, 64)), (of_iterations, F16, (256, 128, 64))]


@pytest.mark.parametrize("kernel,dtype,tile", WIDE, ids=lambda p: p._pyfunc.__name__ if hasattr(p, "_pyfunc") else str(p))
def test_wide_operands(target, rng, kernel, dtype, tile):
    m, n, k = tile
    multiply(target, rng, kernel, dtype, tile, (m, n, 2 * k + 16 if kernel is of_iterations else k))


@pytest.mark.parametrize("dtype", [F16, F64], ids=str)
def test_wide_operands_with_edges(target, rng, dtype):
    """Arrays are smaller than the tiles in each dimension, and rows don't begin at multiples of vectors."""
    tile = (128, 128, 128) if dtype == F16 else (64, 64, 64)
    multiply(target, rng, matmul, dtype, tile, tuple(size - 3 for size in tile))


def test_wide_operand_of_two_matmuls(target, rng):
    m, n, k = 64, 64, 256
    a, b, c = small(rng, F16, (m, k)), small(rng, F16, (k, n)), small(rng, F32, (m, n))
    first, second = target.launch(chained_matmul, 1, a, b, Out(c), Out(np.zeros((m, k), F32)), m, n, k)
    expected = a.astype(F32) @ b.astype(F32) + c
    check(first, expected)
    check(second, expected @ b.T.astype(F32))
