"""Tiles that move between the threads of a block: of pointers, of tf32, larger than the scratch space."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, I32, Int, Out, check


def small(rng, dtype, shape):
    """Whole numbers whose sums here are all exact in f32, in any order."""
    return rng.integers(-4, 5, shape).astype(dtype)


@ct.kernel
def gathered_matmul(X, Rows, Weights, W, Y, TM: Int, TN: Int, TK: Int):
    """Rows of X that a list names, times a matrix and weighted: what an expert of a mixture does with its tokens. The
    pointers to the weights are computed in the layout of their rows, and converted to the layout of the result."""
    rows = ct.gather(Rows, ct.bid(0) * TM + ct.arange(TM, dtype=ct.int32))
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(X, axis=1, shape=(TM, TK))):
        x = ct.gather(X, (ct.reshape(rows, (TM, 1)), ct.reshape(k * TK + ct.arange(TK, dtype=ct.int32), (1, TK))))
        acc = ct.mma(x, ct.load(W, (k, ct.bid(1)), (TK, TN)), acc)
    weights = ct.reshape(ct.astype(ct.gather(Weights, rows), ct.float32), (TM, 1))
    columns = ct.bid(1) * TN + ct.arange(TN, dtype=ct.int32)
    ct.scatter(Y, (ct.reshape(rows, (TM, 1)), ct.reshape(columns, (1, TN))), acc * weights)


@pytest.mark.parametrize("tile", [(32, 32, 16), (128, 64, 64)], ids=lambda t: "x".join(map(str, t)))
@pytest.mark.parametrize("dtype", [F16, BF16], ids=str)
def test_gathered_matmul(target, rng, dtype, tile):
    tm, tn, tk = tile
    x, w = small(rng, dtype, (2 * tm, 2 * tk)), small(rng, dtype, (2 * tk, 2 * tn))
    rows, weights = rng.permutation(2 * tm).astype(I32), small(rng, dtype, 2 * tm)
    rows[1::3] = 2 * tm  # not routed: neither read nor written
    y = np.full((2 * tm, 2 * tn), 7, F32)
    got = target.launch(gathered_matmul, (2, 2), x, rows, weights, w, Out(y.copy()), tm, tn, tk)
    routed = rows[rows < 2 * tm]
    y[routed] = (x[routed].astype(F32) @ w.astype(F32)) * weights[routed, None]
    check(got, y)


@ct.kernel
def chained_tf32_matmul(A, B, Sums, T: Int):
    """An MMA whose result is an operand of the next: only tiles of tf32, and 16-bit ones, are converted."""
    a = ct.astype(ct.load(A, (0, 0), (T, T)), ct.tfloat32)
    b = ct.astype(ct.load(B, (0, 0), (T, T)), ct.tfloat32)
    ab = ct.mma(a, b, ct.zeros((T, T), dtype=ct.float32))
    abta = ct.mma(ct.transpose(ct.astype(ab, ct.tfloat32)), a, ct.zeros((T, T), dtype=ct.float32))
    ct.store(Sums, (0,), ct.sum(abta, axis=1))


def test_tf32_operands_from_accumulators(target, rng):
    a, b = (rng.integers(-1, 2, (64, 64)).astype(F16) for _ in range(2))
    got = target.launch(chained_tf32_matmul, 1, a, b, Out(np.zeros(64, F32)), 64)
    check(got, ((a.astype(F32) @ b.astype(F32)).T @ a.astype(F32)).sum(axis=1))


def long_matmul(A, B, C, M: Int, N: Int, K: Int, TRANSPOSED: ct.Constant[bool]):
    """An MMA whose operand of 64 or 128 KiB goes through 32 KiB of scratch space, from which ldmatrix reads it."""
    b = ct.transpose(ct.load(B, (0, 0), (N, K))) if TRANSPOSED else ct.load(B, (0, 0), (K, N))
    ct.store(C, (0, 0), ct.mma(ct.load(A, (0, 0), (M, K)), b, ct.zeros((M, N), dtype=ct.float32)))


@pytest.mark.parametrize("shape, warps, transposed", [
    ((64, 8, 512), 4, False), ((16, 64, 512), 4, True),     # A; B: rounds are registers of every thread
    ((64, 8, 1024), 4, False), ((16, 32, 1024), 4, True),   # rounds differ between warps
    ((16, 1024, 32), 8, False),                             # ldmatrix.trans
], ids=str)
def test_matrices_in_rounds(target, rng, shape, warps, transposed):
    m, n, k = shape
    a, b = small(rng, F16, (m, k)), small(rng, F16, (k, n))
    stored = np.ascontiguousarray(b.T) if transposed else b
    kernel = ct.kernel(num_worker_warps=warps)(long_matmul)
    got = target.launch(kernel, 1, a, stored, Out(np.zeros((m, n), F32)), m, n, k, transposed)
    check(got, a.astype(F32) @ b.astype(F32))
