"""Numbers of 4 bits, powers of two as scales, and block-scaled MMA."""
import ml_dtypes
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, Int, Out, check

E2M1, E8M0 = np.dtype(ml_dtypes.float4_e2m1fn), np.dtype(ml_dtypes.float8_e8m0fnu)
U8 = np.dtype(np.uint8)
pytestmark = pytest.mark.since(100)  # earlier targets refuse the types


@ct.kernel
def through_e2m1(X, Y, T: Int):
    x = ct.astype(ct.load(X, (ct.bid(0),), (T,)), ct.float4_e2m1fn)
    ct.store(Y, (ct.bid(0),), ct.astype(x, Y.dtype))


@pytest.mark.blind("they are rounded to one binary place anyway")
@pytest.mark.parametrize("dtype", [F16, BF16, F32, F64, E4M3, E5M2], ids=str)
def test_e2m1(target, dtype):
    """All numbers, the midpoints between them, and numbers close to those; overflows."""
    exact = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
    middle = (exact[:-1] + exact[1:]) / 2
    x = np.concatenate([exact, middle, middle * (1 + 2.0**-6), middle * (1 - 2.0**-6), [5.01, 6.5, 7, 100, 1e-3]])
    x = np.concatenate([x, -x])
    x = np.resize(x, 128).astype(dtype)
    check(target.launch(through_e2m1, 1, x, Out(np.zeros(128, dtype)), 128), x.astype(F64).astype(E2M1).astype(dtype))


@ct.kernel
def through_e8m0(X, Down, Up, T: Int):
    x = ct.load(X, (ct.bid(0),), (T,))
    down = ct.astype(x, ct.float8_e8m0fnu, rounding_mode=ct.RoundingMode.RZ)
    up = ct.astype(x, ct.float8_e8m0fnu, rounding_mode=ct.RoundingMode.RP)
    ct.store(Down, (ct.bid(0),), ct.bitcast(down, ct.uint8))
    ct.store(Up, (ct.bid(0),), ct.bitcast(up, ct.uint8))


@pytest.mark.blind("only their exponents count")
@pytest.mark.parametrize("dtype", [BF16, F32, F64], ids=str)
def test_e8m0(target, dtype):
    exponents = np.concatenate([np.arange(-126, 127), [-100.5, 0.25, 88.75]])
    x = np.exp2(exponents).astype(dtype)
    x[::3] *= np.asarray(1.25, dtype)
    x[0] = 2.0**-127
    exact = x.astype(F64)
    down = np.floor(np.log2(exact)).astype(int)
    up = down + (np.exp2(down.astype(F64)) != exact)
    got_down, got_up = target.launch(through_e8m0, 2, x, Out(np.zeros(256, U8)), Out(np.zeros(256, U8)),
                                     128, version="13.4")
    check(got_down, np.clip(down + 127, 0, 254).astype(U8))
    check(got_up, np.clip(up + 127, 0, 254).astype(U8))


@ct.kernel
def from_e8m0(X, Y, T: Int):
    ct.store(Y, (0,), ct.astype(ct.bitcast(ct.load(X, (0,), (T,)), ct.float8_e8m0fnu), ct.float32))


def test_all_e8m0(target):
    x = np.arange(256).astype(U8)
    check(target.launch(from_e8m0, 1, x, Out(np.zeros(256, F32)), 256), x.view(E8M0).astype(F32))


@ct.kernel
def unpack_and_pack(X, Y, Z, T: Int):
    """Two numbers to a byte, the first one low."""
    x = ct.unpack_from_bytes(ct.load(X, (0,), (T,)), ct.float4_e2m1fn)
    ct.store(Y, (0,), ct.astype(x, ct.float32))
    ct.store(Z, (0,), ct.pack_to_bytes(x))


def test_bytes_of_e2m1(target):
    x = np.arange(256).astype(U8)
    numbers = np.stack([x & 15, x >> 4], axis=1).reshape(-1).astype(U8).view(E2M1).astype(F32)
    y, z = target.launch(unpack_and_pack, 1, x, Out(np.zeros(512, F32)), Out(np.zeros(256, U8)), 256)
    check(y, numbers)
    check(z, x)


