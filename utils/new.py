#!/usr/bin/env python3
"""Makes the files that the checklists ask for (docs/Checklists), so that a change begins with what compiles and passes.

    utils/new.py pass tileas-hoist-barriers "Hoist barriers out of loops" --folder SharedMemory
    utils/new.py op nv_tileas.fill "A tile of one value" --file TileASOps [--verifier]
    utils/new.py instruction bitrot "Rotate bits" --chapter 9.7.1 --sources 2

A pass changes nothing yet, an operation is an identity, and an instruction gives its first source; each comes with a test
that says so. Prints each file that was made or changed and, after them, what is left of the checklist to do by hand."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

# Dialects by the first word of their passes: prefix of names in C++, and namespace.
DIALECTS = {
    "tileas": ("TileAS", "nv_tileas"),
    "tileaa": ("TileAA", "nv_tileaa"),
    "cute": ("Cute", "cute"),
    "debuginfo": ("DebugInfo", "debuginfo"),
    "cute_nvgpu": ("CuteNVGPU", "cute_nvgpu"),
    "cutlass": ("Cutlass", "cutlass"),
}
HEAD = """\
//===- {title} {line}*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
"""
PASS_RECORD = """\
def {prefix}{name} : {base} {{
  let summary = "{summary}";
  let description = [{{
    See the head of {name}.cpp.
  }}];
}}

"""
PASS = """\
//
// {summary}. The rule by which the pass decides, and where it comes from,
// belong here.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/{prefix}/Transforms/Passes.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "{argument}"

namespace tileiras {{
#define GEN_PASS_DEF_{macro}
#include "tileiras/Dialect/{prefix}/Transforms/Passes.h.inc"
}} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {{

class {name} : public tileiras::impl::{prefix}{name}Base<{name}> {{
public:
  void runOnOperation() override {{
    LDBG() << "nothing to do at " << getOperation()->getLoc();
    markAllAnalysesPreserved();
  }}
}};

}} // namespace
"""
PASS_TEST = """\
// {summary}.
// RUN: tileiras-opt %s {run} | FileCheck %s

{module}  // There is nothing to do.
  // CHECK-LABEL: @none
  // CHECK-NEXT: return
  {func} @none() {{
    {leave}
  }}
{end}"""
OP_RECORD = """\
def {prefix}_{name}Op : {prefix}_Op<"{mnemonic}", [SameOperandsAndResultType]> {{
  let summary = "{summary}";
  let description = [{{
    `result` is `source`.

    ```mlir
    %b = {namespace}.{mnemonic} %a : i32
    ```
  }}];
  let arguments = (ins AnyType:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";{verifier}
}}

"""
OP_SOURCE = """\
//
// The verifier of {namespace}.{mnemonic}, for what its traits and types do not
// express.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/{prefix}/IR/{prefix}.h"

using namespace mlir;
using namespace mlir::{namespace};

LogicalResult {name}Op::verify() {{
  if (!getSource().getType().isIntOrFloat())
    return emitOpError() << "expected an integer or a float, got "
                         << getSource().getType();
  return success();
}}
"""
OP_TEST = """\
// {namespace}.{mnemonic} comes back as it was, from its own syntax and from the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

{module}  // CHECK-LABEL: @{test}
  {func} @{test}(%a: i32) {{
    // CHECK: {namespace}.{mnemonic} %{{{{.*}}}} : i32
    %b = {namespace}.{mnemonic} %a : i32
    {leave}
  }}
{end}"""
OP_INVALID = """\
// The verifier of {namespace}.{mnemonic} refuses what is no number.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

{module}  {func} @index(%a: index) {{
    // expected-error @below {{{{expected an integer or a float, got 'index'}}}}
    %b = {namespace}.{mnemonic} %a : index
    {leave}
  }}
{end}"""
SEMANTICS = """\
//
// PTX ISA, "{title}": {opcode}.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

namespace tileiras::emu {{

namespace {{

struct {name} {{
  static uint32_t of({parameters}) {{ return a; }}
}};

}} // namespace

namespace bind {{
Handler {function}(const Instruction &i) {{
  return elementwise<{name}, {types}>;
}}
}} // namespace bind

}} // namespace tileiras::emu
"""
UNIT_TEST = """\

#include "KernelHarness.h"

using namespace tileiras::emu::test;

namespace {{

TEST({name}, GivesItsFirstSource) {{
  EXPECT_EQ(eval("{opcode}.b32 %ro, {operands};", {values}), 3u);
}}

}} // namespace
"""


def camel(words):
    """Split at anything that is no letter or digit."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", words))


