//===- MmaOperandBuffers.h - Operands of MMAs in buffers --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix unit that reads operands from shared memory finds them by
// descriptors, so a buffer has one of the layouts of
// tileiras/Layout/HardwareLayouts.h. The contiguous dimension determines which:
// that of memory where the operand is loaded, so that whole vectors are copied,
// that of registers elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMAOPERANDBUFFERS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMAOPERANDBUFFERS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Returns the load that an operand comes from, through views, permutations
/// and, with `throughCasts`, element-wise work on it alone; null if there is
/// none.
mlir::Operation *findLoad(mlir::Value operand, bool throughCasts);

/// Returns the dimension along which the elements of a loaded operand are
/// contiguous in memory; none where that isn't known.
std::optional<unsigned> findContiguousDim(mlir::Value operand);

/// The plan of an operand in shared memory.
struct OperandBuffer {
  /// The tile that is stored, and the atom of the store.
  mlir::Value tile;
  mlir::nv_tileas::AtomAttr atom;
  /// The buffer, and its type as the MMA sees it.
  mlir::nv_tileaa::StridedMemRefType stored, seen;
  int64_t alignment;
};

/// Plans an operand (a tensor with a layout) of a dot; none where it can't be
/// described.
std::optional<OperandBuffer> planOperandBuffer(mlir::nv_tileas::DotOp dot,
                                               AtomOperand operand);

/// Plans scales of a dot in tensor memory that are loaded, from memory that
/// copies of 16 bytes can bring to the blocks of `getSharedScales`; none
/// elsewhere.
std::optional<OperandBuffer> planScaleBuffer(mlir::nv_tileas::DotOp dot,
                                             AtomOperand operand);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMAOPERANDBUFFERS_H
