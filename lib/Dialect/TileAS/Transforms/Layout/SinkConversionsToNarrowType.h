//===- SinkConversionsToNarrowType.h - Convert narrow values ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-wise work gives the same before and after a conversion, so the
// conversion may be anywhere along a chain of it:
//
//   f32 --convert--> f32 --truncate--> f16     moves 32 bits an element,
//   f32 --truncate--> f16 --convert--> f16     moves 16
//
// The chain goes through operations of one tensor, in addition to
// rematerialisable ones (Rematerializer.h), whose values have no other use.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_SINKCONVERSIONSTONARROWTYPE_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_SINKCONVERSIONSTONARROWTYPE_H

#include "Rematerializer.h"

namespace tileiras {

/// Moves `convert` to the position in its chain where elements are narrowest,
/// if they are narrower than at the conversion. Returns the conversion that
/// results.
mlir::nv_tileas::ConvertLayoutOp
sinkToNarrowest(mlir::nv_tileas::ConvertLayoutOp convert,
                Rematerializer &remat);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_SINKCONVERSIONSTONARROWTYPE_H
