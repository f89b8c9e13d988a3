//===- PureFunctions.h - Functions of a module without effects --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that several mathematical functions share is a function of the module
// without effects: LLVM merges calls for the same operand, and inlines them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PUREFUNCTIONS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PUREFUNCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tileiras::to_llvm {

using WriteBody =
    llvm::function_ref<void(mlir::OpBuilder &, mlir::LLVM::LLVMFuncOp)>;

/// Returns the function `name` of `module`, from `operand` to a struct of
/// `results`. If it doesn't exist yet, `writeBody` creates its blocks.
mlir::LLVM::LLVMFuncOp getPureFunction(mlir::gpu::GPUModuleOp module,
                                       llvm::StringRef name, mlir::Type operand,
                                       llvm::ArrayRef<mlir::Type> results,
                                       WriteBody writeBody);

/// Calls it and returns the fields of its result.
llvm::SmallVector<mlir::Value> callPure(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        mlir::LLVM::LLVMFuncOp function,
                                        mlir::Value operand);

/// Returns the values in a struct, emitted where `builder` inserts.
void returnStruct(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::LLVM::LLVMFuncOp function, mlir::ValueRange values);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PUREFUNCTIONS_H
