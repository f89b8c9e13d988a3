//===- OperandSlice.h - Operands slice by slice -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice of an operand along K is read from the buffer of the whole operand,
// as later views and permutations show it; of an operand in registers it is a
// subset of the registers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_OPERANDSLICE_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_OPERANDSLICE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// The operation that reads a tile from a buffer, if the tile has exactly
/// `users` users.
struct OperandRead {
  /// The whole buffer, in one part; null where the tile is in registers.
  mlir::nv_tileas::CopyOp copy;
  /// Views and permutations after the copy, in program order.
  llvm::SmallVector<mlir::Operation *> moves;

  OperandRead(mlir::Value tile, unsigned users);
  /// Returns the buffer as the moves show it.
  mlir::nv_tileaa::StridedMemRefType getBuffer();
  void erase();
};

/// One operand of a dot, as slices of `size` along its K dimension.
class OperandSlice {
public:
  OperandSlice(mlir::Value tile, unsigned dim, int64_t size,
               unsigned users = 1);

  /// Makes slices of the registers that the operand was read to.
  void keepInRegisters() { read.copy = nullptr; }

  /// Returns whether the copy can read each slice, or does not exist.
  bool isPossible();
  /// Returns the copy that reads the operand from a buffer; null where it is in
  /// registers.
  mlir::nv_tileas::CopyOp getCopy() const { return read.copy; }
  /// Returns the type of a slice; null where there is none.
  mlir::RankedTensorType getType() const { return sliceType; }
  /// Returns whether no operation between the copy and the dot may write to
  /// what the copy reads.
  bool mayBeReadAt(mlir::Operation *dot) const;

  mlir::Value get(mlir::OpBuilder &builder, mlir::Location loc, int64_t index);
  /// Erases the read of the whole operand once it has no users.
  void eraseRead();

private:
  mlir::Value extract(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t index);

  mlir::Value tile, renamed, buffer;
  unsigned dim;
  OperandRead read;
  mlir::RankedTensorType sliceType;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_OPERANDSLICE_H