class Tree:
    """A working tree, and what was done to it."""

    def __init__(self, root):
        self.root, self.done, self.formatted = root, [], []

    def read(self, path):
        full = self.root / path
        if not full.is_file():
            sys.exit(f"error: there is no {path}")
        return full.read_text(encoding="utf-8")

    def write(self, path, text, verb):
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, encoding="utf-8")
        self.done.append(f"{verb} {path}")
        if verb == "made" and full.suffix in (".cpp", ".h"):
            self.formatted.append(full)

    def make(self, path, text):
        if (self.root / path).exists():
            sys.exit(f"error: {path} exists")
        self.write(path, text, "made")

    def insert_before(self, path, mark, text):
        """Before the last line that begins with the mark."""
        old = self.read(path)
        at = old.rfind("\n" + mark) + 1
        if not at:
            sys.exit(f"error: {path} has no line that begins with {mark}")
        self.write(path, old[:at] + text + old[at:], "changed")

    def add_source(self, cmake, source):
        """Into the first list of sources, in alphabetical order."""
        lines = self.read(cmake).splitlines(keepends=True)
        sources = [number for number, line in enumerate(lines) if re.match(r"  [\w/]+\.cpp$", line)]
        if not sources:
            # The sources stand in the line of the command.
            old = "".join(lines)
            new = re.sub(r"(\w+\.cpp)(\)|\n)", rf"\1 {source}\2", old, count=1)
        else:
            later = [number for number in sources if lines[number].strip() > source]
            lines.insert(later[0] if later else sources[-1] + 1, f"  {source}\n")
            new = "".join(lines)
        self.write(cmake, new, "changed")

    def finish(self, left):
        formatter = shutil.which("clang-format-22")
        if formatter and self.formatted:
            subprocess.run([formatter, "-i", "--style=LLVM", *self.formatted], check=True)
        print("\n".join(self.done + ["Left to do:"] + [f"  * {item}" for item in left]))


def head(title):
    return HEAD.format(title=title, line="-" * max(1, 80 - len("//===-  *- C++ -*-===//") - len(title)))


def scaffold(dialect):
    """How tests of a dialect spell a function and what is around it."""
    if dialect in ("tileas", "tileaa"):
        return {"module": "gpu.module @kernels {\n", "func": "nv_tileaa.func", "leave": "nv_tileaa.return", "end": "}\n"}
    return {"module": "module {\n", "func": "func.func", "leave": "return", "end": "}\n"}


def new_pass(tree, options):
    dialect, _, rest = options.name.partition("-")
    if dialect not in DIALECTS or not rest:
        sys.exit(f"error: expected the name of a pass that begins with one of {', '.join(DIALECTS)}, got '{options.name}'")
    prefix = DIALECTS[dialect][0]
    name, transforms = camel(rest), f"lib/Dialect/{prefix}/Transforms"
    rooms = sorted(path.name for path in (tree.root / transforms).iterdir() if path.is_dir())
    if rooms and options.folder not in rooms:
        sys.exit(f"error: --folder has to be one of {', '.join(rooms)}")
    source = f"{options.folder}/{name}.cpp" if rooms else f"{name}.cpp"
    of_kernels = dialect in ("tileas", "tileaa")
    base = {"tileas": f'TileASPass<"{options.name}">',
            "tileaa": f'Pass<"{options.name}", "::mlir::nv_tileaa::FuncOp">'}.get(dialect, f'Pass<"{options.name}">')
    words = {"prefix": prefix, "name": name, "summary": options.summary, "argument": options.name, "base": base,
             "macro": (prefix + name).upper(), **scaffold(dialect)}
    words["run"] = (f"--pass-pipeline='builtin.module(gpu.module(nv_tileaa.func({options.name})))'" if of_kernels
                    else f"--{options.name}")
    tree.make(f"{transforms}/{source}", head(f"{name}.cpp - {options.summary}") + PASS.format(**words))
    tree.make(f"test/Dialect/{prefix}/{rest.replace('-', '_')}.mlir", PASS_TEST.format(**words))
    tree.insert_before(f"include/tileiras/Dialect/{prefix}/Transforms/Passes.td", "#endif", PASS_RECORD.format(**words))
    tree.add_source(f"{transforms}/CMakeLists.txt", source)
    tree.finish(["docs/Checklists/new-pass.md has the whole list",
                 "lib/Pipelines/Pipelines.cpp: the position of the pass, with the reason if another would be wrong",
                 f"include/tileiras/Dialect/{prefix}/Transforms/Passes.td: what it needs, what holds after it, its options",
                 "the test: the ordinary case and each diagnostic",
                 f"docs/Rationale: a line in the page of {prefix} if the decision was not obvious"])


