"""Operations that move elements of tiles: they don't compute, so inexact numbers may go through them."""
import dataclasses

from .facts import Ints, anything, bits_of, is_float
from .elements import flavours_of
from .program import Tile, Value

LARGEST = 1024  # elements of an enlarged tile
ELEMENTS = ("i32", "f32", "f16", "i8", "bf16", "i1", "i16", "i64", "f64", "tf32", "f8E4M3FN", "f8E5M2")


def moved(g, source, name, type, facts=None):
    return g.add(dataclasses.replace(source, name=name, type=type, facts=facts or source.facts))


def some_tile(g, need=lambda v: True):
    """A value of any type and shape."""
    value = g.any_value(lambda v: not v.element.startswith("ptr") and need(v))
    if value and not g.chance(4):
        return value
    types = [Tile(s, e) for e in ELEMENTS for s in g.shapes if need(Value("", Tile(s, e)))]
    return g.value(g.pick(types)) if types else value


def factored(g, size):
    """A shape of this many elements."""
    shape = []
    while size > 1 and len(shape) < 3:
        extent = 2 << g.below(size.bit_length() - 1)
        shape.append(extent)
        size //= extent
        if g.chance(4):
            shape.append(1)
    if size > 1:
        shape.append(size)
    return tuple(shape)


def reshape(g, record):
    source = some_tile(g)
    type = source.type.shaped(factored(g, source.type.size))
    moved(g, source, g.emit("reshape", [source], [type])[0], type)


def broadcast(g, record):
    source = some_tile(g, lambda v: v.shape and v.type.size <= LARGEST // 4)
    if source is None:
        return
    if 1 not in source.shape:
        source = moved(g, source, g.emit("reshape", [source], [source.type.shaped((1, *source.shape))])[0],
                       source.type.shaped((1, *source.shape)))
    shape = tuple(2 << g.below(2) if n == 1 and g.chance(2) else n for n in source.shape)
    if shape == source.shape:
        shape = tuple(2 if n == 1 else n for n in shape)
    if Tile(shape, "i8").size > LARGEST:
        return
    moved(g, source, g.emit("broadcast", [source], [source.type.shaped(shape)])[0], source.type.shaped(shape))


def permute(g, record):
    source = some_tile(g, lambda v: len(v.shape) >= 2)
    if source is None:
        source = some_tile(g)
        line = source.type.size
        half = 1 << (line.bit_length() // 2)
        source = g.reshaped(source, (half, line // half) if line > 1 else (1, 1))
    left, order = list(range(len(source.shape)))[::-1], []
    while left:
        order.append(left.pop(g.below(len(left))))
    type = source.type.shaped([source.shape[d] for d in order])
    text = "array<i32: " + ", ".join(map(str, order)) + ">"
    moved(g, source, g.emit("permute", [source], [type], {"permutation": text})[0], type)


def cat(g, record):
    lhs = some_tile(g, lambda v: v.shape and v.type.size <= LARGEST // 2 and v.element != "i4" and v.is_exact)
    if lhs is None:
        return
    rhs = g.value(lhs.type)
    dim = g.below(len(lhs.shape))
    type = lhs.type.shaped([2 * n if d == dim else n for d, n in enumerate(lhs.shape)])
    moved(g, lhs, g.emit("cat", [lhs, rhs], [type], {"dim": f"{dim} : i64"})[0], type, lhs.facts.union(rhs.facts))


def sub_tile(g, shape):
    """A shape that divides another, and the scalars that choose one of its tiles."""
    parts = [1 << g.below(min(n.bit_length(), 4)) for n in shape]
    return [n // p for n, p in zip(shape, parts, strict=True)], [index_below(g, p) for p in parts]


def index_below(g, count):
    """A scalar from 0 to a power of two less one: a constant, or a number that the compiler doesn't know."""
    if count == 1 or not g.chance(2):
        return g.integer(g.below(count))
    value = g.value(Tile((), "i32"))
    if value.facts.within(0, count - 1):
        return value
    return g.binary("andi", value, g.integer(count - 1), Ints(0, count - 1))


def extract(g, record):
    source = some_tile(g, lambda v: v.shape and v.element != "f4E2M1FN")
    if source is None:
        return
    shape, indices = sub_tile(g, source.shape)
    type = source.type.shaped(shape)
    moved(g, source, g.emit("extract", [source, *indices], [type])[0], type)


def insert(g, record):
    destination = some_tile(g, lambda v: v.shape and v.element not in ("f4E2M1FN", "i4") and v.is_exact)
    if destination is None:
        return
    shape, indices = sub_tile(g, destination.shape)
    source = g.value(destination.type.shaped(shape))
    name = g.emit("insert", [source, destination, *indices], [destination.type])[0]
    moved(g, destination, name, destination.type, destination.facts.union(source.facts))


def pack(g, record):
    """The bits of a NaN are not determined."""
    elements = [e for e in record.operands[0].elements if bits_of(e) != 8]
    type = Tile((16 << g.below(4),), g.pick(elements))
    source = g.value(type, (lambda v: not v.facts.nan) if is_float(type.element) else None)
    bits = 32 if source.element == "tf32" else bits_of(source.element)
    packed = Tile((source.type.size * bits // 8,), "i8")
    g.add(Value(g.emit("pack", [source], [packed])[0], packed, anything("i8")))


def unpack(g, record):
    size = 32 << g.below(3)
    source = g.value(Tile((size,), "i8"))
    element = g.pick(["i32", "i16", "i64", "i1", "i4", "f32", "f16", "bf16", "f64", "f4E2M1FN"])
    type = Tile((size * 8 // bits_of(element),), element)
    if type.size <= LARGEST:
        g.add(Value(g.emit("unpack", [source], [type])[0], type, anything(element)))


def iota(g, record):
    element = g.pick(["i32", "i64", "i16", "i8"])
    size = 1 << g.below(8)
    g.reach("iota", element)
    type = Tile((size,), element)
    facts = Ints(0, size - 1) if size <= 1 << (bits_of(element) - 1) else anything(element)
    g.add(Value(g.emit("iota", [], [type])[0], type, facts))


def constant(g, record):
    element = g.pick(["i32", "f32", "i1", "i8", "i16", "i64", "f16", "bf16", "f64", "f8E4M3FN", "f8E5M2", "f4E2M1FN",
                      "tf32"])
    shapes = [s for s in g.shapes if element != "f4E2M1FN" or s]
    g.constant(Tile(g.pick(shapes or [(16,)]), element), g.pick(flavours_of(element)))
    g.reach("constant", element)


def grid(g, record):
    """Coordinates or extents of the grid."""
    i32 = Tile((), "i32")
    names = g.emit(record.name, [], [i32] * 3)
    for name, extent in zip(names, g.program.grid, strict=True):
        facts = Ints(0, extent - 1) if record.name == "get_tile_block_id" else Ints(extent, extent)
        g.add(Value(name, i32, facts))


GROWERS = {"reshape": reshape, "broadcast": broadcast, "permute": permute, "cat": cat, "extract": extract,
           "insert": insert, "pack": pack, "unpack": unpack, "iota": iota, "constant": constant,
           "get_tile_block_id": grid, "get_num_tile_blocks": grid}
