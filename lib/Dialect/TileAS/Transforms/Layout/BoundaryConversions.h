//===- BoundaryConversions.h - Conversions at boundaries --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass that assigns layouts to an operation gives its tensors layouts and
// leaves the rest of the function as it was, with a conversion at each boundary
// between a tensor that has a layout and one that has none yet.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_BOUNDARYCONVERSIONS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_BOUNDARYCONVERSIONS_H

#include "tileiras/Layout/LinearLayout.h"

#include "mlir/IR/Value.h"

namespace tileiras {

/// Gives the operation `layout` for this operand, by a conversion before it.
void assignOperandLayout(mlir::OpOperand &operand, const LinearLayout &layout);

/// Gives a result `layout`; its users see a conversion back.
void assignResultLayout(mlir::OpResult result, const LinearLayout &layout);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_BOUNDARYCONVERSIONS_H
