"""Memory that a program reads and writes: loads and stores through pointers, masks, orderings, atomic operations.

A scratch array is a piece of memory for each tile block. Every access to it consumes the token of the last access and
produces a new one, so that nothing races; its contents are compared after the run. A region that accesses a scratch
array yields its token (control.py)."""
import dataclasses

import numpy as np

from . import elements
from .facts import Floats, Ints, anything, is_float, signed_range, storage_bits
from .program import TOKEN, Array, Tile, Value, dtype_of
from .shapes import some_tile

ELEMENTS = ("i32", "f32", "i64", "f64", "f16", "bf16", "i8", "i16", "i1", "tf32", "f8E4M3FN", "f8E5M2")
LOAD_ORDERS = (("weak", None), ("relaxed", "device"), ("relaxed", "tl_blk"), ("relaxed", "sys"), ("acquire", "device"),
               ("acquire", "tl_blk"), ("acquire", "sys"))
STORE_ORDERS = tuple((o.replace("acquire", "release"), s) for o, s in LOAD_ORDERS)
ATOMIC_ORDERS = tuple((o, s) for s in ("device", "tl_blk", "sys") for o in ("relaxed", "acquire", "release", "acq_rel"))


@dataclasses.dataclass
class Scratch:
    """An array with `size` elements for each tile block, the base pointer, and the token of the last access.
    `facts`: what holds for all of its elements."""
    element: str
    size: int
    base: Value
    token: Value
    facts: object


def ordering(g, op, order, scope):
    """The attributes of an ordering and its scope."""
    texts = {"memory_ordering_semantics": f"#cuda_tile.memory_ordering_semantics<{order}>"}
    g.reach(op, f"memory_ordering_semantics={order}")
    if scope:
        texts["memory_scope"] = f"#cuda_tile.memory_scope<{scope}>"
        g.reach(op, f"memory_scope={scope}")
    return texts


def new_scratch(g, element, flavour=None, size=None):
    flavour = flavour or g.pick(elements.flavours_of(element))
    size = size or 2 * g.largest
    codes = elements.draw_codes(element, flavour, size * g.blocks, g.generator())
    array = Array(element, np.array(codes, dtype_of(element)), is_observed=True)
    base = g.program.parameter(Tile((), f"ptr<{element}>"), array)
    token = Value(g.emit("make_token", [], [TOKEN])[0], TOKEN)
    scratch = Scratch(element, size, base, token, elements.facts_of(element, flavour))
    g.scratches.append(scratch)
    return scratch


def some_scratch(g, elements=ELEMENTS):
    found = [s for s in g.scratches if s.element in elements]
    if found and not g.chance(3):
        return g.pick(found)
    if g.in_region():
        return g.pick(found) if found else None
    return new_scratch(g, g.pick(elements))


def shape_within(g, size):
    fitting = [s for s in g.shapes if Tile(s, "i8").size <= size]
    return g.pick(fitting) if fitting else ()


def place(g, scratch, shape):
    """Pointers to distinct elements of the block's piece, in order or not."""
    size = Tile(shape, "i8").size
    begin = g.below(scratch.size - size + 1)
    if size > 1 and g.chance(3):
        return reversed_place(g, scratch, shape, begin)
    return g.pointers(scratch.base, shape, begin, scratch.size)


def reversed_place(g, scratch, shape, begin):
    """The same elements from the last to the first, with any of the integer types as offsets."""
    size = Tile(shape, "i8").size
    element = g.pick(["i32", "i64", "i16", "i8"])
    index = g.flat_index(size, 0, 0)
    last = g.integer(begin + size - 1, shape=(size,))
    index = g.binary("subi", last, index, Ints(begin, begin + size - 1), g.NO_WRAP)
    if element == "i64":
        wide = index.type.of("i64")
        index = Value(g.emit("exti", [index], [wide], {"signedness": "#cuda_tile.signedness<signed>"})[0], wide)
    elif element != "i32" and begin + size <= 1 << (storage_bits(element) - 1):
        short = index.type.of(element)
        index = Value(g.emit("trunci", [index], [short], g.NO_WRAP)[0], short)
    start = g.pointers(scratch.base, (1,), 0, scratch.size)
    wide = start.type.shaped((size,))
    base = Value(g.emit("broadcast", [start], [wide])[0], wide)
    moved = Value(g.emit("offset", [base, index], [wide])[0], wide)
    return g.reshaped(moved, shape)


def mask_of(g, shape):
    return g.value(Tile(shape, "i1"))


