//===- DeviceRuntime.h - Functions that every driver links ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Formatted Output" and "Assertion": vprintf has
// as operands a format and the address of its arguments, which are laid out as
// in a C struct; __assertfail reports the location of a failed assertion, and
// ends the grid. "Dynamic Global Memory Allocation and Operations": malloc
// allocates memory on a heap of the device, and returns null if there is none
// left.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_DEVICERUNTIME_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_DEVICERUNTIME_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// `values` are numbers or pointers of the types that the format's conversions
/// require: of 32 or 64 bits, floats as f64.
void emitPrintf(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::StringRef format, mlir::ValueRange values);

void emitAssertFail(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::StringRef message, llvm::StringRef file,
                    unsigned line, llvm::StringRef function);

/// Allocates `bytes` (i64) on the heap; returns the address, in the generic
/// space.
mlir::Value emitMalloc(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value bytes);
void emitFree(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value address);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_DEVICERUNTIME_H
