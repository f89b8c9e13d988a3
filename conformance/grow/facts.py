"""The facts that a program knows about the elements of its values while it grows: enough to keep everything defined,
and to tell which results every implementation must compute to the same bit.

Integers have bounds, read as signed. Floats have bounds too, and say whether a NaN, an infinity or a negative zero may
be among them; where all floats are multiples of a power of two (`unit`), sums and products that stay small are exact,
so that their order makes no difference."""
import dataclasses
import math

import exact

FORMATS = {f.name: f for f in exact.ALL}
INF = math.inf


def is_int(element):
    return element[0] == "i"


def is_float(element):
    return element in FORMATS


def bits_of(element):
    return int(element[1:]) if is_int(element) else FORMATS[element].bits


def storage_bits(element):
    """The bits that an element occupies in memory."""
    return {"i1": 8, "tf32": 32}.get(element) or bits_of(element)


@dataclasses.dataclass(frozen=True)
class Ints:
    """Integers from `low` to `high`."""
    low: int
    high: int

    @property
    def size(self):
        return max(abs(self.low), abs(self.high))

    def within(self, low, high):
        return low <= self.low and self.high <= high

    def union(self, other):
        return Ints(min(self.low, other.low), max(self.high, other.high))


@dataclasses.dataclass(frozen=True)
class Floats:
    """Floats from `low` to `high`, and NaN if `nan`. `unit`: each is a multiple of 2**unit; None where that is not
    known. `negative_zero`: whether -0 may be among them."""
    low: float = -INF
    high: float = INF
    nan: bool = True
    unit: int | None = None
    negative_zero: bool = True

    @property
    def size(self):
        return max(abs(self.low), abs(self.high))

    @property
    def is_finite(self):
        return not self.nan and self.size < INF

    def union(self, other):
        unit = None if self.unit is None or other.unit is None else min(self.unit, other.unit)
        return Floats(min(self.low, other.low), max(self.high, other.high), self.nan or other.nan, unit,
                      self.negative_zero or other.negative_zero)

    def digits(self):
        """The binary digits that a number of this size in this unit may need; None where no unit is known."""
        if self.unit is None or not self.is_finite:
            return None
        return max(1, math.ceil(math.log2(max(self.size, 2.0 ** self.unit)) + 1) - self.unit)


def signed_range(element):
    """All integers of a type, read as signed."""
    half = 1 << (bits_of(element) - 1)
    return Ints(-half, half - 1)


def anything(element):
    return signed_range(element) if is_int(element) else Floats()


def wrapped(element, low, high):
    """Integers from `low` to `high`, truncated to the width of the type."""
    every = signed_range(element)
    return Ints(low, high) if Ints(low, high).within(every.low, every.high) else every


def rounded(element, low, high, nan=False, unit=None, negative_zero=True):
    """Floats between two numbers, after rounding to a format: exact where they are multiples of a unit that the format
    can hold, and otherwise a little further apart."""
    fmt = FORMATS[element]
    if math.isnan(low) or math.isnan(high):
        low, high, nan = -INF, INF, True
    known = Floats(low, high, nan, unit, negative_zero)
    digits = known.digits()
    if digits is not None and digits <= fmt.precision and unit >= fmt.emin - fmt.mantissa and (
            known.size <= largest(element)):
        return known
    slack = 2.0 ** (1 - fmt.mantissa)
    low, high = low - abs(low) * slack - smallest(element), high + abs(high) * slack + smallest(element)
    if max(abs(low), abs(high)) >= largest(element):
        low, high = (-INF if low < -largest(element) else low), (INF if high > largest(element) else high)
    return Floats(low, high, nan, None, negative_zero)


def largest(element):
    fmt = FORMATS[element]
    return float(fmt.decode(fmt.largest).magnitude)


def smallest(element):
    """The least normal number of a format."""
    return 2.0 ** max(FORMATS[element].emin, -1022)
