//===- VerifyLayouts.cpp - The contract of layouts -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract itself is in LayoutRules.h.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "llvm/Support/MathExtras.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASVERIFYLAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

/// What is wrong with the layout of a tensor by itself; empty if nothing.
std::string findFault(RankedTensorType type, int64_t numWarps) {
  if (!nv_tileas::getLayoutAttr(type))
    return "a layout";
  const LinearLayout &layout = nv_tileas::getLayout(type);
  if (layout.getOutSizes() != type.getShape())
    return "a layout of the tensor's shape";
  if (layout.getNumLanes() != kLanesPerWarp)
    return "a layout over 32 lanes";
  if (layout.getNumWarps() != numWarps)
    return "a layout over " + std::to_string(numWarps) + " warps";
  if (layout.getInBits(InDim::Block) || layout.getInBits(InDim::Offset))
    return "a layout over registers, lanes and warps only";
  if (layout.getZeroMask(InDim::Register))
    return "a layout without registers that duplicate others";
  if (!layout.isSurjective())
    return "a layout with a place for every element";
  return {};
}

class Verifier {
public:
  Verifier(nv_tileaa::FuncOp func, int64_t numWarps)
      : numWarps(numWarps), targets(collectBranchTargets(func)) {}

  LogicalResult verify(Operation *op) const {
    if (!getLayoutRule(op))
      return op->emitOpError("has no layout rule");
    for (Value result : op->getResults())
      if (failed(verifyTensor(result, op->getLoc())))
        return failure();
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        if (failed(verifyTensor(argument, op->getLoc())))
          return failure();
    return success(succeeded(verifyOperands(op)) &&
                   succeeded(verifyResults(op)));
  }

private:
  LogicalResult verifyTensor(Value value, Location loc) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return success();
    std::string fault = findFault(type, numWarps);
    if (fault.empty())
      return success();
    return emitError(loc) << "expected " << fault << ", got " << type;
  }

  LogicalResult verifyOperands(Operation *op) const {
    if (auto dot = dyn_cast<nv_tileas::DotOp>(op))
      if (!dotOperandLayouts(dot, nv_tileas::getLayout(dot.getType())))
        return op->emitOpError("expected an accumulator of ")
               << dot.getAtom() << ", got " << dot.getType();
    for (OpOperand &operand : op->getOpOperands()) {
      std::optional<LinearLayout> required = requiredLayout(operand, targets);
      if (required &&
          nv_tileas::getLayout(operand.get().getType()) != *required)
        return op->emitOpError("expected operand #")
               << operand.getOperandNumber() << " to have the layout "
               << required->str() << ", got " << operand.get().getType();
    }
    return success();
  }

  LogicalResult verifyResults(Operation *op) const {
    for (OpResult result : op->getResults()) {
      std::optional<LinearLayout> supplied = suppliedLayout(result);
      if (supplied && nv_tileas::getLayout(result.getType()) != *supplied)
        return op->emitOpError("expected result #")
               << result.getResultNumber() << " to have the layout "
               << supplied->str() << ", got " << result.getType();
    }
    return success();
  }

  int64_t numWarps;
  BranchTargets targets;
};

class VerifyLayouts
    : public tileiras::impl::TileASVerifyLayoutsBase<VerifyLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    markAllAnalysesPreserved();
    bool hasTensors = func.walk([](Operation *op) {
                            return getLayoutRule(op) == LayoutRule::Ignore
                                       ? WalkResult::advance()
                                       : WalkResult::interrupt();
                          })
                          .wasInterrupted();
    if (!hasTensors)
      return;
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps))
      return signalPassFailure();
    Verifier verifier(func, *numWarps);
    WalkResult result = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      return failed(verifier.verify(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
