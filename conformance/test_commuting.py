"""Reductions that the compiler considers commutative are: random combiners of a float and an integer, evaluated both
ways for numbers of every kind. Most of those that it doesn't prove commutative aren't."""
import itertools
import math
import random
import re
import struct
import subprocess

import pytest

FLOAT_PREDICATES = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")
INT_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOATS = (0.0, -0.0, 1.0, -1.0, math.nan, math.inf)
INTS = (0, 1, 5, 127, 128, 255)


def signed(x):
    return x - 256 if x > 127 else x


def relation(x, y):
    return "eq" if x == y else "lt" if x < y else "gt"


def holds(predicate, x, y):
    """eq, ne, lt, le, gt, ge, one of the orders without its first letter."""
    return relation(x, y) in {"eq": ("eq",), "ne": ("lt", "gt"), "lt": ("lt",), "le": ("lt", "eq"), "gt": ("gt",),
                              "ge": ("gt", "eq")}[predicate]


def compare_floats(predicate, x, y):
    is_unordered = math.isnan(x) or math.isnan(y)
    if predicate in ("ord", "uno"):
        return is_unordered == (predicate == "uno")
    return predicate[0] == "u" if is_unordered else holds(predicate[1:], x, y)


def compare_ints(predicate, x, y):
    if predicate in ("eq", "ne"):
        return holds(predicate, x, y)
    return holds(predicate[1:], *(map(signed, (x, y)) if predicate[0] == "s" else (x, y)))


OPERATIONS = {
    "cmpf": compare_floats, "cmpi": compare_ints, "select": lambda c, x, y: x if c else y,
    "addf": lambda x, y: x + y, "addi": lambda x, y: (x + y) % 256, "subi": lambda x, y: (x - y) % 256,
    "muli": lambda x, y: x * y % 256, "maxsi": lambda x, y: max(x, y, key=signed), "minui": min,
    "andi": lambda x, y: x & y, "ori": lambda x, y: x | y, "xori": lambda x, y: x ^ y,
}


class Combiner:
    """A region on pairs of an f32 and an i8: lines of an operation, its result and operands."""

    def __init__(self, draw):
        self.draw, self.lines = draw, []
        self.values = {"f32": ["%x0", "%y0"], "i8": ["%x1", "%y1"], "i1": []}
        for _ in range(draw.randint(1, 9)):
            self.grow()
        if self.values["i1"] and draw.random() < 0.7:  # one of the two tuples
            condition = draw.choice(self.values["i1"])
            self.results = [self.add("select", type, condition, f"%x{n}", f"%y{n}") for n, type in enumerate(("f32", "i8"))]
        else:
            self.results = [draw.choice(self.values["f32"]), draw.choice(self.values["i8"])]

    def add(self, op, type, *operands):
        name = f"%v{len(self.lines)}"
        self.lines.append((op, name, operands, type))
        self.values["i1" if op.startswith("cmp") else type].append(name)
        return name

    def grow(self):
        draw, kind = self.draw, self.draw.choice(["cmpf", "cmpi", "cmpf", "cmpi", "truth", "choice", "choice", "i8", "f32"])
        type = {"cmpf": "f32", "cmpi": "i8", "truth": "i1", "choice": draw.choice(["f32", "i8"])}.get(kind, kind)
        if kind.startswith("cmp"):
            arguments = self.values[type][:2]
            pair = draw.sample(arguments, 2) if draw.random() < 0.7 else draw.choices(self.values[type], k=2)
            self.add(kind, type, draw.choice(FLOAT_PREDICATES if kind == "cmpf" else INT_PREDICATES), *pair)
        elif kind == "choice":
            if self.values["i1"]:
                self.add("select", type, draw.choice(self.values["i1"]), *draw.choices(self.values[type], k=2))
        elif self.values[type]:
            ops = {"i1": ["andi", "ori", "xori"], "i8": ["addi", "subi", "muli", "maxsi", "minui"], "f32": ["addf"]}[type]
            self.add(draw.choice(ops), type, *draw.choices(self.values[type], k=2))

    def text(self, name, places):
        """A function that reduces by it, with these i8 as the second operand."""
        lines = "\n".join(f"    {result} = arith.{op} {', '.join(operands)} : {type}"
                          for op, result, operands, type in self.lines)
        return f"""nv_tileaa.func @{name}(%a: tensor<64xf32>, %any: tensor<64xi8>) -> (f32, i8) {{
  %i = nv_tileaa.make_range : tensor<64xi32>
  %all_differ = arith.trunci %i : tensor<64xi32> to tensor<64xi8>
  %r:2 = nv_tileaa.reduce %a, {places} dim = 0 identities = [0.0 : f32, 0 : i8]
    : (tensor<64xf32>, tensor<64xi8>) -> (f32, i8) {{
  ^bb0(%x0: f32, %y0: f32, %x1: i8, %y1: i8):
{lines}
    nv_tileaa.yield {self.results[0]}, {self.results[1]} : f32, i8
  }}
  nv_tileaa.return %r#0, %r#1 : f32, i8
}}"""

    def combine(self, x, y):
        """The bits of the result for two tuples; all NaN are one."""
        values = {"%x0": x[0], "%x1": x[1], "%y0": y[0], "%y1": y[1]}
        for op, result, operands, _ in self.lines:
            values[result] = OPERATIONS[op](*(values.get(o, o) for o in operands))
        number, place = (values[r] for r in self.results)
        return "NaN" if math.isnan(number) else struct.pack("<d", number), place

    def commutes(self, all_differ):
        tuples = list(itertools.product(FLOATS, INTS))
        return all(self.combine(x, y) == self.combine(y, x) for x, y in itertools.combinations(tuples, 2)
                   if not all_differ or x[1] != y[1])


@pytest.mark.parametrize("seed,count", [(0, 200), pytest.param(1, 5000, marks=pytest.mark.sweep)])
def test_what_commutes(bin_dir, tmp_path, seed, count):
    draw = random.Random(seed)
    combiners = [(Combiner(draw), draw.random() < 0.5) for _ in range(count)]
    source = tmp_path / "combiners.mlir"
    source.write_text("\n".join(c.text(f"f{n}", "%all_differ" if all_differ else "%any")
                                for n, (c, all_differ) in enumerate(combiners)))
    passes = "--pass-pipeline=builtin.module(nv_tileaa.func(tileaa-annotate-reductions))"
    done = subprocess.run([bin_dir / "tileiras-opt", source, passes], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    proven = ["commutes" in line for line in re.findall(r"nv_tileaa\.reduce .*", done.stdout)]
    assert len(proven) == count
    wrong = [c.text("f", "%all_differ" if all_differ else "%any")
             for said, (c, all_differ) in zip(proven, combiners) if said and not c.commutes(all_differ)]
    assert not wrong, "\n".join(wrong)
    missed = sum(c.commutes(all_differ) for said, (c, all_differ) in zip(proven, combiners) if not said)
    assert sum(proven) > 10 * missed, f"{sum(proven)} proven, {missed} not"
