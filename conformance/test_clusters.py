"""The hint num_ctas: advice, which changes how a kernel runs but never its results."""
import numpy as np
import pytest

import cuda.tile as ct
import test_matmul
from kit import BF16, F16, F32, Int, Out, ZERO, check
from mainloop import mainloop, mainloop_transposed
from ranges import Range

TILE, TILES = 32, 24
PAIRS = ct.ByTarget(sm_90=2, sm_100=2, default=1)
FOURS = ct.ByTarget(sm_90=4, default=1)


@ct.kernel(num_ctas=ct.ByTarget(sm_90=2, sm_100=4, sm_120=2, default=1))
def persistent(X, Y, ids, tiles: ct.Constant[int]):
    """Each block loops over tiles with a stride of the number of blocks."""
    for i in range(ct.bid(0), tiles, ct.num_blocks(0)):
        ct.store(Y, (i,), ct.load(X, (i,), (TILE,)) * 2)
        ct.store(ids, (i,), ct.full((1,), ct.bid(0) * 100 + ct.num_blocks(0), dtype=ct.int32))


def test_persistent_kernel_with_a_cluster_hint(target, rng):
    x = rng.normal(F32, (TILE * TILES,))
    blocks = 4
    y, ids = target.launch(persistent, blocks, x, Out(np.zeros_like(x)), Out(np.zeros(TILES, np.int32)), TILES)
    check(y, x.astype(np.float64) * 2)
    check(ids, np.arange(TILES, dtype=np.int32) % blocks * 100 + blocks)


matmul = ct.kernel(num_ctas=PAIRS)(test_matmul.matmul._pyfunc)


@pytest.mark.parametrize("tiles", [(128, 128, 64), (128, 64, 32), (64, 128, 32), (256, 128, 32), (32, 32, 16)],
                         ids=lambda s: "x".join(map(str, s)))
@pytest.mark.parametrize("unit", [8, 16])
def test_matmul_of_two_ctas(target, rng, tiles, unit):
    """Tiles are halved along rows or columns, on arrays that end in the first half of a tile, or in the second. Where
    16 divides the length of rows they are loaded by TMA."""
    tm, tn, tk = tiles
    m, n, k = tm + tm // 4 + 3, tn + tn // 2 + unit, 5 * tk - unit
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    got = target.launch(matmul, (2, 2), a, b, Out(np.zeros((m, n), F16)), tm, tn, tk)
    check(got, Range(a, F32).mma(b))


