//===- ExitWaits.h - Waits for MMAs at the end of loops ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that may have no iteration leaves its MMAs in flight to a wait that is
// also reached without the loop:
//
//   bra after, if no iteration                bra none, if no iteration
// loop: wgmma.mma_async …                   loop: wgmma.mma_async …
//   bra loop, if another iteration  =>        bra loop, if another iteration
// after:                                      wait_group 0
//   wait_group 0                              bra after
//                                           none: wait_group 0
//                                           after: wait_group 0
//
// ptxas assumes that registers with values from two predecessors are accessed
// by other instructions while the MMAs are in flight, and serialises all MMAs:
// messages C7514 and C7515. With a wait on each path it doesn't. A wait without
// pending MMAs costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_EXITWAITS_H
#define TILEIRAS_LIB_TARGET_NVPTX_EXITWAITS_H

#include "llvm/IR/PassManager.h"

namespace tileiras {

/// Runs on optimised code, after the passes that merge blocks.
struct ExitWaitsPass : llvm::PassInfoMixin<ExitWaitsPass> {
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_EXITWAITS_H
