//===- AttachNVVMTarget.cpp - Tile metadata to #nvvm.target -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The serialiser requires a `#nvvm.target` on each gpu.module; the stages
// before it keep the target in discardable `nv_tileaa.*` attributes.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVVMAttach/Passes.h"

#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace tileiras {
#define GEN_PASS_DEF_ATTACHNVVMTARGET
#include "tileiras/Target/NVVMAttach/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

constexpr StringLiteral kTriple = "nvptx64-nvidia-cuda";

/// Returns the GPU that the module names, or null.
const TargetInfo *readTarget(gpu::GPUModuleOp module) {
  if (auto cc =
          module->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability"))
    if (cc.getValue().getActiveBits() <= 32)
      if (const TargetInfo *target =
              lookupTarget(static_cast<unsigned>(cc.getValue().getZExtValue())))
        return target;
  if (auto spec = module->getAttrOfType<StringAttr>("nv_tileaa.target_spec"))
    return lookupTarget(spec.getValue());
  return nullptr;
}

bool needsDeviceDebug(gpu::GPUModuleOp module) {
  auto kind = module->getAttrOfType<StringAttr>("nv_tileaa.debug_info");
  return kind && kind.getValue() == "full";
}

bool usesNVGpuComp(gpu::GPUModuleOp module) {
  auto flag =
      module->getAttrOfType<BoolAttr>("nv_tileaa.libnvvm_use_nvgpucomp");
  return flag && flag.getValue();
}

/// Returns the libNVVM option dictionary. This compiler has no libNVVM: the
/// entries record the options, which the NVPTX code generator gets in its own
/// form.
DictionaryAttr buildFlags(gpu::GPUModuleOp module) {
  Builder builder(module.getContext());
  SmallVector<NamedAttribute> flags;
  auto add = [&](StringRef name) {
    flags.push_back(builder.getNamedAttr(name, builder.getUnitAttr()));
  };
  if (needsDeviceDebug(module))
    add("-g");
  add("-Xopt");
  add("-pragma-unroll-threshold=9900000");
  add("-fma=0");
  if (usesNVGpuComp(module))
    add("libNVVMUseNVGpuComp=true");
  return builder.getDictionaryAttr(flags);
}

class AttachNVVMTarget
    : public tileiras::impl::AttachNVVMTargetBase<AttachNVVMTarget> {
public:
  using AttachNVVMTargetBase::AttachNVVMTargetBase;

  void runOnOperation() override {
    if (optLevel > 3) {
      getOperation().emitError("invalid optimization level: ")
          << optLevel.getValue();
      return signalPassFailure();
    }
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      if (failed(attach(module)))
        signalPassFailure();
  }

private:
  LogicalResult attach(gpu::GPUModuleOp module) {
    const TargetInfo *target = readTarget(module);
    if (!target)
      return module.emitError("failed to get compute capability.");
    auto attr = NVVM::NVVMTargetAttr::get(
        &getContext(), optLevel, kTriple, target->Chip, target->Features,
        buildFlags(module), /*linkFiles=*/nullptr, /*verifyTarget=*/false);
    module.setTargetsAttr(ArrayAttr::get(&getContext(), attr));
    return success();
  }
};

} // namespace
