//===- TileirasTblgen.cpp - TableGen back ends of this project ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomReferenceGen.h"
#include "LoweringReferenceGen.h"
#include "MachineModelGen.h"
#include "OpEncodingGen.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"

using namespace llvm;
using namespace tileiras::tblgen;

namespace {
using Generator = void (*)(const RecordKeeper &records, raw_ostream &os);
enum class Action {
  AtomReference,
  EmitMachineModel,
  EmitOpEncodings,
  LoweringReference,
  MachineModel,
  PrintOpEncodings,
  OpReference,
  OpRules
};
} // namespace

static Generator getGenerator(Action action) {
  switch (action) {
  case Action::AtomReference:
    return printAtomReference;
  case Action::EmitMachineModel:
    return emitMachineModel;
  case Action::EmitOpEncodings:
    return emitOpEncodings;
  case Action::LoweringReference:
    return printLoweringReference;
  case Action::MachineModel:
    return printMachineModel;
  case Action::PrintOpEncodings:
    return printOpEncodings;
  case Action::OpReference:
    return printOpReference;
  case Action::OpRules:
    return printOpRules;
  }
  llvm_unreachable("every action has a generator");
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::opt<Action> action(
      cl::desc("What to write:"), cl::Required,
      cl::values(clEnumValN(Action::EmitOpEncodings, "gen-op-encodings",
                            "tables for the bytecode reader and writer"),
                 clEnumValN(Action::PrintOpEncodings, "print-op-encodings",
                            "the same as text"),
                 clEnumValN(Action::AtomReference, "gen-atom-reference",
                            "a page about all atoms"),
                 clEnumValN(Action::EmitMachineModel, "gen-machine-model-table",
                            "the table of machines, for C++"),
                 clEnumValN(Action::MachineModel, "gen-machine-model",
                            "the machines of the loop model, as JSON"),
                 clEnumValN(Action::LoweringReference, "gen-lowering-reference",
                            "a page about what operations of nvvm become"),
                 clEnumValN(Action::OpReference, "gen-op-reference",
                            "a page about all operations"),
                 clEnumValN(Action::OpRules, "print-op-rules",
                            "what verifiers demand, by operation")));
  cl::ParseCommandLineOptions(argc, argv, "TableGen back ends of Tileiras\n");
  return TableGenMain(argv[0],
                      [&](raw_ostream &os, const RecordKeeper &records) {
                        getGenerator(action)(records, os);
                        return false;
                      });
}
