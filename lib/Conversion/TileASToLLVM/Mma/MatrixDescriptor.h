//===- MatrixDescriptor.h - Operands that matrix units read -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix descriptor" of wgmma: 64 bits that say where in shared
// memory a matrix begins and how it is laid out, all in units of 16 bytes.
//
//   bits  0-13   start address
//        16-29   leading byte offset
//        32-45   stride byte offset
//        62-63   swizzle: none, 128, 64, 32 bytes
//
// The descriptor of tcgen05 ("Shared memory descriptor") has the constant 1 in
// bits 46 to 48, and in 61 to 63 the swizzle: none is 0, 128 bytes are 2, 64 4,
// 32 6.
//
// The first word depends on the buffer's address and on the part of it that an
// instruction reads. The offset of a part is a constant that is added, since
// parts begin at multiples of eight rows, where the swizzle has no effect.
// Addresses of shared memory have 18 bits, so the sum never reaches bit 14. For
// wgmma the constant is added to all 64 bits: a uniform register pair takes one
// instruction then, and its words one by one take two, with moves to the pair
// that the instruction requires.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_MATRIXDESCRIPTOR_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_MATRIXDESCRIPTOR_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

/// The descriptors of an operand in a buffer, one for each part that an
/// instruction reads.
class MatrixDescriptors {
public:
  /// `start` is the address of the buffer. `accumulators` maps register and
  /// warpgroup to the coordinates of the accumulator's atoms.
  MatrixDescriptors(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::nv_tileas::AtomAttr atom, AtomOperand operand,
                    mlir::nv_tileaa::StridedMemRefType buffer,
                    mlir::Value start, const LinearLayout &accumulators);

  /// Returns the part for the accumulator's atom at these coordinates and this
  /// K slice.
  mlir::Value get(const Coords &at, int64_t kSlice);

private:
  /// Returns the offset of the part from the start, in units of 16 bytes.
  int64_t getUnits(const Coords &at, int64_t kSlice) const;
  mlir::Value constant(int64_t value);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  AtomOperand operand;
  /// The extent that one instruction reads, in elements of the buffer.
  int64_t extent;
  unsigned elementBits;
  int64_t depth;
  LinearLayout memory, slots;
  mlir::nv_tileas::AtomAttr atom;
  /// The first part of this warpgroup: its first word, its second word, both.
  mlir::Value low;
  int64_t high;
  mlir::Value first;
};

/// Returns the descriptor of the source of one tcgen05.cp, `bytes` after
/// `start`: 32 rows of 16 bytes, one after the other.
mlir::Value describeRows(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value start, int64_t bytes);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_MATRIXDESCRIPTOR_H
