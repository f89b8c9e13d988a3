//===- SinkConversionsToNarrowType.h - Convert narrow values ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-wise work gives the same before and after a conversion, so along a
// chain of it the conversion may stand anywhere:
//
//   f32 --convert--> f32 --truncate--> f16     moves 32 bits an element,
//   f32 --truncate--> f16 --convert--> f16     moves 16
//
// The chain goes through operations of one tensor, beside free ones
// (Rematerializer.h), whose values nothing else uses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_SINKCONVERSIONSTONARROWTYPE_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_SINKCONVERSIONSTONARROWTYPE_H

#include "Rematerializer.h"

namespace tileiras {

/// Moves `convert` to the place of its chain where elements are narrowest, if
/// that is narrower than where it stands. Gives the conversion that there is
/// then.
mlir::nv_tileas::ConvertLayoutOp
moveToNarrowestPlace(mlir::nv_tileas::ConvertLayoutOp convert,
                     Rematerializer &free);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_SINKCONVERSIONSTONARROWTYPE_H
