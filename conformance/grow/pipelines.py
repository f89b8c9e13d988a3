"""Loops that multiply tiles of two matrices: the most common form of kernel, and the one that the compiler implements
in the most ways (copies by TMA, pipelines, warpgroups, tensor memory). All accumulators are exact: whole numbers."""
import numpy as np

from . import elements
from .facts import Floats, Ints, storage_bits
from .mma import ACCUMULATORS
from .program import TOKEN, Array, Raw, Tile, Value, dtype_of

TILES = ((32, 32, 16), (64, 64, 16), (64, 32, 32), (16, 64, 64), (128, 32, 32), (64, 64, 64), (64, 128, 16))


def matrix(g, element, rows, columns):
    """A matrix as a tensor view: sizes in the type or as operands, the rows contiguous."""
    array = Array(element, None)
    base = g.program.parameter(Tile((), f"ptr<{element}>"), array)
    codes = elements.draw_codes(element, "small" if element == "i8" else "whole", rows * columns, g.generator())
    array.data = np.array(codes, dtype_of(element))
    base = Value(g.emit("assume", [base], [base.type], {"predicate": "#cuda_tile.div_by<16>"})[0], base.type)
    dynamic = g.chance(2)
    operands = [g.known_scalar(n, "i32") for n in (rows, columns)] if dynamic else []
    shape = "?x?" if dynamic else f"{rows}x{columns}"
    text = f"tensor_view<{shape}x{element}, strides=[{columns},1]>"
    type = Raw(f"!cuda_tile.{text}")
    [name] = g.emit("make_tensor_view", [base, *operands], [type], segments=[1, len(operands), 0])
    return Value(name, type), text


def cut(g, view, text, tile, transposed):
    dims = ", dim_map=[1, 0]" if transposed else ""
    type = Raw(f"!cuda_tile.partition_view<tile=({tile[0]}x{tile[1]}), padding_value = zero, {text}{dims}>")
    return Value(g.emit("make_partition_view", [view], [type])[0], type)


def load(g, view, tile, element, indices):
    type = Tile(tile, element)
    texts = g.WEAK | {"inbounds": "array<i1>"}
    names = g.emit("load_view_tko", [view, *indices], [type, TOKEN], texts, segments=[1, len(indices), 0])
    return Value(names[0], type)


def grow(g, record):
    """acc += A[m, k] * B[k, n] over k, from a matrix that may end within a tile."""
    if g.in_region():
        return
    element = g.pick(["f16", "bf16", "f32", "tf32", "f8E4M3FN", "f8E5M2", "i8", "f64"])
    to = "i32" if element == "i8" else ACCUMULATORS[element][-1]
    m, n, k = g.pick(TILES)
    if storage_bits(element) == 64:
        m, n, k = 32, 32, 16
    iterations = 1 + g.below(4)
    depth = 16 * max(iterations * k // 16 - g.below(2), 1)  # the last tile may extend beyond it
    iterations = -(-depth // k)
    transposed = g.chance(3)
    lhs, left = matrix(g, element, m * g.blocks, depth)
    rhs, right = matrix(g, element, *((n, depth) if transposed else (depth, n)))
    a, b = cut(g, lhs, left, (m, k), False), cut(g, rhs, right, (k, n), transposed)
    acc = Tile((m, n), to)
    start = g.literal(acc, [0] * acc.size, None)
    row = g.block or g.integer(0)
    index = Value(g.name(), Tile((), "i32"), Ints(0, iterations))
    inner = Value(g.name(), acc)
    bounds = [g.integer(0), g.known_scalar(iterations, "i32") if g.chance(2) else g.integer(iterations), g.integer(1)]
    zero = g.integer(0)
    with g.region([index, inner]) as lines:
        x = load(g, a, (m, k), element, [row, index])
        y = load(g, b, (k, n), element, [index, zero])
        texts = {}
        op = "mmaf"
        if element == "i8":
            op, texts = "mmai", {f"signedness_{s}": "#cuda_tile.signedness<signed>" for s in ("lhs", "rhs")}
        total = Value(g.emit(op, [x, y, inner], [acc], texts)[0], acc)
        g.emit("continue", [total], [])
    [name] = g.emit("for", [*bounds, start], [acc], regions=[lines])
    g.reach("for", "product")
    size = 64.0 * depth
    facts = Floats(-size, size, nan=False, unit=0, negative_zero=False)
    if to == "i32":
        facts = Ints(-64 * depth, 64 * depth)
    g.add(Value(name, acc, facts))


GROWERS = {"for": grow}
