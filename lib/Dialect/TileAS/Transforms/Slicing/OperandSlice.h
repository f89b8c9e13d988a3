//===- OperandSlice.h - Operands slice by slice -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice of an operand along K is read from the buffer that the whole operand
// is read from, as views and permutations behind that show it; of an operand
// that is in registers it is some of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_OPERANDSLICE_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_OPERANDSLICE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// What reads a tile from a buffer, for so many users and nobody else.
struct OperandRead {
  /// The whole buffer, in one part; null where the tile is in registers.
  mlir::nv_tileas::CopyOp copy;
  /// Views and permutations behind the copy, in program order.
  llvm::SmallVector<mlir::Operation *> moves;

  OperandRead(mlir::Value tile, unsigned users);
  /// The buffer as the moves show it.
  mlir::nv_tileaa::StridedMemRefType getBuffer();
  void erase();
};

/// One operand of a product, as slices of `size` along its dimension of K.
class OperandSlice {
public:
  OperandSlice(mlir::Value tile, unsigned dim, int64_t size,
               unsigned users = 1);

  /// Slices are some of the registers that the operand was read to.
  void keepInRegisters() { read.copy = nullptr; }

  /// The copy can make each slice, or there is none.
  bool isPossible();
  /// What reads the operand from a buffer; null where it is in registers.
  mlir::nv_tileas::CopyOp getCopy() const { return read.copy; }
  /// Of a slice; null where there is none.
  mlir::RankedTensorType getType() const { return sliceType; }
  /// Whether nothing between the copy and the product may write to what the
  /// copy reads.
  bool mayBeReadAt(mlir::Operation *product) const;

  mlir::Value get(mlir::OpBuilder &builder, mlir::Location loc, int64_t index);
  /// When nobody uses the whole operand any more.
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
