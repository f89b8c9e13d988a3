//===- JointConditions.h - Selects by several conditions --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask of several conditions selects a number by their conjunction. LLVM's
// selection of instructions makes a chain of selects of it, one for each
// condition, for targets that it does not know to combine predicates:
//
//   setp.ge.s32 %p, %row, %column;      setp.ge.s32 %p, %row, %column;
//   setp.lt.s32 %q, %column, %n;        setp.lt.s32 %q, %column, %n;
//   selp.f32 %x, %s, %low, %q;     =>   and.pred %r, %p, %q;
//   selp.f32 %y, %x, %low, %p;          selp.f32 %y, %s, %low, %r;
//
// ptxas makes one instruction of a comparison and `and.pred`. So a condition
// beyond the first costs one instruction for each number, and not two.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_JOINTCONDITIONS_H
#define TILEIRAS_LIB_TARGET_NVPTX_JOINTCONDITIONS_H

#include "llvm/IR/PassManager.h"

namespace tileiras {

/// Runs on optimised code: the operation on predicates becomes inline PTX,
/// which LLVM does not look into.
struct JointConditionsPass : llvm::PassInfoMixin<JointConditionsPass> {
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_JOINTCONDITIONS_H