def load_ptr_tko(g, record):
    scratch = some_scratch(g)
    if scratch is None:
        return
    shape = shape_within(g, scratch.size)
    type = Tile(shape, scratch.element)
    where = place(g, scratch, shape)
    mask = mask_of(g, shape) if g.chance(2) else None
    other = g.value(type) if mask and g.chance(2) else None
    order, scope = g.pick(LOAD_ORDERS)
    texts = ordering(g, "load_ptr_tko", order, scope) | hints(g, "load_ptr_tko", {"latency": 1 + g.below(10)})
    operands = [v for v in (where, mask, other, scratch.token) if v]
    names = g.emit("load_ptr_tko", operands, [type, TOKEN], texts, segments=[1, int(bool(mask)), int(bool(other)), 1])
    g.reach("load_ptr_tko", *[w for w, v in (("mask", mask), ("paddingValue", other), ("token", True)) if v])
    follow(g, scratch, Value(names[1], TOKEN), is_load=True)
    value = Value(names[0], type, scratch.facts)
    if other:
        value = dataclasses.replace(value, facts=scratch.facts.union(other.facts))
    elif mask:
        value = chosen(g, mask, value)
    g.add(value)


def chosen(g, mask, value):
    """The loaded element where the mask is set, and another elsewhere, because a load leaves that open."""
    other = g.value(value.type)
    return Value(g.emit("select", [mask, value, other], [value.type])[0], value.type, value.facts.union(other.facts))


def hints(g, op, values):
    """Optimization hints don't change results."""
    if not g.chance(6):
        return {}
    g.reach(op, "optimization_hints")
    inner = ", ".join(f"{k} = {v}" for k, v in values.items())
    target = g.pick(["default", "sm_90", "sm_100"])
    return {"optimization_hints": f"#cuda_tile.optimization_hints<{target} = {{{inner}}}>"}


def follow(g, scratch, token, is_load=False):
    """The token of an access orders the next one. After a load it is sometimes joined with the token before."""
    if is_load and g.chance(3):
        token = Value(g.emit("join_tokens", [scratch.token, token], [TOKEN])[0], TOKEN)
    elif g.chance(8):
        token = Value(g.emit("memory_fence_alias_tko", [token], [TOKEN])[0], TOKEN)
    scratch.token = token


def store_ptr_tko(g, record):
    scratch = some_scratch(g)
    if scratch is None:
        return
    shape = shape_within(g, scratch.size)
    value = g.value(Tile(shape, scratch.element))
    where = place(g, scratch, shape)
    mask = mask_of(g, shape) if g.chance(2) else None
    order, scope = g.pick(STORE_ORDERS)
    texts = ordering(g, "store_ptr_tko", order, scope) | hints(g, "store_ptr_tko", {"latency": 1 + g.below(10)})
    operands = [v for v in (where, value, mask, scratch.token) if v]
    [name] = g.emit("store_ptr_tko", operands, [TOKEN], texts, segments=[1, 1, int(bool(mask)), 1])
    g.reach("store_ptr_tko", *[w for w, v in (("mask", mask), ("token", True)) if v])
    scratch.facts = scratch.facts.union(value.facts)
    follow(g, scratch, Value(name, TOKEN))


# ---------------------------------------------------------------- atomic operations

MODES = {"and": "i", "or": "i", "xor": "i", "add": "i", "max": "i", "min": "i", "umax": "i", "umin": "i", "addf": "f",
         "xchg": "if"}
ATOMIC = {"i": ("i32", "i64"), "f": ("f32", "f64", "f16", "bf16"), "if": ("i32", "i64", "f32", "f64")}


def atomic_rmw_tko(g, record):
    """Each element has one atomic RMW: the old value is then the same in every order."""
    mode = g.pick([m for m in record.attribute("mode").cases])
    elements = ATOMIC[MODES[mode]]
    scratch = some_scratch(g, elements)
    if scratch is None or (mode == "addf" and not sums_are_normal(scratch)):
        return
    shape = shape_within(g, scratch.size)
    value = g.value(Tile(shape, scratch.element), need=(lambda v: sums_are_normal(v)) if mode == "addf" else None)
    where = place(g, scratch, shape)
    mask = mask_of(g, shape) if g.chance(3) else None
    texts = ordering(g, "atomic_rmw_tko", *g.pick(ATOMIC_ORDERS)) | {"mode": f"#cuda_tile.atomic_rmw_mode<{mode}>"}
    g.reach("atomic_rmw_tko", f"mode={mode}")
    operands = [v for v in (where, value, mask, scratch.token) if v]
    names = g.emit("atomic_rmw_tko", operands, [value.type, TOKEN], texts, segments=[1, 1, int(bool(mask)), 1])
    g.reach("atomic_rmw_tko", *[w for w, v in (("mask", mask), ("token", True)) if v])
    old = Value(names[0], value.type, scratch.facts)
    scratch.facts = scratch.facts.union(value.facts) if mode == "xchg" else (
        Floats(-1e4, 1e4, nan=False) if mode == "addf" else anything(scratch.element))
    follow(g, scratch, Value(names[1], TOKEN))
    g.add(chosen(g, mask, old) if mask else old)


