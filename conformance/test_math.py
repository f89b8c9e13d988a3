"""Floating-point arithmetic and functions, element by element.

Basic operations are correctly rounded. For the others the bound is what our expansions promise: f32 functions are
computed within 2 units in the last place, f16 and bf16 ones in f32 and rounded once more. bench/math-error measures
their error over their whole ranges."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, FLOATS, Out, check
from ranges import Range, wide


def unary_kernel(function):

    @ct.kernel
    def unary(X, Y):
        ct.store(Y, (ct.bid(0),), function(ct.load(X, (ct.bid(0),), (128,))))

    return unary


def binary_kernel(function):

    @ct.kernel
    def binary(X, Y, Z):
        x, y = ct.load(X, (ct.bid(0),), (128,)), ct.load(Y, (ct.bid(0),), (128,))
        ct.store(Z, (ct.bid(0),), function(x, y))

    return binary


def within_two(oracle, x):
    """The allowed results of a function: in f64 for f64, else in f32, within 2 units in the last place."""
    return Range(x, F64 if x.dtype == F64 else F32).function(oracle, 2)


def positive(rng, dtype):
    return np.exp(rng.normal(F64, 256) * 3).astype(dtype)


def any_sign(rng, dtype):
    return (rng.normal(F64, 256) * 4).astype(dtype)


def near_whole(rng, dtype):
    """Whole numbers, and the adjacent numbers of the type."""
    whole = rng.integers(-60, 60, 256).astype(dtype)
    whole[::3] = np.nextafter(whole[::3], dtype.type(100))
    whole[1::3] = np.nextafter(whole[1::3], dtype.type(-100))
    return whole


FUNCTIONS = {
    "exp": (ct.exp, np.exp, any_sign), "exp2": (ct.exp2, np.exp2, any_sign), "log": (ct.log, np.log, positive),
    "log2": (ct.log2, np.log2, positive), "sqrt": (ct.sqrt, np.sqrt, positive),
    "rsqrt": (ct.rsqrt, lambda x: 1 / np.sqrt(x), positive), "tanh": (ct.tanh, np.tanh, any_sign),
    "sin": (ct.sin, np.sin, any_sign), "cos": (ct.cos, np.cos, any_sign), "tan": (ct.tan, np.tan, any_sign),
    "sinh": (ct.sinh, np.sinh, any_sign), "cosh": (ct.cosh, np.cosh, any_sign), "floor": (ct.floor, np.floor, near_whole),
    "ceil": (ct.ceil, np.ceil, near_whole), "abs": (ct.abs, np.abs, any_sign),
}
ROUNDED = {"sqrt", "floor", "ceil", "abs"}


def function_of(target, rng, name, dtype):
    function, oracle, values = FUNCTIONS[name]
    x = values(rng, dtype)
    got = target.launch(unary_kernel(function), 2, x, Out(np.zeros_like(x)))
    check(got, oracle(wide(x)) if name in ROUNDED else within_two(oracle, x))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(target, rng, name):
    function_of(target, rng, name, F32)


def angles(rng):
    """Numbers of every size, of both signs; numbers next to multiples of pi/2, small and large ones; the points where
    the reduction changes."""
    sizes = np.ldexp(1.0 + rng.integers(0, 2**23, 1022) / 2**23, np.resize(np.arange(-149, 128), 1022)).astype(F32)
    turns = np.concatenate([np.arange(1, 200), 2 ** rng.integers(8, 60, 199).astype(float)]) * (np.pi / 2)
    near = turns.astype(F32)
    boundary = np.array([105615.0], F32)
    boundaries = [np.nextafter(boundary, F32.type(0)), boundary, np.nextafter(boundary, F32.type(np.inf))]
    x = np.concatenate([sizes, near, *boundaries, np.array([0.0, np.inf, np.nan, 1e-40, 1.4e-45], F32)])
    return np.concatenate([x, -x])[:2816]


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_angles(target, rng, name):
    function, oracle, _ = FUNCTIONS[name]
    x = angles(rng)
    with np.errstate(all="ignore"):
        check(target.launch(unary_kernel(function), 22, x, Out(np.zeros_like(x))), within_two(oracle, x))


def wide_angles(rng):
    """The same for f64; the number that is closest to a multiple of pi/2 is among them."""
    sizes = np.ldexp(1.0 + rng.integers(0, 2**30, 1022) / 2**30, np.resize(np.arange(-1074, 1024, 5), 1022))
    near = np.concatenate([np.arange(1, 200), np.rint(2.0 ** (rng.integers(8, 600, 200) / 10))]) * (np.pi / 2)
    boundary = [np.nextafter(2.0**30, 0), 2.0**30, np.nextafter(2.0**30, np.inf)]
    x = np.concatenate([sizes, near, boundary, [6381956970095103 * 2.0**797, 0.0, np.inf, np.nan, 1e-320, 5e-324]])
    return np.resize(np.concatenate([x, -x]), 2944)


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_wide_angles(target, rng, name):
    function, oracle, _ = FUNCTIONS[name]
    x = wide_angles(rng)
    with np.errstate(all="ignore"):
        check(target.launch(unary_kernel(function), 23, x, Out(np.zeros_like(x))), within_two(oracle, x))


def hard_operands(dtype):
    """Special numbers, subnormal ones, arguments whose results are about the smallest and largest numbers, and numbers
    next to 1."""
    info = np.finfo(dtype)
    near_one = 1 + np.ldexp(1.0, -np.arange(2, info.nmant + 1))
    powers = np.ldexp(1.0, np.arange(info.minexp - info.nmant, info.maxexp, 7 if dtype == F32 else 49))
    ends = np.concatenate([f(info.maxexp * np.array([0.98, 0.999, 0.9999, 1.0, 1.0001, 1.001, 1.02, 1.1, 1.17]))
                           for f in (lambda x: x, lambda x: x * np.log(2))])
    x = np.concatenate([[0.0, np.inf, np.nan, info.tiny, info.max], near_one, 2 - near_one, powers, ends]).astype(dtype)
    return np.resize(np.concatenate([x, -x]), 512)


@pytest.mark.parametrize("dtype", [F32, F64], ids=str)
@pytest.mark.parametrize("name", ["exp", "exp2", "log", "log2", "sin", "cos", "tan", "sinh", "cosh", "tanh", "rsqrt"])
def test_hard_operands(target, name, dtype):
    function, oracle, _ = FUNCTIONS[name]
    x = hard_operands(dtype)
    with np.errstate(all="ignore"):
        check(target.launch(unary_kernel(function), 4, x, Out(np.zeros_like(x))), within_two(oracle, x))


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", [F16, BF16, F64], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_type(target, rng, name, dtype):
    function_of(target, rng, name, dtype)


@pytest.mark.sweep
@pytest.mark.parametrize("name,values", [("exp", [-np.inf, np.inf, np.nan, 0.0, 88.5, 89.5, -200.0]),
                                         ("log", [0.0, -1.0, np.inf, np.nan, 1.0]),
                                         ("sqrt", [0.0, -1.0, np.inf, np.nan, 1e-40]),
                                         ("rsqrt", [0.0, -1.0, np.inf, np.nan, 1.0])])
def test_special_values(target, name, values):
    function, oracle, _ = FUNCTIONS[name]
    x = np.resize(np.array(values, F32), 128)
    with np.errstate(all="ignore"):
        check(target.launch(unary_kernel(function), 1, x, Out(np.zeros_like(x))), within_two(oracle, x))


ARITHMETIC = {"add": (ct.add, np.add), "sub": (ct.sub, np.subtract), "mul": (ct.mul, np.multiply),
              "truediv": (ct.truediv, np.divide)}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ARITHMETIC)
def test_arithmetic(target, rng, name, dtype):
    """Rounded to the nearest, ties to even, subnormal numbers and infinities included."""
    function, oracle = ARITHMETIC[name]
    x, y = rng.any(dtype, 256), rng.any(dtype, 256)
    with np.errstate(all="ignore"):
        exact = oracle(x.astype(float), y.astype(float))
    check(target.launch(binary_kernel(function), 2, x, y, Out(np.zeros_like(x))), exact)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ARITHMETIC)
def test_zeros(target, name, dtype):
    """Signs of zeros are those of IEEE 754: x - x is +0, -0 + -0 is -0, a product has the product of the signs."""
    function, oracle = ARITHMETIC[name]
    x = np.resize(np.array([0.0, -0.0, 0.0, -0.0, 3.0, -3.0, 0.0, -0.0], dtype), 128)
    y = np.resize(np.array([0.0, 0.0, -0.0, -0.0, 3.0, -3.0, 5.0, 5.0], dtype), 128)
    with np.errstate(all="ignore"):
        exact = oracle(x.astype(float), y.astype(float))
    check(target.launch(binary_kernel(function), 1, x, y, Out(np.ones_like(x))), exact)


SIGN_KEEPERS = ("sqrt", "floor", "ceil", "tanh", "sinh", "sin", "tan")


@pytest.mark.parametrize("name", SIGN_KEEPERS)
def test_function_of_zero(target, name):
    """f(-0) is -0; floor and ceil round to zeros of their operand's sign."""
    function, oracle, _ = FUNCTIONS[name]
    values = [0.0, -0.0] + [-0.25, 0.25] * (name in ("floor", "ceil"))
    x = np.resize(np.array(values, F32), 128)
    check(target.launch(unary_kernel(function), 1, x, Out(np.ones_like(x))), oracle(x.astype(float)))


