//===- SliceChanges.h - Sums that change a slice at a time ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that multiply sums in tensor memory, as attention does with those of
// the steps before, need not hold all of them at once:
//
//   %o = copy %sums                  %0 = copy %sums slice 0
//   %p = mulf %o, %factors           %1 = copy %sums slice 1
//   copy %p, %sums             =>    copy (mulf %0, …), %sums slice 0
//                                    %2 = copy %sums slice 2
//                                    copy (mulf %1, …), %sums slice 1
//                                    …
//
// A slice is what one instruction of the store moves. Each is read while the
// one before it changes. With heads of 128 a thread would otherwise hold 128
// sums beside the weights.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_SLICECHANGES_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_SLICECHANGES_H

#include "mlir/IR/Region.h"

namespace tileiras {

/// Of all sums that a region changes in place.
void sliceChanges(mlir::Region &region);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_SLICECHANGES_H
