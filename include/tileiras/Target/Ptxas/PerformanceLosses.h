//===- PerformanceLosses.h - ptxas reports of serialised MMAs ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas keeps MMAs (wgmma) in flight only as long as it can prove that no other
// instruction accesses their registers. If it can't, it waits after each of
// them, which is correct but slow, and reports that in one of its messages
// C7506 to C7518:
//
//   ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async
//   instructions are serialized due to … in the function 'kernel'
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTXAS_PERFORMANCELOSSES_H
#define TILEIRAS_TARGET_PTXAS_PERFORMANCELOSSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras {

/// The members are parts of the log of ptxas.
struct PerformanceLoss {
  llvm::StringRef code, text;
  /// The name is empty if the message has none.
  llvm::StringRef kernel;
};

/// Returns one entry for each code and kernel.
llvm::SmallVector<PerformanceLoss>
findPerformanceLosses(llvm::StringRef ptxasLog);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_PERFORMANCELOSSES_H
