"""The results that a kernel may compute: intervals of real numbers, widened by each rounding that the arithmetic may
make.

An oracle repeats the kernel's arithmetic on `Range`s. Where the operands are known exactly and the type rounds once,
the range stays a single number; where the kernel or the hardware is free (a product fused with the addition that
follows, the order of a sum, how a tensor core adds, a function that is good to 2 units), it holds every number that any
choice gives. So the error that a test allows follows, element by element, from the numbers and the operations alone.

    s = mma(q, k.T) * scale                                   in the kernel
    s = Range(q, F32).mma(k.T) * scale                        in the oracle

The ends are kept in `WIDE`, whose own roundings (2**-64 of a number) are allowed for where an end is computed."""
import ml_dtypes
import numpy as np

import exact

WIDE = np.longdouble

FORMATS = {np.dtype(t): f for t, f in {
    np.float16: exact.F16, ml_dtypes.bfloat16: exact.BF16, np.float32: exact.F32, np.float64: exact.F64,
    ml_dtypes.float8_e4m3fn: exact.E4M3, ml_dtypes.float8_e5m2: exact.E5M2}.items()}
TF32 = exact.TF32


def format_of(kind):
    """The format of a NumPy type; a format is returned as it is."""
    return kind if isinstance(kind, exact.Format) else FORMATS[np.dtype(kind)]


def spacing(x, kind):
    """The unit in the last place of a format at each finite number."""
    fmt = format_of(kind)
    _, exponent = np.frexp(np.asarray(x, WIDE))
    return np.ldexp(WIDE(1), np.maximum(exponent - 1, fmt.emin) - fmt.mantissa)


def rounded(x, kind):
    """Each number rounded to the nearest of a format, ties to even; an overflow becomes an infinity."""
    fmt, x = format_of(kind), wide(x)
    finite = np.isfinite(x)
    unit = spacing(np.where(finite, x, 1), fmt)
    largest = WIDE(float(fmt.decode(fmt.largest).magnitude))
    with np.errstate(invalid="ignore"):
        near = np.where(finite, np.rint(x / unit) * unit, x)
        return np.where(np.abs(near) > largest, np.copysign(WIDE(np.inf), near), near)


def gamma(n, unit):
    """The largest relative error of n roundings by at most `unit`."""
    return n * unit / (1 - n * unit)


def wide(x):
    with np.errstate(invalid="ignore"):  # NaN of a narrow type
        return np.asarray(x).astype(WIDE)


def outward(low, high):
    """The ends after an operation that rounded them in WIDE."""
    low_slack, high_slack = (np.where(np.isfinite(x), np.abs(x), 0) * WIDE(2) ** -62 for x in (low, high))
    return low - low_slack, high + high_slack


def computed(low, kind, high):
    """The range of an operation's result. A single number is left alone where WIDE has more than twice the format's
    digits: rounding it there first does no harm (Figueroa, "When is double rounding innocuous?")."""
    if format_of(kind).precision > 24 or not np.array_equal(low, high, equal_nan=True):
        low, high = outward(low, high)
    return Range(low, kind, high)


