//===- MissingLines.cpp - Lines for instructions that have none -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace {

bool hasLine(const MachineInstr &instr) {
  return instr.getDebugLoc() && instr.getDebugLoc().getLine() != 0;
}

/// Returns whether the function has lines for profilers only; debuggers get
/// more.
bool hasLinesOnly(const Function &function) {
  DISubprogram *subprogram = function.getSubprogram();
  return subprogram && subprogram->getUnit() &&
         subprogram->getUnit()->getEmissionKind() !=
             DICompileUnit::DebugEmissionKind::FullDebug;
}

class MissingLines : public MachineFunctionPass {
public:
  MissingLines() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Missing lines"; }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction &function) override {
    if (!hasLinesOnly(function.getFunction()))
      return false;
    // A block without any line gets the one before it in the text.
    DebugLoc last;
    for (MachineBasicBlock &block : function) {
      auto first = find_if(block, hasLine);
      if (first != block.end())
        last = first->getDebugLoc();
      for (MachineInstr &instr : block)
        if (hasLine(instr))
          last = instr.getDebugLoc();
        else if (last && !instr.isDebugInstr())
          instr.setDebugLoc(last);
    }
    return true;
  }

private:
  static char ID;
};

char MissingLines::ID = 0;

} // namespace

MachineFunctionPass *tileiras::createMissingLinesPass() {
  return new MissingLines();
}
