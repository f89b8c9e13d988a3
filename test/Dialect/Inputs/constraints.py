"""Writes a test of every constraint that the op records of a dialect state, with the error that each must give.

Usage: constraints.py EXAMPLES RECORDS OUTPUT. EXAMPLES is a Python file with types and attributes of the dialect;
RECORDS is what `llvm-tblgen --dump-json` makes of its operations; OUTPUT is for
`tileiras-opt -split-input-file -verify-diagnostics`. Each case is one operation in generic form of which one thing is
wrong: the type of an operand or result, an attribute (left out, or of another kind), a relation between types that a
trait demands, the place or the end of a region. What verifiers written in C++ demand is in the *-invalid.mlir files.
"""
import importlib.util
import json
import sys

SPEC = importlib.util.spec_from_file_location("examples", sys.argv[1])
EXAMPLES = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(EXAMPLES)
with open(sys.argv[2], encoding="utf-8") as source:
    RECORDS = json.load(source)

SAME = {"SameOperandsAndResultShape": "shape", "SameOperandsAndResultType": "type",
        "SameOperandsAndResultElementType": "element type"}


def record(init):
    return RECORDS[init["def"]]


def is_a(thing, name):
    return name in thing["!superclasses"]


def constraint_of(init):
    """The constraint of an argument or result, without the effects of Arg<> or Res<>."""
    while is_a(record(init), "OpVariable"):
        init = record(init)["constraint"]
    return init


def name_of_class(name):
    """The name of the dialect's operation with this class in C++."""
    of_class = {definition.rpartition("_")[2]: RECORDS[definition] for definition in RECORDS["!instanceof"]["Op"]
                if record(RECORDS[definition]["opDialect"])["name"] == EXAMPLES.DIALECT}
    return of_class[name]["opName"]


class Value:
    """An operand or result: its constraint and the type it has."""

    def __init__(self, kind, index, init, name):
        self.kind, self.index, self.name = kind, index, name
        init = constraint_of(init)
        constraint = record(init)
        self.summary = constraint["summary"]
        self.is_many = is_a(constraint, "Variadic") or is_a(constraint, "Optional")
        base = constraint["baseType"]["def"] if self.is_many else init["def"]
        self.constraint = base.removeprefix(EXAMPLES.PREFIX)
        self.type = EXAMPLES.examples(self.constraint)["first"]

    def other(self, relation):
        """A type that satisfies the constraint and differs in the property of the relation; None if there is none."""
        return EXAMPLES.examples(self.constraint).get(relation)

    def wrong(self):
        return EXAMPLES.wrong(self.constraint)


class Attribute:
    def __init__(self, init, name):
        self.name = name
        attr, self.is_needed = record(init), True
        # Parameters stored as any attribute are checked by the verifier only.
        self.is_any = attr.get("storageType") in (None, "::mlir::Attribute")
        self.summary = attr.get("summary")
        base = init["def"]
        while True:
            if is_a(attr, "OptionalAttr") or is_a(attr, "DefaultValuedAttr") or base == "UnitAttr":
                self.is_needed = False
            if not attr.get("baseAttr"):
                break
            base = attr["baseAttr"]["def"]
            attr = record(attr["baseAttr"])
        self.value = EXAMPLES.ATTRIBUTES.get(base)
        if is_a(attr, "EnumAttr"):
            enum = record(attr["enum"])
            dialect = record(attr["dialect"])["name"]
            self.value = f"#{dialect}.{attr['mnemonic']}<{record(enum['enumerants'][0])['str']}>"

    def wrong(self):
        return "1 : i8" if self.value and self.value.startswith('"') else '"wrong"'


