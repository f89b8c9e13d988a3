"""Operations that compute element by element. Their operands, results, modes and flags come from the records; this file
has what those can't say: where an operation is defined, and which facts hold for its result.

A rule below is called for each operation that it names, with the modes and flags that were drawn. It may replace
operands by ones that the operation is defined for, and returns the facts of the result. Operations without a rule are
defined for all operands, and nothing is known of their results."""
import dataclasses
import math

from . import known
from .facts import INF, Floats, Ints, anything, bits_of, is_float, rounded, signed_range, wrapped
from .program import Tile, Value

# How far results may be from the exact ones, in units of the last place of f32 (of f64 in f64): Numbers.h.
ULPS = {"exp": 2, "exp2": 2, "log": 2, "log2": 2, "sin": 2, "cos": 2, "sinh": 2, "cosh": 2, "tanh": 2, "atan2": 2,
        "rsqrt": 2, "fpowi": 8, "tan": 4, "fpowf": 8}
ROUGH = 1 << 14  # exp and tanh with `approx`: 2**-10 of the result
RULES = {}


def rule(*names):
    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function
    return register


@dataclasses.dataclass
class Application:
    """An operation about to be grown."""
    grower: object
    op: str
    chosen: dict  # modes and flags
    operands: list
    element: str  # the result's element type

    @property
    def facts(self):
        return [v.facts for v in self.operands]

    def masked(self, index, low, high):
        """Limits an operand to the range from 0 to a power of two less one, and then to at least `low`."""
        value = self.operands[index]
        if value.facts.within(low, high):
            return
        g, shape, element = self.grower, value.shape, value.element
        mask = (1 << (high + 1).bit_length() - 1) - 1
        kept = g.binary("andi", value, g.integer(mask, element, shape), Ints(0, mask))
        if low > 0:
            kept = g.binary("ori", kept, g.integer(low, element, shape), Ints(low, mask | low))
        self.operands[index] = kept

    def halved(self, index):
        """Makes an integer operand small enough for sums without overflow."""
        value = self.operands[index]
        g, bits = self.grower, bits_of(value.element)
        low, high = value.facts.low >> 1, value.facts.high >> 1
        amount = g.integer(1, value.element, value.shape)
        self.operands[index] = g.binary("shri", value, amount, Ints(low, high),
                                        {"signedness": "#cuda_tile.signedness<signed>"})
        assert bits > 1


# ---------------------------------------------------------------- integers


@rule("addi", "subi", "muli")
def arithmetic(a):
    """With a promise, operands are limited so that it is kept; unsigned ones are not negative, too."""
    promise, element = a.chosen["overflow"], a.element
    if element == "i1":
        if promise != "none":
            # 0 + 0, 0 - 0 and 0 * 0 are the only cases that keep every promise.
            zero = a.grower.integer(0, "i1", a.operands[0].shape)
            a.operands[0] = a.operands[1] = zero
            return Ints(0, 0)
        return signed_range("i1")
    if promise != "none":
        bits = {"addi": bits_of(element) - 2, "subi": bits_of(element) - 2, "muli": bits_of(element) // 2 - 1}[a.op]
        unsigned = promise in ("no_unsigned_wrap", "no_wrap")
        for n in (0, 1):
            limit = (1 << bits) - 1
            if unsigned or not a.facts[n].within(-limit, limit):
                a.masked(n, 0, limit)
        if a.op == "subi" and unsigned:
            a.operands[0] = a.grower.binary("maxi", *a.operands, a.facts[0].union(a.facts[1]),
                                            {"signedness": "#cuda_tile.signedness<unsigned>"})
    x, y = a.facts
    if a.op == "addi":
        return wrapped(element, x.low + y.low, x.high + y.high)
    if a.op == "subi":
        low = 0 if promise in ("no_unsigned_wrap", "no_wrap") else x.low - y.high
        return wrapped(element, low, x.high - y.low)
    ends = [p * q for p in (x.low, x.high) for q in (y.low, y.high)]
    return wrapped(element, min(ends), max(ends))


@rule("negi")
def negation(a):
    if a.chosen["overflow"] != "none":
        if a.element == "i1":
            a.operands[0] = a.grower.integer(0, "i1", a.operands[0].shape)
        elif a.facts[0].low == signed_range(a.element).low or a.chosen["overflow"] == "no_wrap":
            if a.chosen["overflow"] == "no_wrap":  # only 0 has no unsigned overflow
                a.operands[0] = a.grower.integer(0, a.element, a.operands[0].shape)
            else:
                a.halved(0)
    x = a.facts[0]
    return wrapped(a.element, -x.high, -x.low)


@rule("shli", "shri")
def shift(a):
    """Amounts are less than the width; with a promise the shifted number is small."""
    bits = bits_of(a.element)
    if a.element == "i1":
        a.operands[1] = a.grower.integer(0, "i1", a.operands[1].shape)
        return signed_range("i1")
    promise = a.chosen.get("overflow", "none")
    most = bits // 2 - 1 if promise != "none" else bits - 1
    a.masked(1, 0, most)
    if promise != "none":
        limit = (1 << (bits // 2 - 1)) - 1
        if promise != "no_signed_wrap" or not a.facts[0].within(-limit, limit):
            a.masked(0, 0, limit)
    if a.op == "shri":
        x = a.facts[0]
        if a.chosen["signedness"] == "signed" or x.low >= 0:
            return Ints(min(x.low, 0), max(x.high, 0))
    elif promise != "none":
        return Ints(a.facts[0].low << most if a.facts[0].low < 0 else 0, max(a.facts[0].high, 0) << most)
    return signed_range(a.element)


@rule("divi", "remi")
def division(a):
    """The divisor is neither zero nor, where the dividend may be the least number, -1."""
    if a.element == "i1":
        signed = a.chosen["signedness"] == "signed"
        a.operands[1] = a.grower.integer(1, "i1", a.operands[1].shape)
        if signed:  # -1 / -1 overflows
            a.operands[0] = a.grower.integer(0, "i1", a.operands[0].shape)
        return signed_range("i1")
    y = a.facts[1]
    dividend_is_safe = a.facts[0].low > signed_range(a.element).low or a.chosen["signedness"] == "unsigned"
    if not (y.low > 0 or y.high < (0 if dividend_is_safe else -1)):
        if dividend_is_safe and a.grower.chance(2):
            one = a.grower.integer(1, a.element, a.operands[1].shape)
            a.operands[1] = a.grower.binary("ori", a.operands[1], one, signed_range(a.element))
        else:
            a.masked(1, 1, signed_range(a.element).high)
    return signed_range(a.element)


@rule("absi")
def absolute(a):
    x, every = a.facts[0], signed_range(a.element)
    if x.low == every.low:
        return every
    return Ints(0 if x.low <= 0 <= x.high else min(abs(x.low), abs(x.high)), x.size)


@rule("andi")
def bitwise_and(a):
    highs = [x.high for x in a.facts if x.low >= 0]
    return Ints(0, min(highs)) if highs else signed_range(a.element)


@rule("ori", "xori")
def bitwise_or(a):
    if all(x.low >= 0 for x in a.facts):
        return Ints(0, (1 << max(x.high.bit_length() for x in a.facts)) - 1)
    return signed_range(a.element)


@rule("maxi", "mini")
def extremum_of_ints(a):
    x, y = a.facts
    if a.chosen["signedness"] == "signed" or min(x.low, y.low) >= 0:
        pick = max if a.op == "maxi" else min
        return Ints(pick(x.low, y.low), pick(x.high, y.high))
    return x.union(y)


@rule("exti")
def extension(a):
    x = a.facts[0]
    if a.chosen["signedness"] == "signed" or x.low >= 0:
        return x
    return Ints(0, (1 << bits_of(a.operands[0].element)) - 1)


@rule("trunci")
def truncation(a):
    """A promise holds for numbers that the narrower type can represent."""
    promise, bits = a.chosen["overflow"], bits_of(a.element)
    if promise != "none":
        half = signed_range(a.element)
        if bits == 1:
            a.operands[0] = a.grower.integer(0, a.operands[0].element, a.operands[0].shape)
        elif promise == "no_signed_wrap":
            if not a.facts[0].within(half.low, half.high):
                a.masked(0, 0, half.high)
        else:
            a.masked(0, 0, half.high)
    x = a.facts[0]
    return wrapped(a.element, x.low, x.high)


# ---------------------------------------------------------------- floats


@rule("absf")
def absolute_of_floats(a):
    x = a.facts[0]
    low = 0.0 if x.low <= 0 <= x.high else min(abs(x.low), abs(x.high))
    return dataclasses.replace(x, low=low, high=x.size, negative_zero=False)


@rule("negf")
def negation_of_floats(a):
    x = a.facts[0]
    return dataclasses.replace(x, low=-x.high, high=-x.low, negative_zero=x.low <= 0 <= x.high)


@rule("ceil", "floor")
def to_integral(a):
    x = a.facts[0]
    low, high = (v if math.isinf(v) else float(math.floor(v) if v < 0 else math.ceil(v)) for v in (x.low, x.high))
    return rounded(a.element, low, high, x.nan, unit=0)


def signs_differ(x, y):
    """Whether an infinity may be combined with one of the other sign."""
    return (x.high == INF and y.low == -INF) or (x.low == -INF and y.high == INF)


def min_unit(*facts):
    return None if any(f.unit is None for f in facts) else min(f.unit for f in facts)


@rule("addf", "subf")
def sum_of_floats(a):
    x, y = a.facts
    if a.op == "subf":
        y = dataclasses.replace(y, low=-y.high, high=-y.low)
    exact = a.chosen["rounding_mode"] == "nearest_even" and not (x.negative_zero and y.negative_zero)
    return rounded(a.element, x.low + y.low, x.high + y.high, x.nan or y.nan or signs_differ(x, y), min_unit(x, y),
                   negative_zero=not exact)


def product(x, y):
    """Bounds of a product, whether it may be NaN, and its unit."""
    ends = [0.0 if 0 in (p, q) else p * q for p in (x.low, x.high) for q in (y.low, y.high)]
    invalid = (x.size == INF and y.low <= 0 <= y.high) or (y.size == INF and x.low <= 0 <= x.high)
    unit = None if x.unit is None or y.unit is None else x.unit + y.unit
    if x.size == INF or y.size == INF:
        ends = [-INF, INF]
    return min(ends), max(ends), x.nan or y.nan or invalid, unit


@rule("mulf")
def product_of_floats(a):
    return rounded(a.element, *product(*a.facts))


@rule("fma")
def fused(a):
    low, high, nan, unit = product(*a.facts[:2])
    z = a.facts[2]
    unit = None if unit is None or z.unit is None else min(unit, z.unit)
    if z.size == INF or max(abs(low), abs(high)) == INF:
        return Floats()
    return rounded(a.element, low + z.low, high + z.high, nan or z.nan, unit)


@rule("maxf", "minf")
def extremum_of_floats(a):
    x, y = a.facts
    return dataclasses.replace(x.union(y), nan=(x.nan and y.nan) or (a.chosen["propagate_nan"] and (x.nan or y.nan)))


@rule("itof")
def from_integer(a):
    x = a.facts[0]
    low, high = x.low, x.high
    if a.operands[0].element == "i1":
        low, high = (-1, 0) if a.chosen["signedness"] == "signed" else (0, 1)
    elif a.chosen["signedness"] == "unsigned" and low < 0:
        low, high = 0, (1 << bits_of(a.operands[0].element)) - 1
    if bits_of(a.element) <= 8 and max(abs(low), abs(high)) > 4:
        return small_integers(a)
    return rounded(a.element, float(low), float(high), False, 0, negative_zero=False)


def small_integers(a):
    """A result that a narrow format can't represent is not determined."""
    if a.operands[0].element == "i1":
        return rounded(a.element, -1.0, 1.0, False, 0, negative_zero=False)
    a.masked(0, 0, 3)
    return rounded(a.element, 0.0, 3.0, False, 0, negative_zero=False)


@rule("ftoi")
def to_integer(a):
    """Without `saturating` the number has to be one that the integer can hold."""
    if a.element == "i1":
        return signed_range("i1")
    x, bits = a.facts[0], bits_of(a.element)
    unsigned = a.chosen["signedness"] == "unsigned"
    low, high = (0, 2.0 ** bits) if unsigned else (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1))
    fits = not x.nan and low <= x.low and x.high < high
    if not fits and not a.chosen["saturating"]:
        source = a.operands[0].type
        a.operands[0] = a.grower.fresh(source, lambda v: not v.facts.nan and low <= v.facts.low and v.facts.high < high)
        x = a.facts[0]
        fits = True
    if fits and (not unsigned or x.high < high / 2):
        return Ints(math.floor(x.low), math.ceil(x.high))
    return signed_range(a.element)


@rule("ftof")
def float_to_float(a):
    """Numbers that a format can't hold are excluded, and those that no format of 8 bits or less has."""
    source, to = a.operands[0].type, a.element
    x = a.facts[0]
    if to not in ("f16", "bf16", "f32", "f64", "tf32"):
        def holds(value):
            f = value.facts
            return not f.nan and f.size <= 4 and (f.low > 0.125 if to in ("f8E8M0FNU", "fnv8E5M3FNU") else True)
        if not holds(a.operands[0]):
            a.operands[0] = a.grower.fresh(source, holds)
            x = a.facts[0]
    return rounded(to, x.low, x.high, x.nan, x.unit, x.negative_zero)


@rule("select")
def selection(a):
    return a.facts[1].union(a.facts[2])


@rule("cmpi", "cmpf")
def comparison(a):
    return signed_range("i1")


@rule("bitcast")
def same_bits(a):
    return anything(a.element)


# ---------------------------------------------------------------- growing one


def needs(op, element):
    """The condition on an operand for the operation to be defined, where no rule can establish it."""
    if op == "bitcast" and is_float(element):
        return lambda v: not v.facts.nan  # a NaN has many encodings
    return lambda v: known.accepts(op, v)


def grow(g, record):
    """One operation on values of the scope, if types can be found for it."""
    elements = choose_elements(g, record)
    # An element of 4 bits needs an adjacent one.
    shape = g.pick([s for s in g.shapes if max(s, default=1) > 1 or "f4E2M1FN" not in elements.values()] or [(16,)])
    types = {name: Tile(shape, element) for name, element in elements.items()}
    operands = [g.value(types[o.name], needs(record.name, elements[o.name])) for o in record.operands]
    result = record.results[0]
    element, of = elements[result.name], elements[record.operands[-1].name]
    chosen, texts = g.attributes(record, of, only=lambda name, case, made: permitted(record.name, elements, name, case,
                                                                                     made))
    application = Application(g, record.name, chosen, operands, element)
    found = RULES.get(record.name)
    facts = found(application) if found else anything(element)
    [name] = g.emit(record.name, application.operands, [types[result.name]], texts)
    g.reach(record.name, "->" + element)
    return g.add(Value(name, types[result.name], facts, ulps=ulps_of(record.name, chosen)))


def ulps_of(op, chosen):
    mode = chosen.get("rounding_mode")
    if op in ("exp", "tanh") and mode == "approx":
        return ROUGH
    if mode in ("approx", "full") and op in ("divf", "sqrt"):
        return 2
    return ULPS.get(op, 0)


GROWN = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")


def choose_elements(g, record):
    """An element type for each operand and result, alike where the record requires it."""
    elements = {}
    for value in record.values:
        groups = [s for s in record.same_type + record.same_element if value.name in s]
        known = next((elements[n] for group in groups for n in group if n in elements), None)
        if any(value.name == second for _, second in record.truth_of):
            known = "i1"
        choices = [e for e in value.elements or GROWN if accepts(record.name, value.name, e, elements)]
        elements[value.name] = known or g.pick(choices)
    return elements


def accepts(op, name, element, others):
    """The verifiers' rules on types."""
    first = next(iter(others.values()), None)
    if element == "f8E8M0FNU" and op == "itof":
        return False
    if op == "exti":
        return bits_of(element) > bits_of(first) if first else element != "i64"
    if op == "trunci":
        return bits_of(element) < bits_of(first) if first else element != "i1"
    if op == "bitcast":
        return element not in ("f4E2M1FN", "tf32") and (not first or bits_of(element) == bits_of(first))
    if op == "ftof":
        return element != first
    return True


def permitted(op, elements, name, case, made):
    """The verifiers' rules on modes and flags."""
    if op == "negi":
        return case != "no_unsigned_wrap"
    if op == "divi" and name == "rounding":
        return case in ("zero", "positive_inf") or (case == "negative_inf" and made["signedness"] == "signed")
    if op == "ftoi" and name == "rounding_mode":
        return case == "nearest_int_to_zero"
    if op == "itof" and name == "rounding_mode":
        return case == "nearest_even"
    if op == "ftof" and name == "rounding_mode":
        return case in conversion_modes(elements["from"], elements["to"])
    return True


def conversion_modes(source, to):
    """Rounding modes of a conversion between two float formats."""
    if to == "f8E8M0FNU":
        return ("zero", "positive_inf")
    if bits_of(to) <= 8:
        return ("nearest_even",)
    if bits_of(to) > bits_of(source):
        return ("nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away")
    if to in ("f16", "bf16"):
        return ("nearest_even", "zero")
    if to == "tf32":
        return ("nearest_even", "zero", "nearest_away")
    return ("nearest_even", "zero", "negative_inf", "positive_inf")
