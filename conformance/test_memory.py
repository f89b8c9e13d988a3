"""Sources and destinations of elements: transposes, order, padding, gather and scatter, atomics, strided arrays."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, I32, NEG_INF, ZERO, Int, Out, check


@ct.kernel
def transpose(X, Y, TM: Int, TN: Int):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(Y, (j, i), ct.transpose(ct.load(X, (i, j), (TM, TN))))


@pytest.mark.parametrize("dtype", [F32, F16, np.dtype(np.int8)], ids=str)
def test_transpose(target, rng, dtype):
    x = rng.any(dtype, (50, 70))
    check(target.launch(transpose, (2, 3), x, Out(np.zeros((70, 50), dtype)), 32, 32), x.T)


@ct.kernel
def copy_ordered(X, Y, TM: Int, TN: Int):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(Y, (i, j), ct.load(X, (i, j), (TM, TN), order=(1, 0), padding_mode=ZERO))


def test_load_in_order(target, rng):
    x = rng.any(BF16, (70, 50))
    check(target.launch(copy_ordered, (2, 3), x, Out(np.zeros((50, 70), BF16)), 32, 32), x.T)


@ct.kernel
def padded(X, Y, Z, T: Int):
    ct.store(Y, (0,), ct.load(X, (0,), (T,), padding_mode=ZERO))
    ct.store(Z, (0,), ct.load(X, (0,), (T,), padding_mode=NEG_INF))


def test_padding(target, rng):
    x = rng.normal(F32, 37)
    y, z = target.launch(padded, 1, x, Out(np.ones(64, F32)), Out(np.ones(64, F32)), 64)
    check(y, np.concatenate([x, np.zeros(27)]))
    check(z, np.concatenate([x, np.full(27, -np.inf)]))


@ct.kernel
def gather_rows(X, I, Y, TM: Int, TN: Int):
    r = ct.load(I, (ct.bid(0),), (TM,))
    ct.store(Y, (ct.bid(0), 0), ct.gather(X, (ct.expand_dims(r, 1), ct.arange(TN, dtype=ct.int32)[None, :])))


def test_gather(target, rng):
    """Indices outside of the array give the padding value, zero."""
    x = rng.normal(F32, (20, 32))
    rows = rng.integers(-3, 23, 32)
    got = target.launch(gather_rows, 2, x, rows, Out(np.ones((32, 32), F32)), 16, 32)
    inside = (rows >= 0) & (rows < 20)
    check(got, np.where(inside[:, None], x[np.clip(rows, 0, 19)], 0))


@pytest.mark.parametrize("width", [48, 50])
@pytest.mark.parametrize("dtype", [F32, F16, np.dtype(np.int8)], ids=str)
def test_gather_wide_rows(target, rng, dtype, width):
    """Rows that are accessed in vectors, up to the end of the array: after a multiple of sixteen elements or not."""
    x = rng.any(dtype, (20, width))
    rows = rng.integers(0, 20, 32)
    got = target.launch(gather_rows, 2, x, rows, Out(np.ones((32, 64), dtype)), 16, 64)
    check(got, np.pad(x[rows], ((0, 0), (0, 64 - width))))


@ct.kernel
def rotate(X, Y, T: Int, N: Int):
    i = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(Y, i, ct.gather(X, (i + 24) % N))


@pytest.mark.parametrize("size", [96, 100])
def test_gather_around_the_end(target, rng, size):
    """Runs continue beyond the end of the array, if its size is a multiple of theirs."""
    x = rng.any(F32, (size,))
    got = target.launch(rotate, 2, x, Out(np.zeros(size, F32)), 64, size)
    check(got, np.roll(x, -24))


@ct.kernel
def sparse_rows(X, I, Y, TM: Int, TN: Int):
    """Whole rows, or parts of rows, selected by a tile of indices."""
    rows = ct.load(I, (ct.bid(0),), (TM,))
    part = ct.Slice(ct.bid(1) * TN, TN)
    tile = ct.load_advanced_indexing(X, (rows, part), padding_mode=ct.PaddingMode.ZERO)
    ct.store_advanced_indexing(Y, (rows, part), tile)


@pytest.mark.parametrize("dtype", [F32, F16], ids=str)
def test_sparse_rows(target, rng, dtype):
    """This needs bytecode 13.3 or later. Rows outside of the arrays are neither read nor written."""
    x = rng.normal(dtype, (24, 80))
    rows = rng.permutation(28).astype(I32)
    rows = np.concatenate([rows, np.full(4, 27, I32)])
    got = target.launch(sparse_rows, (2, 3), x, rows, Out(np.full((24, 80), 9, dtype)), 16, 32)
    check(got, x)


@ct.kernel
def sparse_columns(X, Y, TM: Int, TN: Int):
    columns = ct.arange(TN, dtype=ct.int32) * 2
    ct.store(Y, (0, 0), ct.load_advanced_indexing(X, (ct.Slice(0, TM), columns), padding_mode=ct.PaddingMode.ZERO))


def test_sparse_columns(target, rng):
    x = rng.normal(F32, (16, 50))
    got = target.launch(sparse_columns, 1, x, Out(np.zeros((16, 32), F32)), 16, 32)
    check(got, np.pad(x[:, ::2], ((0, 0), (0, 7))))


@ct.kernel
def gather_masked(X, I, Y, T: Int):
    i = ct.load(I, (0,), (T,))
    ct.store(Y, (0,), ct.gather(X, i, mask=i % 2 == 0, padding_value=-1.0))


def test_gather_masked(target, rng):
    x, i = rng.normal(F32, 50), rng.integers(0, 60, 128)
    got = target.launch(gather_masked, 1, x, i, Out(np.zeros(128, F32)), 128)
    check(got, np.where((i % 2 == 0) & (i < 50), x[np.minimum(i, 49)], -1))


@ct.kernel
def scatter(X, I, Y, T: Int):
    b = ct.bid(0)
    ct.scatter(Y, ct.load(I, (b,), (T,)), ct.load(X, (b,), (T,)))


def test_scatter(target, rng):
    """Indices outside of the array store nothing."""
    x = rng.normal(F16, 128)
    i = rng.permutation(140)[:128].astype(I32) - 5
    got = target.launch(scatter, 2, x, i, Out(np.full(130, 9, F16)), 64)
    exact = np.full(130, 9, F16)
    inside = (i >= 0) & (i < 130)
    exact[i[inside]] = x[inside]
    check(got, exact)


@ct.kernel
def histogram(X, H, T: Int):
    ct.atomic_add(H, ct.load(X, (ct.bid(0),), (T,)), 1)


def test_atomic_add(target, rng):
    x = rng.integers(0, 16, 512)
    check(target.launch(histogram, 4, x, Out(np.zeros(16, I32)), 128), np.bincount(x, minlength=16).astype(I32))


@ct.kernel
def extremes(X, Y, T: Int):
    x = ct.load(X, (ct.bid(0),), (T,))
    zero = ct.zeros((T,), dtype=ct.int32)
    ct.atomic_max(Y, zero, x)
    ct.atomic_min(Y, zero + 1, x)
    ct.atomic_or(Y, zero + 2, x)
    ct.atomic_and(Y, zero + 3, x)
    ct.atomic_xor(Y, zero + 4, x)


@pytest.mark.sweep
def test_atomic_others(target, rng):
    x = rng.any(I32, 128)
    got = target.launch(extremes, 2, x, Out(np.array([0, 0, 0, -1, 0], I32)), 64)
    check(got, np.array([max(x.max(), 0), min(x.min(), 0), np.bitwise_or.reduce(x), np.bitwise_and.reduce(x),
                         np.bitwise_xor.reduce(x)], I32))


@ct.kernel
def last_taken(Old, Lock, T: Int):
    ct.store(Old, (ct.bid(0),), ct.atomic_xchg(Lock, ct.zeros((1,), dtype=ct.int32), ct.bid(0) + 1))


def test_atomic_exchange_returns_old(target):
    for old, lock in target.launch_each(last_taken, 4, Out(np.full(4, -1, I32)), Out(np.zeros(1, I32)), 1):
        # with a backend that runs nothing, of the type that says so
        seen = np.sort(np.concatenate([old, lock])).view(type(old))
        check(seen, np.arange(5, dtype=I32))  # every value is seen once
