//===- Rematerializer.cpp - Values that are cheap to recompute --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rematerializer.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tileiras;
using nv_tileas::LayoutAttr;

/// The longest chain of operations that is recomputed. Index arithmetic of
/// pointers and masks is shorter.
static constexpr unsigned kMaxDepth = 16;

/// Returns whether it is one or two machine instructions an element, and has no
/// effect.
static bool isCheap(Operation *op) {
  if (!isPure(op) || op->getNumRegions() != 0)
    return false;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::DivFOp, arith::RemFOp>(op))
    return false;
  return isa<arith::ArithDialect>(op->getDialect()) ||
         isa<nv_tileaa::AddPtrOp, nv_tileaa::IntToPtrOp, nv_tileaa::PtrToIntOp,
             nv_tileaa::BitcastOp, nv_tileaa::AssumeOp, nv_tileaa::FpToFpOp,
             nv_tileas::ViewOp, nv_tileas::PermuteOp, nv_tileas::BroadcastOp,
             nv_tileas::ConvertLayoutOp>(op);
}

Rematerializer::Rematerializer(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::optional<LayoutRule> rule = getLayoutRule(op);
    if (!rule || *rule == LayoutRule::Ignore)
      return;
    unsigned depth = 0;
    if (*rule != LayoutRule::Source) {
      if (!isCheap(op))
        return;
      for (Value operand : op->getOperands()) {
        if (!isa<RankedTensorType>(operand.getType()))
          continue;
        auto it = depths.find(operand);
        if (it == depths.end() || it->second == kMaxDepth)
          return;
        depth = std::max(depth, it->second + 1);
      }
    }
    rematOps.push_back(op);
    for (Value result : op->getResults())
      depths[result] = depth;
  });
}

/// Returns the attribute of a constant in another layout.
static TypedAttr withType(TypedAttr value, RankedTensorType type) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return cast<DenseElementsAttr>(value).reshape(type);
}

Value Rematerializer::clone(Value value, LayoutAttr layout) {
  auto type = nv_tileas::withLayout(cast<RankedTensorType>(value.getType()),
                                    layout.getLayout());
  Operation *op = value.getDefiningOp();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return arith::ConstantOp::create(builder, op->getLoc(), type,
                                     withType(constant.getValue(), type));

  IRMapping operands;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    std::optional<LinearLayout> moved =
        sourceLayoutFrom(op, layout.getLayout());
    LayoutAttr required =
        moved ? LayoutAttr::get(op->getContext(), *moved) : layout;
    operands.map(operand, get(operand, required));
  }
  if (isa<nv_tileas::ConvertLayoutOp>(op))
    return operands.lookup(op->getOperand(0));
  Operation *copy = builder.clone(*op, operands);
  for (Value result : copy->getResults())
    result.setType(nv_tileas::withLayout(
        cast<RankedTensorType>(result.getType()), layout.getLayout()));
  return copy->getResult(cast<OpResult>(value).getResultNumber());
}

Value Rematerializer::get(Value value, LayoutAttr layout) {
  if (nv_tileas::getLayoutAttr(value.getType()) == layout)
    return value;
  Value &slot = clones[{value, layout}];
  if (slot)
    return slot;
  Value copy = clone(value, layout);
  // A clone is rematerialisable, too.
  depths[copy] = depths.lookup(value);
  if (Operation *op = copy.getDefiningOp(); op != value.getDefiningOp())
    rematOps.push_back(op);
  return clones[{value, layout}] = copy;
}

void Rematerializer::eraseUnused() {
  SetVector<Operation *> worklist(rematOps.begin(), rematOps.end());
  DenseSet<Operation *> alive(rematOps.begin(), rematOps.end());
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    SmallVector<Value> operands(op->getOperands());
    alive.erase(op);
    op->erase();
    for (Value operand : operands)
      if (Operation *def = operand.getDefiningOp(); alive.contains(def))
        worklist.insert(def);
  }
  rematOps.clear();
}
