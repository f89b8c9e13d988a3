"""Reductions and scans. Elements keep their order, but their grouping is open, so the combiner must be associative for
the bits to be determined: integers are, choices between elements, and floats where every partial sum or product is
exact. Other sums are compared within a bound that the sum of their magnitudes gives, which the program computes, too.
Identities are not combined with anything; in some programs the identity attribute isn't one."""
import math

from .facts import FORMATS, Floats, anything, bits_of, is_int, rounded, signed_range
from .program import Tile, Value
from .shapes import some_tile

INTS = ("addi", "maxi", "mini", "andi", "ori", "xori", "muli", "index of the largest")
FLOATS = ("addf", "maxf", "minf", "mulf")


def extents(shape, dim, keeps):
    return shape if keeps else shape[:dim] + shape[dim + 1:]


class Aggregate:
    """One reduce or scan being grown."""

    def __init__(self, g, op, shape):
        self.g, self.op, self.shape = g, op, shape
        self.dim = g.below(len(shape))
        self.length = shape[self.dim]
        self.attributes = {"dim": f"{self.dim} : i32"}
        if op == "scan":
            reverse = g.chance(2)
            self.attributes["reverse"] = "true" if reverse else "false"
            g.reach("scan", f"reverse={reverse}".lower())
        self.result_shape = extents(shape, self.dim, op == "scan")

    def combine(self, operands, identities, body):
        """Emits the operation; `body(lhs, rhs)` emits the region and returns the names that it yields."""
        g = self.g
        scalars = [Tile((), v.element) for v in operands]
        arguments = [Value(g.name(), t) for t in scalars for _ in (0, 1)]
        with g.region(arguments) as lines:
            g.scopes[-1].clear()  # no later operation may use them
            results = body(arguments[0::2], arguments[1::2])
            g.emit("yield", results, [])
        types = [v.type.shaped(self.result_shape) for v in operands]
        attributes = self.attributes | {"identities": "[" + ", ".join(identities) + "]"}
        return [Value(n, t) for n, t in zip(
            g.emit(self.op, operands, types, attributes, regions=[lines]), types, strict=True)]

    def by(self, operand, op, identity, texts):
        """Combines one operand by a binary operation."""
        def body(lhs, rhs):
            pair = [lhs[0], rhs[0]] if not self.g.chance(3) else [rhs[0], lhs[0]]
            return [Value(self.g.emit(op, pair, [lhs[0].type], texts)[0], lhs[0].type)]

        self.g.reach(self.op, op)
        return self.combine([operand], [identity], body)[0]


