"""Backward kernels of attention, whose products read one loaded tile as it is and transposed, and rows of numbers that
are broadcast."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, Int, Out, check
from ranges import Range


def broadcast_row(A, i, n):
    """The numbers of tile `i`, one for each query, loaded by pointers as a row."""
    return ct.expand_dims(ct.gather(A, i * n + ct.arange(n, dtype=ct.int32)), 0)


def backward_kernel():
    """Gradients of keys and values. A product of the loop multiplies by Q or dO, another by its transpose."""
    row = ct.function(broadcast_row)

    @ct.kernel
    def backward(Q, dO, K, V, L, Delta, dK, dV, TM: Int, TN: Int, D: Int):
        n = ct.bid(0)
        k, v = ct.load(K, (n, 0), (TN, D)), ct.load(V, (n, 0), (TN, D))
        dk = ct.zeros((TN, D), dtype=ct.float32)
        dv = ct.zeros((TN, D), dtype=ct.float32)
        for i in range(ct.num_tiles(Q, axis=0, shape=(TM, D))):
            q, do = ct.load(Q, (i, 0), (TM, D)), ct.load(dO, (i, 0), (TM, D))
            s = ct.mma(k, ct.transpose(q), ct.zeros((TN, TM), dtype=ct.float32))
            p = ct.exp2(s - row(L, i, TM))
            dv = ct.mma(ct.astype(p, ct.float16), do, dv)
            dp = ct.mma(v, ct.transpose(do), ct.zeros((TN, TM), dtype=ct.float32))
            ds = p * (dp - row(Delta, i, TM))
            dk = ct.mma(ct.astype(ds, ct.float16), q, dk)
        ct.store(dK, (n, 0), dk)
        ct.store(dV, (n, 0), dv)

    return backward


def backward_kernel_of_queries():
    """Gradients of queries. A product of the loop multiplies by K, another by its transpose."""

    @ct.kernel
    def backward_of_queries(Q, dO, K, V, L, Delta, dQ, TM: Int, TN: Int, D: Int):
        m = ct.bid(0)
        q, do = ct.load(Q, (m, 0), (TM, D)), ct.load(dO, (m, 0), (TM, D))
        rows = m * TM + ct.arange(TM, dtype=ct.int32)
        top, delta = ct.expand_dims(ct.gather(L, rows), 1), ct.expand_dims(ct.gather(Delta, rows), 1)
        dq = ct.zeros((TM, D), dtype=ct.float32)
        for j in range(ct.num_tiles(K, axis=0, shape=(TN, D))):
            k, v = ct.load(K, (j, 0), (TN, D)), ct.load(V, (j, 0), (TN, D))
            p = ct.exp2(ct.mma(q, ct.transpose(k), ct.zeros((TM, TN), dtype=ct.float32)) - top)
            dp = ct.mma(do, ct.transpose(v), ct.zeros((TM, TN), dtype=ct.float32))
            dq = ct.mma(ct.astype(p * (dp - delta), ct.float16), k, dq)
        ct.store(dQ, (m, 0), dq)

    return backward_of_queries


def operands(rng, queries, keys, depth):
    q, do = (rng.normal(F16, (queries, depth)) for _ in range(2))
    k, v = (rng.normal(F16, (keys, depth)) for _ in range(2))
    # Exponents around 0, whatever the depth.
    return q, do, (k.astype(F32) * depth**-0.5).astype(F16), v, rng.normal(F32, queries), rng.normal(F32, queries)


def scores_of(q, do, k, v, top, delta):
    """The probabilities, and the gradients of the scores: queries by keys."""
    p = (Range(q, F32).mma(k.T) - top[:, None]).function(np.exp2, 2)
    return p, p * (Range(do, F32).mma(v.T) - delta[:, None])


def transposed(x):
    return Range(x.low.T, x.kind, x.high.T)


def half(x):
    return x.to(F16).to(F32)


@pytest.mark.parametrize("keys,depth", [(64, 64), (128, 64), (64, 128), (64, 32), (32, 64)])
def test_gradients_of_keys_and_values(target, rng, keys, depth):
    queries, tile = 192, 64
    q, do, k, v, top, delta = operands(rng, queries, 2 * keys, depth)
    dk, dv = target.launch(backward_kernel(), 2, q, do, k, v, top, delta, Out(np.zeros_like(k, F32)),
                           Out(np.zeros_like(v, F32)), tile, keys, depth)
    sums = [Range(np.zeros((2 * keys, depth)), F32) for _ in range(2)]
    for first in range(0, queries, tile):
        at = slice(first, first + tile)
        p, ds = scores_of(q[at], do[at], k, v, top[at], delta[at])
        sums = [half(transposed(ds)).mma(q[at], start=sums[0]), half(transposed(p)).mma(do[at], start=sums[1])]
    check(dk, sums[0])
    check(dv, sums[1])


@pytest.mark.parametrize("queries,depth", [(64, 64), (128, 64), (64, 128)])
def test_gradients_of_queries(target, rng, queries, depth):
    keys, tile = 256, 64
    q, do, k, v, top, delta = operands(rng, 2 * queries, keys, depth)
    dq = target.launch(backward_kernel_of_queries(), 2, q, do, k, v, top, delta, Out(np.zeros_like(q, F32)), queries,
                       tile, depth)
    total = Range(np.zeros((2 * queries, depth)), F32)
    for first in range(0, keys, tile):
        at = slice(first, first + tile)
        total = half(scores_of(q, do, k[at], v[at], top, delta)[1]).mma(k[at], start=total)
    check(dq, total)
