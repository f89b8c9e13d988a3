//===- MmaBufferPlan.h - What the buffers of MMAs take ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot may become an MMA that reads its operands from shared memory, or has
// its accumulator in tensor memory, if memory has bytes for them. The buffers
// don't exist yet, but tileas-lower-dot-to-async will make them, and so their
// live ranges are known:
//
//  * An operand that a loop loads gets a circular buffer, which lives as long
//    as the loop does. One stage of it counts here: RingStages.h chooses as
//    many as have capacity.
//  * A tile that MMAs read in several orders, such as one that is both keys and
//    values, has one buffer.
//  * Another operand is stored before the first MMA that reads it, and lives
//    until the last one has read it.
//  * An accumulator lives from its MMA to the operation that takes it, or as
//    long as the loops that carry it.
//  * Of MMAs in a chain, each of which adds to the result of the one before,
//    all run when the last one does (TmemAccumulators.h): their operands have
//    one live range.
//
// The buffers are placed as tileas-assign-smem and tileas-assign-tmem place
// them (BufferLiveness.h), so that those whose ranges are disjoint share bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMABUFFERPLAN_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMABUFFERPLAN_H

#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Target/ResourceBudget.h"

#include "llvm/ADT/MapVector.h"

namespace tileiras {

/// Returns in words what is missing.
std::string describeShortage(const Admission &capacity);

class MmaBufferPlan {
public:
  /// The dots of `func` may be replaced once they have been asked about, other
  /// operations may not be erased.
  explicit MmaBufferPlan(mlir::nv_tileaa::FuncOp func);

  /// Returns whether a CTA can have the buffers of the MMAs that were added and
  /// those of `dot` with `atom`, and the memory of which most is taken.
  /// Where A is in registers, only B has a buffer.
  Admission admits(mlir::nv_tileas::DotOp dot, const AtomInfo &atom,
                   bool aInRegisters, const TargetInfo &target) const;
  void add(mlir::nv_tileas::DotOp dot, const AtomInfo &atom, bool aInRegisters);

private:
  using Range = ProgramOrder::Range;
  struct Operand {
    /// Equal for the same tile, however its elements are moved.
    unsigned value;
    int64_t bytes;
    Range range;
  };
  struct Needs {
    llvm::SmallVector<Operand, 2> operands;
    Range accumulator;
  };
  struct Buffers {
    llvm::MapVector<unsigned, Buffer> operands;
    llvm::SmallVector<Buffer> accumulators;
  };

  unsigned getEndOfChain(mlir::nv_tileas::DotOp dot) const;
  Range getRangeOfOperand(mlir::nv_tileas::DotOp dot,
                          mlir::Value operand) const;
  Range getRangeOfAccumulator(mlir::nv_tileas::DotOp dot) const;
  void addTo(Buffers &buffers, mlir::nv_tileas::DotOp dot, const AtomInfo &atom,
             bool aInRegisters) const;

  ProgramOrder order;
  llvm::DenseMap<mlir::Operation *, Needs> needs;
  Buffers planned;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMABUFFERPLAN_H
