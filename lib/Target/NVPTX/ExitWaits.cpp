//===- ExitWaits.cpp - Waits for MMAs at the end of loops -----------------===//
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

/// Returns the text of an inline assembly; empty for other instructions.
static StringRef getAssembly(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return code ? code->getAsmString() : StringRef();
}

/// Returns the text of a wait for MMAs in flight; empty for other instructions.
static StringRef getWait(const Instruction &instruction) {
  StringRef text = getAssembly(instruction);
  return text.starts_with("wgmma.wait_group") ? text : StringRef();
}

static bool startsProducts(const Loop &loop) {
  return any_of(loop.blocks(), [](BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return getAssembly(instruction).contains("wgmma.mma_async");
    });
  });
}

/// Returns the block from which control reaches `block` through `before`,
/// skipping a block that only branches there.
static BasicBlock *getOrigin(BasicBlock *before) {
  return before->getSingleSuccessor() ? before->getSinglePredecessor() : before;
}

/// Returns the loop with MMAs that ends at `block`, which isn't in it.
static Loop *findLoopBefore(BasicBlock &block, const LoopInfo &loops) {
  for (BasicBlock *before : predecessors(&block))
    if (BasicBlock *origin = getOrigin(before))
      if (Loop *loop = loops.getLoopFor(origin);
          loop && !loop->contains(&block) && startsProducts(*loop))
        return loop;
  return nullptr;
}

/// Returns whether `block` is reached only from `loop`, or from the branch that
/// skips the loop if it has no iteration: then all threads of a warp branch
/// alike, which they don't if one of them does something after the loop.
static bool isAfterLoop(BasicBlock &block, const LoopInfo &loops) {
  if (loops.isLoopHeader(&block))
    return false;
  Loop *loop = findLoopBefore(block, loops);
  if (!loop)
    return false;
  BasicBlock *entry = loop->getLoopPredecessor();
  return all_of(predecessors(&block), [&](BasicBlock *before) {
    BasicBlock *origin = getOrigin(before);
    return origin && (loop->contains(origin) || origin == entry ||
                      (entry && origin == entry->getSinglePredecessor()));
  });
}

/// Adds a wait without register operands before the end of `block`.
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
    if (pred_size(&block) < 2 || !isAfterLoop(block, loops))
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
