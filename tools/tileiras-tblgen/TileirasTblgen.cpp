//===- TileirasTblgen.cpp - TableGen back ends of this project ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpEncodingGen.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"

using namespace llvm;
using namespace tileiras::tblgen;

namespace {
enum class Action { EmitOpEncodings, PrintOpEncodings };
} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::opt<Action> action(
      cl::desc("What to write:"), cl::Required,
      cl::values(clEnumValN(Action::EmitOpEncodings, "gen-op-encodings",
                            "tables for the bytecode reader and writer"),
                 clEnumValN(Action::PrintOpEncodings, "print-op-encodings",
                            "the same as text")));
  cl::ParseCommandLineOptions(argc, argv, "TableGen back ends of Tileiras\n");
  return TableGenMain(argv[0],
                      [&](raw_ostream &os, const RecordKeeper &records) {
                        if (action == Action::EmitOpEncodings)
                          emitOpEncodings(records, os);
                        else
                          printOpEncodings(records, os);
                        return false;
                      });
}
