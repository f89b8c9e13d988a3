"""Floating-point arithmetic and functions, element by element.

Basic operations are correctly rounded. For the others the bound is what our expansions promise: f32 functions are
computed within 2 units in the last place, f16 and bf16 ones in f32 and rounded once more."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, EXACT, F16, F32, F64, FLOATS, Out, Within, check


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


TWO = Within("a function of f32 is computed within 2 units in the last place", ulp=2)
NARROW = Within("computed in f32, then rounded once", ulp=0.51)
WIDE = Within("a function of f64 is computed within 2 units in the last place; the oracle has the same digits", ulp=3)


def bound(dtype):
    return {F32: TWO, F64: WIDE}.get(dtype, NARROW)


def positive(rng, dtype):
    return np.exp(rng.normal(F64, 256) * 3).astype(dtype)


def any_sign(rng, dtype):
    return (rng.normal(F64, 256) * 4).astype(dtype)


FUNCTIONS = {
    "exp": (ct.exp, np.exp, any_sign), "exp2": (ct.exp2, np.exp2, any_sign), "log": (ct.log, np.log, positive),
    "log2": (ct.log2, np.log2, positive), "sqrt": (ct.sqrt, np.sqrt, positive),
    "rsqrt": (ct.rsqrt, lambda x: 1 / np.sqrt(x), positive), "tanh": (ct.tanh, np.tanh, any_sign),
    "sin": (ct.sin, np.sin, any_sign), "cos": (ct.cos, np.cos, any_sign), "floor": (ct.floor, np.floor, any_sign),
    "ceil": (ct.ceil, np.ceil, any_sign), "abs": (ct.abs, np.abs, any_sign),
}
ROUNDED = {"sqrt", "floor", "ceil", "abs"}


def function_of(target, rng, name, dtype):
    function, oracle, values = FUNCTIONS[name]
    x = values(rng, dtype)
    got = target.launch(unary_kernel(function), 2, x, Out(np.zeros_like(x)))
    check(got, oracle(x.astype(float)), EXACT if name in ROUNDED else bound(dtype))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(target, rng, name):
    function_of(target, rng, name, F32)


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
        exact = oracle(x.astype(float))
        check(target.launch(unary_kernel(function), 1, x, Out(np.zeros_like(x))), exact, TWO)


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


def multiply_add(x, y):
    return x * y + x


@pytest.mark.parametrize("dtype", [F16, F32, F64], ids=str)
def test_multiply_add(target, rng, dtype):
    x, y = rng.normal(dtype, 128), rng.normal(dtype, 128)
    got = target.launch(binary_kernel(multiply_add), 1, x, y, Out(np.zeros_like(x)))
    wide = np.float64 if dtype != F64 else np.longdouble
    exact = (x.astype(wide) * y.astype(wide) + x.astype(wide)).astype(float)
    size = float(np.abs(x.astype(float) * y.astype(float)).max())
    check(got, exact, Within("one rounding if the front end fused, else two", ulp=0.51,
                             atol=size * 2.0**-{F16: 11, F32: 24, F64: 53}[dtype]))


def extremes(x, y):
    return ct.maximum(x, y) - ct.minimum(x, y)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_minimum_maximum(target, rng, dtype):
    x, y = rng.normal(dtype, 128), rng.normal(dtype, 128)
    exact = np.maximum(x, y).astype(float) - np.minimum(x, y).astype(float)
    check(target.launch(binary_kernel(extremes), 1, x, y, Out(np.zeros_like(x))), exact)


@pytest.mark.parametrize("function", [ct.maximum, ct.minimum], ids=["maximum", "minimum"])
def test_minimum_maximum_of_nan(target, function):
    """A NaN is ignored, unless both are."""
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
    wide = x.astype(float)
    exact = 0.5 * wide * (1 + np.tanh(0.7978845608 * (wide + 0.044715 * wide**3)))
    got = target.launch(unary_kernel(gelu), 2, x, Out(np.zeros_like(x)))
    check(got, exact, Within("1 + tanh loses what cancels: absolute in units of x", atol=16 * 2.0**-21))


@pytest.mark.sweep
def test_power(target, rng):
    x, y = positive(rng, F32), rng.normal(F32, 256)
    got = target.launch(binary_kernel(ct.pow), 2, x, y, Out(np.zeros_like(x)))
    check(got, x.astype(float) ** y.astype(float), Within("pow is computed within 16 units, as OpenCL asks", ulp=16))
