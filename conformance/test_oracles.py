"""The oracles themselves: what they must accept, and what they must not.

Every test with floating-point operands is also run on coarser ones, whose results its oracle has to refuse
(`kit.try_oracle`). This file tests the parts: comparison, rounding, the ranges, and that trial."""
import ml_dtypes
import numpy as np
import pytest

import cuda.tile as ct
import kit
from kit import BF16, F16, F32, F64, I32, Disagreement, Int, Numbers, Out, check
from ranges import TF32, Range, rounded, spacing, wide
from test_attention import attend, attention_kernel


def refused(actual, expected):
    with pytest.raises(Disagreement):
        check(actual, expected)


# ---------------------------------------------------------------- comparison


def test_signs_of_zeros_count():
    check(np.array([0.0, -0.0], F32), np.array([0.0, -0.0]))
    refused(np.array([0.0], F32), np.array([-0.0]))
    refused(np.array([-0.0], F32), Range(np.zeros(1), F32))
    check(np.array([-0.0], F32), Range(np.array([-1e-9]), F32, np.array([1e-9])))


def test_one_unit_is_too_much():
    exact = np.array([1.0, 1 / 3, 1e-40])
    near = exact.astype(F32)
    check(near, exact)
    for wrong in (np.nextafter(near, F32.type(9)), np.nextafter(near, F32.type(-9))):
        refused(wrong, exact)
    check(np.nextafter(near, F32.type(9)), Range(exact, F32).within(1))
    refused(np.nextafter(np.nextafter(near, F32.type(9)), F32.type(9)), Range(exact, F32).within(1))


def test_special_numbers():
    special = np.array([np.nan, np.inf, -np.inf], F32)
    check(special, special.astype(float))
    check(special, Range(special, F32).within(2))
    for wrong in (np.roll(special, 1), np.zeros(3, F32)):
        refused(wrong, special.astype(float))
        refused(wrong, Range(special, F32).within(2))


@pytest.mark.parametrize("dtype", [F16, BF16, F32], ids=str)
def test_rounding(rng, dtype):
    """Numbers are rounded as by NumPy and ml_dtypes; from f32, which both have, because bf16 is rounded twice from f64
    there."""
    x = np.concatenate([rng.any(F32, 2000), rng.normal(F32, 2000)])
    with np.errstate(over="ignore", invalid="ignore"):
        check(rounded(x, dtype).astype(dtype), x.astype(dtype).astype(F64))


def test_rounding_to_tf32():
    one, unit = 1.0, 2.0**-10
    x = np.array([one + unit / 2, one + 1.5 * unit, one + unit / 2 + 2.0**-23, -one - unit * 0.4])
    assert (rounded(x, TF32) == np.array([one, one + 2 * unit, one + unit, -one])).all()


# ---------------------------------------------------------------- ranges hold what a kernel may compute


def truncated(x):
    """f32 numbers truncated, as a tensor core may add."""
    near = x.astype(F32)
    return np.where(np.abs(near) > np.abs(x), np.nextafter(near, F32.type(0)), near)


@pytest.mark.parametrize("narrow", [lambda x: x.astype(F32), truncated], ids=["nearest", "truncated"])
def test_range_of_a_product(rng, narrow):
    """The range holds whatever the order of the terms, rounded or truncated."""
    a, b = rng.normal(F16, (40, 64)), rng.normal(F16, (64, 24))
    for _ in range(4):
        total = np.zeros((40, 24), F32)
        for k in rng.permutation(64):
            total = narrow(total.astype(F64) + np.outer(a[:, k].astype(F64), b[k].astype(F64)))
        check(total, Range(a, F32).mma(b))


def test_range_of_a_sum(rng):
    x = rng.normal(F32, (50, 300))
    for _ in range(4):
        total = np.zeros(50, F32)
        for column in rng.permutation(300):
            total = total + x[:, column]
        check(total, Range(x, F32).sum(1))


@pytest.mark.parametrize("dtype", [F16, F32], ids=str)
def test_range_of_a_fused_product(rng, dtype):
    """The range has x y + x with one rounding and with two, and nothing else."""
    x, y = rng.normal(dtype, 500), rng.normal(dtype, 500)
    exact = Range(x, dtype) * y + x
    check((x * y) + x, exact)
    check(rounded(wide(x) * wide(y) + wide(x), dtype).astype(dtype), exact)
    refused(((x.astype(dtype) * y) + x) * dtype.type(1 + 2 * ml_dtypes.finfo(dtype).eps), exact)


def test_range_of_a_function(rng):
    x = rng.normal(F32, 200)
    near = np.exp(x.astype(F64))
    check((near + 1.5 * spacing(near, F32)).astype(F32), Range(x, F32).function(np.exp, 2))
    refused((near + 3.5 * spacing(near, F32)).astype(F32), Range(x, F32).function(np.exp, 2))


