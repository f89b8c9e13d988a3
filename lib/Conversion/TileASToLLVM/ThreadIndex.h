//===- ThreadIndex.h - Which elements this thread holds -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates linear layouts at run time. The lane and the warp of a thread are
// only known then, the register is a constant: what a layout gives for
// (register, lane, warp) is  constant(register) ^ thread part.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_THREADINDEX_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_THREADINDEX_H

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"
#include "tileiras/Layout/LinearLayout.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Position of this thread in its agent, i32: the CTA where there is none.
struct ThreadIndex {
  mlir::Value lane, warp;
};
/// That of a thread that comes to where `builder` inserts.
ThreadIndex getThreadIndex(mlir::OpBuilder &builder, mlir::Location loc);

/// Whether a tile block is a cluster of CTAs in the kernel `op`, or around it;
/// the grid counts clusters then (convert-tile-func-to-llvm).
bool isOfCluster(mlir::Operation *op);

/// A call of the LLVM intrinsic `name`.
mlir::Value callIntrinsic(mlir::OpBuilder &builder, mlir::Location loc,
                          const llvm::Twine &name, mlir::ValueRange operands,
                          mlir::Type type);

/// A value of the form  constant(register) ^ thread part  (i32).
class RegisterIndex {
public:
  /// Coordinate `dim` of what `layout` holds.
  static RegisterIndex coordinate(mlir::OpBuilder &builder, mlir::Location loc,
                                  const LinearLayout &layout, unsigned dim,
                                  ThreadIndex thread);
  /// The flat (row-major) output of `layout`.
  static RegisterIndex flat(mlir::OpBuilder &builder, mlir::Location loc,
                            const LinearLayout &layout, ThreadIndex thread);

  /// What it is for one register.
  mlir::Value get(mlir::OpBuilder &builder, mlir::Location loc,
                  uint64_t reg) const;
  /// The part that only depends on the register.
  uint64_t getConstant(uint64_t reg) const;
  /// The part that does not.
  mlir::Value getThreadPart() const { return threadPart; }
  /// The constant and the thread part never share a bit: XOR is addition.
  bool isSum() const { return sum; }
  /// Threads do not differ.
  bool isUniform() const { return threadMask == 0; }

private:
  RegisterIndex(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::ArrayRef<uint64_t> registerBases,
                llvm::ArrayRef<uint64_t> laneBases,
                llvm::ArrayRef<uint64_t> warpBases, ThreadIndex thread);

  llvm::SmallVector<uint64_t> registerBases;
  mlir::Value threadPart;
  uint64_t threadMask = 0;
  bool sum = true;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_THREADINDEX_H
