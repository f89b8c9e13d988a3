//===- JointConditions.cpp - Selects by several conditions ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JointConditions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

/// Returns the condition of a select that would become a chain of selects; null
/// for others. An operation with other users is computed anyway.
static BinaryOperator *getJointCondition(Instruction &instruction) {
  auto *select = dyn_cast<SelectInst>(&instruction);
  if (!select || !select->getType()->isSingleValueType() ||
      select->getType()->isIntOrIntVectorTy(1))
    return nullptr;
  auto *condition = dyn_cast<BinaryOperator>(select->getCondition());
  return condition && condition->hasOneUse() &&
                 condition->getType()->isIntegerTy(1) &&
                 (condition->getOpcode() == Instruction::And ||
                  condition->getOpcode() == Instruction::Or)
             ? condition
             : nullptr;
}

static void replaceByAssembly(BinaryOperator *condition) {
  IRBuilder<> builder(condition);
  Type *predicate = builder.getInt1Ty();
  auto *type = FunctionType::get(predicate, {predicate, predicate},
                                 /*isVarArg=*/false);
  bool isAnd = condition->getOpcode() == Instruction::And;
  CallInst *call = builder.CreateCall(
      type,
      InlineAsm::get(type,
                     isAnd ? "and.pred $0, $1, $2;" : "or.pred $0, $1, $2;",
                     "=b,b,b", /*hasSideEffects=*/false),
      {condition->getOperand(0), condition->getOperand(1)});
  call->setDoesNotAccessMemory();
  condition->replaceAllUsesWith(call);
  condition->eraseFromParent();
}

PreservedAnalyses
tileiras::JointConditionsPass::run(Function &function,
                                   FunctionAnalysisManager &) {
  SmallVector<BinaryOperator *> conditions;
  for (Instruction &instruction : instructions(function))
    if (BinaryOperator *condition = getJointCondition(instruction))
      conditions.push_back(condition);
  for (BinaryOperator *condition : conditions)
    replaceByAssembly(condition);
  return conditions.empty() ? PreservedAnalyses::all()
                            : PreservedAnalyses::none();
}
