//===- ConvertCudaTileToTileAA.cpp - cuda_tile to nv_tileaa ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each module is converted in three steps: reject operations that cannot be
// converted, structure control flow, convert operations and types one to one.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/CudaTileToTileAA/Passes.h"

#include "AllocaTmaHazards.h"
#include "Patterns.h"
#include "StructureControlFlow.h"
#include "SupportCheck.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/Verifier.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTCUDATILETOTILEAA
#include "tileiras/Conversion/CudaTileToTileAA/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// Replaces `module` by a gpu.module for `target` with its body.
gpu::GPUModuleOp replaceModule(cuda_tile::ModuleOp module,
                               const TargetInfo &target) {
  OpBuilder builder(module);
  auto result =
      gpu::GPUModuleOp::create(builder, module.getLoc(), module.getSymName());
  using Dialect = nv_tileaa::TileAADialect;
  result->setAttr(Dialect::getComputeCapabilityAttrName(),
                  builder.getI32IntegerAttr(target.ComputeCapability));
  result->setAttr(Dialect::getTargetSpecAttrName(),
                  builder.getStringAttr(target.Name));
  Block &body = result.getBodyRegion().front();
  body.getOperations().splice(body.end(),
                              module.getBody().front().getOperations());
  module.erase();
  return result;
}

LogicalResult convertModule(gpu::GPUModuleOp module, const TargetInfo &target,
                            unsigned defaultWarps) {
  MLIRContext *context = module.getContext();
  TileTypeConverter converter;
  ConversionTarget legality(*context);
  legality.addLegalDialect<arith::ArithDialect, math::MathDialect,
                           nv_tileaa::TileAADialect>();
  legality.addLegalOp<gpu::GPUModuleOp>();
  legality.addIllegalDialect<cuda_tile::CudaTileDialect>();
  legality.addLegalOp<debuginfo::UnresolvedOp>();
  legality.addDynamicallyLegalOp<ub::PoisonOp, UnrealizedConversionCastOp,
                                 debuginfo::ValueOp>(
      [&](Operation *op) { return converter.isLegal(op); });

  RewritePatternSet patterns(context);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       legality);
  populateStructurePatterns(converter, patterns, target, defaultWarps);
  populateIntegerPatterns(converter, patterns);
  populateFloatPatterns(converter, patterns);
  populateCastPatterns(converter, patterns);
  populateBytesPatterns(converter, patterns);
  populateShapePatterns(converter, patterns);
  populateCollectivePatterns(converter, patterns, target);
  populateMemoryPatterns(converter, patterns, target);
  populateMultimemPatterns(converter, patterns);
  populateDebugPatterns(converter, patterns);

  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  config.allowPatternRollback = false;
  return applyFullConversion(module, legality, std::move(patterns), config);
}

class ConvertCudaTileToTileAA
    : public tileiras::impl::ConvertCudaTileToTileAABase<
          ConvertCudaTileToTileAA> {
public:
  using ConvertCudaTileToTileAABase::ConvertCudaTileToTileAABase;

  void runOnOperation() override {
    const TargetInfo *target = computeCapability > 0
                                   ? lookupTarget(unsigned(computeCapability))
                                   : nullptr;
    if (!target) {
      getOperation().emitError(
          "invalid or missing --compute-capability option");
      return signalPassFailure();
    }
    for (auto module : llvm::make_early_inc_range(
             getOperation().getOps<cuda_tile::ModuleOp>()))
      if (failed(convert(module, *target)))
        signalPassFailure();
  }

private:
  LogicalResult convert(cuda_tile::ModuleOp module, const TargetInfo &target) {
    if (failed(checkSupported(module, target)))
      return failure();
    for (auto entry : module.getOps<cuda_tile::EntryOp>())
      if (failed(structureControlFlow(entry)))
        return failure();
    gpu::GPUModuleOp converted = replaceModule(module, target);
    if (failed(convertModule(converted, target, numWarps)))
      return failure();
    for (auto kernel : converted.getOps<nv_tileaa::FuncOp>())
      forbidTensorCopiesOfOwnMemory(kernel);
    // Release builds don't verify between passes, but later stages need it.
    return verify(converted);
  }
};

} // namespace
