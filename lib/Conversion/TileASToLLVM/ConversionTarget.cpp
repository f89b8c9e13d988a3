//===- ConversionTarget.cpp - Legal operations, by phase ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/TileASToLLVM/ConversionTarget.h"

#include "tileiras/Dialect/Cute/IR/Cute.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras {

/// Adds the dialects that no phase before the last has to convert.
static void addLegalDialects(ConversionTarget &target) {
  target.addLegalDialect<arith::ArithDialect, gpu::GPUDialect,
                         NVVM::NVVMDialect, scf::SCFDialect, cute::CuteDialect,
                         cute_nvgpu::CuteNVGPUDialect, cutlass::CutlassDialect,
                         LLVM::LLVMDialect, func::FuncDialect>();
  target.addLegalOp<UnrealizedConversionCastOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
}

/// Returns the operations of pipelines and orders, whose states and barrier
/// objects phase 6 creates, and the terminators of their regions.
static SmallVector<OperationName> pipelineOperations(MLIRContext &context) {
  SmallVector<OperationName> names;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getStringRef().starts_with("nv_tileas.async.pipeline.") ||
        name.getStringRef().starts_with("nv_tileas.async.order."))
      names.push_back(name);
  return names;
}

ConversionTarget getBodyTarget(const TypeConverter &converter,
                               MLIRContext &context, BodyPhase phase) {
  // Indices are converted in phase 7, which knows their width.
  auto hasLLVMTypes = [&converter](Operation *op) {
    auto isLLVM = [&](Type type) {
      return isa<IndexType>(type) || converter.isLegal(type);
    };
    return llvm::all_of(op->getOperandTypes(), isLLVM) &&
           llvm::all_of(op->getResultTypes(), isLLVM);
  };
  ConversionTarget target(context);
  addLegalDialects(target);
  target.addIllegalDialect<nv_tileaa::TileAADialect, TileASDialect>();

  target.addDynamicallyLegalOp<AllocTensorOp, ConvertLayoutOp, LoadOp, StoreOp>(
      hasLLVMTypes);
  // The operation belongs to other tools: this compiler doesn't define it.
  target.addDynamicallyLegalOp(OperationName("nv_tileaa.plugin", &context),
                               hasLLVMTypes);
  target.addDynamicallyLegalOp<debuginfo::ValueOp>([](debuginfo::ValueOp op) {
    return LLVM::isCompatibleType(op.getValue().getType());
  });
  for (OperationName name : pipelineOperations(context))
    target.addLegalOp(name);
  target.addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect,
                                    ub::UBDialect>(hasLLVMTypes);
  target.addDynamicallyLegalOp<nv_tileaa::Atan2Op>(hasLLVMTypes);

  if (phase >= BodyPhase::Pipelines)
    for (OperationName name : pipelineOperations(context))
      target.addIllegalOp(name);
  if (phase >= BodyPhase::ControlFlow) {
    target.addIllegalDialect<scf::SCFDialect>();
    target.addIllegalOp<AllocTensorOp, ConvertLayoutOp, LoadOp, StoreOp>();
  }
  if (phase >= BodyPhase::Instructions) {
    target.addIllegalDialect<gpu::GPUDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
  }
  if (phase >= BodyPhase::Scalars) {
    target.addIllegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                             func::FuncDialect, math::MathDialect,
                             ub::UBDialect>();
    target.addIllegalOp<nv_tileaa::Atan2Op>();
  }
  return target;
}

} // namespace tileiras
