//===- LayoutSelection.h - Choose a layout for each class -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order of classes
// ----------------
// A `convert_layout` between a tensor with a layout and one without is a
// boundary, and each boundary a preference. Classes get their layouts in the
// order of their first preferences:
// accumulators (moving one costs most), operands of dots, memory accesses;
// among these large tiles before small ones, then in program order.
//
// A class chooses among the layouts that its boundaries prefer: each is weighed
// by the cost of the conversions at all of them (LayoutConversionCost.h), times
// the trip counts of loops. Of equal ones the first preference wins. So a tile
// that is loaded as f32 and multiplied as f16 has the layout of the load, and
// moves when it is narrow.
//
// A class propagates its layout at once, breadth first, before the next
// preference is considered: over view and permute both ways, from the operand
// of a reduce to its result, from the result of a broadcast to its source, both
// ways over cat and extract_slice where registers select the part. So large
// tiles determine the small ones computed from and for them: the row maximum of
// a tile is where the rows are, and so is a bias that is broadcast over it.
// Nothing is propagated from the source of a broadcast to the result, nor from
// the result of a reduce to the operand: that layout would have to be invented.
//
// Remaining classes get the default layout of their largest tile, largest class
// first, and propagate it likewise. But classes whose tiles are only joined or
// split come after those that compute: whatever layout these have, a tile that
// is joined from theirs can have it too, and another one would need conversions
// from and to it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTSELECTION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTSELECTION_H

#include "LayoutEquivalenceClasses.h"

namespace tileiras {

/// Returns a layout for each class of tensors without layout below `root`,
/// whose kernel has `numWarps` warps.
llvm::SmallVector<LinearLayout>
chooseLayouts(mlir::Operation *root, const LayoutEquivalenceClasses &classes,
              int64_t numWarps);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTSELECTION_H