class Operation:
    def __init__(self, definition):
        self.name = definition["opName"]
        arguments = [(init, name) for init, name in definition["arguments"]["args"]]
        values = [a for a in arguments if is_a(record(constraint_of(a[0])), "TypeConstraint")]
        self.operands = [Value("operand", i, *a) for i, a in enumerate(values)]
        self.results = [Value("result", i, *a) for i, a in enumerate(definition["results"]["args"])]
        self.attributes = [Attribute(*a) for a in arguments if a not in values]
        self.traits = [record(t) for t in definition["traits"]]
        self.has_segments = any(t.get("trait") == "AttrSizedOperandSegments" for t in self.traits)
        self.regions = len(definition["regions"]["args"])

    def text(self, types=None, attributes=None, extra=()):
        """The operation with other types by name of value, other or missing attributes, and further operands."""
        types = types or {}
        operands = [types.get(v.name, v.type) for v in self.operands] + list(extra)
        results = [types.get(v.name, v.type) for v in self.results]
        values = {a.name: a.value for a in self.attributes if a.is_needed} | (attributes or {})
        if self.has_segments:
            values["operandSegmentSizes"] = f"array<i32: {', '.join('1' for _ in self.operands)}>"
        properties = ", ".join(f"{name} = {value}" for name, value in values.items() if value)
        regions = ", ".join(['{\n    "llvm.unreachable"() : () -> ()\n  }'] * self.regions)
        lines = [f"  %{i} = builtin.unrealized_conversion_cast to {type_}" for i, type_ in enumerate(operands)]
        lines.append("  // expected-error @below {{MESSAGE}}")
        lines.append(f'  "{EXAMPLES.DIALECT}.{self.name}"({", ".join(f"%{i}" for i in range(len(operands)))})' +
                     (f" <{{{properties}}}>" if properties else "") + (f" ({regions})" if regions else "") +
                     f" : ({', '.join(operands)}) -> ({', '.join(results)})")
        return "\n".join(lines)

    def of_types(self):
        for value in self.operands + self.results:
            if value.wrong():
                text = self.text(types={value.name: value.wrong()})
                yield (f"{value.kind} #{value.index} must be {value.summary}, but got '{value.wrong()}'",
                       EXAMPLES.inside(self, text))

    def of_attributes(self):
        for attribute in self.attributes:
            message = (f"attribute '{attribute.name}' failed to satisfy constraint: {attribute.summary}"
                       if attribute.is_any else f"Invalid attribute `{attribute.name}` in property conversion")
            yield message, self.text(attributes={attribute.name: attribute.wrong()})
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
        # A member that must also have the type of another would violate that first.
        bound = [n for t in self.traits if t.get("summary", "").endswith("same type") and t["summary"] != summary
                 for n in t["summary"].removeprefix("all of {").split("}")[0].split(", ")]
        for name in sorted(members, key=lambda n: n in bound):
            if values[name].other(relation):
                return self.text(types={name: values[name].other(relation)})
        return None

    def of_traits(self):
        for trait in self.traits:
            if is_a(trait, "PredTrait") or is_a(trait, "PredOpTrait"):
                text = self.of_relation(trait["summary"])
                if (self.name, trait["summary"]) not in EXAMPLES.ALWAYS_TRUE:
                    yield "failed to verify that " + trait["summary"], text
            name = trait.get("trait", "")
            if name.startswith("HasParent<"):
                parents = name.removeprefix("HasParent<").split(">")[0].split(", ")
                listed = ", ".join(EXAMPLES.DIALECT + "." + name_of_class(p) for p in parents)
                yield f"expects parent op {'to be one of ' * (len(parents) > 1)}'{listed}'", self.text()
            if name.startswith("SingleBlockImplicitTerminator<"):
                end = EXAMPLES.DIALECT + "." + name_of_class(name.split("<")[1].split(">")[0])
                yield f"expects regions to end with '{end}', found 'llvm.unreachable'", self.text()
            if name == "SameOperandsShape":
                yield "requires the same shape for all operands", self.text(extra=[EXAMPLES.further()])
            if name in SAME:
                # The last operand: others may have to have a result's type. Traits are checked in their order.
                last, before = self.operands[-1], self.traits[:self.traits.index(trait)]
                yield ("all non-scalar operands/results must have the same shape and base type"
                       if any(t.get("trait") == "Elementwise" for t in before) else
                       f"requires the same {SAME[name]} for all operands and results",
                       self.text(types={last.name: last.other(SAME[name])}))

    def cases(self):
        for message, text in [*self.of_types(), *self.of_attributes(), *self.of_traits()]:
            assert text, f"no violation of {self.name}: {message}"
            yield text.replace("MESSAGE", message)


def main():
    cases = []
    for name in RECORDS["!instanceof"]["Op"]:
        definition = RECORDS[name]
        if record(definition["opDialect"])["name"] == EXAMPLES.DIALECT and definition["opName"] not in EXAMPLES.SKIPPED:
            cases += Operation(definition).cases()
    with open(sys.argv[3], "w", encoding="utf-8") as output:
        output.write("\n// -----\n".join(f"func.func @f() {{\n{case}\n  return\n}}\n" for case in cases))
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
