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

/// The text of an inline assembly; empty of other instructions.
static StringRef getAssembly(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return code ? code->getAsmString() : StringRef();
}

/// The text of a wait for products in flight; empty of other instructions.
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

/// Where control comes from that reaches `block` from `before`, but for a block
/// that only leads there.
static BasicBlock *getOrigin(BasicBlock *before) {
  return before->getSingleSuccessor() ? before->getSinglePredecessor() : before;
}

/// The loop with products that ends at `block`, which isn't in it.
static Loop *findLoopBefore(BasicBlock &block, const LoopInfo &loops) {
  for (BasicBlock *before : predecessors(&block))
    if (BasicBlock *origin = getOrigin(before))
      if (Loop *loop = loops.getLoopFor(origin);
          loop && !loop->contains(&block) && startsProducts(*loop))
        return loop;
  return nullptr;
}

/// Whether `block` is reached from `loop`, or from where it is decided whether
/// the loop has a step, and from nowhere else: all threads of a warp go the
/// same way then, as they do not where one of them does something after the
/// loop.
static bool isBehindLoop(BasicBlock &block, const LoopInfo &loops) {
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
