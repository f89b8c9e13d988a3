"""Matrix products: persistent with an epilogue, grouped, gathered for mixtures of experts, of narrow types with scales, and
with weights of four bits."""
import numpy as np

import cuda.tile as ct
import test_scaled
from kit import BF16, E4M3, F16, F32, F64, ZERO, Int, Out, check
from ranges import Range
from schedules.corpus import hinted, sampled, variant

HOPPER_ON, BLACKWELL_ON, CLUSTERS = ("sm_90", "sm_100", "sm_120"), ("sm_100", "sm_120"), ("sm_90", "sm_100")


def whole(rng, dtype, shape, limit=2):
    """Whole numbers whose products and sums are exact."""
    return rng.integers(-limit, limit + 1, shape).astype(F32).astype(dtype)


# ---------------------------------------------------------------- persistent


@ct.kernel
def persistent_kernel(A, B, Bias, C, TM: Int, TN: Int, TK: Int, GROUP: Int):
    """Each CTA computes every num_blocks-th tile, in groups of rows that share columns in the cache."""
    rows, columns = ct.cdiv(C.shape[0], TM), ct.cdiv(C.shape[1], TN)
    for tile in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        first = tile // (GROUP * columns) * GROUP
        height = ct.minimum(rows - first, GROUP)
        inside = tile % (GROUP * columns)
        m, n = first + inside % height, inside // height
        acc = ct.zeros((TM, TN), dtype=ct.float32)
        for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
            a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO, latency=3)
            b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO, latency=3)
            acc = ct.mma(a, b, acc)
        bias = ct.load(Bias, (n,), (TN,), padding_mode=ZERO)
        ct.store(C, (m, n), ct.astype(ct.maximum(acc + ct.astype(bias, ct.float32)[None, :], 0), C.dtype))


@variant(20, tiles=(128, 128, 64), num_ctas=1, occupancy=1, odd=False)
@variant(20, tiles=(128, 128, 64), num_ctas=1, occupancy=2, odd=True)
@variant(20, tiles=(128, 256, 64), num_ctas=1, occupancy=1, odd=False)
@variant(20, tiles=(256, 256, 64), num_ctas=2, occupancy=1, odd=False, archs=CLUSTERS)
@variant(20, tiles=(256, 256, 64), num_ctas=4, occupancy=1, odd=False, archs=CLUSTERS)
@variant(20, tiles=(256, 128, 64), num_ctas=2, occupancy=1, odd=True, archs=CLUSTERS)
@variant(20, tiles=(128, 512, 64), num_ctas=4, occupancy=1, odd=False, archs=CLUSTERS)
@variant(20, tiles=(64, 64, 64), num_ctas=1, occupancy=4, odd=False, archs=("sm_120",))
def persistent(target, rng, tiles, odd, **hints):
    """Extents that the tiles don't divide, and, if odd, whose rows no vector divides."""
    tm, tn, tk = tiles
    m, n, k = tm + 48, tn + 64, 3 * tk - 16
    if odd:
        m, n, k = m + 3, n + 5, k + 7
    a, b, bias = rng.normal(BF16, (m, k)), rng.normal(BF16, (k, n)), rng.normal(BF16, n)
    got = target.launch(hinted(persistent_kernel, hints), 2, a, b, bias, Out(np.zeros((m, n), BF16)), *tiles, 8)
    rows = sampled(m, 23)
    check(got[rows], (Range(a[rows], F32).mma(b) + bias.astype(F32)).maximum(0))


# ---------------------------------------------------------------- grouped


@ct.kernel
def grouped_kernel(A, B, Sizes, C, G: Int, TM: Int, TN: Int, TK: Int):
    """Groups have as many rows as their loaded sizes say. A CTA takes its tiles from one group after the other."""
    tile, base = ct.bid(0), 0
    columns = ct.cdiv(C.shape[2], TN)
    for g in range(G):
        tiles = ct.cdiv(ct.load(Sizes, (g,), (1,)).item(), TM) * columns
        while tile >= base and tile < base + tiles:
            m, n = (tile - base) // columns, (tile - base) % columns
            acc = ct.zeros((TM, TN), dtype=ct.float32)
            for k in range(ct.cdiv(A.shape[2], TK)):
                a = ct.reshape(ct.load(A, (g, m, k), (1, TM, TK), padding_mode=ZERO), (TM, TK))
                b = ct.reshape(ct.load(B, (g, n, k), (1, TN, TK), padding_mode=ZERO), (TN, TK))
                acc = ct.mma(a, ct.transpose(b), acc)
            ct.store(C, (g, m, n), ct.reshape(ct.astype(acc, C.dtype), (1, TM, TN)))
            tile = tile + ct.num_blocks(0)
        base = base + tiles


