"""Matrix multiplication, on sizes that the tiles do not divide."""
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, I32, ZERO, Int, Numbers, Out, check
from mainloop import mainloop, mainloop_transposed
from ranges import TF32, Range, rounded


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    ct.store(C, (m, n), ct.astype(mainloop(A, B, m, n, TM, TN, TK), C.dtype))


def check_matmul(target, rng, kernel, a_type, out, sizes, tiles):
    (m, n, k), (tm, tn, tk) = sizes, tiles
    a, b = rng.normal(a_type, (m, k)), rng.normal(a_type, (k, n))
    got = target.launch(kernel, (-(-m // tm), -(-n // tn)), a, b, Out(np.zeros((m, n), out)), tm, tn, tk)
    check(got, Range(a, F32).mma(b))


@pytest.mark.parametrize("out", [F32, F16], ids=str)
@pytest.mark.parametrize("sizes", [(64, 64, 32), (70, 50, 40)], ids=lambda s: "x".join(map(str, s)))
def test_matmul_f16(target, rng, out, sizes):
    check_matmul(target, rng, matmul, F16, out, sizes, (32, 32, 16))


def test_matmul_bf16(target, rng):
    check_matmul(target, rng, matmul, BF16, F32, (33, 72, 64), (32, 64, 32))


@pytest.mark.parametrize("depth", [20, 64, 200])
def test_matmul_deep_tiles(target, rng, depth):
    """Where shared memory has no capacity for two stages, K tiles are shrunk: the last slices are outside of the
    array."""
    check_matmul(target, rng, matmul, F16, F32, (128, 120, depth), (128, 128, 64))


@ct.kernel
def matmul_of_iterations(A, B, C, iterations, TM: Int, TN: Int, TK: Int):
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(iterations):
        acc = ct.mma(ct.load(A, (0, k), (TM, TK), padding_mode=ZERO), ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO), acc)
    ct.store(C, (0, 0), acc)


@pytest.mark.parametrize("iterations", [1, 2, 5])
def test_matmul_of_a_cta_alone(target, rng, iterations):
    """Eight warps leave no capacity for a second CTA: they prefetch the first operands of the next iteration, if there
    is one."""
    check_iterations(target, rng, iterations)


@pytest.mark.blind("without a step nothing is multiplied")
def test_matmul_of_a_cta_alone_without_iterations(target, rng):
    check_iterations(target, rng, 0)


def check_iterations(target, rng, iterations):
    a, b = rng.normal(F16, (128, 160)), rng.normal(F16, (160, 256))
    got = target.launch(matmul_of_iterations, (1, 1), a, b, Out(np.ones((128, 256), F32)), np.int32(iterations), 128, 256, 32)
    check(got, Range(a[:, :32 * iterations], F32).mma(b[:32 * iterations]))


@pytest.mark.since(90)
@pytest.mark.parametrize("tiles", [(256, 256, 64), (128, 512, 32)], ids=lambda s: "x".join(map(str, s)))
def test_matmul_accumulator_larger_than_registers(target, rng, tiles):
    """The accumulator fills the whole tensor memory, and threads read it part by part; for warpgroups it is computed in
    slices."""
    tm, tn, tk = tiles
    check_matmul(target, rng, matmul, F16, F16, (tm - 6, tn - 8, 2 * tk + 8), tiles)


@pytest.mark.sweep
@pytest.mark.parametrize("tiles", [(16, 16, 16), (64, 64, 32), (128, 64, 16), (64, 128, 64), (16, 8, 32), (1, 32, 32)],
                         ids=lambda s: "x".join(map(str, s)))
def test_matmul_tile(target, rng, tiles):
    check_matmul(target, rng, matmul, F16, F32, (tiles[0] + 3, tiles[1] + 8, 2 * tiles[2] - 5), tiles)


@pytest.mark.sweep
@pytest.mark.blind("Hypothesis would look for the smallest example that convicts; test_matmul_tile has the same oracle")
@settings(max_examples=8, deadline=None, derandomize=True,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(m=st.integers(1, 100), n=st.integers(1, 100), k=st.integers(1, 100),
       tiles=st.tuples(*(st.sampled_from([16, 32, 64]) for _ in range(3))))
def test_matmul_any_size(target, m, n, k, tiles):
    check_matmul(target, Numbers(f"{m} {n} {k}"), matmul, F16, F32, (m, n, k), tiles)


@ct.kernel
def matmul_transposed(A, Bt, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    ct.store(C, (m, n), mainloop_transposed(A, Bt, m, n, TM, TN, TK, C.dtype))


def test_matmul_b_transposed(target, rng):
    a, b = rng.normal(F16, (40, 48)), rng.normal(F16, (35, 48))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 35), F32)), 32, 32, 16)
    check(got, Range(a, F32).mma(b.T))


