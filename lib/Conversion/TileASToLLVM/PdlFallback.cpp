//===- PdlFallback.cpp - PDL patterns in a module -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR lowers PDL when a set of patterns is frozen, and ends the process if
// that fails. So the lowering is tried before, on a copy.
//
//===----------------------------------------------------------------------===//

#include "PdlFallback.h"

#include "mlir/Conversion/PDLToPDLInterp/PDLToPDLInterp.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace tileiras::to_llvm {

/// Returns the name of the C++ function that an operation of PDL calls, or
/// null.
static StringAttr getNativeFunction(Operation *op) {
  if (!isa<pdl::ApplyNativeConstraintOp, pdl::ApplyNativeRewriteOp,
           pdl::RewriteOp>(op))
    return {};
  return op->getAttrOfType<StringAttr>("name");
}

/// MLIR doesn't check that native functions are registered. None is registered
/// here.
static LogicalResult checkHasNoNativeFunctions(ModuleOp patterns) {
  WalkResult result = patterns.walk([](Operation *op) {
    StringAttr name = getNativeFunction(op);
    if (!name)
      return WalkResult::advance();
    op->emitError("no native function ")
        << name << " of PDL patterns is registered";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult tryToLower(ModuleOp patterns) {
  if (failed(checkHasNoNativeFunctions(patterns)))
    return failure();
  OwningOpRef<ModuleOp> copy(patterns.clone());
  PassManager pipeline(patterns->getName());
  pipeline.addPass(createConvertPDLToPDLInterpPass());
  return pipeline.run(*copy);
}

LogicalResult takePdlPatterns(gpu::GPUModuleOp module,
                              RewritePatternSet &patterns) {
  for (auto nested :
       llvm::make_early_inc_range(module.getBody()->getOps<ModuleOp>())) {
    if (failed(tryToLower(nested)))
      return nested.emitError("failed to lower PDL pattern module to the PDL "
                              "Interpreter");
    // No C++ pattern has a benefit that low.
    for (auto pattern : nested.getOps<pdl::PatternOp>())
      pattern.setBenefit(0);
    nested->remove();
    patterns.add(PDLPatternModule(OwningOpRef<ModuleOp>(nested)));
  }
  return success();
}

} // namespace tileiras::to_llvm
