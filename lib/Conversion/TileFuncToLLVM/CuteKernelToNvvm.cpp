//===- CuteKernelToNvvm.cpp - The mark of a kernel, for LLVM --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/TileFuncToLLVM/Passes.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

namespace tileiras {
#define GEN_PASS_DEF_CUTEKERNELTONVVMREWRITE
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;

namespace {

/// Arguments have LLVM types by now, as nvvm.grid_constant requires.
void renameGridConstants(LLVM::LLVMFuncOp func) {
  StringRef name = cute_nvgpu::CuteNVGPUDialect::getGridConstantAttrName();
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (func.removeArgAttr(i, StringAttr::get(func.getContext(), name)))
      func.setArgAttr(i, NVVM::NVVMDialect::getGridConstantAttrName(),
                      UnitAttr::get(func.getContext()));
}

struct CuteKernelToNvvmRewritePass
    : tileiras::impl::CuteKernelToNvvmRewriteBase<CuteKernelToNvvmRewritePass> {
  void runOnOperation() override {
    StringRef kernel = cute::CuteDialect::getKernelAttrName();
    for (auto func : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (!func->hasAttr(kernel))
        continue;
      func->removeAttr(kernel);
      func->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                    UnitAttr::get(&getContext()));
      renameGridConstants(func);
    }
  }
};

} // namespace
