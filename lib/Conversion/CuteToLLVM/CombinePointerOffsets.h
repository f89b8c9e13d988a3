//===- CombinePointerOffsets.h - Add offsets before pointers ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUTETOLLVM_COMBINEPOINTEROFFSETS_H
#define TILEIRAS_LIB_CONVERSION_CUTETOLLVM_COMBINEPOINTEROFFSETS_H

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Two offsets that are added to a pointer one after the other, in one block
/// and without other uses, are added to each other first. Terms with the same
/// stride are made adjacent: LLVM transforms x*s + y*s to (x+y)*s, but only
/// finds it there.
void combinePointerOffsets(mlir::Operation *root);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_CUTETOLLVM_COMBINEPOINTEROFFSETS_H
