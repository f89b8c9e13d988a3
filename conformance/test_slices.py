"""Tiles that exceed the registers of a block: they are processed in slices, and whole where slicing is impossible."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, I32, I64, ZERO, Int, Out, check
from ranges import Range


def small(rng, dtype, shape):
    """Whole numbers whose sums here are all exact in f32, in any order."""
    return rng.integers(-4, 5, shape).astype(dtype)


@ct.kernel
def scale(X, Y, T: Int):
    i = ct.bid(0)
    ct.store(Y, (i,), ct.load(X, (i,), (T,)) * 2)


@pytest.mark.parametrize("dtype,tile,size", [(F32, 2 ** 15, 70001), (F32, 2 ** 17, 2 ** 17), (np.dtype(np.int8), 2 ** 16, 65500),
                                             pytest.param(F32, 2 ** 20, 2 ** 20, marks=pytest.mark.sweep)])
def test_scale(target, rng, dtype, tile, size):
    """Most of the last tile's slices are outside of the array."""
    x = small(rng, dtype, size)
    check(target.launch(scale, -(-size // tile), x, Out(np.zeros(size, dtype)), tile), x * dtype.type(2))


def test_in_place(target, rng):
    """Each slice is stored before the next one is loaded."""
    x = small(rng, F32, 50000)
    got = target.launch(in_place, 2, Out(x.copy()), 2 ** 15)
    check(got, x * 3)


@ct.kernel
def in_place(X, T: Int):
    i = ct.bid(0)
    ct.store(X, (i,), ct.load(X, (i,), (T,)) * 3)


@ct.kernel
def shift_up(X, T: Int):
    """All elements are read before any is written: each slice overwrites elements that the next one has to load."""
    x = ct.load(X, (0,), (T,))
    ct.scatter(X, ct.arange(T, dtype=ct.int32) + 1, x)


def test_shift_in_place(target, rng):
    tile = 2 ** 15
    x = small(rng, F32, tile + 1)
    check(target.launch(shift_up, 1, Out(x.copy()), tile), np.concatenate([x[:1], x[:-1]]))


@ct.kernel
def reverse_tiles(X, T: Int):
    """Two tiles are swapped: one is loaded before the other is stored."""
    a, b = ct.load(X, (0,), (T,)), ct.load(X, (1,), (T,))
    ct.store(X, (1,), a)
    ct.store(X, (0,), b)


def test_exchanged_tiles(target, rng):
    x = small(rng, F32, 2 ** 16)
    check(target.launch(reverse_tiles, 1, Out(x.copy()), 2 ** 15), np.concatenate([x[2 ** 15:], x[:2 ** 15]]))


@ct.kernel
def sum_and_clear(X, Sum, T: Int):
    """All threads have summed the elements before they are overwritten."""
    total = ct.sum(ct.load(X, (0,), (T,)))
    ct.scatter(X, T - 1 - ct.arange(T, dtype=ct.int32), ct.full((T,), 7, dtype=X.dtype))
    ct.store(Sum, (0,), ct.reshape(total, (1,)))


def test_overwritten_after_the_sum(target, rng):
    x = small(rng, F32, 2 ** 15)
    cleared, total = target.launch(sum_and_clear, 1, Out(x.copy()), Out(np.zeros(1, F32)), 2 ** 15)
    check(cleared, np.full_like(x, 7))
    check(total, x.sum(keepdims=True))


@ct.kernel
def standardize(X, Y, T: Int):
    i = ct.bid(0)
    x = ct.load(X, (i, 0), (1, T))
    mean = ct.sum(x, axis=1, keepdims=True) / T
    ct.store(Y, (i, 0), (x - mean) * ct.rsqrt(ct.sum((x - mean) * (x - mean), axis=1, keepdims=True) / T + 1e-5))


@ct.kernel
def standardize_in_place(X, T: Int):
    i = ct.bid(0)
    x = ct.load(X, (i, 0), (1, T))
    mean = ct.sum(x, axis=1, keepdims=True) / T
    ct.store(X, (i, 0), (x - mean) * ct.rsqrt(ct.sum((x - mean) * (x - mean), axis=1, keepdims=True) / T + 1e-5))


@pytest.mark.parametrize("inplace", [False, True], ids=["copy", "in place"])
def test_standardize(target, rng, inplace):
    """Three passes over one row: two sums, and the result."""
    x = small(rng, F32, (2, 2 ** 15))
    if inplace:
        got = target.launch(standardize_in_place, 2, Out(x.copy()), 2 ** 15)
    else:
        got = target.launch(standardize, 2, x, Out(np.zeros_like(x)), 2 ** 15)
    centred = Range(x, F32) - Range(x, F32).sum(1, keepdims=True) / 2 ** 15
    variance = (centred * centred).sum(1, keepdims=True) / 2 ** 15
    check(got, centred * (variance + 1e-5).function(lambda v: 1 / np.sqrt(v), 2))


@ct.kernel
def softmax_rows(X, Y, TM: Int, TN: Int):
    """Whole rows stay together: slices along the rows' dimension need no second pass."""
    x = ct.load(X, (ct.bid(0), 0), (TM, TN), padding_mode=ct.PaddingMode.NEG_INF)
    e = ct.exp(x - ct.max(x, axis=1, keepdims=True))
    ct.store(Y, (ct.bid(0), 0), e / ct.sum(e, axis=1, keepdims=True))


def test_softmax(target, rng):
    x = rng.normal(F32, (60, 500))
    got = target.launch(softmax_rows, 1, x, Out(np.zeros_like(x)), 64, 512)
    e = (Range(x, F32) - x.max(axis=1, keepdims=True)).function(np.exp, 2)
    check(got, e / e.sum(1, keepdims=True))


@ct.kernel
def argmax3(X, Y, AXIS: Int, D0: Int, D1: Int, D2: Int):
    i = ct.bid(0)
    ct.store(Y, (i, 0), ct.argmax(ct.load(X, (i, 0, 0), (D0, D1, D2)), axis=AXIS))


@pytest.mark.parametrize("axis", range(3))
def test_argmax(target, rng, axis):
    """The first of equal elements wins, in whichever slices they are."""
    x = rng.integers(-3, 4, (32, 32, 32)).astype(I64)
    got = target.launch(argmax3, 1, x, Out(np.zeros((32, 32), I32)), axis, 32, 32, 32)
    check(got, x.argmax(axis=axis).astype(I32))


@ct.kernel
def flip_blocks(X, Y, TM: Int, TN: Int):
    i, j = ct.bid(0), ct.bid(1)
    x = ct.load(X, (i, j), (TM, TN), padding_mode=ZERO)
    ct.store(Y, (j, i), ct.transpose(x) + ct.transpose(ct.cumsum(x, axis=1)))


def test_transposed_scan(target, rng):
    """Slices run along the dimension that the scan leaves alone."""
    x = small(rng, F32, (120, 250))
    got = target.launch(flip_blocks, (1, 1), x, Out(np.zeros((250, 120), F32)), 128, 256)
    check(got, (x + np.cumsum(x, axis=1)).T)


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=C.dtype)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.load(B, (k, n), (TK, TN), padding_mode=ZERO), acc)
    ct.store(C, (m, n), acc)


@pytest.mark.parametrize("dtype,tile,shape", [(F16, (256, 256, 32), (250, 240, 90)), (F32, (128, 128, 32), (100, 128, 70)),
                                              (F16, (64, 64, 1024), (64, 64, 1500))], ids=str)
def test_matmul(target, rng, dtype, tile, shape):
    """Accumulators that don't fit, MMAs without matrix units, and operands that don't fit."""
    m, n, k = shape
    a, b = small(rng, dtype, (m, k)), small(rng, dtype, (k, n))
    got = target.launch(matmul, (1, 1), a, b, Out(np.zeros((m, n), F32)), *tile)
    check(got, a.astype(F32) @ b.astype(F32))


@ct.kernel
def collect(X, I, Y, T: Int):
    """Elements are gathered, changed where a mask says so, and added to memory that others add to."""
    index = ct.load(I, (0,), (T,))
    x = ct.gather(X, index)
    ct.atomic_add(Y, ct.arange(T, dtype=ct.int32) // 2, ct.where(x > 0, x, -x))


def test_gather_and_atomics(target, rng):
    tile = 2 ** 15
    x, index = small(rng, F32, 5000), rng.integers(0, 5000, tile).astype(I32)
    got = target.launch(collect, 1, x, index, Out(np.zeros(tile // 2, F32)), tile)
    check(got, np.abs(x[index]).reshape(-1, 2).sum(axis=1))


@ct.kernel
def running_total(X, Y, T: Int):
    """A tile that a loop carries, and an end that only the loop's counter determines."""
    total = ct.zeros((T,), dtype=ct.float32)
    for i in range(ct.num_tiles(X, axis=0, shape=(1, T))):
        total += ct.reshape(ct.load(X, (i, 0), (1, T), padding_mode=ZERO), (T,)) * (i + 1)
    ct.store(Y, (0,), total)


def test_carried_tile(target, rng):
    x = small(rng, F32, (3, 30000))
    got = target.launch(running_total, 1, x, Out(np.zeros(30000, F32)), 2 ** 15)
    check(got, (x * np.arange(1, 4, dtype=F32)[:, None]).sum(axis=0))


@ct.kernel
def join_four(X, Y, AXIS: Int, M: Int, N: Int):
    """Each slice is within one of four tiles."""
    x = ct.load(X, (0, 0), (M, N), padding_mode=ZERO)
    ct.store(Y, (0, 0), ct.cat((ct.cat((x * 2, x), AXIS), ct.cat((-x, x + 1), AXIS)), AXIS))


def padded(x, shape):
    """The result of a load with zeros outside."""
    return np.pad(x, [(0, n - m) for m, n in zip(x.shape, shape)])


@pytest.mark.parametrize("axis,tile", [(0, (256, 256)), (1, (256, 256)), (0, (4, 32768)), (1, (4, 32768))], ids=str)
def test_cat(target, rng, axis, tile):
    x = small(rng, F32, (tile[0] - 1, tile[1] - 3))
    got = target.launch(join_four, 1, x, Out(np.zeros([n * 4 if d == axis else n for d, n in enumerate(tile)], F32)), axis, *tile)
    p = padded(x, tile)
    check(got, np.concatenate((p * 2, p, -p, p + 1), axis))


@ct.kernel
def quarters(X, Y, Z, N: Int, row):
    """A part that still exceeds the registers, one that fits, and one that is chosen at run time."""
    x = ct.load(X, (0, 0), (N, N), padding_mode=ZERO)
    ct.store(Y, (0, 0), ct.extract(x, (1, 0), (N // 2, N // 2)) - ct.extract(x, (0, 1), (N // 2, N // 2)))
    ct.store(Z, (0, 0), ct.extract(x, (row, 1), (8, N // 2)) + ct.extract(x, (3, row // 4), (8, N // 2)))


@pytest.mark.parametrize("row", [0, 5])
def test_extract(target, rng, row):
    n, h = 512, 256
    x = small(rng, F32, (500, 509))
    got = target.launch(quarters, 1, x, Out(np.zeros((h, h), F32)), Out(np.zeros((8, h), F32)), n, I32.type(row))
    p = padded(x, (n, n))
    check(got[0], p[h:, :h] - p[:h, h:])
    column = row // 4 * h
    check(got[1], p[8 * row:8 * row + 8, h:] + p[24:32, column:column + h])


@ct.kernel
def permute_tile(X, Y, M: Int, N: Int, P0: Int, P1: Int, P2: Int, P3: Int):
    """The elements of a slice of the result are strided in memory."""
    x = ct.reshape(ct.load(X, (0, 0), (M, N), padding_mode=ZERO), (M // 2, 2, N // 4, 4))
    ct.store(Y, (0,), ct.reshape(ct.permute(x, (P0, P1, P2, P3)), (M * N,)) * 2)


@pytest.mark.parametrize("order,tile,shape", [((3, 1, 0, 2), (256, 256), (256, 256)), ((3, 1, 0, 2), (256, 256), (250, 233)),
                                              ((1, 0, 3, 2), (4, 16384), (3, 16001)), ((2, 3, 0, 1), (4, 16384), (4, 16384)),
                                              ((0, 1, 2, 3), (4, 16384), (3, 16000))], ids=str)
def test_permuted(target, rng, order, tile, shape):
    m, n = tile
    x = small(rng, F32, shape)
    got = target.launch(permute_tile, 1, x, Out(np.zeros(m * n, F32)), m, n, *order)
    check(got, padded(x, tile).reshape(m // 2, 2, n // 4, 4).transpose(order).ravel() * 2)


@ct.kernel
def permute_gathered(I, X, Y, M: Int, N: Int):
    """Pointers, masks and ranges of strided elements."""
    index = ct.reshape(ct.permute(ct.reshape(ct.arange(M * N, dtype=ct.int32), (M, N // 4, 4)), (2, 1, 0)), (M * N,))
    x = ct.gather(X, ct.load(I, (0,), (M * N,)), padding_value=-1)
    x = ct.reshape(ct.permute(ct.reshape(x, (M, N // 4, 4)), (2, 1, 0)), (M * N,))
    ct.store(Y, (0,), x * 4 + index)


def test_permuted_gather(target, rng):
    m, n = 64, 512
    x, index = small(rng, I32, 900), rng.integers(0, 1000, m * n).astype(I32)
    got = target.launch(permute_gathered, 1, index, x, Out(np.zeros(m * n, I32)), m, n)
    permuted = lambda v: v.reshape(m, n // 4, 4).transpose(2, 1, 0).ravel()
    check(got, permuted(np.append(x, np.full(100, -1, I32))[index]) * 4 + permuted(np.arange(m * n, dtype=I32)))


@ct.kernel
def add_loaded(X, Y, M: Int, N: Int):
    """Atomic RMWs are ordered after all loads, so slices of the loaded tile wait in local memory."""
    i, j = ct.arange(M, dtype=ct.int32)[:, None], ct.arange(N, dtype=ct.int32)[None, :]
    ct.atomic_add(Y, (i, j // 2), ct.load(X, (0, 0), (M, N)))


@pytest.mark.parametrize("tile", [(512, 512), (4, 65536)], ids=str)
def test_atomic_add(target, rng, tile):
    x, y = small(rng, I32, tile), small(rng, I32, (tile[0], tile[1] // 2))
    got = target.launch(add_loaded, 1, x, Out(y.copy()), *tile)
    check(got, y + x.reshape(tile[0], -1, 2).sum(axis=2, dtype=I32))


@ct.kernel
def exchange(X, I, Old, Sum, T: Int):
    """The old value is used twice, and each element is exchanged once."""
    index = ct.load(I, (0,), (T,))
    old = ct.atomic_xchg(X, index, index * 2)
    ct.store(Old, (0,), old + 1)
    same = ct.atomic_cas(X, index, index * 2, index * 3)
    ct.store(Sum, (0,), ct.reshape(ct.sum(ct.where(same == index * 2, 1, 0)), (1,)))


def test_old_values(target, rng):
    tile = 2 ** 18
    x, index = small(rng, I32, tile), rng.permutation(tile).astype(I32)
    after, old, count = target.launch(exchange, 1, Out(x.copy()), index, Out(np.zeros(tile, I32)), Out(np.zeros(1, I32)), tile)
    check(after, np.arange(tile, dtype=I32) * 3)
    check(old, x[index] + 1)
    check(count, np.array([tile], I32))


@ct.kernel
def move_rows(X, M: Int, N: Int):
    """All elements are read before the first row is overwritten."""
    ct.store(X, (1, 0), ct.load(X, (0, 0), (M, N)) + 1)
    x = ct.load(X, (0, 0), (M, N))
    ct.store(X, (0, 0), ct.reshape(ct.permute(x, (1, 0)), (M, N)))


def test_overwritten_in_another_order(target, rng):
    m, n = 256, 1024
    x = small(rng, F32, (2 * m, n))
    got = target.launch(move_rows, 1, Out(x.copy()), m, n)
    check(got, np.concatenate([x[:m].T.reshape(m, n), x[:m] + 1]))


@ct.kernel
def iterate(X, Y, Sums, n, M: Int, N: Int):
    """Two tiles that a loop carries, while it stores one and sums the other."""
    a, b = ct.load(X, (0, 0), (M, N)), ct.full((M, N), 1, dtype=ct.int32)
    for k in range(n):
        a, b = b * 3 - k, a + b
        ct.store(Y, (k, 0), a)
        ct.store(Sums, (k,), ct.reshape(ct.sum(b), (1,)))
    ct.store(Y, (n, 0), a - b)


@pytest.mark.parametrize("tile", [(512, 512), (4, 65536)], ids=str)
@pytest.mark.parametrize("n", [0, 3])
def test_carried_and_stored(target, rng, tile, n):
    m = tile[0]
    x = small(rng, I32, tile)
    a, b = x, np.ones(tile, I32)
    got = target.launch(iterate, 1, x, Out(np.zeros((m * (n + 1), tile[1]), I32)), Out(np.zeros(max(n, 1), I32)), I32.type(n), *tile)
    rows, sums = [], []
    for k in range(n):
        a, b = b * 3 - I32.type(k), a + b
        rows.append(a)
        sums.append(b.sum(dtype=I32))
    check(got[0], np.concatenate(rows + [a - b]))
    check(got[1], np.array(sums or [0], I32))


@ct.kernel
def choose(X, Y, n, M: Int, N: Int):
    x = ct.load(X, (0, 0), (M, N))
    if n > 3:
        y = x * 5 + ct.load(X, (0, 1), (M, N))
    else:
        y = x - n
    ct.store(Y, (0, 0), y)


@pytest.mark.parametrize("n", [2, 7])
def test_chosen(target, rng, n):
    x = small(rng, I32, (512, 1024))
    got = target.launch(choose, 1, x, Out(np.zeros((512, 512), I32)), I32.type(n), 512, 512)
    check(got, x[:, :512] * 5 + x[:, 512:] if n > 3 else x[:, :512] - n)


@ct.kernel
def prefix_sums(X, Y, AXIS: Int, REVERSE: ct.Constant[bool], M: Int, N: Int):
    x = ct.load(X, (0, 0), (M, N), padding_mode=ZERO)
    ct.store(Y, (0, 0), ct.cumsum(x, axis=AXIS, reverse=REVERSE) * 2)


@pytest.mark.parametrize("axis,tile", [(1, (4, 65536)), (0, (65536, 4)), (1, (1, 2 ** 18))], ids=str)
@pytest.mark.parametrize("reverse", [False, True], ids=["up", "down"])
def test_scan_along_slices(target, rng, axis, tile, reverse):
    """Each slice gets the totals of those before it; the last slices are partly outside of the array."""
    x = small(rng, I32, (tile[0], tile[1] - 100) if axis else (tile[0] - 100, tile[1]))
    got = target.launch(prefix_sums, 1, x, Out(np.zeros(tile, I32)), axis, reverse, *tile)
    p = padded(x, tile)
    check(got, (np.flip(np.cumsum(np.flip(p, axis), axis, dtype=I32), axis) if reverse else np.cumsum(p, axis, dtype=I32)) * 2)


@pytest.mark.parametrize("dtype", [np.dtype(np.int8), np.dtype(np.int16)], ids=str)
def test_scan_of_narrow_numbers(target, rng, dtype):
    """The tile would fit in registers, but not together with the temporaries of its scan."""
    x = small(rng, dtype, (4, 65536))
    got = target.launch(prefix_sums, 1, x, Out(np.zeros_like(x)), 1, False, 4, 65536)
    check(got, np.cumsum(x, 1, dtype=dtype) * dtype.type(2))


@ct.kernel
def last_set(X, Y, REVERSE: ct.Constant[bool], T: Int):
    """A combiner that doesn't commute: the latest number that isn't zero."""
    x = ct.load(X, (0,), (T,))
    ct.store(Y, (0,), ct.scan(x, 0, lambda a, b: ct.where(b == 0, a, b), 0, reverse=REVERSE))


@pytest.mark.parametrize("reverse", [False, True], ids=["up", "down"])
def test_ordered_scan_along_slices(target, rng, reverse):
    tile = 2 ** 18
    x = np.where(rng.integers(0, 3000, tile) == 0, rng.integers(1, 1000, tile), 0).astype(I32)
    got = target.launch(last_set, 1, x, Out(np.zeros(tile, I32)), reverse, tile)
    up = x[::-1] if reverse else x
    place = np.maximum.accumulate(np.where(up != 0, np.arange(tile), 0))
    check(got, up[place][::-1] if reverse else up[place])


@ct.kernel
def add_parts(X, Y, M: Int, N: Int):
    """The loop's counter selects the part of a large tile that is added."""
    x = ct.load(X, (0, 0), (M, N))
    total = ct.zeros((M, N // 4), dtype=ct.int32)
    for k in range(4):
        total = total * 3 + ct.extract(x, (0, k), (M, N // 4))
    ct.store(Y, (0, 0), total)


@pytest.mark.parametrize("tile", [(512, 1024), (4, 65536)], ids=str)
def test_parts_by_index(target, rng, tile):
    x = small(rng, I32, tile)
    got = target.launch(add_parts, 1, x, Out(np.zeros((tile[0], tile[1] // 4), I32)), *tile)
    a, b, c, d = np.split(x, 4, axis=1)
    check(got, ((a * 3 + b) * 3 + c) * 3 + d)
