//===- DeviceRuntime.h - Calls of what every driver links -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Formatted Output" and "Assertion": vprintf takes
// a format and the address of its arguments, which lie there as in a C struct;
// __assertfail reports where an assertion failed, and ends the grid. "Dynamic
// Global Memory Allocation and Operations": malloc takes memory from a heap of
// the device, and gives null where there is none left.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_DEVICERUNTIME_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_DEVICERUNTIME_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// `values` are numbers or pointers as the format's conversions take them: of
/// 32 or 64 bits, floats as f64.
void emitPrintf(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::StringRef format, mlir::ValueRange values);

void emitAssertFail(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::StringRef message, llvm::StringRef file,
                    unsigned line, llvm::StringRef function);

/// The address, in the generic space, of so many bytes (i64) of the heap.
mlir::Value emitMalloc(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value bytes);
void emitFree(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value address);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_DEVICERUNTIME_H
