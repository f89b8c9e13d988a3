"""A program while it grows: its values, its text in the generic form of MLIR, and the arrays that it is launched on."""
import dataclasses

import numpy as np

from .facts import is_int, storage_bits


@dataclasses.dataclass(frozen=True)
class Tile:
    """The type of a tile; the element is a number, or `ptr<number>`."""
    shape: tuple
    element: str

    @property
    def size(self):
        return int(np.prod(self.shape, dtype=int))

    def of(self, element):
        return Tile(self.shape, element)

    def shaped(self, shape):
        return Tile(tuple(shape), self.element)

    def __str__(self):
        return "!cuda_tile.tile<" + "x".join([*map(str, self.shape), spelt(self.element)]) + ">"


def spelt(element):
    """An element type outside the dialect's own syntax."""
    return element.replace("fnv8E5M3FNU", "!cuda_tile.fnv8E5M3FNU") if "fnv8" in element else element


@dataclasses.dataclass(frozen=True)
class Raw:
    """A type other than a tile: a token or a view, as text."""
    text: str

    def __str__(self):
        return self.text


TOKEN = Raw("!cuda_tile.token")


@dataclasses.dataclass(frozen=True)
class Value:
    """An SSA value, and the facts of its elements. `ulps`: how far they may be from the results of another
    implementation, in units of the last place (0: the same bits; any NaN equals any NaN). `specified`: whether each
    is."""
    name: str
    type: object
    facts: object = None
    ulps: int = 0
    specified: bool = True

    @property
    def element(self):
        return self.type.element

    @property
    def shape(self):
        return self.type.shape

    @property
    def is_exact(self):
        return self.specified and not self.ulps


@dataclasses.dataclass
class Array:
    """An array in global memory that is an argument of the kernel. `is_observed`: compared after a run, as elements of
    this type within `ulps`; or `within` (n, units): within this many units in the last place of the numbers of argument
    n (None: of its own numbers)."""
    element: str
    data: np.ndarray
    is_observed: bool = False
    ulps: int = 0
    within: tuple | None = None


@dataclasses.dataclass
class Scalar:
    """A number that is an argument of the kernel: `text` is its spelling for `tileiras-run`."""
    element: str
    value: object


def dtype_of(element):
    """The NumPy type of an element in memory: unsigned integers of its width."""
    return np.dtype(f"u{storage_bits(element) // 8}")


class Program:
    """A kernel: parameters, the lines of its body, its launch, and the features that it uses."""

    def __init__(self, grid=(1, 1, 1)):
        self.grid = grid
        self.parameters = []  # (type, Array or Scalar)
        self.globals = []
        self.body = []
        self.hints = ""
        self.reached = set()  # (operation, feature): see reach.py
        self.since = 80  # the first architecture that has all its types

    def parameter(self, type, argument):
        self.parameters.append((type, argument))
        return Value(f"%arg{len(self.parameters) - 1}", type)

    @property
    def arguments(self):
        return [argument for _, argument in self.parameters]

    def text(self):
        """The module, as the parser accepts it."""
        parameters = ", ".join(f"%arg{n}: {type}" for n, (type, _) in enumerate(self.parameters))
        lines = "\n".join(self.body)
        return ("cuda_tile.module @grown {\n" + "".join(f"  {g}\n" for g in self.globals) +
                f"  entry @k({parameters}) {self.hints}{{\n{lines}\n    return\n  }}\n}}\n")


def constant_text(element, codes, shape):
    """The attribute of a constant with these bits."""
    bits = storage_bits(element) if element != "tf32" else 24
    held = f"i8, !cuda_tile.{element}" if element == "fnv8E5M3FNU" else element
    dims = "".join(f"{n}x" for n in shape)
    if element == "i1":
        codes = [c & 1 for c in codes]
        truths = ["true" if c else "false" for c in codes]
        data = "[" + ", ".join(truths) + "]" if shape else truths[0]
        return f"dense<{nested(truths, shape)}> : tensor<{dims}i1>"
    if len(set(codes)) == 1:
        codes = codes[:1]
    data = '"0x' + b"".join(int(c).to_bytes((bits + 7) // 8, "little") for c in codes).hex().upper() + '"'
    if is_int(element) and len(codes) == 1:
        data = str(codes[0] - (1 << bits) if codes[0] >> (bits - 1) else codes[0])
    return f"dense<{data}> : tensor<{dims}{held}>"


def nested(items, shape):
    """Texts as nested lists."""
    if not shape:
        return items[0]
    step = len(items) // shape[0]
    return "[" + ", ".join(nested(items[n * step:(n + 1) * step], shape[1:]) for n in range(shape[0])) + "]"