def grow(g, record):
    source = some_tile(g, lambda v: v.shape and v.is_exact and v.element in
                       ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"))
    if source is None:
        return
    aggregate = Aggregate(g, record.name, source.shape)
    if g.chance(3):
        in_order(aggregate, source)
    else:
        (integers if is_int(source.element) else floats)(aggregate, source)


# ---------------------------------------------------------------- combiners that don't commute


def in_order(aggregate, source):
    """Operands of one type, and a region for which the order matters."""
    g, element = aggregate.g, source.element
    combiners = [second]
    if is_int(element):
        combiners += [last_of_largest, recurrence, product]
    elif not source.facts.nan:  # otherwise it isn't associative: NaN comes after 1, 0 after NaN, but 1 after 0
        combiners += [last_of_largest]
    combiner = g.pick(combiners)
    count = {second: 1, last_of_largest: 2, recurrence: 2, product: 4}[combiner]
    operands = [source] + [g.value(source.type) for _ in range(count - 1)]
    identities = [no_identity(g, element) for _ in operands]
    g.reach(aggregate.op, combiner.__name__)
    for result in aggregate.combine(operands, identities, lambda earlier, later: combiner(g, earlier, later)):
        g.add(Value(result.name, result.type, anything(element) if is_int(element) else Floats()))


def no_identity(g, element):
    """Any number: its value must not matter."""
    if element == "i1":
        return g.pick(("true", "false"))
    return f"{g.below(4)}{'' if is_int(element) else '.0'} : {element}"


def second(g, earlier, later):
    return later


def last_of_largest(g, earlier, later):
    """A pair of numbers, compared by the first ones; where neither is larger, the later pair."""
    x, y = earlier[0], later[0]
    predicate = {"comparison_predicate": "#cuda_tile.comparison_predicate<greater_than>"}
    if is_int(x.element):
        signedness = g.pick(("signed", "unsigned"))
        [is_larger] = g.emit("cmpi", [x, y], [Tile((), "i1")],
                             predicate | {"signedness": f"#cuda_tile.signedness<{signedness}>"})
    else:
        ordering = g.pick(("ordered", "unordered"))
        [is_larger] = g.emit("cmpf", [x, y], [Tile((), "i1")],
                             predicate | {"comparison_ordering": f"#cuda_tile.comparison_ordering<{ordering}>"})
    condition = Value(is_larger, Tile((), "i1"))
    return [Value(g.emit("select", [condition, a, b], [a.type])[0], a.type) for a, b in zip(earlier, later, strict=True)]


def arithmetic(g):
    """Products and sums that wrap."""
    def make(op):
        return lambda x, y: Value(g.emit(op, [x, y], [x.type], g.NO_WRAP)[0], x.type)

    return make("muli"), make("addi")


def recurrence(g, earlier, later):
    """Maps x -> m x + c, the later applied after the earlier."""
    mul, add = arithmetic(g)
    (m1, c1), (m2, c2) = earlier, later
    return [mul(m1, m2), add(mul(c1, m2), c2)]


def product(g, earlier, later):
    """Matrices of 2 x 2 elements."""
    mul, add = arithmetic(g)
    (a1, b1, c1, d1), (a2, b2, c2, d2) = earlier, later
    return [add(mul(x, p), mul(y, q)) for x, y in ((a1, b1), (c1, d1)) for p, q in ((a2, c2), (b2, d2))]


# ---------------------------------------------------------------- integers


def int_identity(element, op, signedness):
    every, bits = signed_range(element), bits_of(element)
    number = {"addi": 0, "muli": 1, "andi": -1, "ori": 0, "xori": 0,
              "maxi": every.low if signedness == "signed" else 0,
              "mini": every.high if signedness == "signed" else -1}[op]
    if element == "i1":
        return "true" if number & 1 else "false"
    return f"{number if number < 1 << (bits - 1) else number - (1 << bits)} : {element}"


def integers(aggregate, source):
    g = aggregate.g
    op = g.pick(INTS)
    if op == "index of the largest":
        return largest_index(aggregate, source)
    record = g.records[op]
    chosen, texts = g.attributes(record, source.element, only=lambda name, case, made: case != "no_wrap" and
                                 not str(case).startswith("no_"))
    result = aggregate.by(source, op, int_identity(source.element, op, chosen.get("signedness")), texts)
    known = source.facts if op in ("maxi", "mini") and source.facts.low >= 0 else anything(source.element)
    if op in ("maxi", "mini"):
        known = known.union(anything(source.element)) if known != source.facts else known
    g.add(Value(result.name, result.type, known))


def largest_index(aggregate, source):
    """The largest element, and the least index of those: two operands, and a region that compares."""
    g, element = aggregate.g, source.element
    if element == "i1":
        return
    index = Tile(source.shape, "i32")
    line = g.iota(aggregate.length)
    shape = [n if d == aggregate.dim else 1 for d, n in enumerate(source.shape)]
    wide = g.emit("broadcast", [g.reshaped(line, shape)], [index])[0]
    signed = {"signedness": "#cuda_tile.signedness<signed>"}

    def compare(predicate, x, y):
        texts = {"comparison_predicate": f"#cuda_tile.comparison_predicate<{predicate}>", **signed}
        return Value(g.emit("cmpi", [x, y], [Tile((), "i1")], texts)[0], Tile((), "i1"))

    def body(lhs, rhs):
        larger, equal = compare("greater_than", lhs[0], rhs[0]), compare("equal", lhs[0], rhs[0])
        first = compare("less_than", lhs[1], rhs[1])
        tie = Value(g.emit("andi", [equal, first], [Tile((), "i1")])[0], Tile((), "i1"))
        wins = Value(g.emit("ori", [larger, tie], [Tile((), "i1")])[0], Tile((), "i1"))
        return [Value(g.emit("select", [wins, x, y], [x.type])[0], x.type) for x, y in zip(lhs, rhs, strict=True)]

    identities = [f"{signed_range(element).low} : {element}", f"{(1 << 31) - 1} : i32"]
    g.reach(aggregate.op, "two operands")
    largest, where = aggregate.combine([source, Value(wide, index)], identities, body)
    g.add(Value(largest.name, largest.type, anything(element)))
    g.add(Value(where.name, where.type, anything("i32")))


# ---------------------------------------------------------------- floats


def float_identity(element, op, nan_loses=False):
    """The neutral element; an infinity changes a NaN that loses against numbers."""
    fmt = FORMATS[element]
    infinity = fmt.largest + 1
    if nan_loses:
        return f"0x{infinity + (1 << (fmt.mantissa - 1)):0{fmt.bits // 4}X} : {element}"
    code = {"addf": 0, "mulf": fmt.bias << fmt.mantissa, "maxf": infinity | 1 << (fmt.bits - 1), "minf": infinity}[op]
    return f"0x{code:0{fmt.bits // 4}X} : {element}"


def floats(aggregate, source):
    g, element, n = aggregate.g, source.element, aggregate.length
    op, x = g.pick(FLOATS), source.facts
    record = g.records[op]
    flags, texts = g.attributes(record, element, only=lambda name, case, made: name in ("propagate_nan",) or
                            case == "nearest_even")
    if op in ("maxf", "minf"):
        facts = Floats()
    elif op == "addf":
        facts = rounded(element, -n * x.size, n * x.size, x.nan, x.unit, negative_zero=False)
    else:
        size = 1.0
        for _ in range(n):
            size = max(size, size * x.size) if size < 1e300 else math.inf
        facts = rounded(element, -size, size, x.nan, None if x.unit is None else min(0, x.unit * n))
    is_exact = op in ("maxf", "minf") or (facts.unit is not None and not (op == "addf" and x.negative_zero))
    if is_exact:
        nan_loses = op in ("maxf", "minf") and x.nan and not flags["propagate_nan"]
        result = aggregate.by(source, op, float_identity(element, op, nan_loses), texts)
        g.add(Value(result.name, result.type, facts))
    elif op == "addf" and not g.in_region() and x.is_finite and n * x.size < 2.0 ** 14:
        result = aggregate.by(source, op, float_identity(element, op), texts)
        sizes = Value(g.emit("absf", [source], [source.type])[0], source.type)
        total = aggregate.by(sizes, op, float_identity(element, op), texts)
        g.observe_within(result, total, 2 * n)


GROWERS = {"reduce": grow, "scan": grow}