# ---------------------------------------------------------------- and nothing coarser


def to_bf16(x):
    return x.astype(BF16).astype(F64)


def cut_to_tf32(x):
    return (x.view(np.uint32) & np.uint32(0xFFFFE000)).view(F32).astype(F64)


def left_alone(x):
    return x.astype(F64)


@pytest.mark.parametrize("wrongly", [to_bf16, cut_to_tf32, left_alone])
def test_operands_of_tf32(rng, wrongly):
    """A product of tf32 numbers, rounded to the nearest, is not accepted as one of bf16 numbers, truncated numbers, or
    f32 numbers."""
    a, b = rng.normal(F32, (32, 32)), rng.normal(F32, (32, 32))
    exact = Range(rounded(a, TF32), F32).mma(rounded(b, TF32))
    check((rounded(a, TF32).astype(F64) @ rounded(b, TF32).astype(F64)).astype(F32), exact)
    refused((wrongly(a) @ wrongly(b)).astype(F32), exact)


def test_accumulators_of_f16(rng):
    """A product accumulated in f16 is not accepted as one in f32."""
    a, b = rng.normal(F16, (32, 64)), rng.normal(F16, (64, 32))
    total = np.zeros((32, 32), F16)
    for k in range(64):
        total = (total + np.outer(a[:, k], b[k])).astype(F16)
    refused(total.astype(F32), Range(a, F32).mma(b))


@pytest.mark.parametrize("lost", [0, 31, 63])
def test_lost_terms(rng, lost):
    a, b = rng.normal(F16, (32, 64)), rng.normal(F16, (64, 32))
    left = a.copy()
    left[:, lost] = 0
    refused((left.astype(F64) @ b.astype(F64)).astype(F32), Range(a, F32).mma(b))


@pytest.mark.parametrize("out", [F32, F16], ids=str)
@pytest.mark.parametrize("through", [ct.bfloat16, ct.float8_e4m3fn], ids=str)
def test_probabilities_of_attention(compiler, backend, rng, through, out):
    """A softmax whose probabilities have lost bits before they are f16 is not accepted as one in f16."""
    with pytest.raises(Disagreement):
        attend(kit.Target("sm_90", 3, compiler, backend), rng, attention_kernel(through), 64, 64, out)


# ---------------------------------------------------------------- the trial of every test, and the schedules


@ct.kernel
def double(X, Y, T: Int):
    ct.store(Y, (ct.bid(0),), ct.load(X, (ct.bid(0),), (T,)) * 2)


def doubled(target, rng):
    x = rng.normal(F32, 256)
    return x, target.launch(double, 2, x, Out(np.zeros_like(x)), 128)


def sound(target, rng):
    x, got = doubled(target, rng)
    check(got, wide(x) * 2)


def lax(target, rng):
    x, got = doubled(target, rng)
    assert np.allclose(got, x * 2, atol=1e-2)


def test_trial_convicts_a_lax_oracle(compiler, backend):
    target = kit.Target("sm_90", 3, compiler, backend)
    for test in (sound, lax):
        test(target, Numbers(test.__name__))
    kit.try_oracle(sound, {"target": target, "rng": Numbers("sound")})
    with pytest.raises(AssertionError, match="the oracle accepts"):
        kit.try_oracle(lax, {"target": target, "rng": Numbers("lax")})


@ct.kernel
def first_come(Count, Y):
    ct.scatter(Y, ct.bid(0), ct.atomic_add(Count, 0, 1))


def test_results_that_depend_on_the_schedule_are_noticed(compiler, backend):
    target = kit.Target("sm_90", 3, compiler, backend)
    with pytest.raises(AssertionError, match="the results of inorder and .* differ"):
        target.launch(first_come, 8, Out(np.zeros(1, I32)), Out(np.zeros(8, I32)))


def test_every_schedule_runs(compiler, backend):
    """There are as many runs as schedules, on the same initial memory, at least two of them with another order."""
    target = kit.Target("sm_90", 3, compiler, backend)
    runs = target.launch_each(first_come, 8, Out(np.zeros(1, I32)), Out(np.zeros(8, I32)))
    assert len(runs) == len(kit.SCHEDULES)
    for count, order in runs:
        check(count, np.array([8], I32))
        check(np.sort(order), np.arange(8, dtype=I32))
    assert len({order.tobytes() for _, order in runs}) > 2


def test_unwritten_input_is_demanded(compiler, backend):
    """An array that is not an `Out` must come back unchanged."""
    target = kit.Target("sm_90", 3, compiler, backend)
    with pytest.raises(AssertionError, match="an input array was written"):
        target.launch(double, 2, np.ones(256, F32), np.zeros(256, F32), 128)