@ct.kernel
def scaled_fp8(A, SA, B, SB, C, M: Int, N: Int, K: Int):
    sa = ct.bitcast(ct.load(SA, (0, 0), (M, K // 32)), ct.float8_e8m0fnu)
    sb = ct.bitcast(ct.load(SB, (0, 0), (K // 32, N)), ct.float8_e8m0fnu)
    c = ct.mma_scaled(ct.load(A, (0, 0), (M, K)), sa, ct.load(B, (0, 0), (K, N)), sb,
                      ct.zeros((M, N), dtype=ct.float32))
    ct.store(C, (0, 0), c)


@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
@pytest.mark.parametrize("shape", [(16, 16, 64), (64, 32, 128), (128, 64, 128)], ids=str)
def test_scaled_fp8(target, rng, dtype, shape):
    m, n, k = shape
    a, b = (rng.integers(-4, 5, s).astype(F32).astype(dtype) for s in ((m, k), (k, n)))
    sa, sb = (rng.integers(125, 130, s).astype(U8) for s in ((m, k // 32), (k // 32, n)))
    expected = (a.astype(F64) * np.repeat(np.exp2(sa.astype(F64) - 127), 32, axis=1)) @ \
        (b.astype(F64) * np.repeat(np.exp2(sb.astype(F64) - 127), 32, axis=0))
    check(target.launch(scaled_fp8, 1, a, sa, b, sb, Out(np.zeros((m, n), F32)), m, n, k), expected.astype(F32))


@ct.kernel
def scaled_fp4(A, SA, B, SB, C, M: Int, N: Int, K: Int, V: Int):
    """Operands of two numbers a byte, scales of e4m3."""
    a = ct.reshape(ct.unpack_from_bytes(ct.load(A, (0,), (M * K // 2,)), ct.float4_e2m1fn), (M, K))
    b = ct.reshape(ct.unpack_from_bytes(ct.load(B, (0,), (K * N // 2,)), ct.float4_e2m1fn), (K, N))
    sa, sb = ct.load(SA, (0, 0), (M, K // V)), ct.load(SB, (0, 0), (K // V, N))
    ct.store(C, (0, 0), ct.mma_scaled(a, sa, b, sb, ct.zeros((M, N), dtype=ct.float32)))


def test_scaled_fp4(target, rng):
    m, n, k, v = 32, 32, 64, 16
    a, b = (rng.integers(0, 256, s // 2).astype(U8) for s in (m * k, k * n))
    sa, sb = (rng.integers(1, 8, s).astype(F32).astype(E4M3) for s in ((m, k // v), (k // v, n)))

    def numbers(packed, shape):
        return np.stack([packed & 15, packed >> 4], axis=1).reshape(shape).astype(U8).view(E2M1).astype(F64)

    expected = (numbers(a, (m, k)) * np.repeat(sa.astype(F64), v, axis=1)) @ \
        (numbers(b, (k, n)) * np.repeat(sb.astype(F64), v, axis=0))
    check(target.launch(scaled_fp4, 1, a, sa, b, sb, Out(np.zeros((m, n), F32)), m, n, k, v), expected.astype(F32))


# ---------------------------------------------------------------- products of many steps


def powers(rng, shape):
    """Scales that are powers of two."""
    return np.exp2(rng.integers(-2, 3, shape)).astype(E8M0)


def spread(scales, v):
    """A scale for each element of a row."""
    return np.repeat(scales.astype(F64), v, axis=1)


@ct.kernel
def matmul_scaled(A, SA, Bt, SB, C, TM: Int, TN: Int, TK: Int, V: Int):
    """Rows of both operands and of their scales are contiguous along K."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a, sa = ct.load(A, (m, k), (TM, TK)), ct.load(SA, (m, k), (TM, TK // V))
        b, sb = ct.load(Bt, (n, k), (TN, TK)), ct.load(SB, (n, k), (TN, TK // V))
        acc = ct.mma_scaled(a, sa, ct.transpose(b), ct.transpose(sb), acc)
    ct.store(C, (m, n), acc)


@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
@pytest.mark.parametrize("tile", [(64, 64, 128), (128, 32, 64), (16, 8, 32), (32, 64, 256), (128, 32, 256),
                                  (256, 64, 128), (128, 256, 128)], ids=str)
def test_matmul_scaled_fp8(target, rng, dtype, tile):
    tm, tn, tk = tile
    m, n, k = 2 * tm, tn, 3 * tk
    a, b = (rng.integers(-4, 5, s).astype(F32).astype(dtype) for s in ((m, k), (n, k)))
    sa, sb = powers(rng, (m, k // 32)), powers(rng, (n, k // 32))
    expected = (a.astype(F64) * spread(sa, 32)) @ (b.astype(F64) * spread(sb, 32)).T
    check(target.launch(matmul_scaled, (2, 1, 1), a, sa, b, sb, Out(np.zeros((m, n), F32)), tm, tn, tk, 32),
          expected.astype(F32))


@ct.kernel
def batched_scaled(A, SA, B, SB, C, T: Int, M: Int, N: Int, K: Int):
    sa, sb = ct.load(SA, (0, 0, 0), (T, M, K // 32)), ct.load(SB, (0, 0, 0), (T, K // 32, N))
    a, b = ct.load(A, (0, 0, 0), (T, M, K)), ct.load(B, (0, 0, 0), (T, K, N))
    ct.store(C, (0, 0, 0), ct.mma_scaled(a, sa, b, sb, ct.zeros((T, M, N), dtype=ct.float32)))


def test_batched_scaled(target, rng):
    t, m, n, k = 4, 32, 32, 64
    a, b = (rng.integers(-4, 5, s).astype(F32).astype(E4M3) for s in ((t, m, k), (t, k, n)))
    sa, sb = powers(rng, (t, m, k // 32)), powers(rng, (t, k // 32, n))
    expected = (a.astype(F64) * np.repeat(sa.astype(F64), 32, axis=2)) @ \
        (b.astype(F64) * np.repeat(sb.astype(F64), 32, axis=1))
    check(target.launch(batched_scaled, 1, a, sa, b, sb, Out(np.zeros((t, m, n), F32)), t, m, n, k),
          expected.astype(F32))


@ct.kernel
def blocks_of_scales(A, SA, Bt, SB, C, TM: Int, TN: Int, TK: Int):
    """Scales in blocks of 32 x 4 x 4, as tensor memory requires them."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        sa = ct.load(SA, (m, k, 0, 0), (TM // 128, TK // 128, 32, 16))
        sa = ct.permute(ct.reshape(sa, (TM // 128, TK // 128, 32, 4, 4)), (0, 3, 2, 1, 4))
        sb = ct.load(SB, (n, k, 0, 0), (TN // 128, TK // 128, 32, 16))
        sb = ct.permute(ct.reshape(sb, (TN // 128, TK // 128, 32, 4, 4)), (0, 3, 2, 1, 4))
        a, b = ct.load(A, (m, k), (TM, TK)), ct.load(Bt, (n, k), (TN, TK))
        acc = ct.mma_scaled(a, ct.reshape(sa, (TM, TK // 32)), ct.transpose(b),
                            ct.transpose(ct.reshape(sb, (TN, TK // 32))), acc)
    ct.store(C, (m, n), acc)


def in_blocks(scales):
    """Reorders (rows, scales of a row) to blocks of 128 rows by 4 scales."""
    rows, count = scales.shape
    return scales.reshape(rows // 128, 4, 32, count // 4, 4).transpose(0, 3, 2, 1, 4) \
        .reshape(rows // 128, count // 4, 32, 16).copy()


@pytest.mark.parametrize("tile", [(128, 128, 128), (256, 128, 128), (128, 256, 128), (128, 128, 256), (128, 256, 256)], ids=str)
def test_blocks_of_scales(target, rng, tile):
    tm, tn, tk = tile
    m, n, k = 2 * tm, tn, 3 * tk
    a, b = (rng.integers(-4, 5, s).astype(F32).astype(E4M3) for s in ((m, k), (n, k)))
    sa, sb = powers(rng, (m, k // 32)), powers(rng, (n, k // 32))
    expected = (a.astype(F64) * spread(sa, 32)) @ (b.astype(F64) * spread(sb, 32)).T
    check(target.launch(blocks_of_scales, (2, 1, 1), a, in_blocks(sa), b, in_blocks(sb), Out(np.zeros((m, n), F32)),
                        tm, tn, tk), expected.astype(F32))


def packed(rng, shape):
    """Rows of numbers of 4 bits, two in a byte, and their values."""
    m, k = shape
    raw = rng.integers(0, 256, (m, k // 2)).astype(U8)
    return raw, np.stack([raw & 15, raw >> 4], axis=2).reshape(shape).astype(U8).view(E2M1).astype(F64)


@ct.kernel
def matmul_scaled_fp4(A, SA, Bt, SB, C, TM: Int, TN: Int, TK: Int, V: Int):
    """Both operands are bytes of two numbers, adjacent along K."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK // 2))):
        a = ct.reshape(ct.load(A, (m, k), (TM, TK // 2)), (TM * TK // 2,))
        b = ct.reshape(ct.load(Bt, (n, k), (TN, TK // 2)), (TN * TK // 2,))
        a = ct.reshape(ct.unpack_from_bytes(a, ct.float4_e2m1fn), (TM, TK))
        b = ct.reshape(ct.unpack_from_bytes(b, ct.float4_e2m1fn), (TN, TK))
        sa, sb = ct.load(SA, (m, k), (TM, TK // V)), ct.load(SB, (n, k), (TN, TK // V))
        acc = ct.mma_scaled(a, sa, ct.transpose(b), ct.transpose(sb), acc)
    ct.store(C, (m, n), acc)


@pytest.mark.parametrize("scale", [E8M0, E4M3], ids=str)
@pytest.mark.parametrize("tile", [(64, 64, 256), (32, 16, 64), (128, 32, 128), (128, 64, 256), (16, 8, 64)],
                         ids=str)
def test_matmul_scaled_fp4(target, rng, scale, tile):
    tm, tn, tk = tile
    v = 32 if scale == E8M0 else 16
    m, n, k = 2 * tm, tn, 3 * tk
    (a, numbers_a), (b, numbers_b) = packed(rng, (m, k)), packed(rng, (n, k))
    sa, sb = (np.exp2(rng.integers(-2, 3, (rows, k // v))).astype(scale) for rows in (m, n))
    if scale == E4M3:
        sa, sb = ((s.astype(F32) * rng.integers(1, 4, s.shape)).astype(scale) for s in (sa, sb))
    expected = (numbers_a * spread(sa, v)) @ (numbers_b * spread(sb, v)).T
    check(target.launch(matmul_scaled_fp4, (2, 1, 1), a, sa, b, sb, Out(np.zeros((m, n), F32)), tm, tn, tk, v),
          expected.astype(F32))
