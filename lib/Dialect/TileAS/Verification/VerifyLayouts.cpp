//===- VerifyLayouts.cpp - Check the contract of layouts ------------------===//
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

#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/DotLayouts.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

using namespace mlir;
using namespace tileiras;

namespace {

/// Returns the property that a tensor lacks; empty if none.
std::string findFault(RankedTensorType type, int64_t numWarps) {
  const LinearLayout &layout = nv_tileas::getLayout(type);
  if (layout.getOutSizes() != type.getShape())
    return "a layout of the tensor's shape";
  if (layout.getNumLanes() != kLanesPerWarp)
    return "a layout over 32 lanes";
  if (layout.getNumWarps() != numWarps)
    return "a layout over " + std::to_string(numWarps) + " warps";
  if (layout.getTotalInBits() != layout.getInBits(InDim::Register) +
                                     layout.getInBits(InDim::Lane) +
                                     layout.getInBits(InDim::Warp))
    return "a layout over registers, lanes and warps only";
  if (layout.getZeroMask(InDim::Register))
    return "a layout without registers that duplicate others";
  if (!layout.isSurjective())
    return "a layout with a place for every element";
  return {};
}

/// Returns the number of warps of the first layout in the function; 1 if there
/// is none.
int64_t findNumWarps(FunctionOpInterface func) {
  int64_t numWarps = 1;
  auto find = [&](TypeRange types) {
    for (Type type : types)
      if (nv_tileas::LayoutAttr layout = nv_tileas::getLayoutAttr(type)) {
        numWarps = layout.getLayout().getNumWarps();
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  };
  if (!find(func.getArgumentTypes()).wasInterrupted())
    func->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return find(op->getResultTypes()); });
  return numWarps;
}

class LayoutVerifier {
public:
  LayoutVerifier(FunctionOpInterface func, int64_t numWarps, LayoutState state)
      : func(func), numWarps(numWarps), state(state),
        targets(collectBranchTargets(func)) {}

  LogicalResult verify() const {
    WalkResult result = func->walk<WalkOrder::PreOrder>([&](Operation *op) {
      return failed(verify(op)) ? WalkResult::interrupt()
                                : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

private:
  LogicalResult verify(Operation *op) const {
    if (!getLayoutRule(op))
      return op->emitOpError("has no layout rule");
    int64_t warps = getNumWarps(op->getParentRegion(), numWarps);
    for (Value result : op->getResults())
      if (failed(verifyTensor(result, warps, op->getLoc())))
        return failure();
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        if (failed(verifyTensor(argument, warps, op->getLoc())))
          return failure();
    return success(succeeded(verifyOperands(op)) &&
                   succeeded(verifyResults(op)));
  }

  LogicalResult verifyTensor(Value value, int64_t warps, Location loc) const {
    if (!isa<TensorType>(value.getType()))
      return success();
    if (!nv_tileaa::isTile(value.getType(), nv_tileaa::isElementType))
      return emitError(loc)
             << "expected a tensor of numbers or pointers whose sizes are "
                "powers of two, got "
             << value.getType();
    auto type = cast<RankedTensorType>(value.getType());
    bool hasLayout = bool(nv_tileas::getLayoutAttr(type));
    if (!hasLayout && state == LayoutState::Partial && !type.getEncoding())
      return success();
    std::string fault = hasLayout ? findFault(type, warps) : "a layout";
    if (fault.empty())
      return success();
    return emitError(loc) << "expected " << fault << ", got " << type;
  }

  LogicalResult verifyOperands(Operation *op) const {
    auto dot = dyn_cast<nv_tileas::DotOp>(op);
    if (dot && nv_tileas::getLayoutAttr(dot.getType()) &&
        !dotOperandLayouts(dot, nv_tileas::getLayout(dot.getType())))
      return op->emitOpError("expected an accumulator of ")
             << dot.getAtom() << ", got " << dot.getType();
    for (OpOperand &operand : op->getOpOperands()) {
      std::optional<LinearLayout> required = requiredLayout(operand, targets);
      Type type = operand.get().getType();
      if (required && nv_tileas::getLayoutAttr(type) &&
          nv_tileas::getLayout(type) != *required)
        return op->emitOpError("expected operand #")
               << operand.getOperandNumber() << " to have the layout "
               << required->str() << ", got " << type;
    }
    return success();
  }

  LogicalResult verifyResults(Operation *op) const {
    for (OpResult result : op->getResults()) {
      std::optional<LinearLayout> supplied = suppliedLayout(result);
      if (supplied && nv_tileas::getLayoutAttr(result.getType()) &&
          nv_tileas::getLayout(result.getType()) != *supplied)
        return op->emitOpError("expected result #")
               << result.getResultNumber() << " to have the layout "
               << supplied->str() << ", got " << result.getType();
    }
    return success();
  }

  FunctionOpInterface func;
  int64_t numWarps;
  LayoutState state;
  BranchTargets targets;
};

} // namespace

LogicalResult tileiras::verifyLayouts(FunctionOpInterface func,
                                      LayoutState state) {
  auto spec = func->getAttrOfType<nv_tileaa::KernelSpecAttr>(
      nv_tileaa::TileAADialect::getKernelSpecAttrName());
  nv_tileas::AgentSwitchOp agents = nv_tileas::getAgentSwitch(func);
  int64_t numWarps = agents ? int64_t(agents.getTotalWarps())
                     : spec ? int64_t(spec.getNumWarps())
                            : findNumWarps(func);
  return LayoutVerifier(func, numWarps, state).verify();
}

const TargetInfo *tileiras::getVerifiedTarget(FunctionOpInterface func) {
  const TargetInfo *target = getTarget(func);
  if (!target || failed(verifyLayouts(func, LayoutState::Complete)))
    return nullptr;
  return target;
}