class Range:
    """Numbers from `low` to `high` that a kernel holds in format `kind`. Each operation is followed by a rounding to
    it, unless the compiler has fused it with the next."""
    __array_ufunc__ = None  # NumPy leaves `array * Range` to us

    def __init__(self, low, kind, high=None):
        self.kind = kind
        self.low = wide(low)
        self.high = self.low if high is None else wide(high)

    def __getitem__(self, index):
        return Range(self.low[index], self.kind, self.high[index])

    @property
    def shape(self):
        return self.low.shape

    @property
    def size(self):
        """The largest magnitude of each."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    # ---- roundings

    def to(self, kind):
        """Rounded to another format, once: a conversion."""
        return Range(rounded(self.low, kind), kind, rounded(self.high, kind))

    def loosely(self):
        """Rounded to the range's own format, or not, because it may be fused with the operation that follows."""
        near = self.to(self.kind)
        return Range(np.minimum(self.low, near.low), self.kind, np.maximum(self.high, near.high))

    def widened(self, error):
        """With an error of that size to either side."""
        return Range(self.low - error, self.kind, self.high + error)

    def within(self, units):
        """The range of a function that is accurate to `units` in the last place."""
        return Range(self.low - units * spacing(self.low, self.kind), self.kind,
                     self.high + units * spacing(self.high, self.kind))

    # ---- arithmetic

    def other(self, value):
        """An operand: a range, or numbers that the kernel holds in the same format."""
        return value if isinstance(value, Range) else Range(rounded(value, self.kind), self.kind)

    def __neg__(self):
        return Range(-self.high, self.kind, -self.low)

    def __add__(self, value):
        value = self.other(value)
        return computed(self.low + value.low, self.kind, self.high + value.high).loosely()

    def __sub__(self, value):
        return self + -self.other(value)

    def __mul__(self, value):
        value = self.other(value)
        ends = [a * b for a in (self.low, self.high) for b in (value.low, value.high)]
        return computed(np.minimum.reduce(ends), self.kind, np.maximum.reduce(ends)).loosely()

    def reciprocal(self):
        assert ((self.low > 0) | (self.high < 0)).all(), "a range of divisors with zero in it"
        return outward(1 / self.high, 1 / self.low)

    def __truediv__(self, value):
        low, high = self.other(value).reciprocal()
        ends = [a * b for a in (self.low, self.high) for b in (low, high)]
        return computed(np.minimum.reduce(ends), self.kind, np.maximum.reduce(ends)).loosely()

    def __radd__(self, value):
        return self + value

    def __rmul__(self, value):
        return self * value

    def __rsub__(self, value):
        return self.other(value) - self

    def __rtruediv__(self, value):
        return self.other(value) / self

    def maximum(self, value):
        value = self.other(value)
        return Range(np.maximum(self.low, value.low), self.kind, np.maximum(self.high, value.high))

    def max(self, axis):
        return Range(self.low.max(axis, keepdims=True), self.kind, self.high.max(axis, keepdims=True))

    def where(self, condition, value):
        """The range where the condition holds, elsewhere the value."""
        value = self.other(value)
        return Range(np.where(condition, self.low, value.low), self.kind, np.where(condition, self.high, value.high))

    def function(self, f, units, slope=None):
        """A function that is accurate to `units` in the last place: monotonic, or nowhere steeper than `slope`."""
        if slope is None:
            ends = f(self.low), f(self.high)
            return computed(np.minimum(*ends), self.kind, np.maximum(*ends)).within(units)
        middle, radius = f((self.low + self.high) / 2), slope * (self.high - self.low) / 2
        return computed(middle - radius, self.kind, middle + radius).within(units)

    def map(self, move, *others):
        """The elements rearranged, or concatenated with those of other ranges."""
        return Range(move(self.low, *(o.low for o in others)), self.kind, move(self.high, *(o.high for o in others)))

    # ---- sums, in any order

    def sum(self, axis, keepdims=False):
        """The sum over an axis, each addition rounded to the nearest."""
        n, unit = self.shape[axis], WIDE(2) ** -format_of(self.kind).precision
        error = gamma(n - 1, unit) * self.size.sum(axis, keepdims=keepdims)
        return computed(self.low.sum(axis, keepdims=keepdims), self.kind,
                        self.high.sum(axis, keepdims=keepdims)).widened(error)

    def mma(self, matrix, start=None, digits=None):
        """The matrix product, plus `start`, in the range's own format. Products are exact; a tensor core may add any
        number of terms at a time and rounds or truncates, so that each addition loses at most a unit in the last of
        `digits` binary digits (by default those of the format)."""
        matrix = matrix if isinstance(matrix, Range) else Range(matrix, self.kind)
        middle, radius = (self.low + self.high) / 2, (self.high - self.low) / 2
        centre, spread = (matrix.low + matrix.high) / 2, (matrix.high - matrix.low) / 2
        unit = WIDE(2) ** (1 - (digits or format_of(self.kind).precision)) + WIDE(2) ** -62
        exact_sum = middle @ centre
        reach = radius @ np.abs(centre) + self.size @ spread
        total, terms = self.size @ matrix.size, self.shape[-1]
        if start is not None:
            exact_sum, reach = exact_sum + (start.low + start.high) / 2, reach + (start.high - start.low) / 2
            total, terms = total + start.size, terms + 1
        error = reach + gamma(terms, unit) * total
        return Range(exact_sum - error, self.kind, exact_sum + error)
