//===- Passes.h - Function boundary -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_H
#define TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_H

#include "tileiras/Dialect/Cute/IR/Cute.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace tileiras {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h.inc"

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_H
