//===- CuteNVGPUToNVVM.cpp - Instructions ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the patterns of all families of instructions on a module. An instruction
// that the module's target lacks is an error before anything is converted; no
// operation of cute_nvgpu is left.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Conversion/CuteNVGPUToNVVM/Passes.h"
#include "tileiras/Conversion/DialectOperations.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTCUTENVGPUTONVVM
#include "tileiras/Conversion/CuteNVGPUToNVVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cute_nvgpu;
using namespace tileiras;

namespace {

NVVM::SetMaxRegisterActionAttr toAction(OpBuilder &builder,
                                        RegisterChange change) {
  return NVVM::SetMaxRegisterActionAttr::get(
      builder.getContext(), change == RegisterChange::INC
                                ? NVVM::SetMaxRegisterAction::increase
                                : NVVM::SetMaxRegisterAction::decrease);
}

#include "tileiras/Conversion/CuteNVGPUToNVVM/CuteNVGPUToNVVM.inc"

class ConvertCuteNVGPUToNVVMPass
    : public tileiras::impl::ConvertCuteNVGPUToNVVMBase<
          ConvertCuteNVGPUToNVVMPass> {
public:
  using ConvertCuteNVGPUToNVVMBase::ConvertCuteNVGPUToNVVMBase;

  void runOnOperation() override {
    const TargetInfo *target = getTarget(getOperation());
    if (!target || failed(checkInstructions(*target)))
      return signalPassFailure();
    ConversionTarget legal(getContext());
    legal.addIllegalDialect<CuteNVGPUDialect>();
    legal.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    RewritePatternSet patterns(&getContext());
    to_nvvm::populateRecordPatterns(patterns);
    to_nvvm::populateBarrierPatterns(patterns);
    to_nvvm::populateCopyPatterns(patterns);
    to_nvvm::populateMatrixPatterns(patterns);
    to_nvvm::populateMemoryPatterns(patterns);
    to_nvvm::populateReducePatterns(patterns);
    to_nvvm::populateTmaCopyPatterns(patterns);
    to_nvvm::populateTensorMapPatterns(patterns);
    to_nvvm::populateTmemPatterns(patterns);
    if (failed(applyPartialConversion(
            collectOperationsOf<CuteNVGPUDialect>(getOperation()), legal,
            std::move(patterns))))
      signalPassFailure();
  }

private:
  LogicalResult checkInstructions(const TargetInfo &target) {
    WalkResult result = getOperation().walk([&](InstructionOpInterface op) {
      if (op.getInstruction().isOn(target))
        return WalkResult::advance();
      op->emitOpError("is an instruction that ")
          << target.Name << " does not have";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace

void tileiras::to_nvvm::populateRecordPatterns(RewritePatternSet &patterns) {
  populateWithGenerated(patterns);
}
