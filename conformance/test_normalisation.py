"""Softmax, layer normalisation and row sums: loads, reductions and element-wise functions together."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, NEG_INF, ZERO, Int, Out, check
from ranges import Range


@ct.kernel
def row_sum(X, Y, TM: Int, TN: Int):
    r = ct.bid(0)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for c in range(ct.num_tiles(X, axis=1, shape=(TM, TN))):
        acc = acc + ct.load(X, (r, c), (TM, TN), padding_mode=ZERO)
    ct.store(Y, (r,), ct.sum(acc, axis=1))


def test_row_sum(target, rng):
    x = rng.normal(F32, (10, 300))
    got = target.launch(row_sum, 3, x, Out(np.zeros(10, F32)), 4, 128)
    check(got, Range(x, F32).sum(1))


@ct.kernel
def softmax(X, Y, N: Int):
    r = ct.bid(0)
    x = ct.load(X, (r, 0), (1, N), padding_mode=NEG_INF)
    e = ct.exp(x - ct.max(x, axis=1, keepdims=True))
    ct.store(Y, (r, 0), e / ct.sum(e, axis=1, keepdims=True))


def test_softmax(target, rng):
    x = rng.normal(F32, (3, 200))
    e = (Range(x, F32) - x.max(axis=1, keepdims=True)).function(np.exp, 2)
    check(target.launch(softmax, 3, x, Out(np.zeros_like(x)), 256), e / e.sum(1, keepdims=True))


@ct.kernel
def softmax_online(X, Y, T: Int):
    r, n = ct.bid(0), ct.num_tiles(X, axis=1, shape=(1, T))
    top = ct.full((1, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((1, 1), dtype=ct.float32)
    for c in range(n):
        x = ct.load(X, (r, c), (1, T), padding_mode=NEG_INF)
        new = ct.maximum(top, ct.max(x, axis=1, keepdims=True))
        total = total * ct.exp(top - new) + ct.sum(ct.exp(x - new), axis=1, keepdims=True)
        top = new
    for c in range(n):
        x = ct.load(X, (r, c), (1, T), padding_mode=NEG_INF)
        ct.store(Y, (r, c), ct.exp(x - top) / total)


def test_softmax_online(target, rng):
    x = rng.normal(F32, (2, 200))
    total, top = Range(np.zeros((2, 1)), F32), np.full((2, 1), -1e30)
    for part in np.split(x, range(64, 200, 64), axis=1):
        new = np.maximum(top, part.max(axis=1, keepdims=True))
        e = (Range(part, F32) - new).function(np.exp, 2)
        total = total * (Range(top, F32) - new).function(np.exp, 2) + e.sum(1, keepdims=True)
        top = new
    exact = (Range(x, F32) - top).function(np.exp, 2) / total
    check(target.launch(softmax_online, 2, x, Out(np.zeros_like(x)), 64), exact)


@ct.kernel
def layer_norm(X, W, B, Y, Mean, Rstd, eps, T: Int):
    r, n, cols = ct.bid(0), ct.num_tiles(X, axis=1, shape=(1, T)), X.shape[1]
    total = ct.zeros((1, T), dtype=ct.float32)
    for c in range(n):
        total = total + ct.astype(ct.load(X, (r, c), (1, T), padding_mode=ZERO), ct.float32)
    mean = ct.sum(total, axis=1, keepdims=True) / cols
    square = ct.zeros((1, T), dtype=ct.float32)
    for c in range(n):
        x = ct.astype(ct.load(X, (r, c), (1, T), padding_mode=ZERO), ct.float32)
        inside = ct.expand_dims(c * T + ct.arange(T, dtype=ct.int32), 0) < cols
        d = ct.where(inside, x - mean, 0.0)
        square = square + d * d
    rstd = ct.rsqrt(ct.sum(square, axis=1, keepdims=True) / cols + eps)
    ct.store(Mean, (r,), ct.reshape(mean, (1,)))
    ct.store(Rstd, (r,), ct.reshape(rstd, (1,)))
    for c in range(n):
        x = ct.astype(ct.load(X, (r, c), (1, T)), ct.float32)
        w = ct.astype(ct.load(W, (c,), (T,)), ct.float32)
        b = ct.astype(ct.load(B, (c,), (T,)), ct.float32)
        ct.store(Y, (r, c), ct.astype((x - mean) * rstd * w + b, Y.dtype))


def test_layer_norm(target, rng):
    x, w, b = rng.normal(F16, (3, 200)), rng.normal(F16, 200), rng.normal(F16, 200)
    y, mean, rstd = target.launch(layer_norm, 3, x, w, b, Out(np.zeros_like(x)), Out(np.zeros(3, F32)),
                                  Out(np.zeros(3, F32)), np.float32(1e-5), 128)
    wide = Range(x, F32)
    exact_mean = wide.sum(1, keepdims=True) / 200.0
    away = wide - exact_mean
    exact_rstd = ((away * away).sum(1, keepdims=True) / 200.0 + 1e-5).function(reciprocal_root, 2)
    check(mean, exact_mean[:, 0])
    check(rstd, exact_rstd[:, 0])
    check(y, away * exact_rstd * w + b)


def reciprocal_root(x):
    return 1 / np.sqrt(x)


@ct.kernel
def rms_norm(X, W, Y, eps, N: Int):
    r = ct.bid(0)
    x = ct.load(X, (r, 0), (1, N), padding_mode=ZERO)
    w = ct.load(W, (0,), (N,), padding_mode=ZERO)
    scale = ct.rsqrt(ct.sum(x * x, axis=1, keepdims=True) / X.shape[1] + eps)
    ct.store(Y, (r, 0), x * scale * w)


def test_rms_norm(target, rng):
    x, w = rng.normal(F32, (2, 500)), rng.normal(F32, 500)
    got = target.launch(rms_norm, 2, x, w, Out(np.zeros_like(x)), np.float32(1e-6), 512)
    wide = Range(x, F32)
    scale = ((wide * wide).sum(1, keepdims=True) / 500.0 + 1e-6).function(reciprocal_root, 2)
    check(got, wide * scale * w)


@ct.kernel
def sum_of_tiles(X, Y, first, last, T: Int):
    total = ct.zeros((T,), dtype=ct.float32)
    for i in range(last):
        total += ct.load(X, (i,), (T,), padding_mode=ZERO)
    for i in range(first, last):
        total += ct.load(X, (i,), (T,), padding_mode=ZERO)
    ct.store(Y, (0,), total)


@pytest.mark.parametrize("first,last", [pytest.param(0, 0, marks=pytest.mark.blind("there are no steps")), (0, 1), (1, 4), (3, 9),
                                        pytest.param(2, -1, marks=pytest.mark.blind("there are no steps"))], ids=str)
def test_iterations_that_load_little(target, rng, first, last):
    """Each thread loads 16 bytes an iteration, so that four iterations start together; some iterations are left over,
    or there are none."""
    x = rng.integers(-100, 100, (9, 512)).astype(F32)
    got = target.launch(sum_of_tiles, 1, x.reshape(-1), Out(np.zeros(512, F32)), np.int32(first), np.int32(last), 512)
    check(got, x[:max(last, 0)].sum(axis=0) + (x[first:last].sum(axis=0) if first < last else 0))
