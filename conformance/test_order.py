"""Scans and reductions whose combiners don't commute, and identities that are none: elements are combined in the order
of their indices, and with nothing else, however threads hold the tile.

The closed compiler's code does the same for scans (`--compiler closed --arch sm_80 -k scan`), except for the tile of 4
x 32 x 8 elements: there its warps write the same shared memory without a barrier, and beyond its end. Its reductions
keep no order."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, I32, I64, Out, check

I8, U16 = np.dtype(np.int8), np.dtype(np.uint16)


# ---------------------------------------------------------------- combiners: what came before is the first argument


def compose(m1, c1, m2, c2):
    """Composes maps x -> m x + c, the later after the earlier: a linear recurrence."""
    return m1 * m2, c1 * m2 + c2


def multiply(a1, b1, c1, d1, a2, b2, c2, d2):
    """Multiplies matrices of 2 x 2 elements."""
    return a1 * a2 + b1 * c2, a1 * b2 + b1 * d2, c1 * a2 + d1 * c2, c1 * b2 + d1 * d2


def second(x, y):
    return y


def larger_and_last(x, i, y, j):
    """The position of the largest, the last one of several: by order alone, not by comparing positions."""
    return ct.where(x > y, x, y), ct.where(x > y, i, j)


COMBINERS = {"compose": (compose, (1, 0)), "multiply": (multiply, (1, 0, 0, 1)), "second": (second, 0),
             "larger and last": (larger_and_last, (-100, 0))}


def combine(name, earlier, later):
    """The same in NumPy, on tuples of arrays."""
    if name == "larger and last":
        wins = earlier[0] > later[0]
        return tuple(np.where(wins, x, y) for x, y in zip(earlier, later))
    with np.errstate(over="ignore"):
        result = COMBINERS[name][0](*earlier, *later)
    return result if isinstance(result, tuple) else (result,)


def scanned(name, operands, axis, reverse=False):
    """Combines along an axis, one after the other."""
    lines = [np.moveaxis(x, axis, 0) for x in operands]
    length, results = len(lines[0]), [np.empty_like(x) for x in lines]
    value = None
    for i in range(length)[::-1 if reverse else 1]:
        element = tuple(x[i] for x in lines)
        value = element if value is None else combine(name, value, element)
        for result, part in zip(results, value):
            result[i] = part
    return [np.moveaxis(r, 0, axis) for r in results]


def operands_of(rng, name, dtype, shape):
    """Floats such that all results are exact."""
    if name == "compose" and dtype.kind not in "iu":
        return [(2 * rng.integers(0, 2, shape) - 1).astype(dtype), rng.integers(-1, 2, shape).astype(dtype)]
    if name == "larger and last":
        return [rng.integers(0, 4, shape).astype(dtype), rng.integers(0, 100, shape)]
    return [rng.any(dtype, shape) if dtype.kind in "iu" else rng.normal(dtype, shape)
            for _ in range({"compose": 2, "multiply": 4, "second": 1}[name])]


# ---------------------------------------------------------------- kernels


def scan_by(function, identity, axis, reverse):

    def scan(x):
        return ct.scan(x, axis, function, identity, reverse=reverse)

    return scan


def reduce_by(function, identity, axis):

    def reduce(x):
        return ct.reduce(x, axis, function, identity, keepdims=True)

    return reduce


def kernel(operation, shape, count):
    """A kernel that applies an operation to `count` tiles of `shape`."""
    index = (0,) * len(shape)

    @ct.kernel
    def one(A, P):
        ct.store(P, index, operation(ct.load(A, index, shape)))

    @ct.kernel
    def two(A, B, P, Q):
        p, q = operation((ct.load(A, index, shape), ct.load(B, index, shape)))
        ct.store(P, index, p)
        ct.store(Q, index, q)

    @ct.kernel
    def four(A, B, C, D, P, Q, R, S):
        p, q, r, s = operation((ct.load(A, index, shape), ct.load(B, index, shape), ct.load(C, index, shape),
                                ct.load(D, index, shape)))
        ct.store(P, index, p)
        ct.store(Q, index, q)
        ct.store(R, index, r)
        ct.store(S, index, s)

    return {1: one, 2: two, 4: four}[count]


def check_kernel(target, operation, operands, expected):
    outs = [Out(np.zeros_like(x)) for x in expected]
    got = target.launch(kernel(operation, operands[0].shape, len(operands)), 1, *operands, *outs)
    for result, exact in zip([got] if len(outs) == 1 else got, expected):
        check(result, exact)


def check_scan(target, rng, name, dtype, shape, axis, reverse):
    operands = operands_of(rng, name, dtype, shape)
    check_kernel(target, scan_by(*COMBINERS[name], axis, reverse), operands, scanned(name, operands, axis, reverse))


def check_reduce(target, rng, name, dtype, shape, axis):
    operands = operands_of(rng, name, dtype, shape)
    last = [np.take(r, [-1], axis) for r in scanned(name, operands, axis)]
    check_kernel(target, reduce_by(*COMBINERS[name], axis), operands, last)


# Lanes; vectors of threads; warps; several vectors; rows and columns, whose threads have every order along the axis.
PLACES = [((2,), 0), ((16,), 0), ((256,), 0), ((2048,), 0), ((4, 64), 1), ((64, 8), 0), ((2, 1024), 1), ((128, 16), 0),
          ((4, 32, 8), 1)]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("shape,axis", PLACES, ids=str)
def test_scan(target, rng, shape, axis, reverse):
    check_scan(target, rng, "compose", I32, shape, axis, reverse)


@pytest.mark.parametrize("dtype", [I8, U16, I64, F16, BF16, F32], ids=str)
def test_scan_of_type(target, rng, dtype):
    check_scan(target, rng, "compose", dtype, (8, 128), 1, False)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("name,dtype", [("multiply", I32), ("second", F32), ("larger and last", F32)], ids=str)
def test_scan_by(target, rng, name, dtype, reverse):
    check_scan(target, rng, name, dtype, (512,), 0, reverse)


@pytest.mark.parametrize("shape,axis", PLACES, ids=str)
def test_reduce(target, rng, shape, axis):
    check_reduce(target, rng, "compose", I32, shape, axis)


MORE_PLACES = [((16384,), 0), ((128, 128), 0), ((128, 128), 1), ((1024, 8), 0), ((2, 8192), 1), ((32, 4, 64), 0),
               ((8, 64, 16), 1)]


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", [I8, I32, I64], ids=str)
@pytest.mark.parametrize("shape,axis", MORE_PLACES, ids=str)
def test_large(target, rng, shape, axis, dtype):
    """Totals of more runs than a lane holds, and tiles that are converted first."""
    check_scan(target, rng, "compose", dtype, shape, axis, True)
    check_reduce(target, rng, "compose", dtype, shape, axis)


@pytest.mark.parametrize("dtype", [I8, U16, I64, F16, BF16, F32], ids=str)
def test_reduce_of_type(target, rng, dtype):
    check_reduce(target, rng, "compose", dtype, (8, 128), 1)


@pytest.mark.parametrize("shape,axis", [((512,), 0), ((64, 16), 0)], ids=str)
@pytest.mark.parametrize("name,dtype", [("multiply", I32), ("second", F32), ("larger and last", F32)], ids=str)
def test_reduce_by(target, rng, name, dtype, shape, axis):
    check_reduce(target, rng, name, dtype, shape, axis)


@pytest.mark.parametrize("name,shape,axis", [("compose", (2 ** 16,), 0), ("second", (2 ** 8, 2 ** 8), 0)], ids=str)
def test_reduce_slices(target, rng, name, shape, axis):
    """Tiles that don't fit into registers."""
    check_reduce(target, rng, name, I32, shape, axis)