@variant(21, tiles=(128, 128, 64), num_ctas=1, occupancy=1)
@variant(21, tiles=(128, 256, 64), num_ctas=2, occupancy=1, archs=CLUSTERS)
@variant(21, tiles=(64, 128, 64), num_ctas=1, occupancy=1)
def grouped(target, rng, tiles, **hints):
    tm, tn, tk = tiles
    sizes, n, k = np.array([tm, 0, tm // 2, tm + 16], np.int32), tn + 16, 2 * tk + 16
    a, b = whole(rng, F16, (4, 2 * tm, k)), whole(rng, F16, (4, n, k))
    got = target.launch(hinted(grouped_kernel, hints), 2, a, b, sizes, Out(np.full((4, 2 * tm, n), 7, F16)), 4, *tiles)
    expected = np.full(got.shape, 7.0)
    for g, rows in enumerate(-(-sizes // tm) * tm):
        expected[g, :rows] = a[g, :rows].astype(F64) @ b[g].T.astype(F64)
    check(got, expected)


# ---------------------------------------------------------------- experts


@ct.kernel
def experts_kernel(A, W, C, Weights, Tokens, Experts, TOP: Int, TM: Int, TN: Int, TK: Int):
    """Rows of A are gathered by the tokens that a block has, the weights of an expert are loaded for all of them, and the
    rows of the result are scattered."""
    m, n = ct.bid(0), ct.bid(1)
    expert = ct.load(Experts, (m,), (1,)).item()
    tokens = ct.load(Tokens, (m,), (TM,))
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.cdiv(A.shape[1], TK)):
        columns = k * TK + ct.arange(TK, dtype=ct.int32)
        a = ct.gather(A, (tokens[:, None] // TOP, columns[None, :]))
        w = ct.reshape(ct.load(W, (expert, n, k), (1, TN, TK), padding_mode=ZERO), (TN, TK))
        acc = ct.mma(a, ct.transpose(w), acc)
    acc = acc * ct.astype(ct.gather(Weights, (tokens,)), ct.float32)[:, None]
    columns = n * TN + ct.arange(TN, dtype=ct.int32)
    ct.scatter(C, (tokens[:, None], columns[None, :]), ct.astype(acc, C.dtype))


@variant(22, tiles=(128, 128, 64), bytes_bound=False)
@variant(22, tiles=(64, 128, 64), bytes_bound=False)
@variant(22, tiles=(16, 128, 64), bytes_bound=True)
def experts(target, rng, tiles, **hints):
    tm, tn, tk = tiles
    top, tokens, n, k = 2, tm - tm // 4 + 8, tn + 16, 2 * tk + 16
    a, w = whole(rng, BF16, (tokens, k)), whole(rng, BF16, (3, n, k))
    count, blocks = tokens * top, 3
    places = np.full(blocks * tm, count, np.int32)  # a block's empty places name a token past the last one
    order, experts = rng.permutation(count), np.array([2, 0, 1], np.int32)
    places[:tm // 2], places[tm:2 * tm] = order[:tm // 2], order[tm // 2:tm // 2 + tm]
    weights = whole(rng, F32, count, 4)
    got = target.launch(hinted(experts_kernel, hints), (blocks, -(-n // tn)), a, w, Out(np.full((count, n), 7, F32)), weights,
                        places, experts, top, *tiles)
    expected = np.full((count, n), 7.0)
    for block, expert in enumerate(experts):
        of = [t for t in places[block * tm:(block + 1) * tm] if t < count]
        expected[of] = a[np.array(of, int) // top].astype(F64) @ w[expert].T.astype(F64) * weights[of, None]
    check(got, expected)


# ---------------------------------------------------------------- narrow types


@ct.kernel
def row_scales_kernel(A, B, SA, SB, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (n, k), (TN, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(b), acc)
    acc = acc * ct.load(SA, (m, 0), (TM, 1)) * ct.load(SB, (0, n), (1, TN))
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


@variant(18, tiles=(128, 256, 128), num_ctas=1, archs=HOPPER_ON)
@variant(18, tiles=(128, 128, 128), num_ctas=1, archs=HOPPER_ON)
@variant(18, tiles=(256, 256, 128), num_ctas=2, archs=CLUSTERS)
def fp8_row_scales(target, rng, tiles, **hints):
    tm, tn, tk = tiles
    m, n, k = tm + 16, tn, 3 * tk
    a, b = whole(rng, E4M3, (m, k)), whole(rng, E4M3, (n, k))
    sa, sb = rng.normal(F32, (m, 1)), rng.normal(F32, (1, n))
    got = target.launch(hinted(row_scales_kernel, hints), (2, 1), a, b, sa, sb, Out(np.zeros((m, n), BF16)), *tiles)
    check(got, Range(a.astype(F64) @ b.T.astype(F64), F32) * sa * sb)


@variant(19, tiles=(128, 256, 128), archs=BLACKWELL_ON)
@variant(19, tiles=(128, 128, 256), archs=BLACKWELL_ON)
def mxfp8(target, rng, tiles, **hints):
    """Scales are in blocks, as tensor memory requires them."""
    tm, tn, tk = tiles
    m, n, k = 2 * tm, tn, 3 * tk
    a, b = whole(rng, E4M3, (m, k), 4), whole(rng, E4M3, (n, k), 4)
    sa, sb = test_scaled.powers(rng, (m, k // 32)), test_scaled.powers(rng, (n, k // 32))
    got = target.launch(hinted(test_scaled.blocks_of_scales, hints), (2, 1), a, test_scaled.in_blocks(sa), b,
                        test_scaled.in_blocks(sb), Out(np.zeros((m, n), F32)), *tiles)
    spread = test_scaled.spread
    check(got, ((a.astype(F64) * spread(sa, 32)) @ (b.astype(F64) * spread(sb, 32)).T).astype(F32))


@variant(19, tiles=(128, 128, 256), archs=BLACKWELL_ON)
def nvfp4(target, rng, tiles, **hints):
    tm, tn, tk = tiles
    m, n, k, v = 2 * tm, tn, 2 * tk, 16
    (a, wide_a), (b, wide_b) = test_scaled.packed(rng, (m, k)), test_scaled.packed(rng, (n, k))
    sa, sb = (rng.integers(1, 4, (rows, k // v)).astype(F32).astype(E4M3) for rows in (m, n))  # scales have no sign
    got = target.launch(hinted(test_scaled.matmul_scaled_fp4, hints), (2, 1), a, sa, b, sb, Out(np.zeros((m, n), F32)),
                        *tiles, v)
    spread = test_scaled.spread
    check(got, ((wide_a * spread(sa, v)) @ (wide_b * spread(sb, v)).T).astype(F32))


@ct.kernel
def w4a16_kernel(A, W, S, C, TM: Int, TN: Int, TK: Int):
    """A byte has two weights, adjacent along K; a scale belongs to TK weights of a column of the product."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        w = ct.reshape(ct.load(W, (n, k), (TN, TK // 2)), (TN, TK // 2, 1))
        w = ct.reshape(ct.cat((w & 15, w >> 4), 2), (TN, TK))
        w = (ct.astype(w, A.dtype) - 8.0) * ct.load(S, (n, k), (TN, 1))
        acc = ct.mma(a, ct.transpose(w), acc)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


@variant(24, tiles=(64, 128, 128), occupancy=1)
@variant(24, tiles=(128, 128, 128), occupancy=1)
@variant(24, tiles=(16, 128, 128), occupancy=2, bytes_bound=True)
def w4a16(target, rng, tiles, **hints):
    tm, tn, tk = tiles
    m, n, k = tm, tn + 16, 3 * tk
    a, s = rng.normal(F16, (m, k)), rng.normal(F16, (n, 3))
    w = rng.integers(0, 256, (n, k // 2)).astype(np.uint8)
    got = target.launch(hinted(w4a16_kernel, hints), (1, 2), a, w, s, Out(np.zeros((m, n), F16)), *tiles)
    numbers = np.stack([w & 15, w >> 4], axis=2).reshape(n, k).astype(F16) - F16.type(8)
    rows = sampled(m, 11)
    check(got[rows], Range(a[rows], F32).mma((numbers * np.repeat(s, tk, axis=1)).T))