@pytest.mark.parametrize("function", [ct.maximum, ct.minimum], ids=["maximum", "minimum"])
def test_minimum_maximum_of_zeros(target, function):
    """-0 is below +0."""
    x = np.resize(np.array([0.0, -0.0, -0.0, 0.0], F32), 128)
    y = np.resize(np.array([-0.0, 0.0, -0.0, 0.0], F32), 128)
    negative = (np.logical_and if function is ct.maximum else np.logical_or)(np.signbit(x), np.signbit(y))
    exact = np.where(negative, -0.0, 0.0)
    check(target.launch(binary_kernel(function), 1, x, y, Out(np.ones_like(x))), exact)


def multiply_add(x, y):
    return x * y + x


@pytest.mark.parametrize("dtype", [F16, F32, F64], ids=str)
def test_multiply_add(target, rng, dtype):
    x, y = rng.normal(dtype, 128), rng.normal(dtype, 128)
    got = target.launch(binary_kernel(multiply_add), 1, x, y, Out(np.zeros_like(x)))
    check(got, Range(x, dtype) * y + x)


def extremes(x, y):
    return ct.maximum(x, y) - ct.minimum(x, y)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_minimum_maximum(target, rng, dtype):
    x, y = rng.normal(dtype, 128), rng.normal(dtype, 128)
    exact = np.maximum(x, y).astype(float) - np.minimum(x, y).astype(float)
    check(target.launch(binary_kernel(extremes), 1, x, y, Out(np.zeros_like(x))), exact)


