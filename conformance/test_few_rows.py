"""MMAs of fewer rows or columns than a matrix instruction has: it computes the transposed MMA, or some rows twice."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, Int, Out, check
from one_matmul import I8, by_columns, computed, matmul, multiply, of_iterations, small

ROWS = [(F16, (1, 64, 64)), (BF16, (2, 32, 64)), (F16, (4, 16, 32)), (F16, (8, 128, 64)), (I8, (1, 64, 64)), (I8, (8, 32, 32)),
        (F64, (8, 32, 16)), (F64, (2, 32, 16))]
COLUMNS = [(F16, (64, 1, 64)), (BF16, (32, 2, 32)), (I8, (16, 4, 32)), (F64, (32, 4, 16))]
BOTH = [(F16, (8, 8, 64)), (BF16, (4, 8, 32)), (I8, (8, 4, 64)), (F16, (2, 1, 16))]


@pytest.mark.parametrize("dtype,tile", ROWS + COLUMNS + BOTH, ids=str)
def test_few(target, rng, dtype, tile):
    multiply(target, rng, matmul, dtype, tile, tile)


@pytest.mark.parametrize("dtype,tile", [ROWS[0], ROWS[3], ROWS[5], COLUMNS[0], BOTH[0]], ids=str)
@pytest.mark.parametrize("kernel", [by_columns, computed], ids=["by_columns", "computed"])
def test_few_of_other_operands(target, rng, kernel, dtype, tile):
    multiply(target, rng, kernel, dtype, tile, tile)


@pytest.mark.parametrize("dtype,tile", [ROWS[0], ROWS[3], ROWS[4], COLUMNS[1], BOTH[1]], ids=str)
def test_few_of_iterations(target, rng, dtype, tile):
    """The loop carries accumulators, without those of the padding, and loads run ahead."""
    multiply(target, rng, of_iterations, dtype, tile, (*tile[:2], 5 * tile[2] + 8))


@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
@pytest.mark.since(90)
def test_few_rows_of_f8(target, rng, dtype):
    multiply(target, rng, by_columns, dtype, (4, 32, 64), (4, 32, 64))


@ct.kernel
def of_tf32(A, B, C, M: Int, N: Int, K: Int):
    a, b = ct.load(A, (0, 0), (M, K)), ct.load(B, (0, 0), (K, N))
    ct.store(C, (0, 0), ct.mma(ct.astype(a, ct.tfloat32), ct.astype(b, ct.tfloat32), ct.load(C, (0, 0), (M, N))))


@pytest.mark.parametrize("tile", [(1, 32, 32), (2, 32, 32), (8, 16, 8), (32, 4, 16)], ids=str)
def test_few_of_tf32(target, rng, tile):
    multiply(target, rng, of_tf32, F32, tile, tile)


@ct.kernel
def with_narrow_accumulator(A, B, C, M: Int, N: Int, K: Int):
    ct.store(C, (0, 0), ct.mma(ct.load(A, (0, 0), (M, K)), ct.load(B, (0, 0), (K, N)), ct.load(C, (0, 0), (M, N))))


@pytest.mark.parametrize("tile", [(1, 32, 32), (32, 1, 32), (8, 32, 64)], ids=str)
def test_few_with_narrow_accumulators(target, rng, tile):
    m, n, k = tile
    a, b, c = small(rng, F16, (m, k)), small(rng, F16, (k, n)), small(rng, F16, (m, n))
    got = target.launch(with_narrow_accumulator, 1, a, b, Out(c), *tile)
    check(got, (a.astype(F32) @ b.astype(F32) + c.astype(F32)).astype(F16))


@ct.kernel
def of_batch(A, B, C, S: Int, M: Int, N: Int, K: Int):
    ct.store(C, (0, 0, 0), ct.mma(ct.load(A, (0, 0, 0), (S, M, K)), ct.load(B, (0, 0, 0), (S, K, N)), ct.load(C, (0, 0, 0), (S, M, N))))


@pytest.mark.parametrize("tile", [(4, 2, 32, 32), (2, 32, 1, 32)], ids=str)
def test_few_of_batch(target, rng, tile):
    s, m, n, k = tile
    a, b, c = small(rng, F16, (s, m, k)), small(rng, F16, (s, k, n)), small(rng, F32, (s, m, n))
    got = target.launch(of_batch, 1, a, b, Out(c), *tile)
    check(got, a.astype(F32) @ b.astype(F32) + c)


@ct.kernel
def reduced(A, B, Rows, Columns, Back, M: Int, N: Int, K: Int):
    """Sums of rows and of columns count each element once, and the result is an operand again."""
    s = ct.mma(ct.load(A, (0, 0), (M, K)), ct.load(B, (0, 0), (K, N)), ct.zeros((M, N), dtype=ct.float32))
    ct.store(Rows, (0, 0), ct.sum(s, axis=1, keepdims=True))
    ct.store(Columns, (0, 0), ct.sum(s, axis=0, keepdims=True))
    back = ct.mma(ct.astype(s, ct.float16), ct.transpose(ct.load(B, (0, 0), (K, N))), ct.zeros((M, K), dtype=ct.float32))
    ct.store(Back, (0, 0), back)


@pytest.mark.parametrize("tile", [(1, 64, 32), (2, 32, 32), (8, 128, 64), (64, 2, 32)], ids=str)
def test_few_are_reduced_and_multiplied_again(target, rng, tile):
    m, n, k = tile
    a, b = small(rng, F16, (m, k)), small(rng, F16, (k, n))
    rows, columns, back = target.launch(reduced, 1, a, b, Out(np.zeros((m, 1), F32)), Out(np.zeros((1, n), F32)),
                                        Out(np.zeros((m, k), F32)), *tile)
    s = a.astype(F32) @ b.astype(F32)
    check(rows, s.sum(1, keepdims=True))
    check(columns, s.sum(0, keepdims=True))
    check(back, s @ b.astype(F32).T)
