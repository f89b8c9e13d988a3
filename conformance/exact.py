"""Exact arithmetic in any binary float format, on bits: the oracle of the folding tests.

A number is decoded to a fraction, computed with exactly, and rounded once. Nothing here knows how the compiler computes;
`test_folds.py` checks this module against NumPy and ml_dtypes where those have the format and the rounding mode.
"""
import dataclasses
import math
from fractions import Fraction

INF, NAN = "inf", "nan"


@dataclasses.dataclass(frozen=True)
class Number:
    """A sign (True: negative) and a magnitude: a Fraction, INF or NAN."""
    negative: bool
    magnitude: object

    @property
    def is_nan(self):
        return self.magnitude == NAN

    @property
    def is_inf(self):
        return self.magnitude == INF

    @property
    def is_zero(self):
        return self.magnitude == 0

    @property
    def value(self):
        """The signed fraction of a finite number."""
        return -self.magnitude if self.negative else self.magnitude


NOT_A_NUMBER = Number(False, NAN)


@dataclasses.dataclass(frozen=True)
class Format:
    """A float format: the widths of its fields, and the meaning of the top codes ("ieee": infinities and NaNs; "nan":
    one code of all ones is NaN; "finite": neither)."""
    name: str
    exponent: int
    mantissa: int
    special: str = "ieee"
    signed: bool = True

    @property
    def precision(self):
        return self.mantissa + 1

    @property
    def bias(self):
        return (1 << (self.exponent - 1)) - 1

    @property
    def emin(self):
        return 1 - self.bias

    @property
    def bits(self):
        return self.exponent + self.mantissa + self.signed

    @property
    def largest(self):
        """The code of the largest finite number."""
        top = (1 << (self.exponent + self.mantissa)) - 1
        return {"ieee": top - (1 << self.mantissa), "nan": top - 1, "finite": top}[self.special]

    def decode(self, code):
        """The number that a code (int) stands for."""
        sign = self.signed and bool(code >> (self.bits - 1))
        code &= (1 << (self.exponent + self.mantissa)) - 1
        if code > self.largest:
            is_inf = self.special == "ieee" and code == self.largest + 1
            return Number(sign, INF if is_inf else NAN)
        field, fraction = code >> self.mantissa, code & ((1 << self.mantissa) - 1)
        if field:
            fraction += 1 << self.mantissa
        return Number(sign, Fraction(fraction) * Fraction(2) ** (max(field, 1) - self.bias - self.mantissa))

    def subnormal(self, number):
        return not number.is_nan and not number.is_inf and 0 < number.magnitude < Fraction(2) ** self.emin

    def encode(self, number, mode="nearest_even"):
        """The code of a number, rounded in `mode`; None where the format has no code for it: it lacks the sign, the NaN
        or (without infinities) a magnitude as large. A NaN gives the quiet one without payload."""
        if not self.signed and number.negative:
            return None
        sign = number.negative << (self.bits - 1)
        if number.is_nan:
            code = self.largest + 1 + (1 << (self.mantissa - 1)) if self.special == "ieee" else self.largest + 1
            return code if self.special != "finite" else None
        infinity = self.largest + 1 if self.special == "ieee" else None
        if number.is_inf:
            return infinity and sign | infinity
        if number.is_zero:
            return sign
        code = self.round(number, mode)
        if code <= self.largest:
            return sign | code
        towards_zero = (mode == "zero" or (mode == "negative_inf" and not number.negative) or
                        (mode == "positive_inf" and number.negative))
        if towards_zero:
            return sign | self.largest
        return infinity and sign | infinity

    def round(self, number, mode):
        """The code of the rounded magnitude, as if there were codes above the largest."""
        size = number.magnitude
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        exponent -= size < Fraction(2) ** exponent
        exponent = max(exponent, self.emin)
        scaled = size / Fraction(2) ** (exponent - self.mantissa)
        whole = math.floor(scaled)
        rest = scaled - whole
        whole += {"nearest_even": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2),
                  "nearest_away": rest >= Fraction(1, 2),
                  "zero": False,
                  "negative_inf": number.negative and rest > 0,
                  "positive_inf": not number.negative and rest > 0}[mode]
        # A number that rounds up to a power of two gets the next code, which is the code of the next exponent.
        return whole + ((exponent - self.emin) << self.mantissa)


