"""Latent attention (MLA), caches of keys and values in pages, and decoding with split keys."""
import numpy as np

import cuda.tile as ct
from kit import BF16, F16, F32, ZERO, Int, Out, check
from ranges import Range
from schedules.attention import causal, masked, online, softmax_step
from schedules.corpus import LOG2E, hinted, sampled, variant

# ---------------------------------------------------------------- latent attention


@ct.kernel
def mla_prefill_kernel(Q, Qr, K, Kr, V, O, scale, TM: Int, TN: Int, D: Int, R: Int):
    """Scores are the sum of two MMAs: of D elements without position, and R that are rotated and shared by heads."""
    m, head = ct.bid(0), ct.bid(1)
    scale = scale * 1.4426950408889634
    q = ct.reshape(ct.load(Q, (head, m, 0), (1, TM, D), padding_mode=ZERO), (TM, D))
    qr = ct.reshape(ct.load(Qr, (head, m, 0), (1, TM, R), padding_mode=ZERO), (TM, R))
    row = m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    whole = m * TM // TN
    for j in range(ct.cdiv(ct.minimum((m + 1) * TM, K.shape[1]), TN)):
        k = ct.reshape(ct.load(K, (head, 0, j), (1, D, TN), order=(0, 2, 1), latency=2, padding_mode=ZERO), (D, TN))
        kr = ct.load(Kr, (0, j), (R, TN), order=(1, 0), latency=2, padding_mode=ZERO)
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32))
        s = ct.mma(qr, kr, s) * scale
        if j >= whole:
            column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
            s = ct.where(row >= column, s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        v = ct.reshape(ct.load(V, (head, j, 0), (1, TN, D), latency=4, padding_mode=ZERO), (TN, D))
        acc = ct.mma(ct.astype(p, Q.dtype), v, acc)
    ct.store(O, (head, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))


@variant(11, tiles=(128, 128, 128, 64), occupancy=1)
@variant(11, tiles=(64, 64, 128, 64), occupancy=2)
def mla_prefill(target, rng, tiles, **hints):
    tm, tn, d, r = tiles
    n, scale = tm + 32, np.float32((d + r)**-0.5)
    q, k, v = (rng.normal(BF16, (1, n, d)) for _ in range(3))
    qr, kr = rng.normal(BF16, (1, n, r)), rng.normal(BF16, (n, r))
    got = target.launch(hinted(mla_prefill_kernel, hints), (-(-n // tm), 1), q, qr, k, kr, v, Out(np.zeros_like(q)), scale,
                        *tiles)
    rows = sampled(n, 13)
    scores = Range(qr[0, rows], F32).mma(kr.T, start=Range(q[0, rows], F32).mma(k[0].T)) * (scale * LOG2E)
    acc, total, _ = online(masked(scores, causal(rows, n)), v[0], tn)
    check(got[0, rows], acc / total)


@ct.kernel
def mla_decode_kernel(Q, Qr, Cache, CacheR, Pages, Lengths, O, scale, TM: Int, TN: Int, D: Int, R: Int):
    """All heads of a token share the latent cache, whose pages are keys and, without the rotated part, values."""
    batch = ct.bid(0)
    scale = scale * 1.4426950408889634
    q = ct.reshape(ct.load(Q, (batch, ct.bid(1), 0), (1, TM, D), padding_mode=ZERO), (TM, D))
    qr = ct.reshape(ct.load(Qr, (batch, ct.bid(1), 0), (1, TM, R), padding_mode=ZERO), (TM, R))
    length = ct.load(Lengths, (batch,), (1,)).item()
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    for j in range(ct.cdiv(length, TN)):
        page = ct.load(Pages, (batch, j), (1, 1)).item()
        c = ct.reshape(ct.load(Cache, (page, 0, 0), (1, TN, D), latency=2, padding_mode=ZERO), (TN, D))
        cr = ct.reshape(ct.load(CacheR, (page, 0, 0), (1, TN, R), latency=2, padding_mode=ZERO), (TN, R))
        s = ct.mma(q, ct.transpose(c), ct.zeros((TM, TN), dtype=ct.float32))
        s = ct.mma(qr, ct.transpose(cr), s) * scale
        column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
        s = ct.where(column < length, s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        acc = ct.mma(ct.astype(p, Q.dtype), c, acc)
    ct.store(O, (batch, ct.bid(1), 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))


def paged(rng, dtype, pages, size, depth):
    """A cache of twice as many pages as are used, the table of those that are, and the keys in their order."""
    cache, table = rng.normal(dtype, (2 * pages, size, depth)), rng.permutation(2 * pages)[:pages].astype(np.int32)
    return cache, table


@variant(12, tiles=(64, 64, 512, 64), occupancy=1, operands=5, bytes_bound=True)
@variant(12, tiles=(128, 64, 512, 64), occupancy=1, operands=5)
@variant(12, tiles=(16, 64, 512, 64), occupancy=2, bytes_bound=True)
def mla_decode(target, rng, tiles, **hints):
    tm, tn, d, r = tiles
    length, scale = 2 * tn + 21, np.float32((d + r)**-0.5)
    lengths = np.array([length], np.int32)
    cache, table = paged(rng, F16, 3, tn, d)
    cache_r = rng.normal(F16, (6, tn, r))
    q, qr = rng.normal(F16, (1, tm, d)), rng.normal(F16, (1, tm, r))
    got = target.launch(hinted(mla_decode_kernel, hints), (1, 1), q, qr, cache, cache_r, np.array([table]), lengths,
                        Out(np.zeros_like(q)), scale, *tiles)
    rows = sampled(tm, 13)
    k, kr = (x[table].reshape(3 * tn, -1)[:length] for x in (cache, cache_r))
    scores = Range(qr[0, rows], F32).mma(kr.T, start=Range(q[0, rows], F32).mma(k.T)) * (scale * LOG2E)
    acc, total, _ = online(scores, k, tn)
    check(got[0, rows], acc / total)


@ct.kernel
def mla_columns_kernel(Q, Qr, C, Cr, O, Lse, scale, TM: Int, TN: Int, D: Int, R: Int):
    """A column of the scores for each head: heads are few, and the keys' rows fill the matrix instructions."""
    heads, batch = ct.bid(0), ct.bid(1)
    scale = scale * 1.4426950408889634
    q = ct.reshape(ct.load(Q, (batch, 0, heads), (1, D, TM), order=(0, 2, 1)), (D, TM))
    qr = ct.reshape(ct.load(Qr, (batch, 0, heads), (1, R, TM), order=(0, 2, 1)), (R, TM))
    top = ct.full((TM,), -1e30, dtype=ct.float32)
    total = ct.zeros((TN, TM), dtype=ct.float32)
    acc = ct.zeros((D, TM), dtype=ct.float32)
    row = ct.arange(TN, dtype=ct.int32)[:, None]
    for j in range(ct.cdiv(C.shape[1], TN)):
        k = ct.reshape(ct.load(C, (batch, j, 0), (1, TN, D), padding_mode=ZERO), (TN, D))
        kr = ct.reshape(ct.load(Cr, (batch, j, 0), (1, TN, R), padding_mode=ZERO), (TN, R))
        s = ct.mma(k, q, ct.zeros((TN, TM), dtype=ct.float32))
        s = ct.mma(kr, qr, s) * scale
        s = ct.where(j * TN + row < C.shape[1], s, -1e30)
        new = ct.maximum(top, ct.max(s, axis=0))
        p, rescale = ct.exp2(s - new[None, :]), ct.exp2(top - new)
        total = total * rescale[None, :] + p
        v = ct.reshape(ct.load(C, (batch, j, 0), (1, TN, D), padding_mode=ZERO), (TN, D))
        acc = ct.mma(ct.transpose(v), ct.astype(p, Q.dtype), acc * rescale[None, :])
        top = new
    total = ct.sum(total, axis=0)
    acc = ct.transpose(ct.astype(acc / total[None, :], O.dtype))
    ct.store(O, (batch, heads, 0), ct.reshape(acc, (1, TM, D)))
    ct.store(Lse, (batch, heads), ct.reshape(top + ct.log2(total), (1, TM)))


@variant(12, tiles=(16, 128, 512, 64), occupancy=2, operands=5)
def mla_columns(target, rng, tiles, **hints):
    tm, tn, d, r = tiles
    length, scale = 2 * tn + 21, np.float32((d + r)**-0.5)
    q, qr = rng.normal(F16, (1, tm, d)), rng.normal(F16, (1, tm, r))
    c, cr = rng.normal(F16, (1, length, d)), rng.normal(F16, (1, length, r))
    got, lse = target.launch(hinted(mla_columns_kernel, hints), (1, 1), q, qr, c, cr, Out(np.zeros_like(q)),
                             Out(np.zeros((1, tm), F32)), scale, *tiles)
    scores = Range(qr[0], F32).mma(cr[0].T, start=Range(q[0], F32).mma(c[0].T)) * (scale * LOG2E)
    acc, total, top = online(scores, c[0], tn)
    check(got[0], acc / total)
    check(lse[0], (top + total.function(np.log2, 2))[:, 0])


# ---------------------------------------------------------------- pages


@ct.kernel
def paged_kernel(Q, K, V, Pages, Lengths, O, scale, TM: Int, TN: Int, D: Int, CAUSAL: ct.Constant[bool]):
    """Attention to keys and values in pages: to those before the query's own, or, in decoding, to all."""
    m, batch = ct.bid(0), ct.bid(1)
    scale = scale * 1.4426950408889634
    length = ct.load(Lengths, (batch,), (1,)).item()
    q = ct.reshape(ct.load(Q, (batch, m, 0), (1, TM, D), padding_mode=ZERO), (TM, D))
    row = length - Q.shape[1] + m * TM + ct.arange(TM, dtype=ct.int32)[:, None]
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    for j in range(ct.cdiv(length, TN)):
        page = ct.load(Pages, (batch, j), (1, 1)).item()
        k = ct.reshape(ct.load(K, (page, 0, 0), (1, D, TN), order=(0, 2, 1), latency=2, padding_mode=ZERO), (D, TN))
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32)) * scale
        column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
        keep = column < length
        if CAUSAL:
            keep = keep & (row >= column)
        s = ct.where(keep, s, -1e30)
        p, top, total, acc = softmax_step(s, top, total, acc)
        v = ct.reshape(ct.load(V, (page, 0, 0), (1, TN, D), latency=4, padding_mode=ZERO), (TN, D))
        acc = ct.mma(ct.astype(p, Q.dtype), v, acc)
    ct.store(O, (batch, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))


@variant(13, tiles=(128, 128, 128), occupancy=1, prefill=True)
@variant(13, tiles=(128, 64, 64), occupancy=2, prefill=True)
@variant(14, tiles=(8, 128, 128), occupancy=2, prefill=False, bytes_bound=True)
@variant(14, tiles=(16, 64, 64), occupancy=2, prefill=False, bytes_bound=True)
def paged_attention(target, rng, tiles, prefill, **hints):
    tm, tn, d = tiles
    length, scale, queries = 2 * tn + 37, np.float32(d**-0.5), tm - 16 if prefill else tm
    k, table = paged(rng, F16, 3, tn, d)
    v, q = rng.normal(F16, k.shape), rng.normal(F16, (1, queries, d))
    got = target.launch(hinted(paged_kernel, hints), (1, 1), q, k, v, np.array([table]), np.array([length], np.int32),
                        Out(np.zeros_like(q)), scale, *tiles, prefill)
    rows = sampled(queries)
    k, v = (x[table].reshape(3 * tn, d)[:length] for x in (k, v))
    scores = Range(q[0, rows], F32).mma(k.T) * (scale * LOG2E)
    if prefill:
        scores = masked(scores, causal(rows + length - queries, length))
    acc, total, _ = online(scores, v, tn)
    check(got[0, rows], acc / total)


# ---------------------------------------------------------------- split keys


@ct.kernel
def split_kernel(Q, K, V, O, Lse, length, scale, TM: Int, TN: Int, D: Int, PART: Int):
    """Each CTA attends to PART keys, if there are any, and stores the log-sum-exp for the merge."""
    head, part = ct.bid(0), ct.bid(1)
    scale = scale * 1.4426950408889634
    begin, end = part * PART, ct.minimum((part + 1) * PART, length)
    if begin < end:
        q = ct.reshape(ct.load(Q, (head, 0, 0), (1, TM, D), padding_mode=ZERO), (TM, D))
        top = ct.full((TM, 1), -1e30, dtype=ct.float32)
        total = ct.zeros((TM, 1), dtype=ct.float32)
        acc = ct.zeros((TM, D), dtype=ct.float32)
        for j in range(begin // TN, ct.cdiv(end, TN)):
            k = ct.reshape(ct.load(K, (head, 0, j), (1, D, TN), order=(0, 2, 1), latency=2, padding_mode=ZERO), (D, TN))
            s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32)) * scale
            column = j * TN + ct.arange(TN, dtype=ct.int32)[None, :]
            s = ct.where(column < end, s, -1e30)
            p, top, total, acc = softmax_step(s, top, total, acc)
            v = ct.reshape(ct.load(V, (head, j, 0), (1, TN, D), latency=4, padding_mode=ZERO), (TN, D))
            acc = ct.mma(ct.astype(p, Q.dtype), v, acc)
        ct.store(O, (head, 0, part, 0), ct.reshape(acc / total, (1, TM, 1, D)))
        ct.store(Lse, (head, 0, part), ct.reshape(top + ct.log2(total), (1, TM, 1)))


@variant(15, tiles=(8, 128, 64), bytes_bound=True)
@variant(15, tiles=(16, 64, 128), bytes_bound=True)
@variant(15, tiles=(1, 128, 64), bytes_bound=True)
def split_decode(target, rng, tiles, **hints):
    tm, tn, d = tiles
    part, length, scale = 2 * tn, 3 * tn + 16, np.float32(d**-0.5)
    q = rng.normal(F16, (1, tm, d))
    k, v = (rng.normal(F16, (1, 4 * tn, d)) for _ in range(2))
    got, lse = target.launch(hinted(split_kernel, hints), (1, 3), q, k, v, Out(np.full((1, tm, 3, d), 7, F32)),
                             Out(np.full((1, tm, 3), 7, F32)), np.int32(length), scale, *tiles, part)
    for number in range(2):
        seen = slice(number * part, min((number + 1) * part, length))
        acc, total, top = online(Range(q[0], F32).mma(k[0, seen].T) * (scale * LOG2E), v[0, seen], tn)
        check(got[0, :, number], acc / total)
        check(lse[0, :, number], (top + total.function(np.log2, 2))[:, 0])
    check(got[0, :, 2], np.full((tm, d), 7.0))
