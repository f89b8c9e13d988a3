"""Tiles far beyond the registers of a block: up to 2^20 elements, which only slices can hold."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, I32, I64, ZERO, Int, Out, check
from ranges import Range
from test_slices import argmax3, flip_blocks, matmul, scale, small, standardize

I8 = np.dtype(np.int8)


def rarely(*values):
    """A case of the sweep alone: on the emulator it takes seconds, and another one has the same code paths."""
    return pytest.param(*values, marks=pytest.mark.sweep)


@pytest.mark.parametrize("dtype,tile", [(I8, 2 ** 16), rarely(F32, 2 ** 16), rarely(I8, 2 ** 20), rarely(F32, 2 ** 20)])
def test_scale(target, rng, dtype, tile):
    x = small(rng, dtype, tile)
    check(target.launch(scale, 1, x, Out(np.zeros_like(x)), tile), x * dtype.type(2))


@ct.kernel
def fill(Y, TM: Int, TN: Int):
    ct.store(Y, (ct.bid(0), ct.bid(1)), ct.full((TM, TN), 1.5, dtype=ct.float32))


@pytest.mark.blind("there are no operands")
def test_fill(target):
    """A constant of more elements than a block has registers; the tile's last rows are outside of the array."""
    check(target.launch(fill, (1, 1), Out(np.zeros((500, 512), F32)), 512, 512), np.full((500, 512), 1.5, F32))


@pytest.mark.parametrize("length", [rarely(2 ** 16)])
def test_standardize(target, rng, length):
    x = small(rng, F32, (1, length))
    got = target.launch(standardize, 1, x, Out(np.zeros_like(x)), length)
    centred = Range(x, F32) - Range(x, F32).sum(1, keepdims=True) / length
    variance = (centred * centred).sum(1, keepdims=True) / length
    check(got, centred * (variance + 1e-5).function(lambda v: 1 / np.sqrt(v), 2))


@pytest.mark.parametrize("dims", [(64, 32, 32), rarely((64, 64, 32))], ids=str)
@pytest.mark.parametrize("axis", range(3))
def test_argmax(target, rng, axis, dims):
    x = rng.integers(-5000, 5000, dims).astype(I64) << 34  # the upper words alone decide
    best = x.argmax(axis=axis).astype(I32)
    got = target.launch(argmax3, 1, x, Out(np.zeros_like(best)), axis, *dims)
    check(got, best)


@pytest.mark.parametrize("dtype,result,tile,shape", [
    (F32, F32, (256, 256, 32), (250, 256, 40)), (F64, F64, (128, 128, 16), (120, 128, 40)), (F16, F32, (256, 256, 64), (250, 256, 100)),
], ids=["f32", "f64", "f16"])
def test_matmul(target, rng, dtype, result, tile, shape):
    """Without matrix units, with f64's where a target has them, and with accumulators of 128 registers and more."""
    m, n, k = shape
    a, b = small(rng, dtype, (m, k)), small(rng, dtype, (k, n))
    got = target.launch(matmul, (1, 1), a, b, Out(np.zeros((m, n), result)), *tile)
    check(got, a.astype(result) @ b.astype(result))


@ct.kernel
def routed_matmul(A, Rows, Weights, Experts, B, C, TK: Int):
    """A layer of experts: rows are gathered, multiplied by a matrix that memory selects, weighted and
    scattered."""
    i, j = ct.bid(0), ct.bid(1)
    e = ct.reshape(ct.load(Experts, (i,), (1,)), ())
    if e >= 0:
        rows = ct.gather(Rows, (i * 128 + ct.arange(128, dtype=ct.int32),))
        acc = ct.zeros((128, 128), dtype=ct.float32)
        for k in range(ct.num_tiles(A, axis=1, shape=(128, TK))):
            a = ct.gather(A, (ct.reshape(rows // 8, (128, 1)), ct.reshape(k * TK + ct.arange(TK, dtype=ct.int32), (1, TK))))
            acc = ct.mma(a, ct.reshape(ct.load(B, (e, k, j), (1, TK, 128), padding_mode=ZERO), (TK, 128)), acc)
        w = ct.reshape(ct.astype(ct.gather(Weights, (rows,)), ct.float32), (128, 1))
        columns = ct.reshape(j * 128 + ct.arange(128, dtype=ct.int32), (1, 128))
        ct.scatter(C, (ct.reshape(rows, (128, 1)), columns), ct.astype(acc * w, C.dtype))


def test_routed_matmul(target, rng):
    """Each of 24 tokens has rows for eight experts, in an order that scatters them; the last group of rows has none."""
    tokens, k, n = 24, 80, 128
    a, b = rng.integers(-2, 3, (tokens, k)).astype(BF16), rng.integers(-1, 2, (3, k, n)).astype(BF16)
    order = rng.permutation(8 * tokens).astype(I32)
    rows = np.concatenate([order, np.full(3 * 128 - len(order), 8 * tokens, I32)])  # beyond the end: not stored
    weights, experts = rng.integers(1, 3, 8 * tokens).astype(BF16), np.array([2, 0, -1], I32)
    got = target.launch(routed_matmul, (3, 1), a, rows, weights, experts, b, Out(np.zeros((8 * tokens, n), BF16)), 64)
    expected = np.zeros((8 * tokens, n), F32)
    for group, expert in enumerate(experts[:2]):
        for row in rows[128 * group:128 * group + 128]:
            if row < 8 * tokens:
                expected[row] = a[row // 8].astype(F32) @ b[expert].astype(F32) * weights[row].astype(F32)
    check(got, expected.astype(BF16))


@pytest.mark.parametrize("tile", [rarely(256)])
def test_flip_blocks(target, rng, tile):
    x = small(rng, F32, (tile, tile))
    check(target.launch(flip_blocks, (1, 1), x, Out(np.zeros_like(x)), tile, tile), (x + np.cumsum(x, axis=1)).T)
