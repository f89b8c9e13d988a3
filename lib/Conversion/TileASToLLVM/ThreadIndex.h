//===- ThreadIndex.h - The elements that a thread holds ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates linear layouts at run time. The lane and the warp of a thread are
// run-time values, the register is a constant: the output of a layout for
// (register, lane, warp) is constant(register) ^ thread part.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_THREADINDEX_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_THREADINDEX_H

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"
#include "tileiras/Layout/LinearLayout.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// The position of this thread in its agent, i32; in the CTA if there is no
/// agent.
struct ThreadIndex {
  mlir::Value lane, warp;
};
/// Returns the index of the thread that executes the code at the insertion
/// point.
ThreadIndex getThreadIndex(mlir::OpBuilder &builder, mlir::Location loc);

/// Returns whether a tile block is a cluster of CTAs in the kernel `op`, or
/// around it; the grid counts clusters then (convert-tile-func-to-llvm).
bool isOfCluster(mlir::Operation *op);

/// Calls the LLVM intrinsic `name`.
mlir::Value callIntrinsic(mlir::OpBuilder &builder, mlir::Location loc,
                          const llvm::Twine &name, mlir::ValueRange operands,
                          mlir::Type type);

/// A value of the form  constant(register) ^ thread part  (i32).
class RegisterIndex {
public:
  /// Returns coordinate `dim` of the elements in `layout`.
  static RegisterIndex coordinate(mlir::OpBuilder &builder, mlir::Location loc,
                                  const LinearLayout &layout, unsigned dim,
                                  ThreadIndex thread);
  /// Returns the flat (row-major) output of `layout`.
  static RegisterIndex flat(mlir::OpBuilder &builder, mlir::Location loc,
                            const LinearLayout &layout, ThreadIndex thread);

  /// Returns the value for one register.
  mlir::Value get(mlir::OpBuilder &builder, mlir::Location loc,
                  uint64_t reg) const;
  /// Returns the part that only depends on the register.
  uint64_t getConstant(uint64_t reg) const;
  /// Returns the part that doesn't depend on the register.
  mlir::Value getThreadPart() const { return threadPart; }
  /// Returns whether constant and thread part never share a bit, so that XOR is
  /// addition.
  bool isSum() const { return sum; }
  /// Returns whether the value is the same for all threads.
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
