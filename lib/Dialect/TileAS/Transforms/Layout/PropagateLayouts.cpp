//===- PropagateLayouts.cpp - A layout for every tensor -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After dots and memory accesses have their layouts, every other tensor gets
// one: a class of tensors that need the same layout gets it at once
// (LayoutEquivalenceClasses.h, LayoutSelection.h).
//
// Materialisation
// ---------------
// Each value gets the layout of its class. An operand is converted where the
// operation requires another layout, a result of reduce or cat where the
// operation gives another; rematerialisable values are cloned instead
// (Rematerializer.h). A conversion is right after its value, so that one serves
// all users and none is in a loop if the value is defined outside. The value
// operand of an atomic RMW is converted if that costs less than sectors that
// are requested twice (AtomicCoalescing.h).
//
//===----------------------------------------------------------------------===//

#include "AtomicCoalescing.h"
#include "BoundaryConversions.h"
#include "LayoutSelection.h"
#include "tileiras/Dialect/TileAS/Analysis/LayoutConversionCost.h"

#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASPROPAGATELAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;
using nv_tileas::ConvertLayoutOp;
using nv_tileas::LayoutAttr;

namespace {

bool hasNoLayout(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         !nv_tileas::getLayoutAttr(value.getType());
}

//===----------------------------------------------------------------------===//
// Materialisation
//===----------------------------------------------------------------------===//

class Materializer {
public:
  Materializer(nv_tileaa::FuncOp func, Rematerializer &remat,
               const BranchTargets &targets, int64_t numWarps)
      : func(func), remat(remat), targets(targets), numWarps(numWarps) {}

  void run() {
    SmallVector<Operation *> ops;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      visit(op);
    remat.eraseUnused();
  }

private:
  /// Returns whether the value is rematerialisable and has no layout, so is no
  /// clone.
  bool isRematerializable(Value value) const {
    return hasNoLayout(value) && remat.isRematerializable(value);
  }

  void visit(Operation *op) {
    if (auto convert = dyn_cast<ConvertLayoutOp>(op))
      return visitBoundary(convert);
    std::optional<LayoutRule> rule = getLayoutRule(op);
    if (*rule == LayoutRule::Ignore ||
        llvm::any_of(op->getResults(),
                     [&](Value value) { return isRematerializable(value); }))
      return;
    if (*rule == LayoutRule::Reduce || *rule == LayoutRule::Cat)
      return visitSupplier(op);
    if (std::optional<LinearLayout> layout = findAtomicRMWLayout(op))
      return visitAtomicRMW(op, *layout);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        fixOperand(operand, requiredLayout(operand, targets));
  }

  /// Turns conversions to and from tensors without layout into what they are
  /// now.
  void visitBoundary(ConvertLayoutOp convert) {
    Value source = convert.getSource(), result = convert.getResult();
    if (isRematerializable(result))
      return;
    if (isRematerializable(source))
      source = remat.get(source, nv_tileas::getLayoutAttr(result.getType()));
    if (source.getType() != result.getType())
      source = convertTo(source, nv_tileas::getLayoutAttr(result.getType()));
    result.replaceAllUsesWith(source);
    if (!remat.isRematerializable(result)) // else `free` erases it
      convert.erase();
  }

  /// Converts all operands to the layout of the first that has one, and results
  /// to the supplied layout.
  void visitSupplier(Operation *op) {
    auto assigned = llvm::find_if_not(op->getOperands(), [&](Value value) {
      return isRematerializable(value);
    });
    Value model = assigned == op->operand_end() ? op->getOperand(0) : *assigned;
    auto type = cast<RankedTensorType>(model.getType());
    LinearLayout layout = nv_tileas::getLayoutAttr(type)
                              ? nv_tileas::getLayout(type)
                              : getDefault(model);
    for (OpOperand &operand : op->getOpOperands())
      fixOperand(operand, layout);
    for (OpResult result : op->getResults())
      if (std::optional<LinearLayout> supplied = suppliedLayout(result))
        supplyResult(result, *supplied);
  }

