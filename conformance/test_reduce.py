"""Reductions and prefix sums over each axis of tiles of several ranks and types."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, I32, Out, check
from ranges import Range, wide

SHAPES = {2: (8, 64), 3: (4, 8, 16)}


def reduce_kernel(function, shape, axis):
    """A kernel that reduces one tile of `shape` over `axis`."""
    index, left = (0,) * len(shape), (0,) * (len(shape) - 1)

    @ct.kernel
    def reduction(X, Y):
        ct.store(Y, left, ct.astype(function(ct.load(X, index, shape), axis), Y.dtype))

    return reduction


def reduced(target, function, x, axis, out=None):
    shape = tuple(n for i, n in enumerate(x.shape) if i != axis)
    return target.launch(reduce_kernel(function, x.shape, axis), 1, x, Out(np.zeros(shape, out or x.dtype)))


@pytest.mark.parametrize("rank,axis", [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_sum(target, rng, rank, axis):
    x = rng.normal(F32, SHAPES[rank])
    check(reduced(target, ct.sum, x, axis), Range(x, F32).sum(axis))


@pytest.mark.parametrize("dtype", [I32, np.dtype(np.int8), np.dtype(np.uint64)], ids=str)
def test_sum_integers(target, rng, dtype):
    x = rng.any(dtype, (8, 32))
    check(reduced(target, ct.sum, x, 1), x.sum(axis=1, dtype=dtype))


@pytest.mark.parametrize("dtype", [F16, BF16, F64], ids=str)
def test_sum_floats(target, rng, dtype):
    """Two numbers among zeros are added exactly and rounded once, in whatever order; of 32 each addition may round."""
    pairs = rng.normal(dtype, (16, 32))
    for row, (first, second) in zip(pairs, (rng.permutation(32)[:2] for _ in range(16))):
        row[[i for i in range(32) if i not in (first, second)]] = 0
    check(reduced(target, ct.sum, pairs, 1), wide(pairs).sum(axis=1))
    x = rng.normal(dtype, (8, 32))
    check(reduced(target, ct.sum, x, 1), Range(x, dtype).sum(1))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("function", ["max", "min"])
@pytest.mark.parametrize("dtype", [F32, F16, BF16, I32, np.dtype(np.uint8)], ids=str)
def test_extremes(target, rng, dtype, function, axis):
    x = rng.any(dtype, (8, 64)) if dtype.kind in "iu" else rng.normal(dtype, (8, 64))
    check(reduced(target, getattr(ct, function), x, axis), getattr(x, function)(axis=axis))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("function", ["argmax", "argmin"])
def test_index_of_extreme(target, rng, function, axis):
    """The first one of equal elements counts."""
    x = rng.integers(0, 20, (16, 32)).astype(F32)
    check(reduced(target, getattr(ct, function), x, axis, I32), getattr(x, function)(axis=axis).astype(I32))


@ct.kernel
def total(X, Y):
    ct.store(Y, (0,), ct.reshape(ct.sum(ct.load(X, (0, 0), (16, 64))), (1,)))


def test_sum_of_all(target, rng):
    x = rng.integers(-1000, 1000, (16, 64))
    check(target.launch(total, 1, x, Out(np.zeros(1, I32))), x.sum(dtype=I32).reshape(1))


@ct.kernel
def product(X, Y):
    ct.store(Y, (0,), ct.prod(ct.load(X, (0, 0), (8, 16)), axis=1))


def test_product(target, rng):
    x = rng.integers(-3, 4, (8, 16))
    check(target.launch(product, 1, x, Out(np.zeros(8, I32))), x.prod(axis=1, dtype=I32))


@ct.kernel
def largest_magnitude(X, Y):
    x = ct.load(X, (0, 0), (8, 32))
    ct.store(Y, (0,), ct.reduce(x, 1, lambda a, b: ct.where(ct.abs(a) > ct.abs(b), a, b), 0.0))


@pytest.mark.sweep
def test_custom_reduction(target, rng):
    x = rng.normal(F32, (8, 32))
    exact = x[np.arange(8), np.abs(x).argmax(axis=1)]
    check(target.launch(largest_magnitude, 1, x, Out(np.zeros(8, F32))), exact)


def scan_kernel(axis, reverse):

    @ct.kernel
    def scan(X, Y):
        ct.store(Y, (0, 0), ct.cumsum(ct.load(X, (0, 0), (8, 32)), axis, reverse=reverse))

    return scan


@pytest.mark.parametrize("axis,reverse", [(0, False), (1, False), (1, True)])
def test_cumulative_sum(target, rng, axis, reverse):
    x = rng.integers(-1000, 1000, (8, 32))
    exact = np.flip(np.flip(x, axis).cumsum(axis, dtype=I32), axis) if reverse else x.cumsum(axis, dtype=I32)
    check(target.launch(scan_kernel(axis, reverse), 1, x, Out(np.zeros_like(x))), exact)


def scan_of_shape(axis, reverse):

    @ct.kernel
    def scan(X, Y, M: ct.Constant[int], N: ct.Constant[int]):
        ct.store(Y, (0, 0), ct.cumsum(ct.load(X, (0, 0), (M, N)), axis, reverse=reverse))

    return scan


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("shape,axis", [((512, 8), 0), ((8, 512), 1), ((64, 64), 0), ((2, 2048), 1), ((16, 2), 0)], ids=str)
def test_cumulative_sum_across_warps(target, rng, shape, axis, reverse):
    """Runs of threads and lanes, then of registers and warps, along either dimension."""
    x = rng.integers(-1000, 1000, shape)
    exact = np.flip(np.flip(x, axis).cumsum(axis, dtype=I32), axis) if reverse else x.cumsum(axis, dtype=I32)
    check(target.launch(scan_of_shape(axis, reverse), 1, x, Out(np.zeros_like(x)), *shape), exact)


def long_scan_kernel(reverse):

    @ct.kernel
    def scan(X, Y, N: ct.Constant[int]):
        ct.store(Y, (0,), ct.cumsum(ct.load(X, (0,), (N,)), 0, reverse=reverse))

    return scan


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("count,dtype", [(16, I32), (1024, I32), (2048, F16),
                                         pytest.param(16384, I32, marks=pytest.mark.sweep)], ids=str)
def test_long_cumulative_sum(target, rng, count, dtype, reverse):
    """Vectors of a thread, lanes, warps, and more."""
    x = rng.integers(-3, 4, count).astype(dtype)
    exact = np.flip(np.flip(x).cumsum()) if reverse else x.cumsum()
    check(target.launch(long_scan_kernel(reverse), 1, x, Out(np.zeros_like(x)), count), exact.astype(dtype))


@ct.kernel
def compositions(M, C, N, D, T: ct.Constant[int]):
    """Composes maps x -> m x + c, the later after the earlier: not commutative."""
    m, c = ct.scan((ct.load(M, (0,), (T,)), ct.load(C, (0,), (T,))), 0,
                   lambda m1, c1, m2, c2: (m1 * m2, m2 * c1 + c2), (1, 0))
    ct.store(N, (0,), m)
    ct.store(D, (0,), c)


@pytest.mark.parametrize("count", [8, 512, 2048], ids=str)
def test_scan_of_maps(target, rng, count):
    m, c = rng.integers(-2**31, 2**31, count), rng.integers(-2**31, 2**31, count)
    n, d = m.copy(), c.copy()
    with np.errstate(over="ignore"):
        for i in range(1, count):
            n[i], d[i] = n[i - 1] * m[i], m[i] * d[i - 1] + c[i]
    outs = [Out(np.zeros_like(m)), Out(np.zeros_like(c))]
    for got, exact in zip(target.launch(compositions, 1, m, c, *outs, count), (n, d)):
        check(got, exact)



@pytest.mark.sweep
@pytest.mark.parametrize("shape", [(1, 32), (64, 1), (2, 2), (128, 16), (1, 1024)], ids=lambda s: "x".join(map(str, s)))
@pytest.mark.parametrize("axis", [0, 1])
def test_sum_shape(target, rng, shape, axis):
    x = rng.integers(-100, 100, shape)
    check(reduced(target, ct.sum, x, axis), x.sum(axis=axis, dtype=I32))