def sums_are_normal(value):
    """Whether sums can't be subnormal: whether atomic additions flush those is not determined."""
    f = value.facts
    return f.is_finite and f.size <= 16 and f.unit is not None and f.unit >= 0


def atomic_cas_tko(g, record):
    scratch = some_scratch(g, ATOMIC["if"])
    if scratch is None:
        return
    shape = shape_within(g, scratch.size)
    type = Tile(shape, scratch.element)
    bitwise = (lambda v: not v.facts.nan) if is_float(scratch.element) else None
    if bitwise and scratch.facts.nan:  # the bits of a NaN in memory may have come from anywhere
        return
    expected, value = g.value(type, bitwise), g.value(type)
    where = place(g, scratch, shape)
    mask = mask_of(g, shape) if g.chance(3) else None
    texts = ordering(g, "atomic_cas_tko", *g.pick(ATOMIC_ORDERS))
    operands = [v for v in (where, expected, value, mask, scratch.token) if v]
    names = g.emit("atomic_cas_tko", operands, [type, TOKEN], texts, segments=[1, 1, 1, int(bool(mask)), 1])
    g.reach("atomic_cas_tko", *[w for w, v in (("mask", mask), ("token", True)) if v])
    old = Value(names[0], type, scratch.facts.union(expected.facts))
    scratch.facts = scratch.facts.union(value.facts)
    follow(g, scratch, Value(names[1], TOKEN))
    g.add(old)


# ---------------------------------------------------------------- pointers, tokens, memory of the kernel's own


def through_integers(g, record):
    """A pointer as an integer and back, or to elements of another type of the same size."""
    scratch = some_scratch(g, ("i32", "f32", "i64", "f64", "i16", "f16", "bf16"))
    if scratch is None:
        return
    shape = shape_within(g, scratch.size)
    where = place(g, scratch, shape)
    element = scratch.element
    if record.name == "ptr_to_ptr":
        if is_float(element) and scratch.facts.nan:
            return
        alike = [e for e in ("i16", "f16", "i32", "f32", "i64", "f64") if storage_bits(e) == storage_bits(element)]
        element = g.pick(alike)
        type = where.type.of(f"ptr<{element}>")
        where = Value(g.emit("ptr_to_ptr", [where], [type])[0], type)
    else:
        address = where.type.of("i64")
        number = Value(g.emit("ptr_to_int", [where], [address])[0], address)
        where = Value(g.emit("int_to_ptr", [number], [where.type])[0], where.type)
    type = Tile(shape, element)
    names = g.emit("load_ptr_tko", [where, scratch.token], [type, TOKEN], g.WEAK, segments=[1, 0, 0, 1])
    follow(g, scratch, Value(names[1], TOKEN), is_load=True)
    g.add(Value(names[0], type, scratch.facts if element == scratch.element else anything(element)))


def get_global(g, record):
    """A global of the module: read, and written by one block only."""
    element = g.pick(["i32", "f32", "i8", "f16", "i64", "f64", "bf16"])
    size = g.pick([16, 64, 128])
    flavour = g.pick(elements.flavours_of(element))
    codes = elements.draw_codes(element, flavour, size, g.generator())
    name, is_constant = f"@g{len(g.program.globals)}", g.chance(2)
    flags = ["value = " + g.constant_text(element, codes, (size,)), f'sym_name = "{name[1:]}"']
    if is_constant:
        flags.append("constant")
        g.reach("global", "constant")
    visibility = g.pick(["public", "private"])
    flags.append(f"symbol_visibility = #cuda_tile.symbol_visibility<{visibility}>")
    flags.append(f"alignment = {g.pick([0, 16, 128])} : i64")
    g.reach("global", "", f"symbol_visibility={visibility}", element)
    g.program.globals.append(f'"cuda_tile.global"() <{{{", ".join(flags)}}}> : () -> ()')
    pointer = Tile((), f"ptr<{element}>")
    base = Value(g.emit("get_global", [], [pointer], {"name": name})[0], pointer)
    where = g.pointers(base, (size,))
    type = Tile((size,), element)
    name = g.emit("load_ptr_tko", [where], [type, TOKEN], g.WEAK, segments=[1, 0, 0, 0])[0]
    g.add(Value(name, type, elements.facts_of(element, flavour)))