def new_op(tree, options):
    namespace, _, mnemonic = options.name.partition(".")
    known = {DIALECTS[dialect][1]: dialect for dialect in DIALECTS}
    if namespace not in known or not mnemonic:
        sys.exit(f"error: expected an operation of {', '.join(known)}, got '{options.name}' (cuda_tile has those of its "
                 "specification; see docs/Checklists/new-op.md)")
    prefix = DIALECTS[known[namespace]][0]
    name, test = camel(mnemonic), re.sub(r"[^a-z0-9]", "_", mnemonic)
    words = {"prefix": prefix, "name": name, "namespace": namespace, "mnemonic": mnemonic, "summary": options.summary,
             "test": test, "verifier": "\n  let hasVerifier = 1;" if options.verifier else "", **scaffold(known[namespace])}
    records = f"include/tileiras/Dialect/{prefix}/IR/{options.file}.td"
    tree.read(records)
    tree.make(f"test/Dialect/{prefix}/{test}.mlir", OP_TEST.format(**words))
    if options.verifier:
        tree.make(f"lib/Dialect/{prefix}/IR/{name}.cpp",
                  head(f"{name}.cpp - The verifier of {mnemonic}") + OP_SOURCE.format(**words))
        tree.make(f"test/Dialect/{prefix}/{test}-invalid.mlir", OP_INVALID.format(**words))
        tree.add_source(f"lib/Dialect/{prefix}/IR/CMakeLists.txt", f"{name}.cpp")
    tree.insert_before(records, "#endif", OP_RECORD.format(**words))
    left = ["docs/Checklists/new-op.md has the whole list",
            f"{records}: operands, results, traits and the meaning of each",
            "a pattern in the conversion to the next stage, with a test of the same name",
            "a kernel in conformance/ whose numbers need the operation"]
    if options.verifier:
        left.append("docs/Diagnostics/09-Stages.toml: cause and way out of the verifier's message")
    tree.finish(left)


def new_instruction(tree, options):
    table = "include/tileiras/Emulator/ISA/Instructions.def"
    chapter = re.search(rf'^CHAPTER\("{re.escape(options.chapter)}", "(.*)"\)$', tree.read(table), re.M)
    if not chapter:
        known = re.findall(r'^CHAPTER\("(.*?)"', tree.read(table), re.M)
        sys.exit(f"error: --chapter has to be one of {'; '.join(known)}")
    name = camel(options.name)
    letters = "abcd"[:options.sources]
    words = {"opcode": options.name, "name": name, "function": name[0].lower() + name[1:], "title": chapter[1],
             "parameters": ", ".join(f"uint32_t {letter}" for letter in letters),
             "types": ", ".join(["uint32_t"] * (options.sources + 1)),
             "operands": ", ".join(f"%r{letter}" for letter in letters),
             "values": ", ".join(str(value) for value in range(3, 3 + options.sources))}
    line = f'INST("{options.name}", TYPES(B32), None, "=r{" r" * options.sources}", {words["function"]}, Integer)\n'
    text = tree.read(table)
    end = re.compile(r"\n(?=\nCHAPTER|\n#undef)").search(text, chapter.end())
    tree.make(f"lib/Emulator/Semantics/{name}.cpp", head(f"{name}.cpp - {options.summary}") + SEMANTICS.format(**words))
    tree.make(f"unittests/Emulator/{name}Test.cpp", head(f"{name}Test.cpp - {options.summary}") + UNIT_TEST.format(**words))
    tree.write(table, text[:end.start() + 1] + line + text[end.start() + 1:], "changed")
    tree.add_source("lib/Emulator/CMakeLists.txt", f"Semantics/{name}.cpp")
    tree.add_source("unittests/Emulator/CMakeLists.txt", f"{name}Test.cpp")
    tree.finish(["docs/Checklists/new-instruction.md has the whole list",
                 f"{table}: types, modifiers and operands as the PTX ISA has them",
                 "the semantics, with the section of the ISA where it leaves freedom; the test: the manual's corner cases",
                 "if the compiler emits it: a record in include/tileiras/Target, `utils/new.py op cute_nvgpu.…`, and a "
                 "lowering in lib/Conversion/CuteNVGPUToNVVM"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent,
                        help="the working tree, this one unless said")
    kinds = parser.add_subparsers(required=True, metavar="KIND")
    for kind, make in (("pass", new_pass), ("op", new_op), ("instruction", new_instruction)):
        sub = kinds.add_parser(kind)
        sub.add_argument("name")
        sub.add_argument("summary", help="one line, without a period")
        sub.set_defaults(make=make)
        if kind == "pass":
            sub.add_argument("--folder", help="where the dialect's passes are divided into folders")
        elif kind == "op":
            sub.add_argument("--file", required=True, help="the .td file of its subject, such as TileASBuffers")
            sub.add_argument("--verifier", action="store_true", help="with a verifier in C++ and a test of its message")
        else:
            sub.add_argument("--chapter", required=True, help="of the PTX ISA, as the instruction table has it")
            sub.add_argument("--sources", type=int, choices=range(1, 5), default=2)
    options = parser.parse_args()
    options.make(Tree(options.root.resolve()), options)


if __name__ == "__main__":
    main()
