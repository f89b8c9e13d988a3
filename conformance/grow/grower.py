"""Draws a program: one operation after the other, on existing values or on new ones."""
import contextlib
import dataclasses

import numpy as np

from . import elements
from .facts import Ints, anything, storage_bits
from .program import TOKEN, Array, Program, Scalar, Tile, Value, constant_text, dtype_of
from .records import allowed_cases, allows_flag, load_records

MARGIN = 64  # loaded tiles begin at one of this many elements


# The first architecture that has a type, where that is later than the first of all.
SINCE = {"f8E4M3FN": 89, "f8E5M2": 89, "f8E8M0FNU": 100, "f4E2M1FN": 100}


@dataclasses.dataclass
class Input:
    """A read-only array, and how many elements of it are loaded."""
    base: Value
    array: Array
    generator: np.random.Generator
    count: int


class Grower:
    """Grows one program. Every decision is a number `draw(n)` below a bound, the least of which is the simplest, so
    that failing programs can shrink."""

    def __init__(self, draw, shapes, grid=(1, 1, 1)):
        self.draw = draw
        self.records = load_records()
        self.program = Program(grid)
        self.shapes = shapes
        self.scopes = [[]]  # values by region, the outermost first
        self.caches = [{}]  # constants and indices by region, likewise
        self.count = 0
        self.inputs = {}
        self.scratches = []  # memory.Scratch, those that may be accessed here
        self.grow_one = None  # grows one operation; the strategy sets it
        self.depth = 2
        self.block = None
        self.used = set()  # names of values that some operation uses
        self.largest = max(int(np.prod(s, dtype=int)) for s in shapes)

    # ---------------------------------------------------------------- decisions

    def below(self, n):
        return self.draw(n) if n > 1 else 0

    def pick(self, choices):
        return choices[self.below(len(choices))]

    def chance(self, n):
        """Once in n times; never in the simplest program."""
        return self.below(n) == n - 1

    def generator(self):
        """Random numbers for the elements of an array: their generator does not shrink, their seed does."""
        return np.random.default_rng(self.below(1 << 16))

    # ---------------------------------------------------------------- text

    def line(self, text):
        self.program.body.append("  " * self.depth + text)

    def name(self):
        self.count += 1
        return f"%{self.count}"

    def reach(self, op, *what):
        self.program.reached.update((op, w) for w in what)

    def emit(self, op, operands, types, attributes=None, segments=None, regions=()):
        """One operation in generic form; returns the names of its results. `attributes`: texts by name, "" for a flag.
        `segments`: numbers of operands, for those that have operand segments."""
        attributes = dict(attributes or {})
        if segments is not None:
            attributes["operandSegmentSizes"] = "array<i32: " + ", ".join(map(str, segments)) + ">"
        properties = ", ".join(f"{k} = {v}" if v else k for k, v in attributes.items())
        names = [self.name() for _ in types]
        self.used.update(v.name for v in operands)
        head = (", ".join(names) + " = " if names else "") + f'"cuda_tile.{op}"('
        head += ", ".join(v.name for v in operands) + ")"
        head += f" <{{{properties}}}>" if properties else ""
        signature = "(" + ", ".join(str(v.type) for v in operands) + ") -> "
        signature += str(types[0]) if len(types) == 1 else "(" + ", ".join(map(str, types)) + ")"
        self.reach(op, "")
        for type in [*(v.type for v in operands), *types]:
            if isinstance(type, Tile):
                self.program.since = max(self.program.since, SINCE.get(type.element, 0))
        for value in operands:
            if isinstance(value.type, Tile):
                self.reach(op, value.element.split("<")[0])
        if not regions:
            self.line(f"{head} : {signature}")
            return names
        self.line(f"{head} ({{")
        for n, region in enumerate(regions):
            self.program.body.extend(region)
            self.line("}, {" if n + 1 < len(regions) else f"}}) : {signature}")
        return names

    def add(self, value):
        self.scopes[-1].append(value)
        return value

    def cached(self, key, make):
        """The value with this key, from this region or an enclosing one; else `make` creates it."""
        for cache in self.caches:
            if key in cache:
                return cache[key]
        self.caches[-1][key] = made = make()
        return made

    def in_region(self):
        return len(self.scopes) > 1

    def grow(self):
        """An operation of any kind."""
        self.grow_one(self)

    def append_to(self, lines, op, operands):
        """An operation at the end of a region that is otherwise complete."""
        outer, self.program.body = self.program.body, lines
        self.depth += 1
        self.emit(op, operands, [])
        self.depth -= 1
        self.program.body = outer

    @contextlib.contextmanager
    def only(self, scratches):
        """A loop's accesses are to the scratch arrays whose tokens it carries."""
        outer, self.scratches = self.scratches, scratches
        try:
            yield
        finally:
            self.scratches = outer

    @contextlib.contextmanager
    def region(self, arguments=()):
        """Collects the lines of a region of an operation: a block with these arguments."""
        outer, self.program.body = self.program.body, []
        self.scopes.append(list(arguments))
        self.caches.append({})
        self.depth += 1
        if arguments:
            block = f"^b{self.count}(" + ", ".join(f"{a.name}: {a.type}" for a in arguments) + "):"
            self.program.body.append("  " * self.depth + block)
        lines = self.program.body
        try:
            yield lines
        finally:
            self.depth -= 1
            self.program.body = outer
            self.scopes.pop()
            self.caches.pop()

    # ---------------------------------------------------------------- attributes

    def attributes(self, record, element, only=None):
        """A case of each enumeration and the state of each flag, as the rules allow them for an element type. Returns
        the choices by name, and their texts."""
        chosen, texts = {}, {}
        for attribute in record.attributes:
            if attribute.cases:
                cases = allowed_cases(record, attribute, element)
                cases = [c for c in cases if only is None or only(attribute.name, c, chosen)]
                chosen[attribute.name] = self.pick(cases)
                texts[attribute.name] = f"#cuda_tile.{attribute.mnemonic}<{chosen[attribute.name]}>"
                self.reach(record.name, f"{attribute.name}={chosen[attribute.name]}")
            elif attribute.is_unit:
                allowed = allows_flag(record, attribute, element) and (
                    only is None or only(attribute.name, True, chosen))
                chosen[attribute.name] = allowed and self.chance(3)
                if chosen[attribute.name]:
                    texts[attribute.name] = ""
                    self.reach(record.name, attribute.name)
        return chosen, texts

    # ---------------------------------------------------------------- values

    def visible(self):
        return [v for scope in self.scopes for v in scope]

    def value(self, type, need=None):
        """A value of a type: an existing one, the latest first, or a new one. `need(value)`: a further condition."""
        found = [v for v in self.visible() if v.type == type and v.is_exact and (need is None or need(v))]
        index = self.below(min(len(found), 4) + 1)
        if index < len(found) and index < 4:
            return found[-1 - index]
        return self.fresh(type, need)

    def any_value(self, need):
        """An existing value that may be inexact or partly unspecified, or None: for operations that only move
        elements."""
        found = [v for v in self.visible() if isinstance(v.type, Tile) and need(v)]
        return found[-1 - self.below(min(len(found), 6))] if found else None

    def fresh(self, type, need=None):
        """A new value, mostly from memory."""
        element = type.element
        if element == "i4":
            return self.narrowed(type)
        flavours = [f for f in elements.flavours_of(element)
                    if need is None or need(Value("", type, elements.facts_of(element, f)))]
        assert flavours, f"no {element} is as it has to be"
        flavour = self.pick(flavours)
        if element == "f4E2M1FN" or self.chance(6):
            return self.constant(type, flavour)
        if not type.shape and element in ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64") and self.chance(3):
            return self.scalar(type, flavour)
        return self.load(type, flavour)

    def constant(self, type, flavour):
        generator, n = self.generator(), type.size
        codes = elements.draw_codes(type.element, flavour, n, generator)
        if self.chance(2):
            codes = [codes[0]] * n
        return self.add(self.literal(type, codes, elements.facts_of(type.element, flavour)))

    def literal(self, type, codes, facts):
        """A constant with these bits."""
        codes = [c >> 13 for c in codes] if type.element == "tf32" else codes
        value = constant_text(type.element, codes, type.shape)
        return Value(self.emit("constant", [], [type], {"value": value})[0], type, facts)

    def integer(self, number, element="i32", shape=()):
        """A constant whose elements all equal a number."""
        type = Tile(tuple(shape), element)
        if element == "i4":  # i4 has no constants
            wide = self.integer(number, "i8", shape)
            return Value(self.emit("trunci", [wide], [type], self.NO_WRAP)[0], type, Ints(number, number))
        code = number % (1 << storage_bits(element)) if element != "i1" else number & 1
        return self.cached(("integer", number, type),
                           lambda: self.literal(type, [code] * type.size, Ints(number, number)))

    def narrowed(self, type):
        """Integers of 4 bits: they have neither constants nor addresses."""
        wide = self.value(type.of("i8"))
        name = self.emit("trunci", [wide], [type], self.NO_WRAP)[0]
        return self.add(Value(name, type, anything("i4")))

    def scalar(self, type, flavour):
        """A number that is passed at launch."""
        code = elements.draw_codes(type.element, flavour, 1, self.generator())[0]
        data = np.array([code], dtype_of(type.element))
        value = self.program.parameter(type, Scalar(type.element, data))
        return self.add(Value(value.name, type, elements.facts_of(type.element, flavour)))

    def known_scalar(self, number, element):
        """A number that is passed at launch, unknown to the compiler."""
        data = np.array([number % (1 << storage_bits(element))], dtype_of(element))
        value = self.program.parameter(Tile((), element), Scalar(element, data))
        return Value(value.name, value.type, Ints(number, number))

    # ---------------------------------------------------------------- memory

    def input(self, element, flavour, count):
        """The array from which elements of a flavour are loaded, with at least `size` of them."""
        key = element, flavour
        if key not in self.inputs:
            array = Array(element, None)
            base = self.program.parameter(Tile((), f"ptr<{element}>"), array)
            self.inputs[key] = Input(base, array, self.generator(), 0)
        self.inputs[key].count = max(self.inputs[key].count, count)
        return self.inputs[key].base

    def fill_inputs(self):
        """Fills the arrays that are loaded from, after the required number of elements is known."""
        for (element, flavour), made in self.inputs.items():
            codes = elements.draw_codes(element, flavour, made.count, made.generator)
            made.array.data = np.array(codes, dtype_of(element))

    @property
    def blocks(self):
        return int(np.prod(self.program.grid))

    def start(self):
        """The first operations of kernels of several blocks."""
        if self.blocks > 1:
            i32 = Tile((), "i32")
            names = self.emit("get_tile_block_id", [], [i32] * 3)
            self.block = Value(names[0], i32, Ints(0, self.blocks - 1))
            self.add(self.block)

    def splat(self, value, shape):
        """A scalar in all elements of a shape."""
        if not shape:
            return value
        ones = Tile((1,) * len(shape), value.element)
        [name] = self.emit("reshape", [value], [ones])
        [name] = self.emit("broadcast", [Value(name, ones)], [ones.shaped(shape)])
        return Value(name, ones.shaped(shape), value.facts)

    def binary(self, op, lhs, rhs, facts, attributes=None):
        """An integer operation with all attributes given."""
        [name] = self.emit(op, [lhs, rhs], [lhs.type], attributes)
        return Value(name, lhs.type, facts)

    NO_WRAP = {"overflow": "#cuda_tile.overflow<none>"}

    def iota(self, size, element="i32"):
        line = Tile((size,), element)
        return self.cached(("iota", line), lambda: Value(self.emit("iota", [], [line])[0], line, Ints(0, size - 1)))

    def flat_index(self, size, begin, stride):
        """begin + block * stride + 0, 1 … size - 1, as a tile of rank 1."""
        return self.cached(("index", size, begin, stride), lambda: self.make_index(size, begin, stride))

    def make_index(self, size, begin, stride):
        index = self.iota(size)
        if begin:
            index = self.binary("addi", index, self.integer(begin, shape=(size,)), Ints(begin, begin + size - 1),
                                self.NO_WRAP)
        if self.block and stride:
            scaled = self.block
            if stride > 1:
                scaled = self.binary("muli", scaled, self.integer(stride), Ints(0, stride * self.blocks), self.NO_WRAP)
            index = self.binary("addi", index, self.splat(scaled, (size,)), Ints(0, 1 << 24), self.NO_WRAP)
        return index

    def pointers(self, base, shape, begin=0, stride=0):
        """Pointers to consecutive elements after a base, in the order of a shape's elements."""
        size = int(np.prod(shape, dtype=int))
        if not shape:
            if begin == 0 and not (self.block and stride):
                return base
            line = self.pointers(base, (1,), begin, stride)
        else:
            index = self.flat_index(size, begin, stride)
            wide = self.splat(base, (size,))
            line = Value(self.emit("offset", [wide, index], [wide.type])[0], wide.type)
        return self.reshaped(line, shape)

    def reshaped(self, value, shape):
        if value.shape == tuple(shape):
            return value
        type = value.type.shaped(shape)
        return Value(self.emit("reshape", [value], [type])[0], type, value.facts, value.ulps, value.specified)

    WEAK = {"memory_ordering_semantics": "#cuda_tile.memory_ordering_semantics<weak>"}

    def load(self, type, flavour):
        """A tile of an input array."""
        begin = self.below(MARGIN)
        base = self.input(type.element, flavour, begin + type.size + self.blocks)
        where = self.pointers(base, type.shape, begin, stride=1)
        name, _ = self.emit("load_ptr_tko", [where], [type, TOKEN], self.WEAK, segments=[1, 0, 0, 0])
        return self.add(Value(name, type, elements.facts_of(type.element, flavour)))

    def output(self, element, size, ulps=0, within=None):
        """A new array that is compared after a run, with `size` elements for each block."""
        data = np.zeros(size * self.blocks, dtype_of(element))
        self.program.parameter(Tile((), f"ptr<{element}>"),
                               Array(element, data, is_observed=True, ulps=ulps, within=within))
        return len(self.program.parameters) - 1

    def storable(self, value):
        """Numbers of 4 bits have no addresses: i4 is stored as i8, f4E2M1FN as the bytes that hold it."""
        if value.element == "i4":
            type = value.type.of("i8")
            return Value(self.emit("exti", [value], [type], {"signedness": "#cuda_tile.signedness<unsigned>"})[0], type)
        if value.element == "f4E2M1FN":
            line = self.reshaped(value, (value.type.size,))
            type = Tile((value.type.size // 2,), "i8")
            return Value(self.emit("pack", [line], [type])[0], type)
        return value

    NEAREST = {"rounding_mode": "#cuda_tile.rounding<nearest_even>"}
    anything = staticmethod(anything)
    constant_text = staticmethod(constant_text)

    def observe_within(self, value, total, units):
        """Stores a sum of floats whose order is open, and the sum of the magnitudes, of which the result may be `units`
        in the last place off."""
        number = self.observe(total, within=(None, units))
        self.observe(value, within=(number, units))

    def observe(self, value, within=None):
        """Stores a value in an array that is compared."""
        value = self.storable(value)
        element, size = value.element, value.type.size
        number = self.output(element, size, value.ulps, within)
        base = Value(f"%arg{number}", self.program.parameters[number][0])
        where = self.pointers(base, value.shape, 0, size)
        self.emit("store_ptr_tko", [where, value], [TOKEN], self.WEAK, segments=[1, 1, 0, 0])
        return number
