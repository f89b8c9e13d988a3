//===- LayoutRules.cpp - Layouts that operations require --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of each operation, and its meaning for one operand or result. Moving
// operations are in LayoutInference.cpp, dots in DotLayouts.cpp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "tileiras/Dialect/TileAS/Contract/DotLayouts.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/PrintLayout.h"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tileiras;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

static bool hasTensors(Operation *op) {
  return llvm::any_of(op->getOperands(), isTensor) ||
         llvm::any_of(op->getResults(), isTensor);
}

std::optional<LayoutRule> tileiras::getLayoutRule(Operation *op) {
  using Result = std::optional<LayoutRule>;
  if (!hasTensors(op))
    return LayoutRule::Ignore;
  if (op->hasTrait<OpTrait::Elementwise>())
    return LayoutRule::Uniform;
  if (isa<RegionBranchOpInterface>(op) ||
      (op->hasTrait<OpTrait::IsTerminator>() &&
       isa<RegionBranchOpInterface>(op->getParentOp())))
    return LayoutRule::Branch;
  if (isa<CallOpInterface>(op) || (op->hasTrait<OpTrait::IsTerminator>() &&
                                   isa<FunctionOpInterface>(op->getParentOp())))
    return LayoutRule::Sink;
  return TypeSwitch<Operation *, Result>(op)
      .Case<arith::ConstantOp, ub::PoisonOp, nv_tileaa::SplatOp,
            nv_tileaa::KeptOp, nv_tileas::MakeRangeOp>(
          [](auto) { return LayoutRule::Source; })
      .Case<nv_tileaa::UnsplatOp, nv_tileaa::AssertOp, debuginfo::ValueOp>(
          [](auto) { return LayoutRule::Sink; })
      .Case<nv_tileaa::PrintOp>([](auto) { return LayoutRule::Print; })
      .Case<nv_tileaa::AssumeOp, nv_tileas::ScanOp>(
          [](auto) { return LayoutRule::Uniform; })
      .Case<nv_tileas::ConvertLayoutOp>(
          [](auto) { return LayoutRule::Convert; })
      .Case<nv_tileas::ViewOp>([](auto) { return LayoutRule::View; })
      .Case<nv_tileas::PermuteOp>([](auto) { return LayoutRule::Permute; })
      .Case<nv_tileas::BroadcastOp>([](auto) { return LayoutRule::Broadcast; })
      .Case<nv_tileas::ReduceOp>([](auto) { return LayoutRule::Reduce; })
      .Case<nv_tileas::CatOp>([](auto) { return LayoutRule::Cat; })
      .Case<nv_tileas::ExtractSliceOp>(
          [](auto) { return LayoutRule::ExtractSlice; })
      .Case<nv_tileas::DotOp>([](auto) { return LayoutRule::Dot; })
      .Case<nv_tileas::AsyncDotOp, nv_tileas::FutureWaitOp,
            nv_tileas::ToAsyncOp>([](auto) { return LayoutRule::Future; })
      .Case<nv_tileas::TiledLoadOp, nv_tileas::TiledStoreOp,
            nv_tileas::TiledAtomicRmwOp>(
          [](auto) { return LayoutRule::TiledAccess; })
      .Case<nv_tileas::LoadOp, nv_tileas::StoreOp, nv_tileas::AtomicRmwOp,
            nv_tileas::AtomicCasOp, nv_tileas::CopyOp, nv_tileaa::LocalStoreOp,
            nv_tileaa::LocalLoadOp>([](auto) { return LayoutRule::Access; })
      .Default([](Operation *) { return Result(); });
}

