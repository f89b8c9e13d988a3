//===- Passes.h - Protocols -------------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUTLASSTOCUTENVGPU_PASSES_H
#define TILEIRAS_CONVERSION_CUTLASSTOCUTENVGPU_PASSES_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace tileiras {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tileiras/Conversion/CutlassToCuteNVGPU/Passes.h.inc"

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_CUTLASSTOCUTENVGPU_PASSES_H