F16, BF16 = Format("f16", 5, 10), Format("bf16", 8, 7)
F32, F64, TF32 = Format("f32", 8, 23), Format("f64", 11, 52), Format("tf32", 8, 10)
E5M2, E4M3 = Format("f8E5M2", 5, 2), Format("f8E4M3FN", 4, 3, "nan")
E2M1 = Format("f4E2M1FN", 2, 1, "finite")
E5M3 = Format("fnv8E5M3FNU", 5, 3, "nan", signed=False)


class PowersOfTwo(Format):
    """f8E8M0FNU: 2^-127 to 2^127 and a NaN; no zero, no sign."""

    largest = 0xFE

    def decode(self, code):
        return NOT_A_NUMBER if code == 0xFF else Number(False, Fraction(2) ** (code - 127))

    def encode(self, number, mode="zero"):
        if number.is_nan:
            return 0xFF
        if number.negative or number.is_inf or number.is_zero:
            return None
        exponent = number.magnitude.numerator.bit_length() - number.magnitude.denominator.bit_length()
        exponent -= number.magnitude < Fraction(2) ** exponent
        exponent += mode == "positive_inf" and number.magnitude > Fraction(2) ** exponent
        return exponent + 127 if -127 <= exponent <= 127 else None


E8M0 = PowersOfTwo("f8E8M0FNU", 8, 0, "nan", signed=False)
BASE = (F16, BF16, F32, F64)
ALL = BASE + (TF32, E5M2, E4M3, E2M1, E5M3, E8M0)


# ---------------------------------------------------------------- operations, on Numbers; sums and roots round later


def _signed(value, zero_negative):
    return Number(value < 0 or (value == 0 and zero_negative), abs(value))


def add(x, y, mode):
    if x.is_nan or y.is_nan or (x.is_inf and y.is_inf and x.negative != y.negative):
        return NOT_A_NUMBER
    if x.is_inf or y.is_inf:
        return x if x.is_inf else y
    zero_negative = x.negative if x.negative == y.negative else mode == "negative_inf"
    return _signed(x.value + y.value, zero_negative)


def neg(x):
    return Number(not x.negative, x.magnitude)


def sub(x, y, mode):
    return add(x, neg(y), mode)


def mul(x, y, mode=None):
    negative = x.negative != y.negative
    if x.is_nan or y.is_nan or (x.is_inf and y.is_zero) or (x.is_zero and y.is_inf):
        return NOT_A_NUMBER
    if x.is_inf or y.is_inf:
        return Number(negative, INF)
    return Number(negative, x.magnitude * y.magnitude)


def div(x, y, mode=None):
    negative = x.negative != y.negative
    if x.is_nan or y.is_nan or (x.is_inf and y.is_inf) or (x.is_zero and y.is_zero):
        return NOT_A_NUMBER
    if x.is_inf or y.is_zero:
        return Number(negative, INF)
    return Number(negative, Fraction(0) if y.is_inf else x.magnitude / y.magnitude)


def fma(x, y, z, mode):
    return add(mul(x, y), z, mode)


def sqrt(x, mode=None):
    """An irrational root is represented by a fraction on the same side of every number of at most 200 bits."""
    if x.is_nan or x.is_zero:
        return NOT_A_NUMBER if x.is_nan else x
    if x.negative or x.is_inf:
        return NOT_A_NUMBER if x.negative else x
    scale = 2 ** 2800
    square = x.magnitude * scale
    whole = square.numerator // square.denominator
    root = Fraction(math.isqrt(whole))
    root += 0 if root * root == square else Fraction(1, 2)
    return Number(False, root / math.isqrt(scale))


def rem(x, y, mode=None):
    if x.is_nan or y.is_nan or x.is_inf or y.is_zero:
        return NOT_A_NUMBER
    if y.is_inf:
        return x
    return Number(x.negative, x.magnitude % y.magnitude)


def order(x, y):
    """-1, 0, 1, or None with a NaN."""
    if x.is_nan or y.is_nan:
        return None
    keys = [(-1 if n.negative else 1) * (math.inf if n.is_inf else n.magnitude) for n in (x, y)]
    return (keys[0] > keys[1]) - (keys[0] < keys[1])


def extremum(x, y, largest, propagate):
    """maxf or minf: a NaN loses unless it is to propagate; -0 < +0."""
    if x.is_nan or y.is_nan:
        other = y if x.is_nan else x
        return NOT_A_NUMBER if propagate or other.is_nan else other
    less = order(x, y) or y.negative - x.negative
    return x if (less > 0) == largest else y


def to_integral(x, up):
    """ceil or floor; the sign is kept, also that of zeros."""
    if x.is_nan or x.is_inf:
        return x
    return _signed(Fraction(math.ceil(x.value) if up else math.floor(x.value)), x.negative)