@pytest.mark.since(100)
@pytest.mark.parametrize("dtype", [F16, BF16, E4M3, np.int8], ids=str)
@pytest.mark.parametrize("columns", [16, 64])
def test_matmul_64_rows(target, rng, dtype, columns):
    """An accumulator of 64 rows occupies half of the lanes of tensor memory."""
    out = I32 if dtype is np.int8 else F32
    a, b = (rng.any(dtype, size) if out is I32 else rng.normal(dtype, size) for size in [(70, 96), (columns + 9, 96)])
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((70, columns + 9), out)), 64, columns, 32)
    if out is I32:
        check(got, a.astype(I32) @ b.astype(I32).T)
    else:
        check(got, Range(a, F32).mma(b.T, **{"digits": 14} if dtype is E4M3 else {}))  # as in test_matmul_f8


@pytest.mark.operands(7)  # as below
def test_matmul_tf32_64_rows(target, rng):
    a, b = rng.normal(F32, (64, 80)), rng.normal(F32, (80, 64))
    got = target.launch(matmul_tf32_loop, 1, a, b, Out(np.zeros((64, 64), F32)), 64, 64, 16)
    check(got, Range(rounded(a, TF32), F32).mma(rounded(b, TF32)))


def test_matmul_i8(target, rng):
    a, b = rng.any(np.int8, (40, 96)), rng.any(np.int8, (33, 96))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 33), I32)), 32, 32, 32)
    check(got, a.astype(np.int32) @ b.astype(np.int32).T)


@pytest.mark.since(90)
@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
def test_matmul_f8(target, rng, dtype):
    a, b = rng.normal(dtype, (40, 64)), rng.normal(dtype, (33, 64))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 33), F32)), 32, 32, 32)
    check(got, Range(a, F32).mma(b.T, digits=14))  # tensor cores keep 13 bits after the first of the largest term


def check_f16_accumulators(target, rng, dtype, depth):
    """The operands are small integers, whose sums f16 holds exactly."""
    a, b = (rng.integers(-5, 6, size).astype(dtype) for size in [(40, 64), (33, 64)])
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 33), F16)), 32, 32, depth)
    check(got, (a.astype(F32) @ b.astype(F32).T).astype(F16))


@pytest.mark.operands(1)  # fewer than the digits of a five
@pytest.mark.parametrize("depth", [8, 16], ids=str)
def test_matmul_f16_accumulators(target, rng, depth):
    check_f16_accumulators(target, rng, F16, depth)


@pytest.mark.operands(1)
@pytest.mark.since(90)
@pytest.mark.parametrize("depth", [16, 32], ids=str)
def test_matmul_f8_f16_accumulators(target, rng, depth):
    check_f16_accumulators(target, rng, E4M3, depth)


