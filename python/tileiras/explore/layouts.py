"""The layouts of a kernel's tiles and buffers, which say which thread holds which element, and the MMAs that use them.

The algebra is the compiler's own (tileiras.ir.Layout); this module keeps its result for every index.
"""
import array
import base64
import math
import re

from tileiras import ir

# MMAs: operands A, B and the accumulator are first.
_PRODUCTS = ("nv_tileas.dot", "nv_tileas.async.dot", "nv_tileas.async.tmem_dot")
_LARGEST = 1 << 16


class Collector:
    """Collects the layouts of the stage nv_tileas: a visitor of stages.Tracer."""

    def __init__(self):
        self.layouts, self.mmas, self._numbers = [], [], {}
        self.too_large = set()

    def __call__(self, stage, module, lines):
        if stage != "tileas":
            return
        for op, line in zip(module.operation.walk(), lines):
            if line is None:
                continue
            operands = [self._number(kind) for kind in op.operand_types]
            results = [self._number(kind) for kind in op.result_types]
            for role, numbers in (("result", results), ("operand", operands)):
                for number in numbers:
                    if number is not None and [line, role] not in self.layouts[number]["uses"]:
                        self.layouts[number]["uses"].append([line, role])
            if op.name in _PRODUCTS and len(operands) >= 3 and None not in operands[:3]:
                self.mmas.append({"line": line, "operands": operands[:3], "atom": _atom(op)})

    def notes(self):
        """A sentence about missing layouts."""
        if not self.too_large:
            return []
        return [f"Layouts of more than {_LARGEST:,} elements are not drawn: there are {len(self.too_large)}."]

    def _number(self, kind):
        """The index of a type's layout among the collected ones; None if it has none, or none that can be drawn."""
        layout = ir.Layout.of(kind)
        if layout is None or math.prod(layout.shape) == 1:
            return None
        if math.prod(layout.shape) > _LARGEST:
            self.too_large.add(str(layout.attribute))
            return None
        text = str(kind)
        buffer = text.startswith("!nv_tileaa.memref")
        key = (str(layout.attribute), buffer, _element(text))
        if key not in self._numbers:
            self._numbers[key] = len(self.layouts)
            self.layouts.append(describe(layout, _element(text), buffer))
        stages = re.search(r"stages = (\d+)", text)
        entry = self.layouts[self._numbers[key]]
        entry["stages"] = max(entry["stages"], int(stages[1]) if stages else 1)
        return self._numbers[key]


def describe(layout, element, buffer):
    """A layout as data for the page: `elements` holds the element (row-major) at each index."""
    elements = array.array("I", layout.elements())
    return {"shape": layout.shape, "extents": layout.extents, "element": element, "buffer": buffer, "stages": 1,
            "bits": element_bits(element), "text": _bases(layout), "uses": [],
            "elements": base64.b64encode(elements.tobytes()).decode()}


def element_bits(element):
    """Bits of an element type by its name: f16, bf16, f8E4M3FN, i32; pointers have 64."""
    digits = re.match(r"[a-z]+(\d+)", element)
    return int(digits[1]) if digits else 64


def _bases(layout):
    return re.sub(r"^#nv_tileas\.layout<(.*)>$", r"\1", str(layout.attribute))


def _element(text):
    """The element type in the text of a tensor's, a buffer's or a future's type."""
    found = re.search(r"(?:tensor|memref)<(?:\d+x)*(!?[\w.]+)", text)
    return "pointer" if found[1].startswith("!") else found[1]


def _atom(op):
    found = re.search(r"atom<(.*)>", str(op.attributes.get("atom", "")))
    return found[1] if found else ""
