//===- RegisterEverything.cpp - Dialects and passes by name -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/RegisterEverything.h"

#include "RenamedPasses.h"

#include "tileiras/Conversion/CudaTileToTileAA/Passes.h"
#include "tileiras/Conversion/CuteNVGPUToNVVM/Passes.h"
#include "tileiras/Conversion/CuteToLLVM/Passes.h"
#include "tileiras/Conversion/CutlassToCuteNVGPU/Passes.h"
#include "tileiras/Conversion/DebugInfoToLLVM/Passes.h"
#include "tileiras/Conversion/TileAAToTileAS/Passes.h"
#include "tileiras/Conversion/TileASToLLVM/Passes.h"
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"
#include "tileiras/Dialect/Cute/IR/Cute.h"
#include "tileiras/Dialect/Cute/Transforms/Passes.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"
#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/IR/Schedule.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Pipelines/Pipelines.h"
#include "tileiras/Target/NVVMAttach/Passes.h"
#include "tileiras/Target/TileAATranslation/TileAATranslation.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/InlinerInterfaceImpl.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;

namespace {

void registerOwnDialects(DialectRegistry &registry) {
  registry.insert<cuda_tile::CudaTileDialect, cute::CuteDialect,
                  cute_nvgpu::CuteNVGPUDialect, cutlass::CutlassDialect,
                  debuginfo::DebugInfoDialect, nv_tileaa::TileAADialect,
                  nv_tileas::TileASDialect, nv_tileas::TileASNamesDialect>();
}

void registerUpstreamDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, DLTIDialect,
                  func::FuncDialect, gpu::GPUDialect, index::IndexDialect,
                  LLVM::LLVMDialect, math::MathDialect, NVVM::NVVMDialect,
                  pdl::PDLDialect, scf::SCFDialect, ub::UBDialect>();
  func::registerInlinerExtension(registry);
  LLVM::registerInlinerInterface(registry);
}

/// Registers the ConvertToLLVM interfaces that `convert-to-llvm` requires.
void registerLLVMConversions(DialectRegistry &registry) {
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
}

void registerLLVMTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  tileiras::registerTileAATranslation(registry);
}

} // namespace

void tileiras::registerDialects(DialectRegistry &registry) {
  registerOwnDialects(registry);
  registerUpstreamDialects(registry);
  registerLLVMConversions(registry);
  registerLLVMTranslations(registry);
}

void tileiras::registerPasses() {
  registerCudaTileTransformsPasses();
  registerCudaTileToTileAAPasses();
  registerTileAATransformsPasses();
  registerTileAAToTileASPasses();
  registerTileASTransformsPasses();
  registerTileFuncToLLVMPasses();
  registerTileASToLLVMPasses();
  registerCuteNVGPUToNVVMPasses();
  registerCuteTransformsPasses();
  registerCuteToLLVMPasses();
  registerCutlassToCuteNVGPUPasses();
  registerDebugInfoTransformsPasses();
  registerDebugInfoToLLVMPasses();
  registerNVVMAttachPasses();
  registerPipelines();
  registerRenamedPasses();
  // The pass gives functions without scopes the ones that LLVM requires.
  LLVM::registerDIScopeForLLVMFuncOpPass();
}
