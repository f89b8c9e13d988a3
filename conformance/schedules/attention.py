"""Attention forward: one loop over the keys, two of which only the second masks, scores changed in each way that public
libraries have, heads in groups, and log-sum-exp as a second result.

Scores are multiplied by log2(e), so that the softmax takes exp2. The oracle repeats the online softmax on ranges for some
of the rows."""
import numpy as np

import cuda.tile as ct
from kit import BF16, F16, F32, Int, Out, check
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


@ct.kernel
def fmha_kernel(Q, K, V, O, scale, TM: Int, TN: Int, D: Int, H: Int, GROUP: Int, CAUSAL: Bool):
    """All in one loop, of which the last iterations mask scores under `if`."""
    m, batch, head = ct.bid(0), ct.bid(1) // H, ct.bid(1) % H
    scale = scale * 1.4426950408889634
    row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    column = ct.arange(TN, dtype=ct.int32)[None, :]
    keys = K.shape[2]
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    q = ct.reshape(ct.load(Q, (batch, head, m, 0), (1, 1, TM, D)), (TM, D))
    end, whole = ct.cdiv(keys, TN), keys // TN
    if CAUSAL:
        end = ct.minimum(ct.cdiv((m + 1) * TM, TN), end)
        whole = ct.minimum(m * TM // TN, whole)
    for j in range(end):
        k = ct.load(K, (batch, head // GROUP, 0, j), (1, 1, D, TN), order=(0, 1, 3, 2), latency=2)
        s = ct.mma(q, ct.reshape(k, (D, TN)), ct.zeros((TM, TN), dtype=ct.float32)) * scale
        if j >= whole:
            keep = j * TN + column < keys
            if CAUSAL:
                keep = keep & (row >= j * TN + column)
            s = ct.where(keep, s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        v = ct.load(V, (batch, head // GROUP, j, 0), (1, 1, TN, D), latency=4)
        acc = ct.mma(ct.astype(p, Q.dtype), ct.reshape(v, (TN, D)), acc)
    out = ct.truediv(acc, total, flush_to_zero=True, rounding_mode=ct.RoundingMode.APPROX)
    ct.store(O, (batch, head, m, 0), ct.reshape(ct.astype(out, O.dtype), (1, 1, TM, D)))


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
