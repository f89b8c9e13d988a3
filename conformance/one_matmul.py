"""Kernels of one MMA, and their expected results: for tests of tiles that are unusually thin, deep or wide."""
import numpy as np

import cuda.tile as ct
from kit import F32, F64, I32, ZERO, Int, Out, check

I8 = np.dtype(np.int8)


def small(rng, dtype, shape):
    """Whole numbers whose sums here are all exact, in any order."""
    return rng.integers(-2, 3, shape).astype(dtype)


def accumulator(dtype):
    return {I8: I32, F64: F64}.get(dtype, F32)


@ct.kernel
def matmul(A, B, C, M: Int, N: Int, K: Int):
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
def of_iterations(A, B, C, M: Int, N: Int, K: Int):
    acc = ct.load(C, (0, 0), (M, N))
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        acc = ct.mma(ct.load(A, (0, k), (M, K), padding_mode=ZERO), ct.load(B, (k, 0), (K, N), padding_mode=ZERO), acc)
    ct.store(C, (0, 0), acc)


def multiply(target, rng, kernel, dtype, tile, sizes):
    m, n, k = sizes
    a, b = small(rng, dtype, (m, k)), small(rng, dtype, (n, k) if kernel is by_columns else (k, n))
    c = small(rng, accumulator(dtype), (m, n))
    got = target.launch(kernel, 1, a, b, Out(c), *tile)
    wide = np.int64 if dtype == I8 else np.float64
    a, b = a.astype(wide), (b.T if kernel is by_columns else b).astype(wide)
    check(got, ((-2 if kernel is computed else 1) * (a @ b) + c).astype(c.dtype))
