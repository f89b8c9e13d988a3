//===- GPUToLLVM.cpp - Operations of the dialect gpu ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile IR makes none. Code written by hand may ask for the number of its thread
// or block with them, exchange registers and meet; MLIR's own patterns make
// operations of nvvm of these.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Conversion/TileASToLLVM/ConversionTarget.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

static bool hasGPUOperations(gpu::GPUModuleOp module) {
  return module.getBody()
      ->walk([](Operation *op) {
        return isa_and_present<gpu::GPUDialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult convertGPUOperations(gpu::GPUModuleOp module,
                                   const LLVMTypeConverter &converter) {
  if (!hasGPUOperations(module))
    return success();
  MLIRContext *context = module.getContext();
  ConversionTarget target =
      getBodyTarget(converter, *context, BodyPhase::Instructions);
  RewritePatternSet patterns(context);
  populateGpuToNVVMConversionPatterns(converter, patterns);
  return applyPartialConversion(module, target, std::move(patterns));
}

} // namespace tileiras::to_llvm