  /// Returns the layout in which lanes fill sectors, if the tile of an atomic
  /// RMW has another one and the conversion pays.
  std::optional<LinearLayout> findAtomicRMWLayout(Operation *op) const {
    auto vector = findAtomicVector(op);
    Value tile = getAtomicRMWTile(op);
    if (!vector || isRematerializable(tile))
      return std::nullopt;
    LinearLayout layout =
        nv_tileas::getLayout(cast<RankedTensorType>(tile.getType()));
    LinearLayout filled = fillSectors(layout, *vector);
    int64_t moving =
        getConversionCost(layout, filled, vector->elementBytes * 8);
    if (moving + getAtomicRMWCost(filled, *vector) >=
        getAtomicRMWCost(layout, *vector))
      return std::nullopt;
    return filled;
  }

  /// Gives operands and results a layout other than that of their class.
  void visitAtomicRMW(Operation *op, const LinearLayout &layout) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        fixOperand(operand, layout);
    for (OpResult result : op->getResults())
      if (isa<RankedTensorType>(result.getType()))
        supplyResult(result, layout);
  }

  void supplyResult(OpResult result, const LinearLayout &supplied) {
    auto type = cast<RankedTensorType>(result.getType());
    if (nv_tileas::getLayout(type) == supplied)
      return;
    result.setType(nv_tileas::withLayout(type, supplied));
    if (result.use_empty())
      return;
    OpBuilder builder(func.getContext());
    builder.setInsertionPointAfterValue(result);
    auto required =
        ConvertLayoutOp::create(builder, result.getLoc(), type, result);
    result.replaceAllUsesExcept(required, required);
  }

  void fixOperand(OpOperand &operand, std::optional<LinearLayout> required) {
    Value value = operand.get();
    auto type = cast<RankedTensorType>(value.getType());
    if (isRematerializable(value)) {
      LinearLayout layout = required ? *required : getDefault(value);
      operand.set(remat.get(value, LayoutAttr::get(type.getContext(), layout)));
    } else if (required && nv_tileas::getLayout(type) != *required) {
      operand.set(
          convertTo(value, LayoutAttr::get(type.getContext(), *required)));
    }
  }

  LinearLayout getDefault(Value tile) const {
    return defaultLayout(cast<RankedTensorType>(tile.getType()),
                         getNumWarps(tile.getParentRegion(), numWarps));
  }

  /// Returns the one conversion of `value` to `layout`, right after it.
  Value convertTo(Value value, LayoutAttr layout) {
    Value &conversion = conversions[{value, layout}];
    if (!conversion) {
      OpBuilder builder(func.getContext());
      builder.setInsertionPointAfterValue(value);
      conversion = ConvertLayoutOp::create(
          builder, value.getLoc(),
          nv_tileas::withLayout(cast<RankedTensorType>(value.getType()),
                                layout.getLayout()),
          value);
    }
    return conversion;
  }

  nv_tileaa::FuncOp func;
  Rematerializer &remat;
  const BranchTargets &targets;
  int64_t numWarps;
  DenseMap<std::pair<Value, Attribute>, Value> conversions;
};

/// Checks that no tensor enters or leaves the function.
LogicalResult checkBoundary(nv_tileaa::FuncOp func) {
  if (llvm::none_of(func.getArgumentTypes(), llvm::IsaPred<RankedTensorType>) &&
      llvm::none_of(func.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return success();
  return func.emitError("tensors as arguments or results of a function are not "
                        "supported, got ")
         << func.getFunctionType();
}

bool usesTensors(nv_tileaa::FuncOp func) {
  return func
      .walk([](Operation *op) {
        std::optional<LayoutRule> rule = getLayoutRule(op);
        return rule && *rule == LayoutRule::Ignore ? WalkResult::advance()
                                                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

class PropagateLayouts
    : public tileiras::impl::TileASPropagateLayoutsBase<PropagateLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (!usesTensors(func))
      return markAllAnalysesPreserved();
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps) || failed(checkBoundary(func)) ||
        failed(verifyLayouts(func, LayoutState::Partial)))
      return signalPassFailure();

    BranchTargets targets = collectBranchTargets(func);
    Rematerializer remat(func);
    LayoutEquivalenceClasses classes(func, remat, targets);
    SmallVector<LinearLayout> layouts = chooseLayouts(func, classes, *numWarps);
    for (auto [index, layout] : llvm::enumerate(layouts))
      for (Value value : classes.getMembers(index))
        value.setType(nv_tileas::withLayout(
            cast<RankedTensorType>(value.getType()), layout));
    Materializer(func, remat, targets, *numWarps).run();
  }
};

} // namespace
