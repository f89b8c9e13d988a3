"""Attention forward: one loop over the keys, two of which only the second masks, scores changed in each way that public
libraries have, heads in groups, and log-sum-exp as a second result.

Scores are multiplied by log2(e), so that the softmax takes exp2. The oracle repeats the online softmax on ranges for some
of the rows."""
import numpy as np

import cuda.tile as ct
from kit import BF16, F16, F32, ZERO, Int, Out, check
from ranges import Range
from schedules.corpus import LOG2E, hinted, sampled, variant

Bool = ct.Constant[bool]
MASKED = -1e30


# ---------------------------------------------------------------- oracle


def online(scores, values, tile, sink=None):
    """Numerator, denominator and maximum of the softmax of scores in units of log2, times the values."""
    rows, keys = scores.shape
    top = Range(np.full((rows, 1), MASKED), F32) if sink is None else sink
    total = Range(np.zeros((rows, 1)), F32) if sink is None else Range(np.ones((rows, 1)), F32)
    acc = Range(np.zeros((rows, values.shape[1])), F32)
    for first in range(0, keys, tile):
        s = scores[:, first:first + tile]
        new = top.maximum(s.max(1))
        p, rescale = (s - new).function(np.exp2, 2), (top - new).function(np.exp2, 2)
        total = total * rescale + p.sum(1, keepdims=True)
        acc = p.to(values.dtype).to(F32).mma(values[first:first + tile], start=acc * rescale)
        top = new
    return acc, total, top


def masked(scores, keep):
    return scores.where(keep, MASKED)


def causal(rows, keys):
    """Which keys each of the rows sees."""
    return rows[:, None] >= np.arange(keys)[None, :]


# ---------------------------------------------------------------- kernels


@ct.function
def softmax_step(s, top, total, acc):
    """The probabilities of scores in units of log2, and maxima, sums and accumulators rescaled for them."""
    new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
    p = ct.exp2(s - new, flush_to_zero=True)
    rescale = ct.exp2(top - new, flush_to_zero=True)
    return p, new, total * rescale + ct.sum(p, axis=1, keepdims=True), acc * rescale


@ct.function
def before_any_key(TM: Int, TD: Int):
    """Maxima, sums and accumulators of a softmax that has seen no key."""
    return ct.full((TM, 1), -1e30, dtype=ct.float32), ct.zeros((TM, 1), dtype=ct.float32), ct.zeros((TM, TD), dtype=ct.float32)


@ct.function
def load_queries(Q, head, m, TM: Int, TD: Int):
    """Block m of the queries of a head, as a matrix."""
    return ct.reshape(ct.load(Q, (head, m, 0), (1, TM, TD), padding_mode=ZERO), (TM, TD))


