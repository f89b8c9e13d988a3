"""MMAs that are large enough for warpgroups (wgmma on sm_90): types, spans of rows in shared memory, contiguous
dimensions, A in registers, two warpgroups along M and N."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, I32, ZERO, Int, Out, check
from ranges import TF32, Range, rounded


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int, TA: Int, TB: Int):
    """TA, TB: the array holds the operand transposed."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=C.dtype)
    for k in range(ct.num_tiles(A, axis=0 if TA else 1, shape=(TK, TM) if TA else (TM, TK))):
        if TA:
            a = ct.transpose(ct.load(A, (k, m), (TK, TM), padding_mode=ZERO))
        else:
            a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        if TB:
            b = ct.transpose(ct.load(B, (n, k), (TN, TK), padding_mode=ZERO))
        else:
            b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), acc)


def launch(target, a, b, out, tiles, transposed=(False, False)):
    m, n, k = a.shape[0], b.shape[1], a.shape[1]
    tm, tn, tk = tiles
    arrays = [np.ascontiguousarray(x.T) if t else x for x, t in zip((a, b), transposed)]
    return target.launch(matmul, (-(-m // tm), -(-n // tn)), *arrays, Out(np.zeros((m, n), out)), tm, tn, tk,
                         *map(int, transposed))


# The span of a row is 32, 64 or 128 bytes; (64, 64) for 4 warps, 128 x 256 for two warpgroups, along M.
@pytest.mark.parametrize("tiles", [(64, 16, 16), (64, 32, 32), (128, 64, 64), (64, 8, 128), (128, 256, 32)],
                         ids=lambda s: "x".join(map(str, s)))
@pytest.mark.parametrize("transposed", [(False, False), (True, False), (False, True), (True, True)], ids=str)
def test_f16(target, rng, tiles, transposed):
    m, n, k = tiles[0], tiles[1], 3 * tiles[2] - 8
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    check(launch(target, a, b, F32, tiles, transposed), Range(a, F32).mma(b))


def test_bf16(target, rng):
    a, b = rng.normal(BF16, (72, 80)), rng.normal(BF16, (80, 64))
    check(launch(target, a, b, F32, (64, 64, 32)), Range(a, F32).mma(b))


@pytest.mark.parametrize("transposed", [(False, True), (True, True), (False, False)], ids=str)
def test_i8(target, rng, transposed):
    a, b = rng.any(np.int8, (64, 160)), rng.any(np.int8, (160, 64))
    got = launch(target, a, b, I32, (64, 64, 64), transposed)
    check(got, a.astype(np.int32) @ b.astype(np.int32))


@pytest.mark.since(90)
@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
def test_f8(target, rng, dtype):
    a, b = rng.normal(dtype, (64, 160)), rng.normal(dtype, (160, 64))
    # Tensor cores keep 13 bits after the first of the largest matmul.
    check(launch(target, a, b, F32, (64, 64, 64), (False, True)), Range(a, F32).mma(b, digits=14))


@ct.kernel
def matmul_tf32(A, B, C, T: Int):
    a = ct.astype(ct.load(A, (0, 0), (T, 32)), ct.tfloat32)
    b = ct.astype(ct.transpose(ct.load(B, (0, 0), (T, 32))), ct.tfloat32)
    ct.store(C, (0, 0), ct.mma(a, b, ct.zeros((T, T), dtype=ct.float32)))


@pytest.mark.operands(7)  # bf16's; f32 operands lose what tf32 lacks anyway
def test_tf32(target, rng):
    a, b = rng.normal(F32, (64, 32)), rng.normal(F32, (64, 32))
    got = target.launch(matmul_tf32, 1, a, b, Out(np.zeros((64, 64), F32)), 64)
    check(got, Range(rounded(a, TF32), F32).mma(rounded(b.T, TF32)))


@ct.kernel
def matmul_transposed(A, B, C, T: Int):
    """B is contiguous along N, where the matrix unit requires K."""
    acc = ct.zeros((T, T), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(T, 16))):
        a = ct.astype(ct.load(A, (0, k), (T, 16), padding_mode=ZERO), ct.tfloat32)
        b = ct.astype(ct.load(B, (k, 0), (16, T), padding_mode=ZERO), ct.tfloat32)
        acc = ct.mma(a, b, acc)
    ct.store(C, (0, 0), acc)


@pytest.mark.operands(7)  # bf16's; f32 operands lose what tf32 lacks anyway
def test_tf32_transposed(target, rng):
    a, b = rng.normal(F32, (64, 44)), rng.normal(F32, (44, 64))
    got = target.launch(matmul_transposed, 1, a, b, Out(np.zeros((64, 64), F32)), 64)
    check(got, Range(rounded(a, TF32), F32).mma(rounded(b, TF32)))


@ct.kernel
def matmul_widened(A, B, C, T: Int):
    """B is computed in each iteration, and A is, too."""
    acc = ct.zeros((T, T), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(T, 32))):
        a = ct.astype(ct.load(A, (0, k), (T, 32)), ct.float16)
        acc = ct.mma(a, ct.astype(ct.load(B, (k, 0), (32, T)), ct.float16), acc)
    ct.store(C, (0, 0), acc)


