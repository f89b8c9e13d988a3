//===- EarlyReads.cpp - The next step's operands are read early -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/EarlyReads.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The stage of a ring that a tile is read from, if it is.
BufferViewOp getStage(Operation *op) {
  auto read = dyn_cast<CopyOp>(op);
  if (!read || !read.getResult() || read.getDestination())
    return {};
  auto view = read.getSource().getDefiningOp<BufferViewOp>();
  return view && view.getStage() ? view : BufferViewOp();
}

/// The body of a loop, as far as its order matters.
class Step {
public:
  /// Fails where threads don't meet once, behind the waits for groups of copies
  /// and before all reads.
  LogicalResult collect(scf::ForOp loop) {
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (op.getNumRegions() != 0 ||
          isa<TiledTmaLoadOp, AsyncMBarrierWaitOp, AsyncDotOp>(op))
        return failure();
      if (isa<AsyncWaitOp, BarrierOp>(op)) {
        if (hasMet)
          return failure();
        hasMet = isa<BarrierOp>(op);
        meeting.push_back(&op);
      } else if (auto dot = dyn_cast<DotOp>(op);
                 dot && dot.getAtom()->usesTensorUnit()) {
        first = first ? first : dot;
        last = dot;
      } else if (getStage(&op)) {
        if (!hasMet)
          return failure();
        lastRead = &op;
      }
    }
    return success(hasMet && meeting.size() > 1 && lastRead && last &&
                   first != last && lastRead->isBeforeInBlock(last));
  }

  /// What the first product takes of the stages of the step.
  SetVector<Operation *> getFirstReads() {
    SetVector<Operation *> reads;
    SmallVector<Value> values = {first.getA(), first.getB()};
    while (!values.empty()) {
      Operation *def = values.pop_back_val().getDefiningOp();
      if (!def || def->getBlock() != first->getBlock())
        continue;
      if (getStage(def))
        reads.insert(def);
      else if (isPure(def))
        llvm::append_range(values, def->getOperands());
    }
    return reads;
  }

  SmallVector<Operation *> meeting;
  DotOp first, last;

private:
  bool hasMet = false;
  Operation *lastRead = nullptr;
};

} // namespace

/// Whether registers let no second CTA onto the SM.
static bool isAlone(scf::ForOp loop) {
  auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
  nv_tileaa::KernelSpecAttr spec = func.getKernelSpec();
  const TargetInfo *target = findTarget(func);
  return spec && target && !getSharedMemoryOfTwo(*target, spec.getNumWarps());
}

EarlyReads tileiras::findEarlyReads(scf::ForOp loop) {
  Step step;
  if (!isAlone(loop) || failed(step.collect(loop)))
    return {};
  SetVector<Operation *> reads = step.getFirstReads();
  if (reads.empty())
    return {};
  EarlyReads early;
  early.last = step.last;
  early.ops.insert_range(step.meeting);
  for (Operation &op : *loop.getBody()) {
    auto isEarly = [&](Operation *user) { return reads.contains(user); };
    if (reads.contains(&op) ||
        (isa<BufferViewOp>(op) && llvm::all_of(op.getUsers(), isEarly)))
      early.ops.insert(&op);
  }
  return early;
}

void tileiras::separateViews(const EarlyReads &reads) {
  for (Operation *op : reads.ops)
    if (BufferViewOp view = getStage(op); view && !view->hasOneUse()) {
      OpBuilder builder(op);
      cast<CopyOp>(op).getSourceMutable().assign(
          cast<BufferViewOp>(builder.clone(*view)).getResult());
    }
}

/// Zeros where there is nothing to read.
static Operation *guardRead(RewriterBase &rewriter, CopyOp read,
                            Value predicate) {
  Location loc = read.getLoc();
  auto type = cast<RankedTensorType>(read.getResult().getType());
  rewriter.setInsertionPoint(read);
  auto guarded = scf::IfOp::create(rewriter, loc, TypeRange(type), predicate,
                                   /*withElseRegion=*/true);
  rewriter.moveOpBefore(read, guarded.thenBlock(), guarded.thenBlock()->end());
  rewriter.setInsertionPointToEnd(guarded.thenBlock());
  scf::YieldOp::create(rewriter, loc, read.getResult());
  rewriter.setInsertionPointToStart(guarded.elseBlock());
  Value zeros =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
  scf::YieldOp::create(rewriter, loc, zeros);
  return guarded;
}

Operation *tileiras::predicateRead(RewriterBase &rewriter, CopyOp read,
                                   Value predicate, bool isOutside) {
  BufferViewOp view = getStage(read);
  if (!view)
    return nullptr;
  if (isOutside)
    return guardRead(rewriter, read, predicate);
  // The first stage is filled by the first step.
  rewriter.setInsertionPoint(view);
  Value first =
      arith::ConstantIntOp::create(rewriter, view.getLoc(), /*value=*/0, 32);
  Value stage = arith::SelectOp::create(rewriter, view.getLoc(), predicate,
                                        view.getStage(), first);
  rewriter.modifyOpInPlace(view,
                           [&]() { view.getStageMutable().assign(stage); });
  return read;
}
