//===- EmitPTX.h - LLVM dialect to PTX text ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the phases is fixed: register the targets, resolve the machine
// from chip and features, link device bitcode, run LLVM's pipeline, print PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_EMITPTX_H
#define TILEIRAS_TARGET_NVPTX_EMITPTX_H

#include "tileiras/Target/NVPTX/TargetMachineCache.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace tileiras {

/// The options of the conversion of a module to PTX.
struct PTXRequest {
  TargetRequest target;
  /// 0 to 3.
  unsigned optLevel = 3;
};

/// Returns the request of a gpu.module's `#nvvm.target`. Fails if the module
/// has no target or more than one.
llvm::Expected<PTXRequest> readPTXRequest(mlir::gpu::GPUModuleOp module);

/// Translates a gpu.module of llvm and nvvm operations, links its device
/// library and applies CodeRules.h. MLIR's own diagnostics go to the context's
/// handlers.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVMIR(mlir::gpu::GPUModuleOp module, const PTXRequest &request,
                  llvm::LLVMContext &context);

/// Runs LLVM's default pipeline for `level` (0 to 3) with the machine's own
/// passes, nvvm-reflect among them.
llvm::Error optimizeModule(llvm::Module &module, llvm::TargetMachine *machine,
                           unsigned level);

/// Returns the PTX text of an optimised module. The level of the code generator
/// is `level`, but at least 1: registers of operations in flight mustn't be
/// copied. Changes lines of debug locations in the module (InlinedLocations.h).
llvm::Expected<std::string>
printPTX(llvm::Module &module, llvm::TargetMachine &machine, unsigned level);

/// Optimises and prints a linked module with a machine from the process's
/// cache.
llvm::Expected<std::string> emitPTX(llvm::Module &module,
                                    const PTXRequest &request);

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_EMITPTX_H
