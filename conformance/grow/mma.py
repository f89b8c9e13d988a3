"""Matrix multiply-accumulate. The order and precision of the accumulation are open: results are determined where all
partial sums are exact, and elsewhere compared within a bound, the product of the operands' magnitudes."""
from .facts import FORMATS, rounded
from .program import Tile, Value
from .elements import facts_of

SIZES = (16, 32, 64)
ACCUMULATORS = {"f16": ("f16", "f32"), "bf16": ("f32",), "f32": ("f32",), "tf32": ("f32",), "f64": ("f64",),
                "f8E4M3FN": ("f16", "f32"), "f8E5M2": ("f16", "f32")}


def extents(g):
    """Batch, M, N and K."""
    batch = (2,) if g.chance(6) else ()
    m, n, k = (g.pick(SIZES) for _ in range(3))
    if g.chance(8):
        m = 128
    if g.chance(8):
        m, n = 8 << g.below(2), 8
    return batch, m, n, k


def integers(g, record):
    batch, m, n, k = extents(g)
    lhs, rhs = g.fresh(Tile((*batch, m, k), "i8")), g.fresh(Tile((*batch, k, n), "i8"))
    acc = g.fresh(Tile((*batch, m, n), "i32"))
    chosen, texts = g.attributes(record, "i8")
    name = g.emit("mmai", [lhs, rhs, acc], [acc.type], texts)[0]
    result = Value(name, acc.type, g.anything("i32"))
    g.add(result)
    return chosen


def operand(g, shape, element, exact):
    """A tile of a flavour: whole numbers, or others."""
    flavour = "whole" if exact else "normal"
    type = Tile(shape, element)
    return g.load(type, flavour)


def floats(g, record):
    batch, m, n, k = extents(g)
    element = g.pick([e for e in record.operands[0].elements])
    to = g.pick(ACCUMULATORS[element])
    exact = g.in_region() or not g.chance(3)  # an inexact result is stored at once, and only once
    lhs, rhs = operand(g, (*batch, m, k), element, exact), operand(g, (*batch, k, n), element, exact)
    acc = operand(g, (*batch, m, n), to, exact)
    chosen, texts = g.attributes(record, element, only=lambda name, case, made: not g.in_region())
    [name] = g.emit("mmaf", [lhs, rhs, acc], [acc.type], texts)
    g.reach("mmaf", f"{element}->{to}")
    size = k * lhs.facts.size * rhs.facts.size + acc.facts.size
    unit = None if not exact else 0
    facts = rounded(to, -size, size, False, unit, negative_zero=False)
    result = Value(name, acc.type, facts)
    if facts.unit is not None and not chosen["fast_acc"]:
        g.add(result)
        return
    if g.in_region():
        return
    sizes = [Value(g.emit("absf", [v], [v.type])[0], v.type) if v.element in ("f16", "bf16", "f32", "f64") else
             magnitude(g, v) for v in (lhs, rhs, acc)]
    total = Value(g.emit("mmaf", sizes, [acc.type], texts)[0], acc.type)
    # f8 MMAs of sm_90 keep 14 bits of each accumulator with `fast_acc`; tensor cores truncate f32 operands as they add.
    g.observe_within(result, total, bound(k, to, chosen["fast_acc"]))


def bound(k, to, is_fast):
    """Units in the last place of the sum of magnitudes: each addition may lose one, the last rounding another."""
    units = 2 * (k + 1)
    return units << (FORMATS[to].mantissa - 13 if is_fast and to == "f32" else 0)


def magnitude(g, value):
    """The magnitudes of narrow floats: their bits without the sign."""
    if value.element == "tf32":
        wide = Value(g.emit("ftof", [value], [value.type.of("f32")], g.NEAREST)[0], value.type.of("f32"))
        size = Value(g.emit("absf", [wide], [wide.type])[0], wide.type)
        return Value(g.emit("ftof", [size], [value.type], g.NEAREST)[0], value.type)
    byte = value.type.of("i8")
    bits = Value(g.emit("bitcast", [value], [byte])[0], byte)
    kept = g.binary("andi", bits, g.integer(127, "i8", value.shape), None)
    return Value(g.emit("bitcast", [kept], [value.type])[0], value.type)


def scaled(g, record):
    """MMA with block scales: whole numbers times powers of two, whose sums are exact."""
    element = g.pick(["f8E4M3FN", "f8E5M2", "f4E2M1FN"])
    scale = "f8E8M0FNU" if element != "f4E2M1FN" else g.pick(["f8E8M0FNU", "f8E4M3FN"])
    block = 32 if element != "f4E2M1FN" else (16 if scale == "f8E4M3FN" else g.pick([16, 32]))
    m, n, k = g.pick((16, 32, 64, 128)), g.pick((16, 32, 64)), g.pick((64, 128))
    lhs, rhs = narrow(g, (m, k), element), narrow(g, (k, n), element)
    scales = [g.load(Tile(s, scale), "positive" if scale == "f8E8M0FNU" else "whole")
              for s in ((m, k // block), (k // block, n))]
    acc = g.load(Tile((m, n), "f32"), "whole")
    [name] = g.emit("mmaf_scaled", [lhs, rhs, acc, *scales], [acc.type])
    g.reach("mmaf_scaled", f"{element}*{scale}/{block}")
    size = k * 1024.0  # at most 8 * 8 * 4 * 4, or 6 * 6 * 4 * 4 in halves, or 6 * 6 * 8 * 8
    g.add(Value(name, acc.type, rounded("f32", -4 * size, 4 * size, False, -6, negative_zero=False)))


def narrow(g, shape, element):
    """A tile of narrow floats; those of 4 bits come from the bytes that hold them."""
    if element != "f4E2M1FN":
        return g.load(Tile(shape, element), "whole")
    size = shape[0] * shape[1]
    packed = g.load(Tile((size // 2,), "i8"), "any")
    line = Tile((size,), element)
    return g.reshaped(Value(g.emit("unpack", [packed], [line])[0], line, facts_of(element, "any")), shape)


GROWERS = {"mmai": integers, "mmaf": floats, "mmaf_scaled": scaled}
