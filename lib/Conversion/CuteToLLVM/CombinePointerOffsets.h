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

/// Two distances that are added to a pointer one after the other, in one block
/// and nowhere apart, are added to each other first. Terms with the same stride
/// stand together: of x*s + y*s LLVM makes (x+y)*s, but finds it only there.
void sumDistances(mlir::Operation *root);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_CUTETOLLVM_COMBINEPOINTEROFFSETS_H
