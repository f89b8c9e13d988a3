//===- SharedBuffer.h - Addresses in the kernel's shared memory -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDBUFFER_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDBUFFER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace tileiras::to_llvm {

/// The scratch space of a module's kernels, as it was reserved.
class ScratchSpace {
public:
  explicit ScratchSpace(int64_t reservedBytes) : reservedBytes(reservedBytes) {}

  /// Its start, as !llvm.ptr<3>, for `op`, which uses the first `bytes` of it:
  /// what the emitted code addresses, whatever was planned. An error at `op`
  /// where fewer are reserved.
  mlir::FailureOr<mlir::Value>
  getBase(mlir::OpBuilder &builder, mlir::Operation *op, int64_t bytes) const;

private:
  int64_t reservedBytes;
};

/// base + offset elements of `bits` bits (offset: i32).
mlir::Value offsetPointer(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value base, mlir::Value offset, unsigned bits);

/// All threads of the CTA meet.
void createBarrier(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDBUFFER_H