@ct.kernel(num_ctas=PAIRS)
def matmul_transposed_with_epilogue(A, Bt, Bias, Scale, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = mainloop_transposed(A, Bt, m, n, TM, TN, TK, ct.float32)
    bias = ct.load(Bias, (n,), (TN,), padding_mode=ZERO)
    scale = ct.load(Scale, (m,), (TM,), padding_mode=ZERO)
    acc = ct.maximum(acc, 0) * ct.reshape(scale, (TM, 1)) + ct.reshape(bias, (1, TN))
    ct.store(C, (m, n), acc)


def test_matmul_of_two_ctas_with_epilogue(target, rng):
    """Values per row are halved with the rows, values per column are whole in both CTAs. Numbers are small integers:
    exact."""
    m, n, k = 200, 136, 160
    a, b = (rng.integers(-2, 3, shape).astype(F16) for shape in ((m, k), (n, k)))
    bias, scale = (rng.integers(-3, 4, shape).astype(F32) for shape in ((n,), (m,)))
    got = target.launch(matmul_transposed_with_epilogue, (2, 2), a, b, bias, scale, Out(np.zeros((m, n), F32)),
                        128, 128, 32)
    wide = a.astype(np.float64) @ b.T.astype(np.float64)
    check(got, np.maximum(wide, 0) * scale[:, None] + bias[None, :])


@ct.kernel(num_ctas=PAIRS)
def persistent_matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    """Stores of one tile and loads of the next are in flight at the same time, in both CTAs."""
    rows, columns = ct.num_tiles(C, axis=0, shape=(TM, TN)), ct.num_tiles(C, axis=1, shape=(TM, TN))
    for t in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        m, n = t // columns, t % columns
        ct.store(C, (m, n), mainloop(A, B, m, n, TM, TN, TK))


def test_persistent_matmul_of_two_ctas(target, rng):
    m, n, k = 300, 208, 160
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    got = target.launch(persistent_matmul, 2, a, b, Out(np.zeros((m, n), F32)), 128, 64, 32)
    check(got, Range(a, F32).mma(b))


matmul_of_fours = ct.kernel(num_ctas=FOURS)(test_matmul.matmul._pyfunc)


@pytest.mark.since(90)
@pytest.mark.parametrize("tiles", [(256, 256, 32), (128, 256, 64), (128, 512, 32), (128, 32, 32), (32, 32, 16)],
                         ids=lambda s: "x".join(map(str, s)))
def test_matmul_of_four_ctas(target, rng, tiles):
    """Each CTA has a quarter of the rows or columns; where these are too few, two CTAs share a tile, or none do. The
    arrays end in the second quarter of a tile."""
    tm, tn, tk = tiles
    m, n, k = tm + tm // 4 + 3, tn + tn // 4 + 8, 5 * tk - 8
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    got = target.launch(matmul_of_fours, (2, 2), a, b, Out(np.zeros((m, n), F16)), tm, tn, tk)
    check(got, Range(a, F32).mma(b))


persistent_matmul_of_fours = ct.kernel(num_ctas=FOURS)(persistent_matmul._pyfunc)


@pytest.mark.since(90)
def test_persistent_matmul_of_four_ctas(target, rng):
    m, n, k = 300, 520, 160
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    got = target.launch(persistent_matmul_of_fours, 2, a, b, Out(np.zeros((m, n), F32)), 128, 256, 32)
    check(got, Range(a, F32).mma(b))


@ct.kernel(num_ctas=PAIRS)
def two_loops(A, B, D, C, T: Int, TK: Int):
    """A x B + A x D, by two loops."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((T, T), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(T, TK))):
        acc = ct.mma(ct.load(A, (m, k), (T, TK), padding_mode=ZERO), ct.load(B, (k, n), (TK, T), padding_mode=ZERO), acc)
    for k in range(ct.num_tiles(A, axis=1, shape=(T, TK))):
        acc = ct.mma(ct.load(A, (m, k), (T, TK), padding_mode=ZERO), ct.load(D, (k, n), (TK, T), padding_mode=ZERO), acc)
    ct.store(C, (m, n), acc)


def test_two_loops_of_two_ctas(target, rng):
    m, n, k = 128, 112, 144
    a, b, d = (rng.integers(-2, 3, shape).astype(F16) for shape in ((m, k), (k, n), (k, n)))
    got = target.launch(two_loops, (1, 1), a, b, d, Out(np.zeros((m, n), F32)), 128, 32)
    check(got, a.astype(np.float64) @ (b.astype(np.float64) + d.astype(np.float64)))


@ct.kernel(num_ctas=PAIRS)
def two_outputs(A, B, D, C, E, T: Int, TK: Int):
    """A x B and A x D, in one loop: two tiles of a stage are shared."""
    m, n = ct.bid(0), ct.bid(1)
    x = ct.zeros((T, T), dtype=ct.float32)
    y = ct.zeros((T, T), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(T, TK))):
        a = ct.load(A, (m, k), (T, TK), padding_mode=ZERO)
        x = ct.mma(a, ct.load(B, (k, n), (TK, T), padding_mode=ZERO), x)
        y = ct.mma(a, ct.load(D, (k, n), (TK, T), padding_mode=ZERO), y)
    ct.store(C, (m, n), x)
    ct.store(E, (m, n), y)


def test_two_outputs_of_two_ctas(target, rng):
    m, n, k = 256, 256, 208
    a, b, d = (rng.integers(-2, 3, s).astype(F16) for s in ((m, k), (k, n), (k, n)))
    x, y = target.launch(two_outputs, (2, 2), a, b, d, Out(np.zeros((m, n), F32)), Out(np.zeros((m, n), F32)), 128, 32)
    check(x, a.astype(np.float64) @ b.astype(np.float64))
    check(y, a.astype(np.float64) @ d.astype(np.float64))


@ct.kernel(num_ctas=PAIRS)
def transposed(A, B, C, TM: Int, TN: Int, TK: Int):
    """The result is stored transposed: the dimension halved in the array is the other one of the MMA."""
    m, n = ct.bid(0), ct.bid(1)
    ct.store(C, (n, m), ct.transpose(mainloop(A, B, m, n, TM, TN, TK)))


def test_transposed_matmul_of_two_ctas(target, rng):
    m, n, k = 256, 128, 160
    a, b = (rng.integers(-2, 3, s).astype(F16) for s in ((m, k), (k, n)))
    got = target.launch(transposed, (2, 1), a, b, Out(np.zeros((n, m), F32)), 128, 128, 32)
    check(got, (a.astype(np.float64) @ b.astype(np.float64)).T)


@ct.kernel(num_ctas=PAIRS)
def ragged(A, B, Counts, C, TM: Int, TN: Int, TK: Int):
    """The trip count, and whether anything is stored, is loaded."""
    m, n = ct.bid(0), ct.bid(1)
    iterations = ct.load(Counts, (m,), (1,)).item()
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(iterations):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    if iterations > 0:
        ct.store(C, (m, n), acc)


def test_ragged_matmul_of_two_ctas(target, rng):
    m, n, k = 384, 256, 256
    a, b = (rng.integers(-2, 3, s).astype(F16) for s in ((m, k), (k, n)))
    counts = np.array([3, 0, 8], np.int32)
    got = target.launch(ragged, (3, 2), a, b, counts, Out(np.full((m, n), 7, F32)), 128, 128, 32)
    expected = np.full((m, n), 7.0)
    for rows, iterations in ((slice(0, 128), 3), (slice(256, 384), 8)):
        expected[rows] = a[rows, :32 * iterations].astype(np.float64) @ b[:32 * iterations].astype(np.float64)
    check(got, expected)


@ct.kernel(num_ctas=PAIRS)
def batched(A, B, C, TM: Int, TN: Int, TK: Int):
    """The arrays have three dimensions."""
    g, m, n = ct.bid(0), ct.bid(1), ct.bid(2)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=2, shape=(1, TM, TK))):
        a = ct.reshape(ct.load(A, (g, m, k), (1, TM, TK), padding_mode=ZERO), (TM, TK))
        b = ct.reshape(ct.load(B, (g, k, n), (1, TK, TN), padding_mode=ZERO), (TK, TN))
        acc = ct.mma(a, b, acc)
    ct.store(C, (g, m, n), ct.reshape(acc, (1, TM, TN)))


def test_batched_matmul_of_two_ctas(target, rng):
    g, m, n, k = 2, 192, 128, 160
    a, b = (rng.integers(-2, 3, s).astype(BF16) for s in ((g, m, k), (g, k, n)))
    got = target.launch(batched, (2, 2, 1), a, b, Out(np.zeros((g, m, n), F32)), 128, 128, 32)
    check(got, a.astype(np.float64) @ b.astype(np.float64))


@ct.kernel(num_ctas=PAIRS)
def attention(Q, K, V, O, T: Int, D: Int):
    """Attention without softmax: two MMAs, each of half the rows of Q; all of K and V is shared."""
    m = ct.bid(0)
    q = ct.load(Q, (m, 0), (T, D))
    acc = ct.zeros((T, D), dtype=ct.float32)
    for j in range(ct.num_tiles(K, axis=0, shape=(T, D))):
        s = ct.mma(q, ct.transpose(ct.load(K, (j, 0), (T, D))), ct.zeros((T, T), dtype=ct.float32))
        acc = ct.mma(ct.astype(s, ct.float16), ct.load(V, (j, 0), (T, D)), acc)
    ct.store(O, (m, 0), acc)


def test_attention_of_two_ctas(target, rng):
    n, d = 512, 64
    q, k, v = (rng.integers(-1, 2, (n, d)).astype(F16) for _ in range(3))
    got = target.launch(attention, 4, q, k, v, Out(np.zeros((n, d), F32)), 128, 64)
    w = (q.astype(np.float64) @ k.astype(np.float64).T) @ v.astype(np.float64)
    check(got, w)


@ct.kernel(num_ctas=PAIRS)
def in_place(A, B, TM: Int, TN: Int, TK: Int):
    """Overwrites its own operand: a CTA doesn't know when the other one has loaded it, so one CTA does all the work."""
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        acc = ct.mma(ct.load(A, (0, k), (TM, TK)), ct.load(B, (k, 0), (TK, TN)), acc)
    ct.store(B, (0, 0), ct.astype(acc, B.dtype))


def test_in_place_with_a_cluster_hint(target, rng):
    a, b = (rng.integers(-1, 2, shape).astype(F16) for shape in ((128, 128), (128, 64)))
    got = target.launch(in_place, 1, a, Out(b), 128, 64, 32)
    check(got, a.astype(np.float64) @ b.astype(np.float64))


@ct.kernel(num_ctas=PAIRS)
def split_k(A, B, C, TM: Int, TN: Int, TK: Int):
    """Adds to memory: the result is wrong if both CTAs do it."""
    k = ct.bid(0)
    a, b = ct.load(A, (0, k), (TM, TK)), ct.load(B, (k, 0), (TK, TN))
    acc = ct.mma(a, b, ct.zeros((TM, TN), dtype=ct.float32))
    rows = ct.broadcast_to(ct.reshape(ct.arange(TM, dtype=ct.int32), (TM, 1)), (TM, TN))
    columns = ct.broadcast_to(ct.reshape(ct.arange(TN, dtype=ct.int32), (1, TN)), (TM, TN))
    ct.atomic_add(C, (rows, columns), acc)


def test_split_k_with_a_cluster_hint(target, rng):
    a, b = (rng.integers(-2, 3, shape).astype(F16) for shape in ((128, 96), (96, 64)))
    got = target.launch(split_k, 3, a, b, Out(np.zeros((128, 64), F32)), 128, 64, 32)
    check(got, a.astype(np.float64) @ b.astype(np.float64))
