//===- PerformanceLosses.h - What ptxas says of slow products ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas keeps matrix products in flight (wgmma) only as long as it sees that
// nothing else touches their registers. Where it doesn't, it waits behind each
// of them, which is right but slow, and says so in one of its messages C7506 to
// C7518:
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

/// Parts of the log of ptxas.
struct PerformanceLoss {
  llvm::StringRef code, said;
  /// Empty where none is named.
  llvm::StringRef kernel;
};

/// One for each code and kernel.
llvm::SmallVector<PerformanceLoss>
findPerformanceLosses(llvm::StringRef ptxasLog);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_PERFORMANCELOSSES_H
