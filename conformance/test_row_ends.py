"""Rows of any length, of which only the alignment of their beginnings is known: multiples of 16 bytes. Vectors, async
copies and TMA are cut off where the array ends. Arrays of one dimension, and the last row of those with promised rows,
end where their memory does; slices end before memory that belongs to others."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import E4M3, F16, F32, I32, NEG_INF, ZERO, Int, Out, PromisedRows, check
from ranges import TF32, Range, rounded
from test_matmul import matmul, matmul_tf32_loop, matmul_transposed

I8 = np.dtype(np.int8)
ENDS = [1000, 1001, 4095]


def beyond(n):
    """The next multiple of 16, as strides must be."""
    return -(-n // 16) * 16


# ---------------------------------------------------------------- products


@ct.kernel
def matmul_of_slices(A, B, C, N, K, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    a_rows = A.slice(axis=1, start=0, stop=K)
    b_rows = B.slice(axis=0, start=0, stop=K).slice(axis=1, start=0, stop=N)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(a_rows, axis=1, shape=(TM, TK))):
        a = ct.load(a_rows, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(b_rows, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C.slice(axis=1, start=0, stop=N), (m, n), ct.astype(acc, C.dtype))


@pytest.mark.parametrize("n, k", [(1000, 50), (1001, 40), (90, 1001)], ids=str)
@pytest.mark.parametrize("out", [F16, F32], ids=str)
def test_matmul_of_slices(target, rng, n, k, out):
    """The memory after a row is not zero: it must not be multiplied, and not be written."""
    a, b, c = rng.normal(F16, (70, beyond(k))), rng.normal(F16, (beyond(k), beyond(n))), np.full((70, beyond(n)), 9, out)
    got = target.launch(matmul_of_slices, (2, -(-n // 64)), a, b, Out(c), np.int32(n), np.int32(k), 64, 64, 32)
    check(got[:, :n], Range(a[:, :k], F32).mma(b[:k, :n]))
    check(got[:, n:], c[:, n:])


@pytest.mark.sweep
@pytest.mark.parametrize("tiles", [(128, 128, 64), (128, 256, 64), (32, 32, 16)], ids=str)
def test_matmul_of_deep_slices(target, rng, tiles):
    a, b, c = rng.normal(F16, (70, 4096)), rng.normal(F16, (4096, 64)), np.full((70, 64), 9, F32)
    grid = (-(-70 // tiles[0]), -(-60 // tiles[1]))
    got = target.launch(matmul_of_slices, grid, a, b, Out(c), np.int32(60), np.int32(4095), *tiles)
    check(got[:, :60], Range(a[:, :4095], F32).mma(b[:4095, :60]))
    check(got[:, 60:], c[:, 60:])


def test_matmul_of_promised_rows(target, rng):
    """README's kernel and signature."""
    a, b, c = rng.normal(F16, (70, 1000)), rng.normal(F16, (1000, 88)), np.zeros((70, 88), F32)
    got = target.launch(matmul, (2, 2), a.view(PromisedRows), b.view(PromisedRows), Out(c.view(PromisedRows)), 64, 64, 32)
    check(got, Range(a, F32).mma(b))


@pytest.mark.operands(7)  # as test_matmul_tf32_loop
def test_matmul_of_promised_rows_tf32(target, rng):
    a, b, c = rng.normal(F32, (64, 1000)), rng.normal(F32, (1000, 64)), np.zeros((64, 64), F32)
    got = target.launch(matmul_tf32_loop, 1, a.view(PromisedRows), b.view(PromisedRows), Out(c.view(PromisedRows)), 64, 64, 32)
    check(got, Range(rounded(a, TF32), F32).mma(rounded(b, TF32)))


@ct.kernel
def matmul_of_bytes(A, Bt, C, K, TM: Int, TN: Int, TK: Int):
    a_rows, b_rows = A.slice(axis=1, start=0, stop=K), Bt.slice(axis=1, start=0, stop=K)
    acc = ct.zeros((TM, TN), dtype=C.dtype)
    for k in range(ct.num_tiles(a_rows, axis=1, shape=(TM, TK))):
        a = ct.load(a_rows, (ct.bid(0), k), (TM, TK), padding_mode=ZERO)
        b = ct.load(b_rows, (ct.bid(1), k), (TN, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(b), acc)
    ct.store(C, (ct.bid(0), ct.bid(1)), acc)


@pytest.mark.parametrize("k", ENDS)
def test_matmul_of_i8(target, rng, k):
    a, b = rng.any(I8, (40, beyond(k))), rng.any(I8, (33, beyond(k)))
    got = target.launch(matmul_of_bytes, (1, 1), a, b, Out(np.zeros((40, 33), I32)), np.int32(k), 64, 64, 64)
    check(got, a[:, :k].astype(I32) @ b[:, :k].astype(I32).T)


@pytest.mark.since(90)
def test_matmul_of_f8(target, rng):
    a, b = rng.normal(E4M3, (40, 96)), rng.normal(E4M3, (33, 96))
    got = target.launch(matmul_of_bytes, (1, 1), a, b, Out(np.zeros((40, 33), F32)), np.int32(83), 64, 64, 32)
    check(got, Range(a[:, :83], F32).mma(b[:, :83].T, digits=14))  # as test_matmul_f8


@ct.kernel
def matmul_of_mask(A, B, C, K, TM: Int, TN: Int, TK: Int):
    a_rows = A.slice(axis=1, start=0, stop=K)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(a_rows, axis=1, shape=(TM, TK))):
        a = ct.load(a_rows, (0, k), (TM, TK), padding_mode=NEG_INF)
        acc = ct.mma(ct.astype(a > 0, B.dtype), ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO), acc)
    ct.store(C, (0, 0), acc)