def alloca(g, record):
    """Memory allocated by the block: written, then read."""
    value = some_tile(g, lambda v: v.element in ELEMENTS and v.is_exact and v.shape)
    if value is None:
        return
    size, element = value.type.size, value.element
    pointer = Tile((), f"ptr<{element}>")
    texts = {"num_elem": f"{size} : i64", "alignment": f"{max(storage_bits(element) // 8, 1) << g.below(3)} : i64"}
    if g.chance(2):
        texts["global"] = ""
        g.reach("alloca", "global")
    base = Value(g.emit("alloca", [], [pointer], texts)[0], pointer)
    where = g.pointers(base, value.shape)
    token = Value(g.emit("store_ptr_tko", [where, value], [TOKEN], g.WEAK, segments=[1, 1, 0, 0])[0], TOKEN)
    name = g.emit("load_ptr_tko", [where, token], [value.type, TOKEN], g.WEAK, segments=[1, 0, 0, 1])[0]
    g.add(dataclasses.replace(value, name=name))


def grid_dependency(g, record):
    """A launch is alone on its device: no other one waits."""
    if not g.scratches or g.chance(2):
        g.emit(record.name, [], [TOKEN])
        return
    scratch = g.pick(g.scratches)
    scratch.token = Value(g.emit(record.name, [scratch.token], [TOKEN])[0], TOKEN)
    g.reach(record.name, "token")


def assume(g, record):
    """An assumption that is true."""
    value = some_tile(g, lambda v: v.element in ("i8", "i16", "i32", "i64") and v.is_exact)
    if value is None or value.element not in ("i8", "i16", "i32", "i64"):
        return
    every = signed_range(value.element)
    kind = g.pick(["bounded", "div_by", "same_elements"])
    if kind == "bounded":
        low = "?" if g.chance(3) else max(value.facts.low, every.low)
        high = "?" if g.chance(3) else min(value.facts.high, every.high)
        predicate = f"#cuda_tile.bounded<{low}, {high}>"
    elif kind == "div_by":
        amount = g.integer(2, value.element, value.shape)
        value = g.binary("shli", value, amount, anything(value.element), g.NO_WRAP)
        predicate = "#cuda_tile.div_by<4>"
        if value.shape and g.chance(2):
            predicate = f"#cuda_tile.div_by<4, every 1 along {g.below(len(value.shape))}>"
    else:
        predicate = f"#cuda_tile.same_elements<[{', '.join('1' for _ in value.shape)}]>"
    g.reach("assume", kind)
    name = g.emit("assume", [value], [value.type], {"predicate": predicate})[0]
    g.add(dataclasses.replace(value, name=name))


def print_tko(g, record):
    value = some_tile(g, lambda v: v.element in ("i32", "i8", "i64", "f32", "f16") and v.is_exact and v.type.size <= 16)
    if value is None or value.type.size > 16:
        return
    form = "%d" if value.element[0] == "i" else "%f"
    g.emit("print_tko", [value], [TOKEN], {"str": f'"{form}\\0A"'}, segments=[1, 0])


def assertion(g, record):
    """A condition that holds."""
    value = some_tile(g, lambda v: v.element in ("i32", "i8", "i64") and v.is_exact)
    if value is None or value.element not in ("i32", "i8", "i64"):
        return
    truth = value.type.of("i1")
    texts = {"comparison_predicate": "#cuda_tile.comparison_predicate<greater_than_or_equal>",
             "signedness": "#cuda_tile.signedness<signed>"}
    least = g.integer(value.facts.low, value.element, value.shape)
    holds = Value(g.emit("cmpi", [value, least], [truth], texts)[0], truth)
    g.emit("assert", [holds], [], {"message": '"no less than the least"'})


GROWERS = {"load_ptr_tko": load_ptr_tko, "store_ptr_tko": store_ptr_tko, "atomic_rmw_tko": atomic_rmw_tko,
           "atomic_cas_tko": atomic_cas_tko, "ptr_to_int": through_integers, "ptr_to_ptr": through_integers,
           "get_global": get_global, "alloca": alloca, "gdc_launch_dependents_tko": grid_dependency,
           "gdc_wait_tko": grid_dependency, "assume": assume, "print_tko": print_tko, "assert": assertion}