@ct.kernel
def fmha_kernel(Q, K, V, O, scale, TM: Int, TN: Int, D: Int, H: Int, GROUP: Int, CAUSAL: Bool):
    """All in one loop, of which the last iterations mask scores under `if`."""
    m, batch, head = ct.bid(0), ct.bid(1) // H, ct.bid(1) % H
    scale = scale * 1.4426950408889634
    row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    column = ct.arange(TN, dtype=ct.int32)[None, :]
    keys = K.shape[2]
    top, total, acc = before_any_key(TM, D)
    q = ct.reshape(ct.load(Q, (batch, head, m, 0), (1, 1, TM, D), padding_mode=ZERO), (TM, D))
    end, whole = ct.cdiv(keys, TN), keys // TN
    if CAUSAL:
        end = ct.minimum(ct.cdiv((m + 1) * TM, TN), end)
        whole = ct.minimum(m * TM // TN, whole)
    for j in range(end):
        k = ct.load(K, (batch, head // GROUP, 0, j), (1, 1, D, TN), order=(0, 1, 3, 2), latency=2, padding_mode=ZERO)
        s = ct.mma(q, ct.reshape(k, (D, TN)), ct.zeros((TM, TN), dtype=ct.float32)) * scale
        if j >= whole:
            keep = j * TN + column < keys
            if CAUSAL:
                keep = keep & (row >= j * TN + column)
            s = ct.where(keep, s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        v = ct.load(V, (batch, head // GROUP, j, 0), (1, 1, TN, D), latency=4, padding_mode=ZERO)
        acc = ct.mma(ct.astype(p, Q.dtype), ct.reshape(v, (TN, D)), acc)
    out = ct.truediv(acc, total, flush_to_zero=True, rounding_mode=ct.RoundingMode.APPROX)
    ct.store(O, (batch, head, m, 0), ct.reshape(ct.astype(out, O.dtype), (1, 1, TM, D)))


@ct.function
def attend_keys(q, K, V, head, first, last, scale, row, top, total, acc, TN, MASKED):
    """Attention of a tile of queries to tiles of keys, of which a causal mask hides some if MASKED."""
    TM, D = q.shape
    for j in range(first, last):
        k = ct.load(K, (head, 0, j), (1, D, TN), order=(0, 2, 1), latency=2, padding_mode=ZERO)
        s = ct.mma(q, ct.reshape(k, (D, TN)), ct.zeros((TM, TN), dtype=ct.float32)) * scale
        if MASKED:
            column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
            s = ct.where((row >= column) & (column < K.shape[1]), s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        v = ct.load(V, (head, j, 0), (1, TN, D), latency=4, padding_mode=ZERO)
        acc = ct.mma(ct.astype(p, q.dtype), ct.reshape(v, (TN, D)), acc)
    return top, total, acc


@ct.kernel
def two_loops_kernel(Q, K, V, O, scale, TM: Int, TN: Int, D: Int):
    """The first loop sees all of its keys, and the second masks some."""
    m, head = ct.bid(0), ct.bid(1)
    q = load_queries(Q, head, m, TM, D)
    row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    top, total, acc = before_any_key(TM, D)
    whole, end = m * TM // TN, ct.cdiv(ct.minimum((m + 1) * TM, K.shape[1]), TN)
    scale = scale * 1.4426950408889634
    top, total, acc = attend_keys(q, K, V, head, 0, whole, scale, row, top, total, acc, TN, False)
    top, total, acc = attend_keys(q, K, V, head, whole, end, scale, row, top, total, acc, TN, True)
    ct.store(O, (head, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))


@ct.kernel
def lse_kernel(Q, K, V, O, Lse, scale, TM: Int, TN: Int, D: Int):
    """The log-sum-exp of each row is a second result, for the backward pass."""
    m, head = ct.bid(0), ct.bid(1)
    q = load_queries(Q, head, m, TM, D)
    row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    top, total, acc = before_any_key(TM, D)
    end = ct.cdiv(ct.minimum((m + 1) * TM, K.shape[1]), TN)
    scale = scale * 1.4426950408889634
    top, total, acc = attend_keys(q, K, V, head, 0, end, scale, row, top, total, acc, TN, True)
    ct.store(O, (head, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))
    ct.store(Lse, (head, m), ct.reshape(top + ct.log2(total), (1, TM)))


def modified_kernel(change):
    """Causal attention whose scores, in units of log2, are changed by a function before the softmax. X is what that reads."""

    @ct.kernel
    def attention(Q, K, V, X, O, scale, number, TM: Int, TN: Int, D: Int):
        m, head = ct.bid(0), ct.bid(1)
        q = load_queries(Q, head, m, TM, D)
        row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
        top, total, acc = before_any_key(TM, D)
        for j in range(ct.cdiv(ct.minimum((m + 1) * TM, K.shape[1]), TN)):
            k = ct.load(K, (head, 0, j), (1, D, TN), order=(0, 2, 1), latency=2, padding_mode=ZERO)
            s = ct.mma(q, ct.reshape(k, (D, TN)), ct.zeros((TM, TN), dtype=ct.float32))
            column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
            s = change(s * scale, X, number, head, m, j, row, column)
            s = ct.where((row >= column) & (column < K.shape[1]), s, -1e30)
            p, top, total, acc = softmax_step(s, top, total, acc)
            v = ct.load(V, (head, j, 0), (1, TN, D), latency=4, padding_mode=ZERO)
            acc = ct.mma(ct.astype(p, Q.dtype), ct.reshape(v, (TN, D)), acc)
        ct.store(O, (head, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))

    return attention


@ct.function
def with_softcap(s, X, number, head, m, j, row, column):
    return ct.tanh(s / number) * (number * 1.4426950408889634)


@ct.function
def with_bias(s, X, number, head, m, j, row, column):
    bias = ct.reshape(ct.load(X, (head, m, j), (1, s.shape[0], s.shape[1]), padding_mode=ZERO), s.shape)
    return (s + ct.astype(bias, ct.float32)) * 1.4426950408889634


@ct.function
def with_alibi(s, X, number, head, m, j, row, column):
    slope = ct.load(X, (head,), (1,))
    return (s - ct.reshape(slope, (1, 1)) * ct.astype(row - column, ct.float32)) * 1.4426950408889634


@ct.kernel
def window_kernel(Q, K, V, Sinks, Start, O, scale, W: Int, SINK: Bool, TM: Int, TN: Int, D: Int):
    """Each query sees W keys up to its own. Queries begin at a position that is loaded, and with it the loop's bounds; a
    sink per head has a part in the sum."""
    m, head = ct.bid(0), ct.bid(1)
    scale = scale * 1.4426950408889634
    begin = m * TM
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    if SINK:
        begin = begin + ct.load(Start, (0,), (1,)).item()
        top = ct.full((TM, 1), 1.4426950408889634, dtype=ct.float32) * ct.reshape(ct.load(Sinks, (head,), (1,)), (1, 1))
        total = ct.ones((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    q = load_queries(Q, head, m, TM, D)
    row = begin + ct.arange(TM, dtype=ct.int32)[:, None]
    first = ct.maximum(begin - W + 1, 0) // TN
    last = ct.cdiv(ct.minimum(begin + TM, K.shape[1]), TN)
    for j in range(first, last):
        k = ct.load(K, (head, 0, j), (1, D, TN), order=(0, 2, 1), latency=2, padding_mode=ZERO)
        s = ct.mma(q, ct.reshape(k, (D, TN)), ct.zeros((TM, TN), dtype=ct.float32)) * scale
        column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
        s = ct.where((row >= column) & (row - column < W), s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        v = ct.load(V, (head, j, 0), (1, TN, D), latency=4, padding_mode=ZERO)
        acc = ct.mma(ct.astype(p, Q.dtype), ct.reshape(v, (TN, D)), acc)
    ct.store(O, (head, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))


@ct.kernel
def packed_kernel(Q, K, V, O, scale, TM: Int, TN: Int, D: Int, G: Int):
    """The rows of a tile are those of G heads that share keys and values."""
    m, head = ct.bid(0), ct.bid(1)
    scale = scale * 1.4426950408889634
    q = ct.reshape(ct.load(Q, (head, m, 0, 0), (1, TM // G, G, D), padding_mode=ZERO), (TM, D))
    row = m * (TM // G) + ct.arange(TM, dtype=ct.int32)[:, None] // G
    top, total, acc = before_any_key(TM, D)
    end = ct.cdiv(ct.minimum((m + 1) * (TM // G), K.shape[1]), TN)
    top, total, acc = attend_keys(q, K, V, head, 0, end, scale, row, top, total, acc, TN, True)
    ct.store(O, (head, m, 0, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM // G, G, D)))


# ---------------------------------------------------------------- variants


def heads(rng, dtype, batches, count, rows, depth):
    return rng.normal(dtype, (batches, count, rows, depth))


def check_rows(got, q, k, v, scale, tile, keep=None):
    """Checks some rows of one head against the online softmax over all keys."""
    rows = sampled(len(q))
    scores = Range(q[rows], F32).mma(k.T) * (np.float32(scale) * LOG2E)
    acc, total, _ = online(scores if keep is None else masked(scores, keep(rows, len(k))), v, tile)
    check(got[rows], acc / total)


@variant(1, tiles=(128, 128, 64), occupancy=1, causal=False)
@variant(1, tiles=(128, 128, 64), occupancy=2, causal=True)
@variant(1, tiles=(256, 128, 64), occupancy=2, causal=True)
@variant(1, tiles=(128, 128, 128), occupancy=1, causal=True)
@variant(1, tiles=(256, 128, 128), occupancy=1, causal=True, archs=("sm_90", "sm_100"))
@variant(10, tiles=(64, 64, 256), occupancy=2, causal=True)
@variant(25, tiles=(64, 64, 128), occupancy=2, causal=True, archs=("sm_80", "sm_120"))
def fmha(target, rng, tiles, **parameters):
    tm, tn, d = tiles
    is_causal, scale = parameters.pop("causal"), np.float32(d**-0.5)
    queries = tm + 32 if is_causal else tm
    q = heads(rng, F16, 1, 1, queries, d)
    k, v = (heads(rng, F16, 1, 1, queries if is_causal else 2 * tn + 32, d) for _ in range(2))
    got = target.launch(hinted(fmha_kernel, parameters), (-(-queries // tm), 1), q, k, v, Out(np.zeros_like(q)), scale,
                        tm, tn, d, 1, 1, is_causal)
    check_rows(got[0, 0], q[0, 0], k[0, 0], v[0, 0], scale, tn, causal if is_causal else None)


def small_heads(rng, dtype, tiles, queries=None):
    """Queries, keys and values of one head, for a tile of queries and a part of one."""
    tm, tn, d = tiles
    queries = queries or tm + 32
    return tuple(rng.normal(dtype, (1, rows, d)) for rows in (queries, queries, queries)), np.float32(d**-0.5)


@variant(2, tiles=(128, 128, 64), occupancy=2)
@variant(2, tiles=(256, 128, 128), occupancy=1, archs=("sm_90", "sm_100"))
@variant(2, tiles=(128, 64, 128), occupancy=2, archs=("sm_80", "sm_120"))
def two_loops(target, rng, tiles, **hints):
    (q, k, v), scale = small_heads(rng, BF16, tiles)
    blocks = -(-q.shape[1] // tiles[0])
    got = target.launch(hinted(two_loops_kernel, hints), (blocks, 1), q, k, v, Out(np.zeros_like(q)), scale, *tiles)
    check_rows(got[0], q[0], k[0], v[0], scale, tiles[1], causal)


@variant(3, tiles=(128, 128, 64), occupancy=2)
@variant(3, tiles=(256, 128, 64), occupancy=1, archs=("sm_90", "sm_100"))
@variant(3, tiles=(64, 64, 128), occupancy=2)
def log_sum_exp(target, rng, tiles, **hints):
    (q, k, v), scale = small_heads(rng, F16, tiles)
    queries = q.shape[1]
    got, lse = target.launch(hinted(lse_kernel, hints), (-(-queries // tiles[0]), 1), q, k, v, Out(np.zeros_like(q)),
                             Out(np.zeros((1, queries), F32)), scale, *tiles)
    rows = sampled(queries)
    scores = Range(q[0, rows], F32).mma(k[0].T) * (scale * LOG2E)
    acc, total, top = online(masked(scores, causal(rows, queries)), v[0], tiles[1])
    check(got[0, rows], acc / total)
    check(lse[0, rows], (top + total.function(np.log2, 2))[:, 0])


def modified(target, rng, tiles, hints, change, x, number, oracle):
    (q, k, v), scale = small_heads(rng, F16, tiles)
    queries = q.shape[1]
    got = target.launch(hinted(modified_kernel(change), hints), (-(-queries // tiles[0]), 1), q, k, v, x(queries),
                        Out(np.zeros_like(q)), scale, np.float32(number), *tiles)
    rows = sampled(queries)
    scores = oracle(Range(q[0, rows], F32).mma(k[0].T) * scale, rows)
    acc, total, _ = online(masked(scores, causal(rows, queries)), v[0], tiles[1])
    check(got[0, rows], acc / total)


@variant(4, tiles=(128, 128, 64), occupancy=2)
@variant(4, tiles=(64, 128, 128), occupancy=1)
def softcap(target, rng, tiles, **hints):
    cap = np.float32(2.5)
    modified(target, rng, tiles, hints, with_softcap, lambda n: np.zeros(16, F32), cap,
             lambda s, rows: (s / cap).function(np.tanh, 2) * (cap * LOG2E))


@variant(5, tiles=(128, 128, 64), occupancy=1)
@variant(5, tiles=(128, 64, 128), occupancy=2)
def loaded_bias(target, rng, tiles, **hints):
    bias = {}

    def make(n):
        bias["x"] = rng.normal(F16, (1, n, n))
        return bias["x"]

    modified(target, rng, tiles, hints, with_bias, make, 0, lambda s, rows: (s + bias["x"][0, rows]) * LOG2E)


@variant(6, tiles=(128, 128, 64), occupancy=2)
@variant(6, tiles=(128, 128, 128), occupancy=1)
def alibi(target, rng, tiles, **hints):
    slopes = np.full(16, 0.0625, F32)
    modified(target, rng, tiles, hints, with_alibi, lambda n: slopes, 0,
             lambda s, rows: (s - slopes[0] * (rows[:, None] - np.arange(s.shape[1]))) * LOG2E)


@variant(7, tiles=(128, 128, 64), occupancy=1, sink=False)
@variant(7, tiles=(64, 32, 128), occupancy=2, sink=False)
@variant(8, tiles=(128, 128, 64), occupancy=2, sink=True)
@variant(8, tiles=(64, 64, 64), occupancy=4, sink=True)
@variant(8, tiles=(128, 64, 64), occupancy=4, sink=True)
def window(target, rng, tiles, sink, **hints):
    tm, tn, d = tiles
    width, start, queries = 96, 80 if sink else 0, tm + 32
    q, scale = rng.normal(BF16, (1, queries, d)), np.float32(d**-0.5)
    k, v = (rng.normal(BF16, (1, queries + start, d)) for _ in range(2))
    sinks = rng.normal(F32, 16)
    got = target.launch(hinted(window_kernel, hints), (-(-queries // tm), 1), q, k, v, sinks, np.full(16, start, np.int32),
                        Out(np.zeros_like(q)), scale, width, sink, *tiles)
    rows = sampled(queries)
    distance = rows[:, None] + start - np.arange(queries + start)[None, :]
    scores = masked(Range(q[0, rows], F32).mma(k[0].T) * (scale * LOG2E), (distance >= 0) & (distance < width))
    acc, total, _ = online(scores, v[0], tn, (Range(np.full((len(rows), 1), sinks[0]), F32) * LOG2E) if sink else None)
    check(got[0, rows], acc / total)


@variant(9, tiles=(64, 64, 128), occupancy=2, group=4)
@variant(9, tiles=(128, 128, 128), occupancy=1, group=8)
@variant(10, tiles=(64, 64, 256), occupancy=2, group=2)
def packed_heads(target, rng, tiles, group, **hints):
    tm, tn, d = tiles
    queries, scale = tm // group + 80, np.float32(d**-0.5)
    q = rng.normal(F16, (1, queries, group, d))
    k, v = (rng.normal(F16, (1, queries, d)) for _ in range(2))
    got = target.launch(hinted(packed_kernel, hints), (-(-queries // (tm // group)), 1), q, k, v, Out(np.zeros_like(q)),
                        scale, *tiles, group)
    flat = q[0].reshape(-1, d)
    rows = sampled(len(flat), 19)
    scores = masked(Range(flat[rows], F32).mma(k[0].T) * (scale * LOG2E), causal(rows // group, queries))
    acc, total, _ = online(scores, v[0], tn)
    check(got[0].reshape(-1, d)[rows], acc / total)
