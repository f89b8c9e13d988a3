"""Attention backward: gradients of keys and values, and of queries, from the log-sum-exp of the forward pass.

Log-sum-exp and the sums of products of results and their gradients (delta) are operands: any numbers will do."""
import numpy as np

import cuda.tile as ct
from kit import F16, F32, ZERO, Int, Out, check
from ranges import Range
from schedules.attention import causal
from schedules.corpus import LOG2E, hinted, sampled, variant


@ct.kernel
def dkdv_kernel(Q, K, V, dO, Lse, Delta, dK, dV, scale, TM: Int, TN: Int, D: Int):
    """A tile of keys and values stays, and the loop is over queries. Scores are transposed: keys are rows."""
    n, head = ct.bid(0), ct.bid(1)
    k = ct.reshape(ct.load(K, (head, n, 0), (1, TN, D), padding_mode=ZERO), (TN, D))
    v = ct.reshape(ct.load(V, (head, n, 0), (1, TN, D), padding_mode=ZERO), (TN, D))
    dk = ct.zeros((TN, D), dtype=ct.float32)
    dv = ct.zeros((TN, D), dtype=ct.float32)
    row = n * TN + ct.arange(TN, dtype=ct.int32)[:, None]
    for m in range(n * TN // TM, ct.cdiv(Q.shape[1], TM)):
        q = ct.reshape(ct.load(Q, (head, m, 0), (1, TM, D), latency=2, padding_mode=ZERO), (TM, D))
        lse = ct.load(Lse, (head, m), (1, TM), padding_mode=ZERO)
        s = ct.mma(k, ct.transpose(q), ct.zeros((TN, TM), dtype=ct.float32))
        p = ct.exp2(s * (scale * 1.4426950408889634) - lse)
        column = m * TM + ct.arange(TM, dtype=ct.int32)[None, :]
        p = ct.where((column >= row) & (column < Q.shape[1]), p, 0.0)
        do = ct.reshape(ct.load(dO, (head, m, 0), (1, TM, D), latency=2, padding_mode=ZERO), (TM, D))
        dv = ct.mma(ct.astype(p, dO.dtype), do, dv)
        dp = ct.mma(v, ct.transpose(do), ct.zeros((TN, TM), dtype=ct.float32))
        ds = p * (dp - ct.load(Delta, (head, m), (1, TM), padding_mode=ZERO))
        dk = ct.mma(ct.astype(ds, Q.dtype), q, dk)
    ct.store(dK, (head, n, 0), ct.reshape(ct.astype(dk * scale, dK.dtype), (1, TN, D)))
    ct.store(dV, (head, n, 0), ct.reshape(ct.astype(dv, dV.dtype), (1, TN, D)))


@ct.kernel
def dq_kernel(Q, K, V, dO, Lse, Delta, dQ, scale, TM: Int, TN: Int, D: Int):
    """A tile of queries stays, and the loop is over keys and values."""
    m, head = ct.bid(0), ct.bid(1)
    q = ct.reshape(ct.load(Q, (head, m, 0), (1, TM, D), padding_mode=ZERO), (TM, D))
    do = ct.reshape(ct.load(dO, (head, m, 0), (1, TM, D), padding_mode=ZERO), (TM, D))
    lse = ct.reshape(ct.load(Lse, (head, m), (1, TM), padding_mode=ZERO), (TM, 1))
    delta = ct.reshape(ct.load(Delta, (head, m), (1, TM), padding_mode=ZERO), (TM, 1))
    dq = ct.zeros((TM, D), dtype=ct.float32)
    row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    for n in range(ct.cdiv(ct.minimum((m + 1) * TM, K.shape[1]), TN)):
        k = ct.reshape(ct.load(K, (head, n, 0), (1, TN, D), latency=2, padding_mode=ZERO), (TN, D))
        s = ct.mma(q, ct.transpose(k), ct.zeros((TM, TN), dtype=ct.float32))
        column = n * TN + ct.arange(TN, dtype=ct.int32)[None, :]
        p = ct.where(row >= column, ct.exp2(s * (scale * 1.4426950408889634) - lse), 0.0)
        v = ct.reshape(ct.load(V, (head, n, 0), (1, TN, D), latency=2, padding_mode=ZERO), (TN, D))
        dp = ct.mma(do, ct.transpose(v), ct.zeros((TM, TN), dtype=ct.float32))
        dq = ct.mma(ct.astype(p * (dp - delta), K.dtype), k, dq)
    ct.store(dQ, (head, m, 0), ct.reshape(ct.astype(dq * scale, dQ.dtype), (1, TM, D)))


def operands(rng, rows, depth):
    """Queries, keys, values, gradients of results, log-sum-exp and delta of one head."""
    q, k, v, do = (rng.normal(F16, (1, rows, depth)) for _ in range(4))
    return q, k, v, do, np.float32(2) + rng.normal(F32, (1, rows)), rng.normal(F32, (1, rows))


def transposed(x):
    return x.map(np.transpose)


def gradients(operands, scale, rows, keys):
    """Probabilities and gradients of scores of some rows and keys, as the kernels round them for an MMA."""
    q, k, v, do, lse, delta = (x[0] for x in operands)
    s = Range(q[rows], F32).mma(k[keys].T) * (scale * LOG2E)
    seen = causal(rows, len(k))[:, keys]
    p = (s - lse[rows, None]).function(np.exp2, 2).where(seen, 0)
    ds = p * (Range(do[rows], F32).mma(v[keys].T) - delta[rows, None])
    return p.to(F16).to(F32), ds.to(F16).to(F32)


@variant(16, tiles=(64, 64, 128), occupancy=2)
@variant(16, tiles=(128, 64, 64), occupancy=2)
@variant(16, tiles=(128, 128, 64), occupancy=2)
@variant(16, tiles=(64, 128, 128), occupancy=2)
def backward_dkdv(target, rng, tiles, **hints):
    tm, tn, d = tiles
    n, scale = max(tm, tn) + 64, np.float32(d**-0.5)
    given = operands(rng, n, d)
    dk, dv = target.launch(hinted(dkdv_kernel, hints), (-(-n // tn), 1), *given, Out(np.zeros((1, n, d), F32)),
                           Out(np.zeros((1, n, d), F32)), scale, *tiles)
    keys, rows = sampled(n, 13), np.arange(n)
    p, ds = gradients(given, scale, rows, keys)
    check(dv[0, keys], transposed(p).mma(given[3][0]))
    check(dk[0, keys], transposed(ds).mma(given[0][0]) * scale)


@variant(17, tiles=(64, 64, 128), occupancy=2)
@variant(17, tiles=(128, 64, 64), occupancy=2)
@variant(17, tiles=(128, 128, 64), occupancy=2)
def backward_dq(target, rng, tiles, **hints):
    tm, tn, d = tiles
    n, scale = max(tm, tn) + 64, np.float32(d**-0.5)
    given = operands(rng, n, d)
    dq = target.launch(hinted(dq_kernel, hints), (-(-n // tm), 1), *given, Out(np.zeros((1, n, d), F32)), scale, *tiles)
    rows = sampled(n, 13)
    _, ds = gradients(given, scale, rows, np.arange(n))
    check(dq[0, rows], ds.mma(given[1][0]) * scale)
