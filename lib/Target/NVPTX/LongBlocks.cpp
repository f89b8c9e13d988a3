//===- LongBlocks.cpp - Long blocks are selected in pieces ----------------===//
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

/// Of a piece; the last one has up to twice as many. What belongs into one
/// instruction is seldom in two pieces then.
constexpr size_t kMostInstructions = 2048;

class LongBlocks : public FunctionPass {
public:
  LongBlocks() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Long blocks"; }

  bool runOnFunction(Function &function) override {
    bool isChanged = false;
    // A new block comes behind the one that it was part of.
    for (BasicBlock &block : function)
      isChanged |= split(block);
    return isChanged;
  }

private:
  static char ID;

  static bool split(BasicBlock &block) {
    if (block.size() < 2 * kMostInstructions)
      return false;
    auto at = std::next(block.getFirstInsertionPt(), kMostInstructions);
    block.splitBasicBlock(at);
    return true;
  }
};

char LongBlocks::ID = 0;

} // namespace

FunctionPass *tileiras::createLongBlocksPass() { return new LongBlocks(); }
