//===- BufferOffset.h - Offsets of registers in a buffer --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan maps (register, lane, warp) to the offset in a buffer
// (ConversionPlan.h), as a linear layout. That is a layout of cute with the
// modes (lane, warp, register), and an offset is its `crd2idx`; where bases
// depend on one another, it is the XOR of several.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_BUFFEROFFSET_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_BUFFEROFFSET_H

#include "ThreadIndex.h"

#include "tileiras/Layout/StridedLayout.h"

namespace tileiras::to_llvm {

class BufferOffset {
public:
  /// `origin` is added (XOR) to all offsets, of which only the bits in `mask`
  /// are kept.
  BufferOffset(mlir::OpBuilder &builder, mlir::Location loc,
               const LinearLayout &slots, ThreadIndex thread,
               uint64_t origin = 0, uint64_t mask = ~uint64_t(0));

  /// Returns the offset of a register, i32.
  mlir::Value get(unsigned reg) const;
  /// Returns the part that only depends on the register.
  uint64_t getConstant(unsigned reg) const;
  /// Returns the address of a register's element in the buffer at `base`, whose
  /// elements have this type.
  mlir::Value getPointer(mlir::Value base, mlir::Type elementType,
                         unsigned reg) const;

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  ThreadIndex thread;
  llvm::SmallVector<StridedLayout, 1> layouts;
  /// The last one is the origin, if there is one, and all registers have its
  /// bit.
  llvm::SmallVector<uint64_t> registerBases;
  unsigned originBit = 0;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_BUFFEROFFSET_H
