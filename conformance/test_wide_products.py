"""Products whose operands take more shared memory than each launch has, as PTX for a driver, which may take no more."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, ZERO, Compiler, Int, Out, check
from one_product import I8, by_columns, computed, multiply, of_steps, product, small


class PtxForDrivers(Compiler):
    """Compiles to PTX without an option for more shared memory."""

    def __init__(self, bin_dir, work_dir):
        super().__init__(bin_dir, work_dir)
        self.target = ["--emit=ptx", "--lineinfo"]


@pytest.fixture(scope="module")
def compiler(compiler, bin_dir, tmp_path_factory):
    """Of the targets of this file, in place of one that makes cubins."""
    if type(compiler) is not Compiler:
        return compiler
    return PtxForDrivers(bin_dir, tmp_path_factory.mktemp("compiled"))


@ct.kernel
def product_of_a_product(A, B, C, D, M: Int, N: Int, K: Int):
    """B is an operand of both."""
    b = ct.load(B, (0, 0), (K, N), padding_mode=ZERO)
    first = ct.mma(ct.load(A, (0, 0), (M, K), padding_mode=ZERO), b, ct.load(C, (0, 0), (M, N)))
    ct.store(C, (0, 0), first)
    ct.store(D, (0, 0), ct.mma(ct.astype(first, B.dtype), ct.transpose(b), ct.zeros((M, K), dtype=D.dtype)))


WIDE = [(product, F16, (128, 128, 128)), (product, BF16, (64, 128, 256)), (product, F64, (64, 64, 64)),
        (product, F32, (64, 64, 128)), (product, I8, (256, 128, 256)), (by_columns, F16, (256, 32, 64)),
        (by_columns, F16, (128, 128, 128)), (by_columns, F64, (128, 64, 64)), (computed, F16, (128, 128, 128)),
        (of_steps, F64, (64, 64, 64)), (of_steps, F16, (256, 128, 64))]


@pytest.mark.parametrize("kernel,dtype,tile", WIDE, ids=lambda p: p._pyfunc.__name__ if hasattr(p, "_pyfunc") else str(p))
def test_wide_operands(target, rng, kernel, dtype, tile):
    m, n, k = tile
    multiply(target, rng, kernel, dtype, tile, (m, n, 2 * k + 16 if kernel is of_steps else k))


@pytest.mark.parametrize("dtype", [F16, F64], ids=str)
def test_wide_operands_with_edges(target, rng, dtype):
    """Arrays are smaller than the tiles in each dimension, and rows don't begin at multiples of vectors."""
    tile = (128, 128, 128) if dtype == F16 else (64, 64, 64)
    multiply(target, rng, product, dtype, tile, tuple(size - 3 for size in tile))


def test_wide_operand_of_two_products(target, rng):
    m, n, k = 64, 64, 256
    a, b, c = small(rng, F16, (m, k)), small(rng, F16, (k, n)), small(rng, F32, (m, n))
    first, second = target.launch(product_of_a_product, 1, a, b, Out(c), Out(np.zeros((m, k), F32)), m, n, k)
    want = a.astype(F32) @ b.astype(F32) + c
    check(first, want)
    check(second, want @ b.T.astype(F32))
