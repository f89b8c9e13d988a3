"""Loops of products whose tiles depend on what lies in memory: their bounds are loaded, a condition stands around them,
or the index of a tile is loaded in each iteration. Copies are started ahead of them all the same."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, I32, Int, Out, check
from ranges import Range
from test_attention import attention_of, online_softmax


@ct.kernel
def attention_of_range(Q, K, V, O, First, Last, scale, TM: Int, TN: Int, D: Int):
    """Each block attends to a range of keys that it loads, one end of which is also used as a tile."""
    m = ct.bid(0)
    first, last = ct.load(First, (m, 0), (1, 1)), ct.load(Last, (m,), (1,))
    q = ct.load(Q, (m, 0), (TM, D))
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    for j in range(first.item(), last.item()):
        k = ct.load(K, (0, j), (D, TN), order=(1, 0))
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32)) * scale
        p, rescale, total, top = online_softmax(s, top, total)
        v = ct.load(V, (j, 0), (TN, D))
        acc = ct.mma(ct.astype(p, V.dtype), v, acc * rescale)
    ct.store(O, (m, 0), acc / total + ct.astype(first, ct.float32))


@pytest.mark.parametrize("blocks, tile, step", [(1, 128, 1), (3, 64, 3)], ids=str)
def test_loaded_bounds(target, rng, blocks, tile, step):
    first, last = np.arange(blocks, dtype=I32), np.arange(blocks, dtype=I32) + 5
    spread = np.zeros((blocks, step), I32)
    spread[:, 0] = first
    q = rng.normal(F16, (blocks * tile, 64))
    k, v = (rng.normal(F16, ((blocks + 5) * 64, 64)) for _ in range(2))
    scale = np.float32(0.125)
    got = target.launch(attention_of_range, blocks, q, k, v, Out(np.zeros((blocks * tile, 64), F32)), spread, last,
                        scale, tile, 64, 64)
    for m in range(blocks):
        keys = slice(first[m] * 64, last[m] * 64)
        rows = slice(m * tile, (m + 1) * tile)
        check(got[rows], attention_of(q[rows], k[keys], v[keys], scale, 64) + np.float32(first[m]))
