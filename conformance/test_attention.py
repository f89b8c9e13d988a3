"""Attention: two MMAs with an online softmax between them, on sizes that the tiles do not divide."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, ZERO, Int, Out, check
from ranges import Range
from test_tensor_maps import with_tensor_maps


@ct.function
def online_softmax(s, top, total):
    """One iteration of the online softmax: the probabilities of these scores, the factor that rescales earlier ones,
    and the sums and maxima of rows so far."""
    new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
    p = ct.exp(s - new)
    rescale = ct.exp(top - new)
    return p, rescale, total * rescale + ct.sum(p, axis=1, keepdims=True), new


def attention_kernel(through=None):
    """softmax(Q K' scale) V for one head, online over the keys, whose number the tiles need not divide. The
    probabilities are converted to the type `through`, if one is given, before they get the type of V."""

    @ct.kernel
    def attention(Q, K, V, O, scale, TM: Int, TN: Int, D: Int):
        m = ct.bid(0)
        q = ct.load(Q, (m, 0), (TM, D), padding_mode=ZERO)
        top = ct.full((TM, 1), -1e30, dtype=ct.float32)
        total = ct.zeros((TM, 1), dtype=ct.float32)
        acc = ct.zeros((TM, D), dtype=ct.float32)
        for j in range(ct.num_tiles(K, axis=0, shape=(TN, D))):
            k = ct.load(K, (0, j), (D, TN), order=(1, 0), padding_mode=ZERO)
            inside = ct.expand_dims(j * TN + ct.arange(TN, dtype=ct.int32) < K.shape[0], 0)
            s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32)) * scale
            s = ct.where(inside, s, -1e30)
            p, rescale, total, top = online_softmax(s, top, total)
            v = ct.load(V, (j, 0), (TN, D), padding_mode=ZERO)
            if through is not None:
                p = ct.astype(p, through)
            acc = ct.mma(ct.astype(p, V.dtype), v, acc * rescale)
        ct.store(O, (m, 0), ct.astype(acc / total, O.dtype))

    return attention


def attention_of(q, k, v, scale, tile):
    """The same arithmetic in ranges, probabilities rounded to the type of v."""
    rows = len(q)
    top, total = Range(np.full((rows, 1), -1e30), F32), Range(np.zeros((rows, 1)), F32)
    acc = Range(np.zeros((rows, v.shape[1])), F32)
    for first in range(0, len(k), tile):
        s = Range(q, F32).mma(k[first:first + tile].T) * scale
        new = top.maximum(s.max(1))
        p, rescale = (s - new).function(np.exp, 2), (top - new).function(np.exp, 2)
        total = total * rescale + p.sum(1, keepdims=True)
        acc = p.to(v.dtype).to(F32).mma(v[first:first + tile], start=acc * rescale)
        top = new
    return acc / total


def attend(target, rng, kernel, queries, keys, out, tile=32):
    q, k, v = rng.normal(F16, (queries, tile)), rng.normal(F16, (keys, tile)), rng.normal(F16, (keys, tile))
    scale = np.float32(tile**-0.5)
    got = target.launch(kernel, -(-queries // tile), q, k, v, Out(np.zeros((queries, tile), out)), scale, tile, tile, tile)
    check(got, attention_of(q, k, v, scale, tile))


@pytest.mark.parametrize("out", [F32, F16], ids=str)
@pytest.mark.parametrize("queries,keys", [(64, 64), (40, 50)])
def test_attention(target, rng, queries, keys, out):
    attend(target, rng, attention_kernel(), queries, keys, out)


def test_attention_on_large_tiles(target, rng):
    """Keys and values of 32 KiB each: where shared memory has no capacity for two stages of both, they alternate in one
    buffer."""
    attend(target, rng, attention_kernel(), 100, 300, F32, 128)


@ct.function
def attend_masked_tail(Q, K, V, O, m, TM, TN, D, CAUSAL):
    """Attention whose loop is split in two, of which only the second one masks scores."""
    q = ct.load(Q, (m, 0), (TM, D))
    row = ct.expand_dims(m * TM + ct.arange(TM, dtype=ct.int32), 1)
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    if CAUSAL:
        tiles, full = ct.cdiv((m + 1) * TM, TN), m * TM // TN
    else:
        tiles, full = ct.cdiv(K.shape[0], TN), K.shape[0] // TN
    for j in range(tiles):
        k = ct.load(K, (0, j), (D, TN), order=(1, 0), padding_mode=ZERO)
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32)) * 0.125
        if j >= full:
            column = j * TN + ct.expand_dims(ct.arange(TN, dtype=ct.int32), 0)
            keep = column < K.shape[0]
            if CAUSAL:
                keep = keep & (row >= column)
            s = ct.where(keep, s, -1e30)
        p, rescale, total, top = online_softmax(s, top, total)
        v = ct.load(V, (j, 0), (TN, D), padding_mode=ZERO)
        acc = ct.mma(ct.astype(p, V.dtype), v, acc * rescale)
    ct.store(O, (m, 0), acc / total)


@ct.kernel
def attention_masked_tail(Q, K, V, O, TM: Int, TN: Int, D: Int, CAUSAL: Int):
    attend_masked_tail(Q, K, V, O, ct.bid(0), TM, TN, D, CAUSAL)


@ct.kernel(occupancy=4)
def crowded_attention(Q, K, V, O, TM: Int, TN: Int, D: Int, CAUSAL: Int):
    """No SM has the registers or the shared memory for four of these."""
    attend_masked_tail(Q, K, V, O, ct.bid(0), TM, TN, D, CAUSAL)


@ct.kernel
def persistent_attention(Q, K, V, O, TM: Int, TN: Int, D: Int, BLOCKS: Int, CAUSAL: Int):
    """Each program computes every BLOCKS-th tile."""
    for m in range(ct.bid(0), ct.num_tiles(Q, axis=0, shape=(TM, D)), BLOCKS):
        attend_masked_tail(Q, K, V, O, m, TM, TN, D, CAUSAL)


def check_masked_tail(got, q, k, v, causal):
    scale = np.float32(0.125)
    if not causal:
        check(got, attention_of(q, k, v, scale, 128))
        return
    for row in range(0, len(q), 17):  # a row sees the keys up to its own
        here, seen = slice(row, row + 1), slice(0, row + 1)
        check(got[here], attention_of(q[here], k[seen], v[seen], scale, 128))


@pytest.mark.parametrize("depth,keys", [(64, 300), (64, 512), (128, 640), (128, None)])
def test_attention_masked_tail(target, rng, depth, keys):
    """Consecutive loops share an accumulator, with odd, even and zero trip counts: with tensor memory two agents run
    them in ping-pong."""
    queries, causal = 384 if keys is None else 128, keys is None
    q, k, v = (rng.normal(F16, (rows, depth)) for rows in (queries, keys or queries, keys or queries))
    got = target.launch(attention_masked_tail, queries // 128, q, k, v, Out(np.zeros((queries, depth), F32)), 128, 128, depth, causal)
    check_masked_tail(got, q, k, v, causal)


@pytest.mark.since(90)
@pytest.mark.parametrize("kernel", ["one tile", "persistent"])
def test_attention_of_256_rows(target, rng, kernel):
    """The accumulators of both matmuls are computed in two slices of rows on sm_90 and sm_100, each with both loops."""
    q, k, v = (rng.normal(F16, (512, 64)) for _ in range(3))
    out = Out(np.zeros((512, 64), F32))
    if kernel == "persistent":
        got = target.launch(persistent_attention, 1, q, k, v, out, 256, 128, 64, 1, True)
    else:
        got = target.launch(attention_masked_tail, 2, q, k, v, out, 256, 128, 64, True)
    check_masked_tail(got, q, k, v, True)


@pytest.mark.since(90)
@pytest.mark.parametrize("strategy", ["warp-specialize", "unspecialize"])
def test_loops_in_a_row_share_a_ring(target, rng, tmp_path, strategy):
    """A program computes several tiles, each with a loop without a mask, of zero or more iterations, and one with a mask.
    Both copy to one ring, started by a producer warp or by the warps that compute."""
    target = with_tensor_maps(target, "parameter", tmp_path)
    target.compiler.compiler.target = [*target.compiler.compiler.target, f"--pipeline-strategy={strategy}"]
    q, k, v = (rng.normal(F16, (256, 64)) for _ in range(3))
    got = target.launch(persistent_attention, 1, q, k, v, Out(np.zeros((256, 64), F32)), 64, 64, 64, 1, True)
    check_masked_tail(got, q, k, v, True)


@pytest.mark.parametrize("depth", [64, 128])
def test_attention_with_an_occupancy_hint(target, rng, depth):
    """Agents get the registers of as many CTAs as an SM admits, whatever the hint asks for."""
    q, k, v = (rng.normal(F16, (rows, depth)) for rows in (128, 300, 300))
    got = target.launch(crowded_attention, 1, q, k, v, Out(np.zeros((128, depth), F32)), 128, 128, depth, False)
    check_masked_tail(got, q, k, v, False)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("depth", [64, 128])
def test_persistent_attention(target, rng, depth, causal):
    """Loops share stages and accumulators, within an outer one; on sm_100 an MMA warp starts the MMAs of both."""
    queries, keys = 256, 256 if causal else 300
    q, k, v = (rng.normal(F16, (rows, depth)) for rows in (queries, keys, keys))
    got = target.launch(persistent_attention, 1, q, k, v, Out(np.zeros((queries, depth), F32)), 128, 128, depth, 1, causal)
    check_masked_tail(got, q, k, v, causal)


@ct.kernel
def two_part_attention(Q, QR, K, KR, V, O, TM: Int, TN: Int, D: Int, R: Int):
    """Heads of two parts, as those with rotary and plain elements have: two products give the scores."""
    m = ct.bid(0)
    q, qr = ct.load(Q, (m, 0), (TM, D)), ct.load(QR, (m, 0), (TM, R))
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    for j in range(ct.num_tiles(K, axis=0, shape=(TN, D))):
        k = ct.load(K, (0, j), (D, TN), order=(1, 0), padding_mode=ZERO)
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32))
        kr = ct.load(KR, (0, j), (R, TN), order=(1, 0), padding_mode=ZERO)
        s = ct.mma(qr, kr, s) * 0.125
        inside = ct.expand_dims(j * TN + ct.arange(TN, dtype=ct.int32) < K.shape[0], 0)
        p, rescale, total, top = online_softmax(ct.where(inside, s, -1e30), top, total)
        v = ct.load(V, (j, 0), (TN, D), padding_mode=ZERO)
        acc = ct.mma(ct.astype(p, V.dtype), v, acc * rescale)
    ct.store(O, (m, 0), acc / total)


@pytest.mark.parametrize("rows,depth,keys", [(64, 128, 200), (128, 64, 300), (256, 128, 512)])
def test_two_part_attention(target, rng, rows, depth, keys):
    """Two MMAs of an iteration add to one accumulator: in tensor memory the second one continues in that of the first,
    and one warp starts both. 256 rows are two slices."""
    q, k, v = (rng.normal(F16, (size, depth)) for size in (rows, keys, keys))
    qr, kr = rng.normal(F16, (rows, 64)), rng.normal(F16, (keys, 64))
    got = target.launch(two_part_attention, 1, q, qr, k, kr, v, Out(np.zeros((rows, depth), F32)), rows, 64, depth, 64)
    whole = [np.concatenate(parts, axis=1) for parts in ((q, qr), (k, kr))]
    check(got, attention_of(*whole, v, np.float32(0.125), 64))