@ct.kernel
def matmul_rows(A, B, C, TM: Int, TN: Int, TK: Int):
    """Both operands are row-major: the bytes of B are contiguous along N."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=C.dtype)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), acc)


def test_matmul_i8_rows(target, rng):
    a, b = rng.any(np.int8, (40, 160)), rng.any(np.int8, (160, 80))
    got = target.launch(matmul_rows, (2, 2), a, b, Out(np.zeros((40, 80), I32)), 32, 64, 64)
    check(got, a.astype(np.int32) @ b.astype(np.int32))


@pytest.mark.since(90)
def test_matmul_f8_rows(target, rng):
    a, b = rng.normal(E4M3, (64, 96)), rng.normal(E4M3, (96, 80))
    got = target.launch(matmul_rows, (2, 2), a, b, Out(np.zeros((64, 80), F32)), 32, 64, 32)
    check(got, Range(a, F32).mma(b, digits=14))


@pytest.mark.parametrize("kernel", [matmul_rows, matmul_transposed], ids=["rows", "transposed"])
@pytest.mark.parametrize("tiles", [(8, 16, 4), (16, 16, 8), (64, 32, 16)], ids=lambda s: "x".join(map(str, s)))
def test_matmul_f64(target, rng, kernel, tiles):
    (m, n, k), (tm, tn, tk) = (tiles[0] + 4, tiles[1] + 1, 3 * tiles[2] - 3), tiles
    a, b = rng.normal(F64, (m, k)), rng.normal(F64, (k, n))
    right = b if kernel is matmul_rows else np.ascontiguousarray(b.T)
    got = target.launch(kernel, (2, 2), a, right, Out(np.zeros((m, n), F64)), tm, tn, tk)
    check(got, Range(a, F64).mma(b))


@ct.kernel
def matmul_tf32(A, B, C, TM: Int, TN: Int, TK: Int):
    a = ct.astype(ct.load(A, (0, 0), (TM, TK)), ct.tfloat32)
    b = ct.astype(ct.load(B, (0, 0), (TK, TN)), ct.tfloat32)
    ct.store(C, (0, 0), ct.mma(a, b, ct.zeros((TM, TN), dtype=ct.float32)))


@pytest.mark.operands(7)  # bf16's; f32 operands lose what tf32 lacks anyway
def test_matmul_tf32(target, rng):
    a, b = rng.normal(F32, (32, 32)), rng.normal(F32, (32, 32))
    got = target.launch(matmul_tf32, 1, a, b, Out(np.zeros((32, 32), F32)), 32, 32, 32)
    check(got, Range(rounded(a, TF32), F32).mma(rounded(b, TF32)))


@ct.kernel
def matmul_tf32_loop(A, B, C, TM: Int, TN: Int, TK: Int):
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.astype(ct.load(A, (0, k), (TM, TK), padding_mode=ZERO), ct.tfloat32)
        b = ct.astype(ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO), ct.tfloat32)
        acc = ct.mma(a, b, acc)
    ct.store(C, (0, 0), acc)


@pytest.mark.operands(7)  # as above
@pytest.mark.parametrize("m, k", [(32, 16), (64, 64)])
def test_matmul_tf32_loop(target, rng, m, k):
    a, b = rng.normal(F32, (m, 5 * k)), rng.normal(F32, (5 * k, 64))
    got = target.launch(matmul_tf32_loop, 1, a, b, Out(np.zeros((m, 64), F32)), m, 64, k)
    check(got, Range(rounded(a, TF32), F32).mma(rounded(b, TF32)))


@ct.kernel
def matmul_rounded(A, B, C, TM: Int, TN: Int, TK: Int):
    """Operands are rounded after the load: their narrow form goes through shared memory."""
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.astype(ct.load(A, (0, k), (TM, TK), padding_mode=ZERO) * 2.0, ct.float16)
        b = ct.astype(ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO), ct.float16)
        acc = ct.mma(a, b, acc)
    ct.store(C, (0, 0), acc)


@pytest.mark.operands(7)  # bf16's; f32 operands lose what f16 lacks anyway
def test_matmul_rounded(target, rng):
    a, b = rng.normal(F32, (64, 50)), rng.normal(F32, (50, 64))
    got = target.launch(matmul_rounded, 1, a, b, Out(np.zeros((64, 64), F32)), 64, 64, 32)
    check(got, Range((a * 2).astype(F16), F32).mma(b.astype(F16)))


@ct.kernel
def matmul_padded(A, B, C, TM: Int, TN: Int, TK: Int):
    """Columns of A beyond its end make the accumulators of their rows infinite."""
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (ct.bid(0), k), (TM, TK), padding_mode=ct.PaddingMode.POS_INF)
        b = ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b + 1.0, acc)
    ct.store(C, (ct.bid(0), 0), acc)


@pytest.mark.blind("every sum is infinite, or every operand a small integer")
@pytest.mark.parametrize("depth", [64, 72], ids=str)
@pytest.mark.parametrize("tile", [32, 64], ids=str)
def test_matmul_padding(target, rng, tile, depth):
    rows, columns = tile + 8, 24
    a, b = (rng.integers(-3, 4, shape).astype(F16) for shape in [(rows, depth), (depth, columns)])
    got = target.launch(matmul_padded, 2, a, b, Out(np.zeros((rows, columns), F32)), tile, 32, 16)
    check(got, a.astype(F32) @ (b + 1).astype(F32) if depth % 16 == 0 else np.full((rows, columns), np.inf, F32))


@ct.kernel
def matmul_with_epilogue(A, B, Bias, C, T: Int):
    """An MMA with an epilogue of element-wise work and a reduction."""
    acc = ct.mma(ct.load(A, (0, 0), (T, T)), ct.load(B, (0, 0), (T, T)), ct.zeros((T, T), dtype=ct.float32))
    acc = ct.maximum(acc + ct.expand_dims(ct.load(Bias, (0,), (T,)), 0), 0.0)
    ct.store(C, (0,), ct.sum(acc, axis=1))


def test_matmul_with_epilogue(target, rng):
    a, b, bias = rng.normal(F16, (32, 32)), rng.normal(F16, (32, 32)), rng.normal(F32, 32)
    got = target.launch(matmul_with_epilogue, 1, a, b, bias, Out(np.zeros(32, F32)), 32)
    check(got, (Range(a, F32).mma(b) + bias).maximum(0.0).sum(1))


@ct.kernel
def matmul_batched(A, B, C, N: Int, T: Int):
    a, b = ct.load(A, (0, 0, 0), (N, T, T)), ct.load(B, (0, 0, 0), (N, T, T))
    ct.store(C, (0, 0, 0), ct.mma(a, b, ct.zeros((N, T, T), dtype=ct.float32)))


@pytest.mark.sweep
def test_matmul_batched(target, rng):
    a, b = rng.normal(F16, (2, 16, 16)), rng.normal(F16, (2, 16, 16))
    got = target.launch(matmul_batched, 1, a, b, Out(np.zeros((2, 16, 16), F32)), 2, 16)
    for one, x, y in zip(got, a, b, strict=True):
        check(one, Range(x, F32).mma(y))
