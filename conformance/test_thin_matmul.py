"""MMAs of few rows and columns, whose K dimension the threads of a block divide."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, ZERO, Int, Out, check
from one_matmul import I8, accumulator, by_columns, computed, multiply, of_iterations, matmul, small

THIN = [(F16, (2, 2, 4096)), (BF16, (1, 8, 2048)), (F32, (4, 1, 8192)), (F64, (8, 2, 2048)), (I8, (8, 8, 1024)),
        (F32, (1, 512, 1024)), (F16, (8, 128, 1024))]


@pytest.mark.parametrize("dtype,tile", THIN, ids=str)
def test_thin_matmul(target, rng, dtype, tile):
    multiply(target, rng, matmul, dtype, tile, tile)


@ct.kernel
def of_tf32(A, B, C, M: Int, N: Int, K: Int):
    a, b = ct.load(A, (0, 0), (M, K)), ct.load(B, (0, 0), (K, N))
    ct.store(C, (0, 0), ct.mma(ct.astype(a, ct.tfloat32), ct.astype(b, ct.tfloat32), ct.load(C, (0, 0), (M, N))))


@pytest.mark.parametrize("depth", [64, 4096])
def test_thin_matmul_of_tf32(target, rng, depth):
    multiply(target, rng, of_tf32, F32, (2, 4, depth), (2, 4, depth))


@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
@pytest.mark.since(90)
def test_thin_matmul_of_f8(target, rng, dtype):
    multiply(target, rng, by_columns, dtype, (2, 4, 4096), (2, 4, 4096))


def test_thin_matmul_with_edges(target, rng):
    multiply(target, rng, matmul, F16, (4, 4, 4096), (3, 3, 3001))


def test_thin_matmul_of_iterations(target, rng):
    """The loop carries results, and each iteration adds the threads' partial sums to them."""
    multiply(target, rng, of_iterations, F32, (2, 2, 1024), (2, 2, 3000))


def test_thin_matmul_of_computed_tiles(target, rng):
    multiply(target, rng, computed, F16, (2, 2, 4096), (2, 2, 4000))


@ct.kernel
def matmul_of_prefix_sums(A, B, C, M: Int, N: Int, K: Int):
    """The prefix sums along K exist as a whole; slices are extracted from them."""
    a = ct.cumsum(ct.load(A, (0, 0), (M, K), padding_mode=ZERO), axis=1)
    ct.store(C, (0, 0), ct.mma(a, ct.load(B, (0, 0), (K, N), padding_mode=ZERO), ct.zeros((M, N), dtype=C.dtype)))


def test_thin_matmul_without_slices(target, rng):
    a, b = rng.integers(-1, 2, (2, 1024)).astype(F32), small(rng, F32, (1024, 2))
    got = target.launch(matmul_of_prefix_sums, 1, a, b, Out(np.zeros((2, 2), F32)), 2, 2, 1024)
    check(got, np.cumsum(a, axis=1, dtype=F32) @ b)


@ct.kernel
def matmul_of_old_values(A, B, C, iterations, K: Int):
    """A loop that can't be repeated for each slice."""
    i, j = ct.arange(2, dtype=ct.int32)[:, None], ct.arange(K, dtype=ct.int32)[None, :]
    total = ct.zeros((2, K), dtype=ct.float32)
    for _ in range(iterations):
        total += ct.atomic_add(A, (i, j), ct.ones((2, K), dtype=ct.float32))
    ct.store(C, (0, 0), ct.mma(total, ct.load(B, (0, 0), (K, 2)), ct.zeros((2, 2), dtype=ct.float32)))


def test_thin_matmul_of_old_values(target, rng):
    a, b = small(rng, F32, (2, 1024)), small(rng, F32, (1024, 2))
    updated, got = target.launch(matmul_of_old_values, 1, Out(a.copy()), b, Out(np.zeros((2, 2), F32)), np.int32(3), 1024)
    check(updated, a + 3)
    check(got, (3 * a + 3) @ b)


@ct.kernel
def batched(A, B, C, S: Int, M: Int, N: Int, K: Int):
    ct.store(C, (0, 0, 0), ct.mma(ct.load(A, (0, 0, 0), (S, M, K)), ct.load(B, (0, 0, 0), (S, K, N)), ct.load(C, (0, 0, 0), (S, M, N))))


def test_thin_batch(target, rng):
    a, b, c = small(rng, F16, (4, 2, 1024)), small(rng, F16, (4, 1024, 2)), small(rng, F32, (4, 2, 2))
    got = target.launch(batched, 1, a, b, Out(c), 4, 2, 2, 1024)
    check(got, a.astype(F32) @ b.astype(F32) + c)


@ct.kernel
def rounded(A, B, C, K: Int):
    """Sums are f32 until they are rounded once, to the f16 of the accumulator."""
    ct.store(C, (0, 0), ct.mma(ct.load(A, (0, 0), (2, K)), ct.load(B, (0, 0), (K, 2)), ct.load(C, (0, 0), (2, 2))))


def test_thin_matmul_is_rounded_once(target, rng):
    a, b = rng.integers(0, 3, (2, 4096)).astype(F16), rng.integers(0, 2, (4096, 2)).astype(F16)
    c = np.full((2, 2), 1, F16)
    got = target.launch(rounded, 1, a, b, Out(c), 4096)
    check(got, (a.astype(F32) @ b.astype(F32) + c.astype(F32)).astype(F16))


@pytest.mark.parametrize("dtype,m,n", [(F16, 2, 2), (I8, 8, 8), (F64, 1, 4)], ids=str)
@pytest.mark.sweep
def test_thin_matmul_of_great_depth(target, rng, dtype, m, n):
    depth = 2 ** 20
    a, b = rng.integers(-1, 2, (m, depth)).astype(dtype), rng.integers(-1, 2, (depth, n)).astype(dtype)
    got = target.launch(matmul, 1, a, b, Out(np.zeros((m, n), accumulator(dtype))), m, n, depth)
    check(got, (a.astype(np.float64) @ b.astype(np.float64)).astype(accumulator(dtype)))
