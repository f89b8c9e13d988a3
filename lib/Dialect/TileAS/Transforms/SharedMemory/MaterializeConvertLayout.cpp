//===- MaterializeConvertLayout.cpp - Staging -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion that crosses warps becomes a round trip through a buffer in
// shared memory. It starts where the conversion was and ends where its result,
// or that of another outstanding one, is first needed: outstanding round trips
// share a barrier. They may be outstanding as long as their buffers together
// need no more than the largest one of the function needs anyway, or a size
// that costs nothing: the partial results of a reduction over several operands
// are exchanged at once.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASMATERIALIZECONVERTLAYOUT
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// This many bytes cost nothing. Circular buffers are planned for the largest
/// round trip alone, but both they and the limit are multiples of 128 bytes,
/// and so is what they leave.
constexpr int64_t kFreeBytes = 1024, kFreeBytesWithRings = 128;

class MaterializeConvertLayout
    : public tileiras::impl::TileASMaterializeConvertLayoutBase<
          MaterializeConvertLayout> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    const TargetInfo *target = getVerifiedTarget(func);
    if (!target)
      return signalPassFailure();
    planAll(*target);
    SmallVector<Block *> blocks;
    func.walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      materialize(block);
    stagings.clear();
  }

private:
  void planAll(const TargetInfo &target) {
    bool hasRings =
        getOperation()
            .walk([](AllocTensorOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    budget = hasRings ? kFreeBytesWithRings : kFreeBytes;
    getOperation().walk([&](ConvertLayoutOp op) {
      ConversionPlan plan = planConversion(op, target);
      auto remark = remark::RemarkOpts::name("LayoutConversion")
                        .category("memory")
                        .function(getOperation().getSymName());
      if (plan.kind == ConversionKind::Shuffle)
        remark::analysis(op.getLoc(), remark) << remark::add(
            "a tile changes its layout by {0} shuffles and {1} selects",
            plan.shuffle->getNumShuffles(
                getMemoryBits(op.getType().getElementType())),
            plan.shuffle->getNumSelects());
      if (plan.kind != ConversionKind::SharedMemory)
        return;
      StagedConversion staging(op.getType(), std::move(*plan.shared));
      remark::analysis(op.getLoc(), remark) << remark::add(
          "a tile changes its layout through {0} bytes of shared memory",
          staging.getBytes());
      budget = std::max(budget, staging.getBytes());
      stagings.try_emplace(op, std::move(staging));
    });
  }

  /// Stages all conversions of a block. None is outstanding while a buffer of
  /// the input lives, or in another block: their bytes would add up.
  void materialize(Block *block) {
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      if (isa<AllocTensorOp>(op) || op.getNumRegions() != 0 ||
          op.hasTrait<OpTrait::IsTerminator>() || readsPending(&op))
        finishPending(&op);
      if (auto staging = stagings.find(&op); staging != stagings.end())
        start(cast<ConvertLayoutOp>(op), std::move(staging->second));
    }
  }

  bool readsPending(Operation *op) const {
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return pending.contains(operand.getDefiningOp());
    });
  }

  void start(ConvertLayoutOp op, StagedConversion staging) {
    if (pendingBytes + staging.getBytes() > budget)
      finishPending(op);
    OpBuilder builder(op);
    staging.start(builder, op.getLoc(), op.getSource());
    pendingBytes += staging.getBytes();
    bool hasParts = staging.hasParts();
    pending.insert({op, std::move(staging)});
    if (hasParts)
      finishPending(op->getNextNode());
  }

  /// Finishes the outstanding round trips before `op`.
  void finishPending(Operation *op) {
    OpBuilder builder(op);
    for (auto &[convert, staging] : pending) {
      Value result = staging.finish(builder, convert->getLoc());
      convert->getResult(0).replaceAllUsesWith(result);
      convert->erase();
    }
    pending.clear();
    pendingBytes = 0;
  }

  DenseMap<Operation *, StagedConversion> stagings;
  llvm::MapVector<Operation *, StagedConversion> pending;
  int64_t budget = 0, pendingBytes = 0;
};

} // namespace
