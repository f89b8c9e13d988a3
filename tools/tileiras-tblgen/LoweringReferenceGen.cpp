//===- LoweringReferenceGen.cpp - Lowerings of NVVM operations ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints Markdown from MLIR's records: an operation of nvvm has code that
// builds the call of an intrinsic (llvmBuilder), an interface that writes PTX,
// or both.
//
//===----------------------------------------------------------------------===//

#include "LoweringReferenceGen.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;

/// Returns "nvvm.mma.sync".
static std::string nameOf(const Record &op) {
  return (op.getValueAsDef("opDialect")->getValueAsString("name") + "." +
          op.getValueAsString("opName"))
      .str();
}

static bool writesPTX(const Record &op) {
  return any_of(op.getValueAsListOfDefs("traits"), [](const Record *trait) {
    auto name = trait->getValueAsOptionalString("cppInterfaceName");
    return name && *name == "BasicPtxBuilderInterface";
  });
}

/// Returns intrinsics by their names in LLVM's enumeration `Intrinsic`, if the
/// record names them.
static SetVector<StringRef> intrinsicsOf(const Record &op, StringRef builder) {
  SetVector<StringRef> names;
  if (auto name = op.getValueAsOptionalString("llvmEnumName");
      name && !name->empty())
    names.insert(*name);
  Regex pattern("Intrinsic::([a-zA-Z0-9_]+)");
  for (SmallVector<StringRef, 2> found; pattern.match(builder, &found);
       builder = builder.substr(found[0].end() - builder.begin()))
    if (found[1] != "ID" && found[1] != "not_intrinsic")
      names.insert(found[1]);
  return names;
}

/// Returns the lowering of the operation; it is a fatal error if its record has
/// none.
static std::string loweringOf(const Record &op) {
  StringRef builder = op.getValueAsOptionalString("llvmBuilder").value_or("");
  SetVector<StringRef> names = intrinsicsOf(op, builder);
  std::string result;
  if (!names.empty())
    result = "`" + join(names, "`, `") + "`";
  else if (builder.contains("ntrinsic"))
    result = "an intrinsic, by operands and attributes";
  else if (!builder.trim().empty())
    result = "instructions";
  if (writesPTX(op))
    result += result.empty() ? "inline PTX" : "; or inline PTX";
  if (result.empty())
    PrintFatalError(&op, "operation that becomes neither a call nor text");
  return result;
}

/// Returns the section of the PTX ISA to which the description links.
static std::string linkOf(const Record &op) {
  Regex link("(https://docs\\.nvidia\\.com/cuda/parallel-thread-execution/[^ "
             ")]*#([a-zA-Z0-9-]+))");
  SmallVector<StringRef, 3> found;
  if (!link.match(op.getValueAsString("description"), &found))
    return "";
  return ("[" + found[2] + "](" + found[1] + ")").str();
}

static bool isListed(const Record &op) {
  StringRef dialect = op.getValueAsDef("opDialect")->getValueAsString("name");
  return dialect == "nvvm" ||
         (dialect == "llvm" && op.isSubClassOf("LLVM_IntrOpBase"));
}

void tileiras::tblgen::printLoweringReference(const RecordKeeper &records,
                                              raw_ostream &os) {
  os << "# Operations of NVVM in LLVM IR\n\nWhat each operation of `nvvm` and "
        "each intrinsic of the dialect `llvm` becomes: the call of an "
        "intrinsic, named as LLVM's enumeration does (`nvvm_elect_sync` is "
        "`llvm.nvvm.elect.sync`), or inline assembly. Made from MLIR's records "
        "by `tileiras-tblgen -gen-lowering-reference`. An operation that is "
        "both becomes text where no intrinsic has its operands. "
        "`llvm.call_intrinsic` says itself what it calls.\n\n";
  std::vector<const Record *> ops;
  for (const Record *op : records.getAllDerivedDefinitions("Op"))
    if (isListed(*op))
      ops.push_back(op);
  llvm::sort(ops, [](const Record *a, const Record *b) {
    return nameOf(*a) < nameOf(*b);
  });
  os << "| operation | class | becomes | PTX ISA |\n|---|---|---|---|\n";
  for (const Record *op : ops)
    os << "| `" << nameOf(*op) << "` | `" << op->getName().split('_').second
       << "` | " << loweringOf(*op) << " | " << linkOf(*op) << " |\n";
}
