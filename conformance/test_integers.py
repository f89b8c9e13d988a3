"""Integer arithmetic of every width and sign. Sums and products wrap; division rounds down and the remainder has the
sign of the divisor, as in Python; the shift of a signed number copies its sign."""
import operator

import numpy as np
import pytest

import cuda.tile as ct
from kit import INTEGERS, SIGNED, UNSIGNED, Out, check


def binary_kernel(function):
    """A kernel that applies `function` to two vectors."""

    @ct.kernel
    def binary(X, Y, Z):
        x, y = ct.load(X, (ct.bid(0),), (128,)), ct.load(Y, (ct.bid(0),), (128,))
        ct.store(Z, (ct.bid(0),), ct.astype(function(x, y), Z.dtype))

    return binary


def run(target, function, x, y, out=None):
    return target.launch(binary_kernel(function), -(-x.size // 128), x, y, Out(np.zeros(x.size, out or x.dtype)))


def mixed(x, y):
    return ((x + y) * 3 - (x ^ y)) & (x | ~y)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_wrapping_and_bits(target, rng, dtype):
    x, y = rng.any(dtype, 200), rng.any(dtype, 200)
    check(run(target, mixed, x, y), mixed(x, y).astype(dtype))


def quotient(x, y):
    return x // y


def quotient_up(x, y):
    return ct.cdiv(x, y)


def remainder(x, y):
    return x % y


DIVISIONS = {quotient: lambda x, y: x // y, remainder: lambda x, y: x % y,
             quotient_up: lambda x, y: (x // y + (x % y != 0)).astype(x.dtype)}
# The arrays of these tests fill whole tiles: elements beyond an array are undetermined, and dividing by them is
# undefined. Tile IR has no division of unsigned numbers that rounds down: the front end's `//` of them is refused.
SIGNED_DIVISIONS = [(f, d) for d in SIGNED for f in DIVISIONS]
UNSIGNED_DIVISIONS = [(f, d) for d in UNSIGNED for f in (quotient_up, remainder)]


@pytest.mark.parametrize("function,dtype", SIGNED_DIVISIONS + UNSIGNED_DIVISIONS,
                         ids=lambda v: getattr(v, "__name__", str(v)))
def test_division(target, rng, function, dtype):
    x, y = rng.any(dtype, 256), rng.any(dtype, 256)
    y[y == 0] = 3
    y[y == -1] = 5  # the smallest number over -1 has no result
    check(run(target, function, x, y), DIVISIONS[function](x, y))


def by_constants(x, y):
    return x % 7 + y % 10 - x % 16 + ct.cdiv(y, 8) - ct.cdiv(x, 11)


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_division_by_constants(target, rng, dtype):
    x, y = rng.any(dtype, 256), rng.any(dtype, 256)

    def up(a, b):
        return (a // b + (a % b != 0)).astype(dtype)

    exact = x % dtype.type(7) + y % dtype.type(10) - x % dtype.type(16)
    check(run(target, by_constants, x, y), exact + up(y, dtype.type(8)) - up(x, dtype.type(11)))


def shifts(x, y):
    return (x << y) ^ (x >> y)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_shifts(target, rng, dtype):
    x = rng.any(dtype, 200)
    y = rng.integers(0, 8 * dtype.itemsize, 200).astype(dtype)
    check(run(target, shifts, x, y), shifts(x, y))


def clamp(x, y):
    return ct.maximum(ct.minimum(x, y), ct.minimum(y, 50))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_minimum_maximum(target, rng, dtype):
    x, y = rng.any(dtype, 200), rng.any(dtype, 200)
    check(run(target, clamp, x, y), np.maximum(np.minimum(x, y), np.minimum(y, dtype.type(50))))


def select(x, y):
    return ct.where(x < y, x, y + 1)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_select(target, rng, dtype):
    x, y = rng.any(dtype, 200), rng.any(dtype, 200)
    check(run(target, select, x, y), np.where(x < y, x, y + dtype.type(1)))


COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


@pytest.mark.sweep
@pytest.mark.parametrize("function", COMPARISONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_comparison(target, rng, dtype, function):
    x, y = rng.any(dtype, 128), rng.any(dtype, 128)
    x[::5] = y[::5]
    check(run(target, function, x, y, np.bool_), function(x, y))


def magnitude(x, y):
    return ct.abs(x) - (-y)


@pytest.mark.parametrize("dtype", SIGNED, ids=str)
def test_abs_and_negative(target, rng, dtype):
    x, y = rng.any(dtype, 128), rng.any(dtype, 128)
    check(run(target, magnitude, x, y), np.abs(x) + y)


@ct.kernel
def logic(X, Y, Z):
    p, q = ct.load(X, (0,), (128,)), ct.load(Y, (0,), (128,))
    ct.store(Z, (0,), (p & q) | (p ^ ~q))


def test_booleans(target, rng):
    p, q = rng.any(np.bool_, 128), rng.any(np.bool_, 128)
    check(target.launch(logic, 1, p, q, Out(np.zeros(128, np.bool_))), (p & q) | (p ^ ~q))
