//===- LongBlocks.cpp - Splits long blocks before selection ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongBlocks.h"

#include "llvm/IR/Function.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace {

/// The length of a piece; the last one has up to twice as many. Computations
/// that become one instruction are then seldom in two pieces.
constexpr size_t kMaxInstructions = 2048;

class LongBlocks : public FunctionPass {
public:
  LongBlocks() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Long blocks"; }

  bool runOnFunction(Function &function) override {
    bool isChanged = false;
    // A new block comes after the one of which it was part.
    for (BasicBlock &block : function)
      isChanged |= split(block);
    return isChanged;
  }

private:
  static char ID;

  static bool split(BasicBlock &block) {
    if (block.size() < 2 * kMaxInstructions)
      return false;
    auto at = std::next(block.getFirstInsertionPt(), kMaxInstructions);
    block.splitBasicBlock(at);
    return true;
  }
};

char LongBlocks::ID = 0;

} // namespace

FunctionPass *tileiras::createLongBlocksPass() { return new LongBlocks(); }
