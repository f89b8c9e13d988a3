"""Operations of the dialect `cuda_tile` as their ODS records state them.

`llvm-tblgen --dump-json` prints every record of the .td files. This module reads the part that a program needs to be
well typed: operands, results, attributes, enumerations, relations between types, and the texts of the verifiers' rules,
some of which limit a rounding mode or a flag to some types."""
import dataclasses
import functools
import json
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "include" / "tileiras" / "Dialect" / "CudaTile" / "IR" / "CudaTileReference.td"


@dataclasses.dataclass(frozen=True)
class Operand:
    """An operand or a result. `elements`: names of the element types that it may have, None where any type will do."""
    name: str
    elements: tuple | None
    constraint: str  # the record's name, without qualifiers
    is_scalar: bool = False
    is_variadic: bool = False
    is_optional: bool = False


@dataclasses.dataclass(frozen=True)
class Attribute:
    """An attribute. `cases`: keywords of an enumeration in order of their numbers; `unit`: a flag."""
    name: str
    constraint: str
    mnemonic: str | None = None
    cases: tuple = ()
    default: str | None = None
    is_unit: bool = False
    is_optional: bool = False


@dataclasses.dataclass(frozen=True)
class Record:
    """An operation."""
    name: str
    since: str
    operands: tuple
    results: tuple
    attributes: tuple
    regions: tuple
    traits: frozenset
    same_type: tuple  # groups of names of operands and results
    same_shape: tuple
    same_element: tuple
    truth_of: tuple  # pairs: the second is the i1 tile of the shape of the first
    rules: tuple

    @property
    def values(self):
        return self.operands + self.results

    def attribute(self, name):
        return next(a for a in self.attributes if a.name == name)

    def is_elementwise(self):
        """Whether the traits make its operands and results tiles of one shape."""
        if self.regions or not self.operands or any(not a.cases and not a.is_unit for a in self.attributes) or any(
                v.is_variadic or v.is_optional for v in self.values):
            return False
        groups = [set(g) for g in self.same_type + self.same_shape + self.truth_of]
        reached, grown = {self.values[0].name}, True
        while grown:
            grown = False
            for group in groups:
                if group & reached and not group <= reached:
                    reached |= group
                    grown = True
        return reached == {v.name for v in self.values}


ELEMENT_NAMES = {"F8E4M3FN": "f8E4M3FN", "F8E5M2": "f8E5M2", "F8E8M0FNU": "f8E8M0FNU", "F4E2M1FN": "f4E2M1FN",
                 "CudaTile_Float8E5M3FNUType": "fnv8E5M3FNU", "CudaTile_I4": "i4", "CudaTile_PointerType": "ptr"}


