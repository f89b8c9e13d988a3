//===- LayoutSelection.h - Choose a layout for each class -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which class decides first
// -------------------------
// Decided tensors border on undecided ones at conversions; each such border is
// a preference. Classes decide in the order of their first preferences:
// accumulators (moving one costs most), operands of products, memory accesses;
// among these large tiles before small ones, then in program order.
//
// A class that decides weighs the layouts that its borders prefer: each by
// what the conversions at all of them would then cost (LayoutConversionCost.h),
// in loops many times over. Of equal ones the first preference is taken. So a
// tile that is loaded as f32 and multiplied as f16 has the layout of the load,
// and moves when it is narrow.
//
// A granted class passes its layout on at once, breadth first, before the next
// preference is looked at: over view and permute both ways, from the operand of
// a reduce to its result, from the result of a broadcast to its source, both
// ways over cat and extract_slice where registers select the part. So large
// tiles decide about the small ones computed from and for them: the row maximum
// of a tile lies where the rows do, and so does a bias that is stretched over
// it. Nothing flows from the source of a broadcast to the result, nor from the
// result of a reduce to the operand: that layout would have to be invented.
//
// What is left gets the default layout of its largest tile, largest class
// first, and passes it on likewise. But classes that tiles are only put
// together or taken apart in come after those that compute: whatever layout
// these have, a tile that is put together of theirs can have it too, and one of
// its own would have to be moved from and to.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTSELECTION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTSELECTION_H

#include "LayoutEquivalenceClasses.h"

namespace tileiras {

/// A layout for each class of undecided tensors below `root`, whose kernel has
/// `numWarps` warps.
llvm::SmallVector<LinearLayout>
chooseLayouts(mlir::Operation *root, const LayoutEquivalenceClasses &classes,
              int64_t numWarps);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTSELECTION_H