@pytest.mark.parametrize("function", [ct.maximum, ct.minimum], ids=["maximum", "minimum"])
def test_minimum_maximum_of_nan(target, function):
    """A NaN is ignored, unless both are NaN."""
    x = np.resize(np.array([np.nan, 1, np.nan, -np.inf, 0], F32), 128)
    y = np.resize(np.array([2, np.nan, np.nan, 3, 5], F32), 128)
    exact = (np.fmax if function is ct.maximum else np.fmin)(x, y)
    check(target.launch(binary_kernel(function), 1, x, y, Out(np.zeros_like(x))), exact)


def ordered(x, y):
    return ct.where(x < y, x, y)


def test_comparison_with_nan(target):
    """Every ordered comparison with NaN is false."""
    x = np.resize(np.array([np.nan, 1, 2, np.nan], F32), 128)
    y = np.resize(np.array([1, np.nan, 3, np.nan], F32), 128)
    check(target.launch(binary_kernel(ordered), 1, x, y, Out(np.zeros_like(x))), np.where(x < y, x, y))


def gelu(x):
    return 0.5 * x * (1 + ct.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def test_gelu(target, rng):
    x = any_sign(rng, F32)
    t = Range(x, F32)
    exact = 0.5 * t * (1.0 + (0.7978845608 * (t + 0.044715 * t * t * t)).function(np.tanh, 2))
    check(target.launch(unary_kernel(gelu), 2, x, Out(np.zeros_like(x))), exact)


@pytest.mark.sweep
def test_power(target, rng):
    x, y = positive(rng, F32), rng.normal(F32, 256)
    got = target.launch(binary_kernel(ct.pow), 2, x, y, Out(np.zeros_like(x)))
    check(got, Range(wide(x) ** wide(y), F32).within(16))  # OpenCL's bound


def test_power_of_special_numbers(target):
    """Signs, zeros, infinities and NaN as in C; subnormal operands and results."""
    values = np.array([0.0, 1.0, 2.0, 3.0, 0.5, 1.5, 7.0, 100.0, np.inf, np.nan, 1e-40, 1.4e-45, 2.0**24, 2.0**23 + 1, 3.4e38,
                       1 - 2.0**-24, 1 + 2.0**-23, 140.5, 149.0, 1.2e-38], F32)
    values = np.concatenate([values, -values])
    x, y = (np.resize(operand, 1664) for operand in (np.repeat(values, len(values)), np.tile(values, len(values))))
    with np.errstate(all="ignore"):
        exact = Range(np.power(wide(x), wide(y)), F32)
        check(target.launch(binary_kernel(ct.pow), 13, x, y, Out(np.zeros_like(x))), exact.within(4))