BranchTargets tileiras::collectBranchTargets(Operation *root) {
  BranchTargets targets;
  root->walk([&](RegionBranchOpInterface branch) {
    branch.getSuccessorOperandInputMapping(targets);
  });
  return targets;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static std::optional<LinearLayout> layoutOf(Value value) {
  if (nv_tileas::LayoutAttr layout = nv_tileas::getLayoutAttr(value.getType()))
    return layout.getLayout();
  return std::nullopt;
}

/// Returns the first tensor among the results, else among the operands.
static Value modelOf(Operation *op) {
  for (Value result : op->getResults())
    if (isTensor(result))
      return result;
  return *llvm::find_if(op->getOperands(), isTensor);
}

static std::optional<LinearLayout> requiredByDot(nv_tileas::DotOp dot,
                                                 OpOperand &operand) {
  std::optional<LinearLayout> acc = layoutOf(dot.getResult());
  unsigned index = operand.getOperandNumber();
  if (!acc || index == dot.getCMutable().getOperandNumber())
    return acc;
  std::optional<DotOperandLayouts> layouts = dotOperandLayouts(dot, *acc);
  if (!layouts)
    return std::nullopt;
  return layouts->get(index);
}

/// Returns the layout of coordinates along the sparse dimension of the tile.
static std::optional<LinearLayout> requiredByTiledAccess(Operation *op,
                                                         OpOperand &operand) {
  if (isa<nv_tileas::TiledAtomicRmwOp>(op)) // has no sparse dimension
    return std::nullopt;
  auto load = dyn_cast<nv_tileas::TiledLoadOp>(op);
  auto store = dyn_cast<nv_tileas::TiledStoreOp>(op);
  Value tile = load ? load.getResult() : store.getValue();
  if (store && operand.getOperandNumber() == 0)
    return std::nullopt;
  nv_tileaa::TiledViewType view =
      load ? load.getView().getType() : store.getView().getType();
  std::optional<LinearLayout> layout = layoutOf(tile);
  if (!layout || !view.getSparseDim())
    return std::nullopt;
  return sparseIndexLayout(*layout, *view.getSparseDim());
}

std::optional<LinearLayout>
tileiras::requiredLayout(OpOperand &operand, const BranchTargets &targets) {
  // This precedes the rule, which looks at all operands.
  if (!isTensor(operand.get()))
    return std::nullopt;
  Operation *op = operand.getOwner();
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (!rule)
    return std::nullopt;
  switch (*rule) {
  case LayoutRule::Ignore:
  case LayoutRule::Source:
  case LayoutRule::Sink:
  case LayoutRule::Convert:
  case LayoutRule::Future:
    return std::nullopt;
  case LayoutRule::Uniform:
  case LayoutRule::Access:
    return layoutOf(modelOf(op));
  case LayoutRule::Reduce:
  case LayoutRule::Cat:
    return layoutOf(op->getOperand(0));
  case LayoutRule::View:
  case LayoutRule::Permute:
  case LayoutRule::Broadcast:
  case LayoutRule::ExtractSlice:
    if (std::optional<LinearLayout> result = layoutOf(op->getResult(0)))
      return sourceLayoutFrom(op, *result);
    return std::nullopt;
  case LayoutRule::Dot:
    return requiredByDot(cast<nv_tileas::DotOp>(op), operand);
  case LayoutRule::TiledAccess:
    return requiredByTiledAccess(op, operand);
  case LayoutRule::Print:
    return requiredByPrint(operand);
  case LayoutRule::Branch:
    auto target = targets.find(&operand);
    return target == targets.end() ? std::nullopt
                                   : layoutOf(target->second.front());
  }
  llvm_unreachable("all rules are above");
}

std::optional<LinearLayout> tileiras::suppliedLayout(OpResult result) {
  Operation *op = result.getOwner();
  if (!isTensor(result) || !isa<nv_tileas::ReduceOp, nv_tileas::CatOp>(op))
    return std::nullopt;
  std::optional<LinearLayout> source = layoutOf(op->getOperand(0));
  return source ? resultLayoutFrom(op, *source) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types and functions
//===----------------------------------------------------------------------===//

LinearLayout tileiras::defaultLayout(RankedTensorType type, int64_t numWarps) {
  return coalesced(type.getShape(),
                   nv_tileas::getMemoryBits(type.getElementType()), numWarps);
}

FailureOr<int64_t> tileiras::getNumWarps(nv_tileaa::FuncOp func) {
  nv_tileaa::KernelSpecAttr spec = func.getKernelSpec();
  if (!spec)
    return func.emitError("expected a kernel, with the attribute ")
           << nv_tileaa::TileAADialect::getKernelSpecAttrName()
           << ", to spread tiles over its threads";
  return spec.getNumWarps();
}

int64_t tileiras::getNumWarps(Region *region, int64_t ofKernel) {
  std::optional<nv_tileas::AgentGroup> agents =
      nv_tileas::getEnclosingAgents(region);
  return agents ? int64_t(agents->warpsPerAgent) : ofKernel;
}
