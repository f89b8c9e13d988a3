"""Writes a test of every constraint that the op records of cuda_tile state, with the error that each must give.

Usage: constraints.py RECORDS OUTPUT. RECORDS is what `llvm-tblgen --dump-json` makes of CudaTileOps.td; OUTPUT is for
`tileiras-opt -split-input-file -verify-diagnostics`. Each case is one operation in generic form of which one thing is
wrong: the type of an operand or result, an attribute (left out, or of another kind), a relation between types that a
trait demands, the place or the end of a region. What verifiers written in C++ demand is in the *-invalid.mlir files.
"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as source:
    RECORDS = json.load(source)

VIEW = "tensor_view<8x8xf32, strides=[8,1]>"
OTHER_VIEW = "tensor_view<16x16xf32, strides=[16,1]>"
# By constraint: element types of tiles that satisfy it (two where it admits two), and one of a tile that doesn't.
TILES = {
    "Tile": (["f32", "f16"], None),
    "NumberTile": (["f32", "f16"], "ptr<f32>"),
    "NumberOrI4Tile": (["i32", "i16"], "ptr<f32>"),
    "IntTile": (["i32", "i16"], "f32"),
    "IntOrI4Tile": (["i32", "i16"], "f32"),
    "FPowIExponentTile": (["i32", "i16"], "i64"),
    "I1Tile": (["i1"], "i8"),
    "I8Tile": (["i8"], "i1"),
    "I32Tile": (["i32"], "i64"),
    "I64Tile": (["i64"], "i32"),
    "FloatTile": (["f32", "f16"], "i32"),
    "BaseFloatTile": (["f32", "f16"], "tf32"),
    "F32Tile": (["f32"], "f16"),
    "MmaFloatTile": (["f16", "bf16"], "f8E8M0FNU"),
    "MmaAccumulatorTile": (["f32", "f16"], "bf16"),
    "ScaledFloatTile": (["f8E4M3FN", "f8E5M2"], "f16"),
    "ScaleFloatTile": (["f8E8M0FNU", "f8E4M3FN"], "f8E5M2"),
    "PtrTile": (["ptr<f32>", "ptr<f16>"], "i64"),
}
# Rank-0 tiles likewise.
SCALARS = {
    "ScalarInt": (["i32", "i64"], "f32"),
    "ScalarI32": (["i32"], "i64"),
    "ScalarI1": (["i1"], "i8"),
    "ScalarPtr": (["ptr<f32>", "ptr<f16>"], "i64"),
}
# Other types: two that satisfy the constraint where there are two.
OTHERS = {
    "Token": ["token"],
    "TensorView": [VIEW, OTHER_VIEW],
    "AnyTileView": [f"partition_view<tile=(4x4), {VIEW}>"],
    "PartitionViewType": [f"partition_view<tile=(4x4), {VIEW}>"],
    "StridedViewType": [f"strided_view<tile=(4x4), traversal_strides=[2,2], {VIEW}>"],
    "GatherScatterViewType": [f"gather_scatter_view<tile=(4x4), {VIEW}, sparse_dim=0>"],
    "AnyValueType": ["tile<4x4xf32>"],
    "AnyType": ["tile<4x4xi32>", "tile<8x8xi32>"],
}
# By attribute: a value; enumerations have that of their first case.
ATTRIBUTES = {
    "I32Attr": "0 : i32", "I64Attr": "4 : i64", "StrAttr": '"s"', "SymbolNameAttr": '"s"', "BoolAttr": "true",
    "ArrayAttr": "[0.0 : f32]", "DenseI32ArrayAttr": "array<i32: 1, 0>", "FlatSymbolRefAttr": "@s",
    "CudaTile_DenseConstantAttr": "dense<0.0> : tensor<4x4xf32>",
    "CudaTile_AssumePredicateAttr": "#cuda_tile.div_by<4>",
}
# Relations that can't be violated: the constraints of their members admit one type only.
ALWAYS_TRUE = {
    ("get_tile_block_id", "all of {blockId_x, blockId_y, blockId_z} have same type"),
    ("get_num_tile_blocks", "all of {gridSize_x, gridSize_y, gridSize_z} have same type"),
    ("mmai", "all of {lhs, rhs} have same element type"),
}


def record(init):
    return RECORDS[init["def"]]


def is_a(thing, name):
    return name in thing["!superclasses"]


def inside_if(text):
    """Text in the region of an `if`."""
    return (f"  %condition = builtin.unrealized_conversion_cast to !cuda_tile.tile<i1>\n"
            f'  "cuda_tile.if"(%condition) ({{\n{text}\n  }}, {{\n  }}) : (!cuda_tile.tile<i1>) -> ()')


class Value:
    """An operand or result: its constraint and the type it has."""

    def __init__(self, kind, index, init, name):
        self.kind, self.index, self.name = kind, index, name
        constraint = record(init)
        self.summary = constraint["summary"]
        self.is_many = is_a(constraint, "Variadic") or is_a(constraint, "Optional")
        base = constraint["baseType"]["def"] if self.is_many else init["def"]
        self.constraint = base.removeprefix("CudaTile_")
        self.type = self.example()

    def example(self, shape="4x4", element=0):
        if self.constraint in TILES:
            return f"tile<{shape}x{TILES[self.constraint][0][element]}>"
        if self.constraint in SCALARS:
            return f"tile<{SCALARS[self.constraint][0][element]}>"
        return OTHERS[self.constraint][element]

    def other(self, relation):
        """A type that satisfies the constraint and differs in what the relation is about; None if there is none."""
        if self.constraint in TILES:
            if relation != "element type":
                return self.example("4" if relation == "rank" else "8x8")
            return self.example(element=1) if len(TILES[self.constraint][0]) > 1 else None
        examples = SCALARS[self.constraint][0] if self.constraint in SCALARS else OTHERS[self.constraint]
        return self.example(element=1) if len(examples) > 1 and relation in ("type", "view") else None

    def wrong(self):
        """A type that does not satisfy the constraint; None if any does."""
        if self.constraint == "AnyType":
            return None
        element = TILES.get(self.constraint, (0, None))[1]
        if element:
            return f"!cuda_tile.tile<4x4x{element}>"
        if self.constraint in SCALARS:
            return f"!cuda_tile.tile<{SCALARS[self.constraint][1]}>"
        return "index"


class Attribute:
    def __init__(self, init, name):
        self.name = name
        attr, self.is_needed = record(init), True
        base = init["def"]
        while True:
            if is_a(attr, "OptionalAttr") or is_a(attr, "DefaultValuedAttr") or base == "UnitAttr":
                self.is_needed = False
            if not attr.get("baseAttr"):
                break
            base = attr["baseAttr"]["def"]
            attr = record(attr["baseAttr"])
        self.value = ATTRIBUTES.get(base)
        if is_a(attr, "EnumAttr"):
            enum = record(attr["enum"])
            self.value = f"#cuda_tile.{attr['mnemonic']}<{record(enum['enumerants'][0])['str']}>"

    def wrong(self):
        return "1 : i8" if self.value and self.value.startswith('"') else '"wrong"'


class Operation:
    def __init__(self, definition):
        self.name = definition["opName"]
        arguments = [(init, name) for init, name in definition["arguments"]["args"]]
        values = [a for a in arguments if is_a(record(a[0]), "TypeConstraint")]
        self.operands = [Value("operand", i, *a) for i, a in enumerate(values)]
        self.results = [Value("result", i, *a) for i, a in enumerate(definition["results"]["args"])]
        self.attributes = [Attribute(*a) for a in arguments if a not in values]
        self.traits = [record(t) for t in definition["traits"]]
        self.has_segments = any(t.get("trait") == "AttrSizedOperandSegments" for t in self.traits)
        self.regions = len(definition["regions"]["args"])
        # What leaves a region is looked at only where it may stand.
        self.stands_in_if = any("IfOp" in t.get("trait", "") for t in self.traits)

    def text(self, types=None, attributes=None, extra=()):
        """The operation with other types by name of value, other or missing attributes, and further operands."""
        types = types or {}
        operands = [types.get(v.name, "!cuda_tile." + v.type) for v in self.operands] + list(extra)
        results = [types.get(v.name, "!cuda_tile." + v.type) for v in self.results]
        values = {a.name: a.value for a in self.attributes if a.is_needed} | (attributes or {})
        if self.has_segments:
            values["operandSegmentSizes"] = f"array<i32: {', '.join('1' for _ in self.operands)}>"
        properties = ", ".join(f"{name} = {value}" for name, value in values.items() if value)
        regions = ", ".join(['{\n    "llvm.unreachable"() : () -> ()\n  }'] * self.regions)
        lines = [f"  %{i} = builtin.unrealized_conversion_cast to {type_}" for i, type_ in enumerate(operands)]
        lines.append("  // expected-error @below {{MESSAGE}}")
        lines.append(f'  "cuda_tile.{self.name}"({", ".join(f"%{i}" for i in range(len(operands)))})' +
                     (f" <{{{properties}}}>" if properties else "") + (f" ({regions})" if regions else "") +
                     f" : ({', '.join(operands)}) -> ({', '.join(results)})")
        return "\n".join(lines)

    def of_types(self):
        for value in self.operands + self.results:
            if value.wrong():
                text = self.text(types={value.name: value.wrong()})
                yield (f"{value.kind} #{value.index} must be {value.summary}, but got '{value.wrong()}'",
                       inside_if(text) if self.stands_in_if else text)

    def of_attributes(self):
        for attribute in self.attributes:
            yield (f"Invalid attribute `{attribute.name}` in property conversion",
                   self.text(attributes={attribute.name: attribute.wrong()}))
            if attribute.is_needed:
                yield f"requires attribute '{attribute.name}'", self.text(attributes={attribute.name: None})

    def of_relation(self, summary):
        """A violation of `all of {a, b} have same X` or of a relation by name."""
        values = {v.name: v for v in self.operands + self.results}
        if summary.startswith("all of {"):
            names, relation = summary.removeprefix("all of {").split("} have same ")
            members = names.split(", ")
        else:
            members = [word for word in summary.split() if word in values]
            relation = "view" if "view" in summary else "shape"
        # A member that is to have the type of another as well would violate that first.
        bound = [n for t in self.traits if t.get("summary", "").endswith("same type") and t["summary"] != summary
                 for n in t["summary"].removeprefix("all of {").split("}")[0].split(", ")]
        for name in sorted(members, key=lambda n: n in bound):
            if values[name].other(relation):
                return self.text(types={name: "!cuda_tile." + values[name].other(relation)})
        return None

    def of_traits(self):
        for trait in self.traits:
            if is_a(trait, "PredTrait") or is_a(trait, "PredOpTrait"):
                text = self.of_relation(trait["summary"])
                if (self.name, trait["summary"]) not in ALWAYS_TRUE:
                    yield "failed to verify that " + trait["summary"], text
            name = trait.get("trait", "")
            if name.startswith("HasParent<"):
                parents = name.removeprefix("HasParent<").split(">")[0].split(", ")
                listed = ", ".join("cuda_tile." + p.removesuffix("Op").lower() for p in parents)
                yield f"expects parent op to be one of '{listed}'", self.text()
            if name.startswith("SingleBlockImplicitTerminator<"):
                end = "cuda_tile." + name.split("<")[1].split(">")[0].removesuffix("Op").lower()
                yield f"expects regions to end with '{end}', found 'llvm.unreachable'", self.text()
            if name == "SameOperandsShape":
                yield "requires the same shape for all operands", self.text(extra=["!cuda_tile.tile<8xf32>"])

    def cases(self):
        for message, text in [*self.of_types(), *self.of_attributes(), *self.of_traits()]:
            assert text, f"no violation of {self.name}: {message}"
            yield text.replace("MESSAGE", message)


def main():
    cases = []
    for name in RECORDS["!instanceof"]["CudaTile_Op"]:
        definition = RECORDS[name]
        # module, entry and global stand at other places and are tested in module-invalid.mlir.
        if definition["isInstruction"]:
            cases += Operation(definition).cases()
    with open(sys.argv[2], "w", encoding="utf-8") as output:
        output.write("\n// -----\n".join(f"func.func @f() {{\n{case}\n  return\n}}\n" for case in cases))
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
