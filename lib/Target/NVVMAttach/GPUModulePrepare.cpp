//===- GPUModulePrepare.cpp - The target of the module --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVVMAttach/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace tileiras {
#define GEN_PASS_DEF_GPUMODULEPREPARE
#include "tileiras/Target/NVVMAttach/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

constexpr StringLiteral kCapability = "nv_tileaa.compute_capability";
constexpr StringLiteral kDebugInfo = "nv_tileaa.debug_info";

class GPUModulePrepare
    : public tileiras::impl::GPUModulePrepareBase<GPUModulePrepare> {
public:
  using GPUModulePrepareBase::GPUModulePrepareBase;

  void runOnOperation() override {
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>()) {
      if (computeCapability != 0 && failed(setCapability(module)))
        return signalPassFailure();
      if (debugInfo != "none")
        module->setAttr(kDebugInfo, StringAttr::get(&getContext(), debugInfo));
    }
  }

private:
  LogicalResult setCapability(gpu::GPUModuleOp module) {
    auto present = module->getAttrOfType<IntegerAttr>(kCapability);
    if (!present) {
      module->setAttr(
          kCapability,
          Builder(&getContext()).getI32IntegerAttr(computeCapability));
      return success();
    }
    if (present.getValue() == computeCapability)
      return success();
    return module.emitError("module was made for sm_")
           << present.getValue().getZExtValue() << ", but sm_"
           << computeCapability.getValue() << " is asked for";
  }
};

} // namespace
