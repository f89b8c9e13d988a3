//===- ConvertDebugInfoToLLVM.cpp - Locations for LLVM ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locations with scopes of Tile IR become locations with LLVM's scopes, and
// debuginfo.value becomes LLVM's debug intrinsics (Descriptions.h), as far as
// the module's `nv_tileaa.debug_info` requests them.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/DebugInfoToLLVM/Passes.h"

#include "Descriptions.h"
#include "ScopeConverter.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTDEBUGINFOTOLLVM
#include "tileiras/Conversion/DebugInfoToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

/// Returns the emission kind that the module requests: nothing, lines, or
/// everything.
LLVM::DIEmissionKind emissionKind(gpu::GPUModuleOp module) {
  auto kind = module->getAttrOfType<StringAttr>("nv_tileaa.debug_info");
  if (!kind || kind.getValue() == "none")
    return LLVM::DIEmissionKind::None;
  return kind.getValue() == "full" ? LLVM::DIEmissionKind::Full
                                   : LLVM::DIEmissionKind::DebugDirectivesOnly;
}

Location withoutScope(Location loc) {
  if (!loc->findInstanceOf<cuda_tile::DILocAttr>())
    return loc;
  return Location(cuda_tile::findFileLineCol(loc));
}

class ConvertDebugInfoToLLVM
    : public tileiras::impl::ConvertDebugInfoToLLVMBase<
          ConvertDebugInfoToLLVM> {
public:
  using ConvertDebugInfoToLLVMBase::ConvertDebugInfoToLLVMBase;

  void runOnOperation() override {
    LLVM::DIEmissionKind kind = emissionKind(getOperation());
    if (kind != LLVM::DIEmissionKind::Full)
      debuginfo::eraseDescriptions(getOperation());
    if (kind == LLVM::DIEmissionKind::None)
      return dropScopes();
    ScopeConverter scopes(&getContext(), kind, optLevel > 0);
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (failed(translateDescriptions(function, scopes)))
        return signalPassFailure();
      convert(function, scopes);
    }
  }

private:
  /// File locations remain for messages; LLVM couldn't translate the scopes.
  void dropScopes() { cuda_tile::mapLocations(getOperation(), withoutScope); }

  LogicalResult translateDescriptions(LLVM::LLVMFuncOp function,
                                      ScopeConverter &scopes) {
    auto subprogram = cuda_tile::findSubprogramOf(function.getLoc());
    SmallVector<debuginfo::ValueOp> ops;
    function.walk([&](debuginfo::ValueOp op) { ops.push_back(op); });
    DescriptionTranslator translator(scopes);
    bool hasFailed = false;
    for (debuginfo::ValueOp op : ops)
      hasFailed |= failed(translator.translate(op, subprogram));
    if (hasFailed)
      return failure();
    // Placeholders without a debug value are left.
    debuginfo::eraseDescriptions(function);
    translator.finish(function.getBody());
    return success();
  }

  void convert(LLVM::LLVMFuncOp function, ScopeConverter &scopes) {
    // Functions that have LLVM's own scopes already are skipped.
    if (function.getLoc()
            ->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>())
      return;
    auto subprogram = cuda_tile::findSubprogramOf(function.getLoc());
    cuda_tile::mapLocations(function, [&](Location loc) {
      return scopes.convert(loc, subprogram);
    });
    if (!subprogram)
      return;
    LocationAttr position = cuda_tile::findFileLineCol(function.getLoc());
    function->setLoc(FusedLoc::get(&getContext(), {Location(position)},
                                   scopes.convert(subprogram)));
  }
};

} // namespace
