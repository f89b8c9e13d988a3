"""Loops of products whose tiles depend on what lies in memory: their bounds are loaded, or a condition is around them.
Copies are started ahead of them all the same."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, I32, Int, Out, check
from mainloop import mainloop
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


@ct.kernel
def product_or_return(A, B, C, Active, TM: Int, TN: Int, TK: Int):
    """A block whose number says so returns at once."""
    m, n = ct.bid(0), ct.bid(1)
    if ct.load(Active, (m,), (1,)).item() == 0:
        return
    ct.store(C, (m, n), mainloop(A, B, m, n, TM, TN, TK))


@ct.kernel
def products_or_ones(A, B, C, Active, TM: Int, TN: Int, TK: Int):
    """Each block computes tiles in turn, by two loops of which the second is under a condition."""
    rows, columns = ct.cdiv(C.shape[0], TM), ct.cdiv(C.shape[1], TN)
    for tile in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        m, n = tile // columns, tile % columns
        acc = mainloop(A, B, m, n, TM, TN, TK)
        if ct.load(Active, (m,), (1,)).item() != 0:
            acc = acc + mainloop(A, B, m, n, TM, TN, TK)
        else:
            acc = acc + 1
        ct.store(C, (m, n), acc)


def under_condition(target, rng, kernel, grid, rest):
    a, b = rng.normal(F16, (192, 160)), rng.normal(F16, (160, 64))
    active = np.array([1, 0, 1], I32)
    got = target.launch(kernel, grid, a, b, Out(np.zeros((192, 64), F32)), active, 64, 64, 32)
    for m in range(3):
        rows = slice(m * 64, (m + 1) * 64)
        check(got[rows], rest(Range(a[rows], F32).mma(b), active[m]))


def test_early_return(target, rng):
    nothing = np.zeros((64, 64), F32)
    under_condition(target, rng, product_or_return, (3, 1), lambda once, active: once if active else nothing)


def test_condition_in_a_loop(target, rng):
    under_condition(target, rng, products_or_ones, 2,
                    lambda once, active: once + (once if active else np.float32(1)))
