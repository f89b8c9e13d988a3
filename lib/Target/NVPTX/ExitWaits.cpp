//===- ExitWaits.cpp - Products are waited for where loops end --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitWaits.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

/// The text of a wait for products in flight; empty of other instructions.
static StringRef getWait(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  StringRef text = code ? code->getAsmString() : StringRef();
  return text.starts_with("wgmma.wait_group") ? text : StringRef();
}

/// Whether a loop that `block` isn't in ends at it, directly or by a block
/// between.
static bool isBehindLoop(BasicBlock &block, const LoopInfo &loops) {
  if (loops.isLoopHeader(&block))
    return false;
  return any_of(predecessors(&block), [&](BasicBlock *before) {
    BasicBlock *last = before->getSinglePredecessor();
    for (BasicBlock *end : {before, last ? last : before})
      if (Loop *loop = loops.getLoopFor(end); loop && !loop->contains(&block))
        return true;
    return false;
  });
}

/// A wait that takes no registers, in front of the end of `block`.
static void addWait(BasicBlock *block, const CallInst &wait) {
  IRBuilder<> builder(block->getTerminator());
  builder.SetCurrentDebugLocation(wait.getDebugLoc());
  auto *type = FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  CallInst *call = builder.CreateCall(
      type, InlineAsm::get(type, getWait(wait), /*Constraints=*/"",
                           /*hasSideEffects=*/true));
  call->setConvergent();
}

PreservedAnalyses tileiras::ExitWaitsPass::run(Function &function,
                                               FunctionAnalysisManager &all) {
  const LoopInfo &loops = all.getResult<LoopAnalysis>(function);
  SmallVector<CallInst *> waits;
  for (BasicBlock &block : function) {
    if (pred_size(&block) < 2 || !isBehindLoop(block, loops))
      continue;
    for (Instruction &instruction : block)
      if (!getWait(instruction).empty()) {
        waits.push_back(cast<CallInst>(&instruction));
        break;
      }
  }
  for (CallInst *wait : waits) {
    BasicBlock *block = wait->getParent();
    for (BasicBlock *before : to_vector(predecessors(block)))
      addWait(before->getSingleSuccessor() ? before : SplitEdge(before, block),
              *wait);
  }
  return waits.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
