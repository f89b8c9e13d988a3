//===- CutlassToCuteNVGPU.cpp - Protocols ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Conversion/CutlassToCuteNVGPU/Passes.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"

#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTCUTLASSTOCUTENVGPU
#include "tileiras/Conversion/CutlassToCuteNVGPU/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

/// A state is converted to its stage and its phase.
class StateTypeConverter : public TypeConverter {
public:
  StateTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion(
        [](cutlass::PipelineStateType type, SmallVectorImpl<Type> &types) {
          types.assign(2, IntegerType::get(type.getContext(), 32));
          return success();
        });
    addSourceMaterialization([](OpBuilder &builder, Type type,
                                ValueRange inputs, Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
          .getResult(0);
    });
  }
};

class ConvertCutlassToCuteNVGPUPass
    : public tileiras::impl::ConvertCutlassToCuteNVGPUBase<
          ConvertCutlassToCuteNVGPUPass> {
public:
  using ConvertCutlassToCuteNVGPUBase::ConvertCutlassToCuteNVGPUBase;

  void runOnOperation() override {
    const TargetInfo *target = getTarget(getOperation());
    if (!target)
      return signalPassFailure();
    StateTypeConverter converter;
    ConversionTarget legal(getContext());
    legal.addIllegalDialect<cutlass::CutlassDialect>();
    legal.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(&getContext());
    cutlass_to_nvgpu::populateBarrierPatterns(converter, *target, patterns);
    cutlass_to_nvgpu::populatePipelinePatterns(converter, *target, patterns);
    cutlass_to_nvgpu::populateSeqBarPatterns(converter, *target, patterns);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         legal);
    if (failed(
            applyPartialConversion(getOperation(), legal, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