# ---------------------------------------------------------------- identities that are none


def maximum(x, y):
    return ct.maximum(x, y)


def add(x, y):
    return x + y


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("shape,axis", [((n,), 0) for n in (1, 32, 64, 256, 1024)] + [((64, 8), 0)], ids=str)
def test_scan_without_identity(target, rng, shape, axis, reverse):
    """The largest of negative numbers is not 0."""
    x = -rng.integers(1, 1000, shape)
    exact = np.flip(np.maximum.accumulate(np.flip(x, axis), axis), axis) if reverse else np.maximum.accumulate(x, axis)
    check_kernel(target, scan_by(maximum, 0, axis, reverse), [x], [exact])


@pytest.mark.parametrize("shape,axis", [((n,), 0) for n in (1, 32, 1024, 2 ** 16)] + [((64, 8), 0)], ids=str)
def test_reduce_without_identity(target, rng, shape, axis):
    x = -rng.integers(1, 1000, shape)
    check_kernel(target, reduce_by(maximum, 0, axis), [x], [x.max(axis, keepdims=True)])


@pytest.mark.parametrize("function,special", [(ct.sum, -0.0), (ct.max, np.nan), (ct.min, np.nan)])
@pytest.mark.parametrize("count", [32, 2 ** 16])
def test_reduce_of_what_identities_hide(target, function, special, count):
    """A sum of negative zeros is one, and the largest of NaNs alone is NaN: 0 and infinities are no identities."""

    @ct.kernel
    def reduction(X, Y):
        ct.store(Y, (0,), function(ct.load(X, (0,), (count,)), axis=0, keepdims=True))

    x = np.full(count, special, F32)
    check(target.launch(reduction, 1, x, Out(np.ones(1, F32))), np.full(1, special, F32))


@pytest.mark.parametrize("shape,axis", [((1024,), 0), ((64, 8), 0)], ids=str)
@pytest.mark.parametrize("function,identity,special", [(add, 0.0, -0.0), (maximum, float("-inf"), np.nan)])
def test_scan_of_what_identities_hide(target, function, identity, special, shape, axis):
    x = np.full(shape, special, F32)
    check_kernel(target, scan_by(function, identity, axis, False), [x], [x])
