"""Conversions between number types, and between bits and numbers."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, E4M3, E5M2, F16, F32, F64, FLOATS, I32, I64, INTEGERS, Out, check
from ranges import format_of, spacing, wide


@ct.kernel
def convert(X, Y):
    ct.store(Y, (ct.bid(0),), ct.astype(ct.load(X, (ct.bid(0),), (128,)), Y.dtype))


def converted(target, x, out):
    return target.launch(convert, x.size // 128, x, Out(np.zeros(x.size, out)))


INTEGER_PAIRS = [("int8", "int32"), ("uint8", "int64"), ("int64", "int16"), ("uint32", "uint64"), ("int32", "uint8"),
                 ("int16", "uint64")]


@pytest.mark.parametrize("source,out", INTEGER_PAIRS)
def test_integer_to_integer(target, rng, source, out):
    x = rng.any(source, 128)
    check(converted(target, x, out), x.astype(out))


@pytest.mark.parametrize("source,out", [("int32", F32), ("uint64", F32), ("int8", F16), ("int64", F64),
                                        ("uint16", BF16)], ids=str)
def test_integer_to_float(target, rng, source, out):
    x = rng.any(source, 128)
    check(converted(target, x, out), x.astype(out).astype(float))


@pytest.mark.parametrize("source,out", [(F32, "int32"), (F32, "uint8"), (F16, "int16"), (F64, "int64"),
                                        (BF16, "int32")], ids=str)
def test_float_to_integer(target, rng, source, out):
    """Toward zero; only numbers that the integer type can hold, because the others have no defined result."""
    x = (np.abs(rng.normal(F64, 128) * 30) if np.dtype(out).kind == "u" else rng.normal(F64, 128) * 100).astype(source)
    x[::4] = np.nextafter(rng.integers(1, 60, 32).astype(source), source.type(0))  # just below whole numbers
    check(converted(target, x, out), np.trunc(x.astype(float)).astype(out))


def halfway(rng, source, out):
    """Numbers halfway between two of `out`, and the adjacent numbers of `source`."""
    x = rng.normal(out, 128)
    x = (x.astype(float) + spacing(x, out) / 2).astype(source)
    x[::3] = np.nextafter(x[::3], source.type(100))
    x[1::3] = np.nextafter(x[1::3], source.type(-100))
    return x


@pytest.mark.operands(6)  # fewer than any result has
@pytest.mark.parametrize("source,out", [(F32, F16), (F16, F32), (F32, BF16), (BF16, F32), (F64, F32), (F32, F64),
                                        (F16, BF16), (F64, F16)], ids=str)
def test_float_to_float(target, rng, source, out):
    """To the nearest, ties to even; infinities, NaN and subnormal numbers are kept."""
    x = rng.any(source, 256)
    if format_of(source).precision > format_of(out).precision:
        x = np.concatenate([x, halfway(rng, source, out)])
    check(converted(target, x, out), wide(x))


@pytest.mark.since(90)
@pytest.mark.parametrize("source,out", [(F32, E4M3), (E4M3, F32), (F16, E5M2), (E5M2, F16)], ids=str)
def test_f8(target, rng, source, out):
    """Numbers in the range of the narrow type; overflow is the subject of other tests."""
    x = rng.normal(source, 128)
    check(converted(target, x, out), x.astype(out).astype(float))


@ct.kernel
def nonzero(X, Y):
    ct.store(Y, (0,), ct.astype(ct.load(X, (0,), (128,)), ct.bool_))


@pytest.mark.parametrize("source", [I32, F32], ids=str)
def test_to_bool(target, rng, source):
    x = rng.integers(-2, 3, 128).astype(source)
    check(target.launch(nonzero, 1, x, Out(np.zeros(128, np.bool_))), x != 0)


@pytest.mark.parametrize("out", [I32, F16], ids=str)
def test_from_bool(target, rng, out):
    x = rng.any(np.bool_, 128)
    check(converted(target, x, out), x.astype(out))


@ct.kernel
def reinterpret(X, Y):
    ct.store(Y, (0,), ct.bitcast(ct.load(X, (0,), (128,)), Y.dtype))


@pytest.mark.parametrize("source,out", [(F32, I32), (np.dtype(np.uint16), BF16), (F64, I64)], ids=str)
def test_bitcast(target, rng, source, out):
    x = rng.normal(F32, 128).astype(source) if source.kind == "f" else rng.normal(out, 128).view(source)
    got = target.launch(reinterpret, 1, x, Out(np.zeros(128, out)))
    check(got.view(np.uint8), x.view(np.uint8))


@pytest.mark.sweep
@pytest.mark.parametrize("out", INTEGERS + FLOATS, ids=str)
@pytest.mark.parametrize("source", INTEGERS + FLOATS, ids=str)
def test_every_pair(target, rng, source, out):
    """Small whole numbers are converted from every type to every other."""
    x = rng.integers(0, 100, 128).astype(source)
    check(converted(target, x, out), x.astype(float).astype(out))
