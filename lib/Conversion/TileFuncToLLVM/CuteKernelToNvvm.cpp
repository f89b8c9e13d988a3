//===- CuteKernelToNvvm.cpp - The mark of a kernel, for LLVM -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/TileFuncToLLVM/Passes.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"

namespace tileiras {
#define GEN_PASS_DEF_CUTEKERNELTONVVMREWRITE
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;

namespace {

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
      liftGridConstants(func);
    }
  }

private:
  static void liftGridConstants(LLVM::LLVMFuncOp func) {
    auto name = StringAttr::get(
        func.getContext(),
        cute_nvgpu::CuteNVGPUDialect::getGridConstantAttrName());
    for (unsigned number = 0; number < func.getNumArguments(); ++number)
      if (Attribute unit = func.removeArgAttr(number, name))
        func.setArgAttr(number, NVVM::NVVMDialect::getGridConstantAttrName(),
                        unit);
  }
};

} // namespace
