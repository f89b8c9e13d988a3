"""Products whose operands take more shared memory than each launch has, as PTX for a driver, which may take no more."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, I32, ZERO, Compiler, Int, Out, check

I8 = np.dtype(np.int8)


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


def small(rng, dtype, shape):
    """Whole numbers of which all sums here are exact, in any order."""
    return rng.integers(-2, 3, shape).astype(dtype)


def accumulator(dtype):
    return {I8: I32, F64: F64}.get(dtype, F32)


@ct.kernel
def product(A, B, C, M: Int, N: Int, K: Int):
    ct.store(C, (0, 0), ct.mma(ct.load(A, (0, 0), (M, K), padding_mode=ZERO), ct.load(B, (0, 0), (K, N), padding_mode=ZERO),
                               ct.load(C, (0, 0), (M, N))))


@ct.kernel
def by_columns(A, B, C, M: Int, N: Int, K: Int):
    a, b = ct.load(A, (0, 0), (M, K), padding_mode=ZERO), ct.load(B, (0, 0), (N, K), padding_mode=ZERO)
    ct.store(C, (0, 0), ct.mma(a, ct.transpose(b), ct.load(C, (0, 0), (M, N))))


@ct.kernel
def computed(A, B, C, M: Int, N: Int, K: Int):
    a, b = ct.load(A, (0, 0), (M, K), padding_mode=ZERO), ct.load(B, (0, 0), (K, N), padding_mode=ZERO)
    ct.store(C, (0, 0), ct.mma(a + a, -b, ct.load(C, (0, 0), (M, N))))


@ct.kernel
def of_steps(A, B, C, M: Int, N: Int, K: Int):
    acc = ct.load(C, (0, 0), (M, N))
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        acc = ct.mma(ct.load(A, (0, k), (M, K), padding_mode=ZERO), ct.load(B, (k, 0), (K, N), padding_mode=ZERO), acc)
    ct.store(C, (0, 0), acc)


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


def multiply(target, rng, kernel, dtype, tile, sizes):
    m, n, k = sizes
    a, b = small(rng, dtype, (m, k)), small(rng, dtype, (n, k) if kernel is by_columns else (k, n))
    c = small(rng, accumulator(dtype), (m, n))
    got = target.launch(kernel, 1, a, b, Out(c), *tile)
    wide = np.int64 if dtype == I8 else np.float64
    a, b = a.astype(wide), (b.T if kernel is by_columns else b).astype(wide)
    check(got, ((-2 if kernel is computed else 1) * (a @ b) + c).astype(c.dtype))


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
