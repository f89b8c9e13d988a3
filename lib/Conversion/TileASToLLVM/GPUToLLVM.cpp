//===- GPUToLLVM.cpp - Operations of the gpu dialect ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No operation of Tile IR becomes one of gpu. Code written by hand may use them
// for the index of its thread or block, for shuffles and for barriers; MLIR's
// own patterns convert them to nvvm.
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