def test_matmul_of_padded_slices(target, rng):
    """Async copies can fill with zeros only: threads write any other padding."""
    a, b = np.ones((64, 144), F16), rng.normal(F16, (144, 64))
    a[:, ::3] = -1
    got = target.launch(matmul_of_mask, 1, a, b, Out(np.zeros((64, 64), F32)), np.int32(133), 64, 64, 32)
    check(got, Range((a[:, :133] > 0).astype(F16), F32).mma(b[:133]))


# ---------------------------------------------------------------- copies and rows


@ct.kernel
def copy_line(X, Y, T: Int):
    i = ct.bid(0)
    ct.store(Y, (i,), ct.load(X, (i,), (T,), padding_mode=ct.PaddingMode.UNDETERMINED))


@pytest.mark.parametrize("n", ENDS)
@pytest.mark.parametrize("dtype", [F16, F32, I8], ids=str)
def test_copy_line(target, rng, dtype, n):
    """An array that ends where its memory does, with the first and the last element of a vector, too."""
    for size in (n, 16 * (n // 16) + 1, 16 * (n // 16) + 15):
        x = rng.any(dtype, size)
        check(target.launch(copy_line, -(-size // 1024), x, Out(np.zeros(size, dtype)), 1024), x)


@pytest.mark.since(90)
def test_copy_line_f8(target, rng):
    x = rng.any(E4M3, 1001)
    check(target.launch(copy_line, 1, x, Out(np.zeros(1001, E4M3)), 1024), x)


@ct.kernel
def copy_slice(X, Y, Z, N, TM: Int, TN: Int):
    i, j = ct.bid(0), ct.bid(1)
    tile = ct.load(X.slice(axis=1, start=0, stop=N), (i, j), (TM, TN), padding_mode=ZERO)
    ct.store(Y.slice(axis=1, start=0, stop=N), (i, j), tile)
    ct.store(Z, (i, j), tile)


@pytest.mark.parametrize("n", ENDS)
@pytest.mark.parametrize("dtype", [F16, F32, I8], ids=str)
def test_copy_slice(target, rng, dtype, n):
    """Padding is zero, not the memory after the row, and nothing is written there."""
    x, y = rng.any(dtype, (5, beyond(n))), np.full((5, beyond(n)), 9, dtype)
    columns = -(-n // 128) * 128
    got, padded = target.launch(copy_slice, (2, columns // 128), x, Out(y), Out(np.ones((8, columns), dtype)), np.int32(n), 4, 128)
    check(got, np.concatenate([x[:, :n], y[:, n:]], 1))
    check(padded, np.pad(x[:, :n], ((0, 3), (0, columns - n))))


@ct.kernel
def softmax_line(X, Y, T: Int):
    x = ct.load(X, (0,), (T,), padding_mode=NEG_INF)
    e = ct.exp(x - ct.max(x, 0))
    ct.store(Y, (0,), e / ct.sum(e, 0))


@pytest.mark.parametrize("n", ENDS)
def test_softmax_line(target, rng, n):
    """Padding that is not zero, in an array that ends where its memory does."""
    x = rng.normal(F32, n)
    e = (Range(x, F32) - x.max()).function(np.exp, 2)
    got = target.launch(softmax_line, 1, x, Out(np.zeros_like(x)), 1 << (n - 1).bit_length())
    check(got, e / e.sum(0))


@ct.kernel
def transpose_slice(X, Y, N, TM: Int, TN: Int):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(Y.slice(axis=1, start=0, stop=N), (j, i), ct.transpose(ct.load(X, (i, j), (TM, TN))))


def test_transpose_slice(target, rng):
    x, y = rng.any(F16, (1001, 48)), np.full((48, 1008), 9, F16)
    got = target.launch(transpose_slice, (16, 1), x, Out(y), np.int32(1001), 64, 64)
    check(got, np.concatenate([x.T, y[:, 1001:]], 1))


@pytest.mark.parametrize("multiple", [2, 4])
def test_rows_of_less_alignment(target, rng, multiple):
    """Vectors as long as the alignment of rows allows: of 4 and 8 bytes."""
    x, y = rng.any(F16, (6, 1000 + multiple)), np.full((6, 1000 + multiple), 9, F16)
    got = target.launch(copy_promised, 2, x, Out(y), np.int32(1001), multiple, 4, 1024)
    check(got, np.concatenate([x[:, :1001], y[:, 1001:]], 1))


@ct.kernel
def copy_promised(X, Y, N, MULTIPLE: Int, TM: Int, TN: Int):
    i = ct.bid(0)
    ct.store(Y.slice(axis=1, start=0, stop=N), (i, 0), ct.load(X.slice(axis=1, start=0, stop=N), (i, 0), (TM, TN)))
