"""Access through views: tensors of static and dynamic sizes and strides, cut into tiles that may extend beyond them."""
from .facts import Ints, is_float
from .memory import (ATOMIC, LOAD_ORDERS, MODES, STORE_ORDERS, follow, hints, new_scratch, ordering,
                     sums_are_normal)
from .program import TOKEN, Raw, Tile, Value

ELEMENTS = ("f32", "i32", "f16", "i8", "i64", "bf16", "f64", "i16", "tf32", "f8E4M3FN", "f8E5M2", "i1")
PADDINGS = ("zero", "neg_zero", "nan", "pos_inf", "neg_inf")


def listed(numbers, separator=","):
    return "[" + separator.join("?" if n is None else str(n) for n in numbers) + "]"


class Tensor:
    """A tensor in the block's piece of a scratch array, row-major with gaps between rows."""

    def __init__(self, g, elements):
        self.g = g
        element = g.pick(elements)
        rank = 1 + g.below(3)
        self.sizes = [1 + g.below(24 // rank) for _ in range(rank)]
        self.strides, stride = [], 1
        for size in reversed(self.sizes):
            self.strides.insert(0, stride)
            stride *= size + g.below(2) * g.below(4)
        found = [s for s in g.scratches if s.element == element and s.size >= stride]
        self.scratch = found[0] if found else None if g.in_region() else new_scratch(g, element, size=stride)
        self.element = element

    def make(self):
        """The view of the tensor: sizes and strides are in the type, or operands."""
        g, width = self.g, self.g.pick(["i32", "i64", "i16"])
        shape = [None if g.chance(2) else n for n in self.sizes]
        strides = [None if g.chance(3) and n > 1 else n for n in self.strides]
        base = g.pointers(self.scratch.base, (), 0, self.scratch.size)
        sizes = [self.number(n, width) for n, s in zip(self.sizes, shape, strict=True) if s is None]
        steps = [self.number(n, width) for n, s in zip(self.strides, strides, strict=True) if s is None]
        dims = "".join("?x" if n is None else f"{n}x" for n in shape)
        self.text = f"tensor_view<{dims}{self.element}, strides={listed(strides)}>"
        type = Raw(f"!cuda_tile.{self.text}")
        g.reach("make_tensor_view", *["dynamicShape"] * bool(sizes), *["dynamicStrides"] * bool(steps), self.element)
        [name] = g.emit("make_tensor_view", [base, *sizes, *steps], [type], segments=[1, len(sizes), len(steps)])
        self.view = Value(name, type)
        if g.chance(4):
            self.query(self.view, "get_tensor_shape", self.sizes)

    def number(self, number, element):
        """A size or stride that the compiler may know."""
        g = self.g
        if g.chance(3):
            return g.integer(number, element)
        return g.known_scalar(number, element)

    def query(self, view, op, extents):
        type = Tile((), self.g.pick(["i32", "i64"]))
        names = self.g.emit(op, [view], [type] * len(extents))
        for name, extent in zip(names, extents, strict=True):
            self.g.add(Value(name, type, Ints(extent, extent)))


class Cut:
    """The tiling of a tensor: a partition, strided tiles, or rows."""

    def __init__(self, g, tensor, kinds=("partition", "strided", "gather_scatter"), padded=True, disjoint=False):
        self.g, self.tensor = g, tensor
        self.kind = g.pick(kinds)
        rank = len(tensor.sizes)
        self.tile = [1 << g.below(5 if rank < 3 else 3) for _ in range(rank)]
        self.map = list(range(rank))
        if self.kind != "gather_scatter" and rank > 1 and g.chance(3):
            self.map = self.map[::-1]
        self.steps = [1 + g.below(2 * t) for t in self.tile] if self.kind == "strided" else self.tile
        self.sparse = g.below(rank) if self.kind == "gather_scatter" else None
        self.padding = g.pick(PADDINGS if is_float(tensor.element) else PADDINGS[:1]) if padded else None
        self.extents = [tensor.sizes[d] for d in self.map]

    def make(self):
        g, t = self.g, self.tensor
        parts = [f"tile=({'x'.join(map(str, self.tile))})"]
        parts += [f"traversal_strides={listed(self.steps)}"] if self.kind == "strided" else []
        parts += [f"padding_value = {self.padding}"] if self.padding else []
        parts.append(t.text)
        parts += [f"sparse_dim={self.sparse}"] if self.kind == "gather_scatter" else []
        parts += [f"dim_map={listed(self.map)}"] if self.map != sorted(self.map) else []
        type = Raw(f"!cuda_tile.{self.kind}_view<{', '.join(parts)}>")
        g.reach(f"make_{self.kind}_view", *[f"padding_value={self.padding}"] * bool(self.padding),
                *["dim_map"] * (self.map != sorted(self.map)))
        self.view = Value(g.emit(f"make_{self.kind}_view", [t.view], [type])[0], type)
        if g.chance(4) and self.kind != "gather_scatter":
            counts = [-(-e // s) for e, s in zip(self.extents, self.steps, strict=True)]
            t.query(self.view, "get_index_space_shape", counts)

    def index(self, is_written=False):
        """The indices of a tile, whether it is within the tensor, and the dimensions for which the program promises
        that."""
        g = self.g
        width = g.pick(["i32", "i64", "i16"])
        operands, inside = [], []
        for d, (extent, step, tile) in enumerate(zip(self.extents, self.steps, self.tile, strict=True)):
            if d == self.sparse:
                operands.append(self.rows(extent, tile, is_written, width))
                inside.append(True)
                continue
            number = g.below(-(-extent // step))
            operands.append(self.tensor.number(number, width))
            inside.append(number * step + tile <= extent)
        promised = [i and g.chance(2) and d != self.sparse for d, i in enumerate(inside)]
        return operands, all(inside), promised

    def rows(self, extent, tile, is_written, width):
        """Row indices within the tensor, all distinct where they are written to."""
        g = self.g
        if is_written and tile > extent:
            # Rows beyond the tensor are dropped.
            extent = tile
        generator = g.generator()
        rows = generator.permutation(max(extent, tile))[:tile] if is_written else generator.integers(0, extent, tile)
        type = Tile((tile,), width)
        return g.literal(type, [int(r) for r in rows], Ints(0, 1 << 10))


def view_of(g, elements=ELEMENTS, **options):
    tensor = Tensor(g, elements)
    if tensor.scratch is None:
        return None
    tensor.make()
    cut = Cut(g, tensor, **options)
    cut.make()
    return cut


def promises(g, op, promised):
    if not any(promised):
        return {"inbounds": "array<i1>"}
    g.reach(op, "inbounds")
    return {"inbounds": "array<i1: " + ", ".join(str(p).lower() for p in promised) + ">"}


def load_view_tko(g, record):
    cut = view_of(g)
    if cut is None:
        return
    scratch = cut.tensor.scratch
    operands, _, promised = cut.index()
    order, scope = g.pick(LOAD_ORDERS)
    texts = ordering(g, "load_view_tko", order, scope) | promises(g, "load_view_tko", promised)
    texts |= hints(g, "load_view_tko", {"allow_tma": g.pick(["false", "true"]), "latency": 1 + g.below(10)})
    type = Tile(tuple(cut.tile), scratch.element)
    names = g.emit("load_view_tko", [cut.view, *operands, scratch.token], [type, TOKEN], texts,
                   segments=[1, len(operands), 1])
    g.reach("load_view_tko", scratch.element, cut.kind, "token")
    follow(g, scratch, Value(names[1], TOKEN), is_load=True)
    g.add(Value(names[0], type, g.anything(scratch.element)))


def store_view_tko(g, record):
    cut = view_of(g)
    if cut is None:
        return
    scratch = cut.tensor.scratch
    value = g.value(Tile(tuple(cut.tile), scratch.element))
    operands, _, promised = cut.index(is_written=True)
    order, scope = g.pick(STORE_ORDERS)
    texts = ordering(g, "store_view_tko", order, scope) | promises(g, "store_view_tko", promised)
    texts |= hints(g, "store_view_tko", {"allow_tma": g.pick(["false", "true"])})
    [name] = g.emit("store_view_tko", [value, cut.view, *operands, scratch.token], [TOKEN], texts,
                    segments=[1, 1, len(operands), 1])
    g.reach("store_view_tko", scratch.element, cut.kind, "token")
    scratch.facts = scratch.facts.union(value.facts)
    follow(g, scratch, Value(name, TOKEN))


def atomic_red_view_tko(g, record):
    mode = g.pick([m for m in record.attribute("mode").cases if m != "xchg"])
    cut = view_of(g, ATOMIC[MODES[mode]], kinds=("partition", "strided"), padded=False)
    if cut is None:
        return
    scratch = cut.tensor.scratch
    if mode == "addf" and not sums_are_normal(scratch):
        return
    value = g.value(Tile(tuple(cut.tile), scratch.element), need=sums_are_normal if mode == "addf" else None)
    operands, _, promised = cut.index()
    texts = ordering(g, "atomic_red_view_tko", "relaxed", g.pick(["device", "tl_blk"]))
    texts |= {"mode": f"#cuda_tile.atomic_rmw_mode<{mode}>"} | promises(g, "atomic_red_view_tko", promised)
    g.reach("atomic_red_view_tko", f"mode={mode}", "token")
    [name] = g.emit("atomic_red_view_tko", [cut.view, *operands, value, scratch.token], [TOKEN], texts,
                    segments=[1, len(operands), 1, 1])
    scratch.facts = g.anything(scratch.element)
    follow(g, scratch, Value(name, TOKEN))


GROWERS = {"load_view_tko": load_view_tko, "store_view_tko": store_view_tko, "atomic_red_view_tko": atomic_red_view_tko}