def test_computed_operands(target, rng):
    a, b = rng.any(np.int8, (64, 64)), rng.any(np.int8, (64, 64))
    got = target.launch(matmul_widened, 1, a, b, Out(np.zeros((64, 64), F32)), 64)
    check(got, Range(a.astype(F32), F32).mma(b.astype(F32)))


@ct.kernel
def accumulate_computed(A, B, D, C, T: Int, TF32: Int):
    """The first result of an iteration is B of the second MMA, which adds to what the loop carries: threads store B
    again in each iteration, when MMAs have read it. In the next loop B is loaded and scaled, and A stays."""
    d = ct.load(D, (0, 0), (T, T))
    acc = ct.zeros((T, T), dtype=ct.float32)
    for n in range(ct.num_tiles(B, axis=1, shape=(T, T))):
        p = ct.mma(ct.load(A, (0, n), (T, T)), ct.load(B, (0, n), (T, T)), ct.zeros((T, T), dtype=ct.float32))
        if TF32:
            acc = ct.mma(ct.astype(d, ct.tfloat32), ct.astype(p, ct.tfloat32), acc)
        else:
            acc = ct.mma(d, ct.astype(p, ct.float16), acc)
    for n in range(ct.num_tiles(B, axis=1, shape=(T, T))):
        acc = ct.mma(d, ct.load(B, (0, n), (T, T)) * 2, acc)
    ct.store(C, (0, 0), acc)


@pytest.mark.parametrize("tf32", [False, True], ids=["f16", "tf32"])
@pytest.mark.parametrize("size", [64, 128])
def test_accumulate_computed(target, rng, size, tf32):
    a, b = (rng.integers(-1, 2, (size, 4 * size)).astype(F16) for _ in range(2))
    d = rng.integers(-1, 2, (size, size)).astype(F16)
    got = target.launch(accumulate_computed, 1, a, b, d, Out(np.zeros((size, size), F32)), size, int(tf32))
    tiles = [(x.astype(F32) for x in (a[:, i:i + size], b[:, i:i + size])) for i in range(0, 4 * size, size)]
    check(got, sum(d.astype(F32) @ (x @ y + 2 * y) for x, y in tiles))


@ct.kernel
def chained_matmul(A, B, D, C, T: Int):
    """The first result is A of the second MMA, in registers."""
    a, d = ct.load(A, (0, 0), (T, T)), ct.load(D, (0, 0), (T, T))
    acc = ct.zeros((T, T), dtype=ct.float32)
    for n in range(2):
        p = ct.mma(a, ct.load(B, (0, n), (T, T)), ct.zeros((T, T), dtype=ct.float32))
        acc = ct.mma(ct.astype(ct.maximum(p, 0.0), ct.float16), d, acc * 0.5)
    ct.store(C, (0, 0), acc)


def test_chained_matmul(target, rng):
    a, b = rng.integers(-2, 3, (64, 64)).astype(F16), rng.integers(-2, 3, (64, 128)).astype(F16)
    d = rng.normal(F16, (64, 64))
    got = target.launch(chained_matmul, 1, a, b, d, Out(np.zeros((64, 64), F32)), 64)
    p = np.maximum(a.astype(F32) @ b.astype(F32), 0).astype(F16)
    check(got, Range(p[:, 64:], F32).mma(d, Range(p[:, :64], F32).mma(d) * 0.5))
