"""The error of results, and mistakes other than rounding: wrong NaNs, infinities, zeros, and flushed numbers."""
import dataclasses

import numpy as np

from . import oracles

BLOCK = 1 << 13  # a block stays in the cache, and NumPy reuses its memory


@dataclasses.dataclass(frozen=True)
class Format:
    precision: int
    least: int  # exponents of the smallest and the largest normal numbers
    most: int


FORMATS = {"f32": Format(24, -126, 127), "f64": Format(53, -1022, 1023)}


def units(exact, kind):
    """The unit in the last place of a format at each number, in the wider precision of the numbers."""
    form = FORMATS[kind]
    if exact.dtype == np.float64:  # from the bits of the number, four times as fast as below
        field = np.clip((exact.view(np.int64) >> 52) & 0x7FF, form.least + 1023, form.most + 1023)
        return ((field - (form.precision - 1)) << 52).view(np.float64)
    _, exponent = np.frexp(exact)
    return np.ldexp(exact.dtype.type(1), np.clip(exponent - 1, form.least, form.most) - (form.precision - 1))


@dataclasses.dataclass
class Record:
    """The findings so far. Errors of subnormal operands and results are recorded separately."""
    kind: str
    inputs: int = 0
    error: float = 0.0
    at: tuple = ()
    subnormal_error: float = 0.0
    subnormal_at: tuple = ()
    wrong: dict = dataclasses.field(default_factory=dict)

    def add(self, function, operands, results):
        self.inputs += len(results)
        for first in range(0, len(results), BLOCK):
            part = [o[first:first + BLOCK] for o in operands]
            with np.errstate(all="ignore"):
                self._add(part, results[first:first + BLOCK], oracles.exact(function, self.kind, part))

    def _add(self, operands, results, exact):
        form, one = FORMATS[self.kind], exact.dtype.type(1)
        limit, smallest = np.ldexp(one, form.most + 1), np.ldexp(one, form.least)
        near = np.clip(exact, -limit, limit)
        error = np.abs(np.clip(results.astype(exact.dtype), -limit, limit) - near) / units(near, self.kind)
        error[self._special(operands, results, exact, error)] = 0
        small = np.abs(exact) < smallest
        for operand in operands:
            small |= (np.abs(operand) < smallest) & (operand != 0)
        if not small.any():
            return self._largest("error", "at", operands, error)
        self._largest("error", "at", operands, np.where(small, 0, error))
        self._largest("subnormal_error", "subnormal_at", operands, np.where(small, error, 0))

    def _special(self, operands, results, exact, error):
        """Counts results that are wrong in kind, and returns their positions; NaN is right where the exact value is
        NaN."""
        nan = np.isnan(error)  # the exact value is NaN, the result, or both
        usual = results != 0
        if usual.all() and np.isfinite(exact).all() and not nan.any():
            return nan
        found = {"nan": np.isnan(exact) != np.isnan(results),
                 "infinity": np.isinf(exact) & ~nan & (results != exact),
                 "zero": (exact == 0) & ~nan & (results != 0),
                 "sign": (results == 0) & ~nan & (np.signbit(results) != np.signbit(exact)),
                 "flushed": (results == 0) & ~nan & (error > 0.75)}
        for name, where in found.items():
            if where.any():
                count, first = self.wrong.get(name, (0, None))
                at = int(np.argmax(where))
                self.wrong[name] = (count + int(where.sum()), first or spell(operands, at))
        return nan | found["infinity"] | found["zero"] | found["flushed"]

    def _largest(self, value, place, operands, error):
        at = int(np.argmax(error))
        if error[at] > getattr(self, value):
            setattr(self, value, float(error[at]))
            setattr(self, place, spell(operands, at))


def spell(operands, at):
    """The operands in hexadecimal, which is exact."""
    return tuple(float(o[at]).hex() for o in operands)
