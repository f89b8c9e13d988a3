"""Whole small programs, which combine many operations."""
import math

import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, I32, ZERO, Int, Out, check
from ranges import Range


@ct.kernel
def swiglu(A, B, C, T: Int):
    r, c = ct.bid(0), ct.bid(1)
    a = ct.astype(ct.load(A, (r, c), (1, T)), ct.float32)
    b = ct.astype(ct.load(B, (r, c), (1, T)), ct.float32)
    ct.store(C, (r, c), ct.astype(a / (1.0 + ct.exp(-a)) * b, C.dtype))


def test_swiglu(target, rng):
    a, b = rng.normal(BF16, (3, 200)), rng.normal(BF16, (3, 200))
    got = target.launch(swiglu, (3, 2), a, b, Out(np.zeros_like(a)), 128)
    x = Range(a, F32)
    check(got, x / (1.0 + (-x).function(np.exp, 2)) * b)


@ct.kernel
def fft(Re, Im, B: Int, LOG2: Int):
    """Forward complex Fourier transform of 2**LOG2 points per row: Stockham, radix 2, B rows per block."""
    N = 2 ** LOG2
    i = ct.bid(0)
    re, im = ct.load(Re, (i, 0), (B, N)), ct.load(Im, (i, 0), (B, N))
    for s in ct.static_iter(range(LOG2)):
        m, l = 2 ** s, N // 2 ** (s + 1)  # (B, 2, l, m): butterflies over the halves, results interleave after l
        r, q = ct.reshape(re, (B, 2, l, m)), ct.reshape(im, (B, 2, l, m))
        ra, rb = ct.extract(r, (0, 0, 0, 0), (B, 1, l, m)), ct.extract(r, (0, 1, 0, 0), (B, 1, l, m))
        qa, qb = ct.extract(q, (0, 0, 0, 0), (B, 1, l, m)), ct.extract(q, (0, 1, 0, 0), (B, 1, l, m))
        angle = ct.reshape(ct.astype(ct.arange(l, dtype=ct.int32), ct.float32) * (-math.pi / l), (1, 1, l, 1))
        wr, wi = ct.cos(angle), ct.sin(angle)
        dr, di = ra - rb, qa - qb
        re = ct.reshape(ct.cat((ct.permute(ra + rb, (0, 2, 1, 3)), ct.permute(dr * wr - di * wi, (0, 2, 1, 3))), 2),
                        (B, N))
        im = ct.reshape(ct.cat((ct.permute(qa + qb, (0, 2, 1, 3)), ct.permute(dr * wi + di * wr, (0, 2, 1, 3))), 2),
                        (B, N))
    ct.store(Re, (i, 0), re)
    ct.store(Im, (i, 0), im)


def fft_of(re, im):
    """The same arithmetic in ranges, on rows of a power of two."""
    rows, n = re.shape
    re, im, m = Range(re, F32), Range(im, F32), 1
    while m < n:
        l = n // (2 * m)
        r, q = (t.map(lambda x: x.reshape(rows, 2, l, m)) for t in (re, im))
        angle = (Range(np.arange(l), F32) * (-math.pi / l)).map(lambda x: x.reshape(1, l, 1))
        wr, wi = (angle.function(f, 2, slope=1) for f in (np.cos, np.sin))
        dr, di = r[:, 0] - r[:, 1], q[:, 0] - q[:, 1]
        halves = (r[:, 0] + r[:, 1], dr * wr - di * wi), (q[:, 0] + q[:, 1], dr * wi + di * wr)
        re, im = (a.map(lambda x, y: np.stack([x, y], 2).reshape(rows, n), b) for a, b in halves)
        m *= 2
    return re, im


@pytest.mark.sweep
def test_fft(target, rng):
    re, im = rng.normal(F32, (4, 32)), rng.normal(F32, (4, 32))
    for got, part in zip(target.launch(fft, 2, Out(re), Out(im), 2, 5), fft_of(re, im)):
        check(got, part)


def test_fft_oracle(rng):
    """The ranges hold the transform, and are narrow."""
    re, im = rng.normal(F32, (4, 32)), rng.normal(F32, (4, 32))
    exact = np.fft.fft(re.astype(float) + 1j * im)
    for part, whole in zip(fft_of(re, im), (exact.real, exact.imag)):
        assert ((part.low < whole) & (whole < part.high)).all()
        assert (part.high - part.low).max() < 2.0**-14


@ct.kernel
def matmul_split(A, B, C, TM: Int, TN: Int, TK: Int, SPLIT: Int):
    """Split K: the inner dimension is distributed over blocks, which add up in memory."""
    m, n, s = ct.bid(0), ct.bid(1), ct.bid(2)
    count = ct.num_tiles(A, axis=1, shape=(TM, TK))
    each = ct.cdiv(count, SPLIT)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(s * each, ct.minimum((s + 1) * each, count)):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    row = ct.expand_dims(m * TM + ct.arange(TM, dtype=ct.int32), 1)
    column = ct.expand_dims(n * TN + ct.arange(TN, dtype=ct.int32), 0)
    ct.atomic_add(C, (row, column), acc, memory_order=ct.MemoryOrder.RELAXED)


def test_matmul_split(target, rng):
    a, b = rng.normal(F16, (20, 80)), rng.normal(F16, (80, 24))
    for got in target.launch_each(matmul_split, (2, 1, 3), a, b, Out(np.zeros((20, 24), F32)), 16, 32, 16, 3):
        check(got, Range(a, F32).mma(b))


@ct.kernel
def prime_sieve(Y, T: Int):
    """Trial division of T consecutive numbers, in integers only."""
    n = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    prime = n > 1
    d = 2
    while d * d <= (ct.bid(0) + 1) * T:
        prime = prime & ((n % d != 0) | (n == d))
        d += 1
    ct.store(Y, (ct.bid(0),), ct.astype(prime, ct.int32))


def test_primes(target):
    got = target.launch(prime_sieve, 2, Out(np.zeros(256, I32)), 128)
    check(got, np.array([n > 1 and all(n % d for d in range(2, n)) for n in range(256)]).astype(I32))


@ct.kernel
def argsort_by_rank(X, Y, N: Int):
    """Sorts by counting, for each element, the elements that come before it."""
    x = ct.load(X, (0,), (N,))
    i = ct.arange(N, dtype=ct.int32)
    less = (x[None, :] < x[:, None]) | ((x[None, :] == x[:, None]) & (i[None, :] < i[:, None]))
    ct.scatter(Y, ct.sum(ct.astype(less, ct.int32), axis=1), x)


def test_sort(target, rng):
    x = rng.integers(0, 40, 64)
    check(target.launch(argsort_by_rank, 1, x, Out(np.zeros_like(x)), 64), np.sort(x))
