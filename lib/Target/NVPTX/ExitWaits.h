//===- ExitWaits.h - Products are waited for where loops end ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that may have no step at all leaves its products in flight to a wait
// that is also reached past the loop:
//
//   bra after, if there is no step            bra none, if there is no step
// loop: wgmma.mma_async …                   loop: wgmma.mma_async …
//   bra loop, if there is another step  =>    bra loop, if there is another
//   step
// after:                                      wait_group 0
//   wait_group 0                              bra after
//                                           none: wait_group 0
//                                           after: wait_group 0
//
// ptxas takes registers that come from two sides for such that something else
// than the products touches while these are in flight, and serialises all of
// them: messages C7514 and C7515. With a wait on each way it doesn't. What
// waits for nothing costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_EXITWAITS_H
#define TILEIRAS_LIB_TARGET_NVPTX_EXITWAITS_H

#include "llvm/IR/PassManager.h"

namespace tileiras {

/// For optimised code: what merges blocks comes before it.
struct ExitWaitsPass : llvm::PassInfoMixin<ExitWaitsPass> {
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_EXITWAITS_H
