"""Matrix products, on sizes that the tiles do not divide."""
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, I32, ZERO, Int, Numbers, Out, Within, check


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


def summing(k, out):
    """Each of k products and sums is exact in f64; a tensor core may round, or cut off, at every addition."""
    return Within(f"{k} additions in f32, in any order, each rounded or truncated, then one rounding to {out}",
                  ulp=0.5 if out != F32 else 0, rtol=0, atol=k * 2.0**-23 * k**0.5)


def product(target, rng, kernel, a_type, out, sizes, tiles):
    (m, n, k), (tm, tn, tk) = sizes, tiles
    a, b = rng.normal(a_type, (m, k)), rng.normal(a_type, (k, n))
    got = target.launch(kernel, (-(-m // tm), -(-n // tn)), a, b, Out(np.zeros((m, n), out)), tm, tn, tk)
    check(got, a.astype(float) @ b.astype(float), summing(k, out))


@pytest.mark.parametrize("out", [F32, F16], ids=str)
@pytest.mark.parametrize("sizes", [(64, 64, 32), (70, 50, 40)], ids=lambda s: "x".join(map(str, s)))
def test_matmul_f16(target, rng, out, sizes):
    product(target, rng, matmul, F16, out, sizes, (32, 32, 16))


def test_matmul_bf16(target, rng):
    product(target, rng, matmul, BF16, F32, (33, 72, 64), (32, 64, 32))


@pytest.mark.sweep
@pytest.mark.parametrize("tiles", [(16, 16, 16), (64, 64, 32), (128, 64, 16), (64, 128, 64), (16, 8, 32), (1, 32, 32)],
                         ids=lambda s: "x".join(map(str, s)))
def test_matmul_tile(target, rng, tiles):
    product(target, rng, matmul, F16, F32, (tiles[0] + 3, tiles[1] + 8, 2 * tiles[2] - 5), tiles)


@pytest.mark.sweep
@settings(max_examples=8, deadline=None, derandomize=True,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(m=st.integers(1, 100), n=st.integers(1, 100), k=st.integers(1, 100),
       tiles=st.tuples(*(st.sampled_from([16, 32, 64]) for _ in range(3))))
def test_matmul_any_size(target, m, n, k, tiles):
    product(target, Numbers(f"{m} {n} {k}"), matmul, F16, F32, (m, n, k), tiles)


@ct.kernel
def matmul_transposed(A, Bt, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=C.dtype)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(Bt, (n, k), (TN, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(b), acc)
    ct.store(C, (m, n), acc)


def test_matmul_b_transposed(target, rng):
    a, b = rng.normal(F16, (40, 48)), rng.normal(F16, (35, 48))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 35), F32)), 32, 32, 16)
    check(got, a.astype(float) @ b.astype(float).T, summing(48, F32))


def test_matmul_i8(target, rng):
    a, b = rng.any(np.int8, (40, 96)), rng.any(np.int8, (33, 96))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 33), I32)), 32, 32, 32)
    check(got, a.astype(np.int32) @ b.astype(np.int32).T)


@pytest.mark.since(90)
@pytest.mark.parametrize("dtype", [E4M3, E5M2], ids=str)
def test_matmul_f8(target, rng, dtype):
    a, b = rng.normal(dtype, (40, 64)), rng.normal(dtype, (33, 64))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((40, 33), F32)), 32, 32, 32)
    exact = a.astype(float) @ b.astype(float).T
    check(got, exact, Within("tensor cores add fp8 products with 13 bits below the largest", atol=64 * 2.0**-9))


@pytest.mark.sweep
def test_matmul_f64(target, rng):
    a, b = rng.normal(F64, (20, 24)), rng.normal(F64, (17, 24))
    got = target.launch(matmul_transposed, (2, 2), a, b, Out(np.zeros((20, 17), F64)), 16, 16, 8)
    check(got, a @ b.T, Within("24 additions in f64, in any order", atol=24 * 2.0**-50))


