"""Compares the arrays that two runs of a program leave.

Everything is compared to the bit except where the specification is open: the bits of a NaN, and the last digits of
functions that no format determines (`Array.ulps`). Functions of f16 and bf16 are computed in f32 and rounded, so that a
result may be the next number of the type as well."""
import ml_dtypes
import numpy as np

from .facts import FORMATS, is_float, storage_bits
from .program import Array


class Mismatch(AssertionError):
    """Two runs of a fully determined program differ."""


def magnitudes(element, codes):
    """The codes as integers that are ordered like the numbers, and which of them are NaN."""
    fmt, bits = FORMATS[element], storage_bits(element)
    shift = 13 if element == "tf32" else 0
    codes = codes.astype(np.int64) >> shift if bits < 64 else codes.view(np.int64)
    sign = np.int64(1) << np.int64(fmt.bits - 1) if fmt.bits < 64 else np.int64(-1 << 63)
    negative = (codes & sign) != 0 if fmt.signed else np.zeros(codes.shape, bool)
    size = codes & ~sign if fmt.signed else codes
    infinity = fmt.largest + 1 if fmt.special == "ieee" else fmt.largest
    return np.where(negative, -size, size), size > infinity


def differs(program, number, expected, actual):
    """Which elements of an argument differ by more than is allowed."""
    array, left, right = program.arguments[number], expected[number], actual[number]
    if not array.is_observed or not is_float(array.element):
        return left != right
    x, x_nan = magnitudes(array.element, left)
    y, y_nan = magnitudes(array.element, right)
    if array.within:
        by, units = array.within
        scale = expected[number if by is None else by]
        wrong = beyond(array.element, left, right, scale, units)
    elif array.ulps:
        # Codes of 64 bits may be more than 2**63 apart.
        exact = object if storage_bits(array.element) == 64 else np.int64
        wrong = np.asarray(np.abs(x.astype(exact) - y.astype(exact)) > allowed_distance(array), bool)
    else:
        wrong = left != right
    return np.where(x_nan | y_nan, x_nan != y_nan, wrong)


def beyond(element, left, right, scale, units):
    """Where two sums differ by more than this many units in the last place of the sum of the magnitudes."""
    x, y, size = (numbers_of(element, codes) for codes in (left, right, scale))
    with np.errstate(invalid="ignore"):
        return np.abs(x - y) > units * np.ldexp(size, -FORMATS[element].mantissa)


TYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}


def numbers_of(element, codes):
    return codes.view(TYPES[element]).astype(np.longdouble)


def allowed_distance(array):
    """How many numbers of the type two results may be apart: units of f32 expressed in units of the type."""
    if array.element in ("f32", "f64"):
        return array.ulps
    return 1 + (array.ulps >> (FORMATS["f32"].mantissa - FORMATS[array.element].mantissa))


def compare(program, expected, actual, who):
    """Raises a Mismatch that names the first difference."""
    for n, (argument, left, right) in enumerate(zip(program.arguments, expected, actual, strict=True)):
        if not isinstance(argument, Array):
            continue
        wrong = differs(program, n, expected, actual)
        if wrong.any():
            at = int(np.argmax(wrong))
            raise Mismatch(f"{who}: {int(wrong.sum())} of {wrong.size} elements of argument {n} ({argument.element}) "
                           f"differ; the first is {at}: {int(left[at]):#x} by the interpreter, "
                           f"{int(right[at]):#x} here")
