"""Numbers of 4 bits, powers of two as scales, and block-scaled products."""
import ml_dtypes
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, Int, Out, check

E2M1, E8M0 = np.dtype(ml_dtypes.float4_e2m1fn), np.dtype(ml_dtypes.float8_e8m0fnu)
U8 = np.dtype(np.uint8)
pytestmark = pytest.mark.since(100)  # what the types are refused before


@ct.kernel
def through_e2m1(X, Y, T: Int):
    x = ct.astype(ct.load(X, (ct.bid(0),), (T,)), ct.float4_e2m1fn)
    ct.store(Y, (ct.bid(0),), ct.astype(x, Y.dtype))


@pytest.mark.blind("they are rounded to one binary place anyway")
@pytest.mark.parametrize("dtype", [F16, BF16, F32, F64, E4M3, E5M2], ids=str)
def test_e2m1(target, dtype):
    """All numbers, what lies half way between them, and a little beside that; too large ones."""
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
@pytest.mark.parametrize("shape", [(16, 16, 64), (64, 32, 128)], ids=str)
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