@ct.kernel
def matmul_tf32(A, B, C, TM: Int, TN: Int, TK: Int):
    a = ct.astype(ct.load(A, (0, 0), (TM, TK)), ct.tfloat32)
    b = ct.astype(ct.load(B, (0, 0), (TK, TN)), ct.tfloat32)
    ct.store(C, (0, 0), ct.mma(a, b, ct.zeros((TM, TN), dtype=ct.float32)))


@pytest.mark.sweep
def test_matmul_tf32(target, rng):
    a, b = rng.normal(F32, (32, 32)), rng.normal(F32, (32, 32))
    got = target.launch(matmul_tf32, 1, a, b, Out(np.zeros((32, 32), F32)), 32, 32, 32)
    check(got, a.astype(float) @ b, Within("operands keep 10 fraction bits", atol=32 * 4 * 2.0**-11))


@ct.kernel
def matmul_then(A, B, Bias, C, T: Int):
    """A product whose result goes on through element-wise work and a reduction."""
    acc = ct.mma(ct.load(A, (0, 0), (T, T)), ct.load(B, (0, 0), (T, T)), ct.zeros((T, T), dtype=ct.float32))
    acc = ct.maximum(acc + ct.expand_dims(ct.load(Bias, (0,), (T,)), 0), 0.0)
    ct.store(C, (0,), ct.sum(acc, axis=1))


def test_matmul_with_epilogue(target, rng):
    a, b, bias = rng.normal(F16, (32, 32)), rng.normal(F16, (32, 32)), rng.normal(F32, 32)
    exact = np.maximum(a.astype(float) @ b.astype(float) + bias, 0).sum(axis=1)
    got = target.launch(matmul_then, 1, a, b, bias, Out(np.zeros(32, F32)), 32)
    check(got, exact, Within("1024 additions in f32 of numbers about 6", atol=1024 * 6 * 2.0**-23))


@ct.kernel
def attention(Q, K, V, O, scale, TM: Int, TN: Int, D: Int):
    """softmax(Q K' scale) V for one head, online over the keys."""
    m = ct.bid(0)
    q = ct.load(Q, (m, 0), (TM, D))
    top = ct.full((TM, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    for j in range(ct.num_tiles(K, axis=0, shape=(TN, D))):
        k = ct.load(K, (0, j), (D, TN), order=(1, 0), padding_mode=ZERO)
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32)) * scale
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
        p = ct.exp(s - new)
        shrink = ct.exp(top - new)
        total = total * shrink + ct.sum(p, axis=1, keepdims=True)
        v = ct.load(V, (j, 0), (TN, D), padding_mode=ZERO)
        acc = ct.mma(ct.astype(p, V.dtype), v, acc * shrink)
        top = new
    ct.store(O, (m, 0), ct.astype(acc / total, O.dtype))


def test_attention(target, rng):
    q, k, v = (rng.normal(F16, (64, 32)) for _ in range(3))
    scale = np.float32(32**-0.5)
    s = q.astype(float) @ k.astype(float).T * scale
    p = np.exp(s - s.max(axis=1, keepdims=True))
    exact = p / p.sum(axis=1, keepdims=True) @ v.astype(float)
    got = target.launch(attention, 2, q, k, v, Out(np.zeros((64, 32), F16)), scale, 32, 32, 32)
    check(got, exact, Within("weights are rounded to f16 before the second product", atol=64 * 2.0**-12))


@ct.kernel
def matmul_batched(A, B, C, N: Int, T: Int):
    a, b = ct.load(A, (0, 0, 0), (N, T, T)), ct.load(B, (0, 0, 0), (N, T, T))
    ct.store(C, (0, 0, 0), ct.mma(a, b, ct.zeros((N, T, T), dtype=ct.float32)))


@pytest.mark.sweep
def test_matmul_batched(target, rng):
    a, b = rng.normal(F16, (2, 16, 16)), rng.normal(F16, (2, 16, 16))
    got = target.launch(matmul_batched, 1, a, b, Out(np.zeros((2, 16, 16), F32)), 2, 16)
    check(got, a.astype(float) @ b.astype(float), summing(16, F32))