class Dump:
    """The records as JSON, by name."""

    def __init__(self, records):
        self.records = records

    def __getitem__(self, name):
        return self.records[name]

    def elements(self, name):
        """The element types of a constraint on elements."""
        record = self[name]
        if "allowedTypes" in record:
            return tuple(e for t in record["allowedTypes"] for e in self.elements(t["def"]))
        return (ELEMENT_NAMES.get(name, name.lower()),)

    def operand(self, constraint, name):
        record = self[constraint]
        supers = record["!superclasses"]
        if "Variadic" in supers or "Optional" in supers:
            inner = self.operand(record["baseType"]["def"], name)
            return dataclasses.replace(inner, is_variadic="Variadic" in supers, is_optional="Optional" in supers)
        of_elements = "CudaTile_TileOf" in supers or "CudaTile_ScalarOf" in supers
        return Operand(name, self.elements(record["elementConstraint"]["def"]) if of_elements else None, constraint,
                       is_scalar="CudaTile_ScalarOf" in supers)

    def attribute(self, constraint, name):
        record = self[constraint]
        if constraint == "UnitAttr":
            return Attribute(name, constraint, is_unit=True)
        if record.get("baseAttr"):
            inner = self.attribute(record["baseAttr"]["def"], name)
            default = record["defaultValue"] if "DefaultValuedAttr" in record["!superclasses"] else None
            return dataclasses.replace(inner, default=default, is_optional=bool(record["isOptional"]))
        if "EnumAttr" not in record["!superclasses"]:
            return Attribute(name, constraint)
        cases = [self[c["def"]] for c in self[record["enum"]["def"]]["enumerants"]]
        keywords = {c["symbol"]: c["str"] for c in sorted(cases, key=lambda c: c["value"])}
        return Attribute(name, constraint, record["mnemonic"], tuple(keywords.values()))

    def is_attribute(self, constraint):
        return "AttrConstraint" in self[constraint]["!superclasses"]

    def op(self, definition):
        record = self[definition]
        arguments = [(c["def"], name) for c, name in record["arguments"]["args"]]
        traits = [self[t["def"]] for t in record["traits"]]

        def groups(trait):
            return tuple(tuple(t["values"]) for t in traits if trait in t["!superclasses"])

        return Record(
            name=record["opName"], since=record["since"],
            operands=tuple(self.operand(c, n) for c, n in arguments if not self.is_attribute(c)),
            results=tuple(self.operand(c["def"], n) for c, n in record["results"]["args"]),
            attributes=tuple(self.attribute(c, n) for c, n in arguments if self.is_attribute(c)),
            regions=tuple(n for _, n in record["regions"]["args"]),
            traits=frozenset(t["!name"] for t in traits),
            same_type=groups("AllTypesMatch"), same_shape=groups("CudaTile_SameShape"),
            same_element=groups("CudaTile_SameElementType"),
            truth_of=tuple((t["lhs"], t["rhs"]) for t in traits if "CudaTile_I1Like" in t["!superclasses"]),
            rules=tuple(r for entry in self["!instanceof"]["CudaTile_Rules"] if self[entry]["op"]["def"] == definition
                        for r in self[entry]["rules"]))


def find_tablegen():
    """The llvm-tblgen of the LLVM that the project is built with."""
    found = shutil.which("llvm-tblgen-22") or shutil.which("llvm-tblgen", path="/usr/lib/llvm-22/bin")
    if not found:
        raise FileNotFoundError("llvm-tblgen of LLVM 22 is needed to read the operations' records")
    return pathlib.Path(found)


@functools.cache
def load_records():
    """All operations by mnemonic."""
    tablegen = find_tablegen()
    config = tablegen.resolve().parent / "llvm-config"
    includes = subprocess.run([config, "--includedir"], capture_output=True, text=True, check=True)
    command = [tablegen, "--dump-json", "-I", ROOT / "include", "-I", includes.stdout.strip(), SOURCE]
    dumped = Dump(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    records = [dumped.op(name) for name in dumped["!instanceof"]["CudaTile_Op"]]
    return {r.name: r for r in sorted(records, key=lambda r: r.name)}


# ---------------------------------------------------------------- what the rules say of modes and flags

ONLY_FOR = re.compile(r"expects (?P<element>\w+) elements for (?:rounding mode )?(?P<what>\w+), got \{type\}$")
# Orderings, scopes and the like: "expects memory ordering weak or relaxed, got {ordering}".
CASES = re.compile(r"expects (?P<what>rounding mode|memory ordering|memory scope) (?P<cases>[\w, ]+?)[,;] got .*$")
MNEMONICS = {"rounding mode": "rounding", "memory ordering": "memory_ordering_semantics",
             "memory scope": "memory_scope"}


def allowed_cases(record, attribute, element):
    """Keywords of an enumeration that the rules allow for an element type."""
    cases = [c for c in attribute.cases]
    for rule in record.rules:
        if (found := CASES.match(rule)) and attribute.mnemonic == MNEMONICS[found["what"]]:
            allowed = re.split(r", | or ", found["cases"])
            cases = [c for c in cases if c in allowed]
        if "expects a mode that combines, got xchg" == rule:
            cases = [c for c in cases if c != "xchg"]
        if (found := ONLY_FOR.match(rule)) and found["element"] != element:
            cases = [c for c in cases if c != found["what"]]
    return cases


def allows_flag(record, attribute, element):
    """Whether a flag is allowed for an element type."""
    return not any((found := ONLY_FOR.match(rule)) and found["what"] == attribute.name and found["element"] != element
                   for rule in record.rules)
