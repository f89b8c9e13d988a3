//===- AgentsToLLVM.cpp - Dispatch of warps to agents ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An agent_switch outlives the conversion of the tiles in it, since operations
// on these ask for their agent. Then its warps branch in two steps:
//
//   1  ranges of warpgroups with the same number of registers: each executes
//   its
//      setmaxnreg, one instruction for all four warps, idle ones too
//   2  in each of them the ranges of warps that execute one region, and idle
//      ones, which jump to the end of the function
//
// Both are chains of comparisons of the warp's index with the ends of the
// ranges. The index comes from a shuffle, so that the assembler sees that the
// branches are uniform in a warp.
//
//===----------------------------------------------------------------------===//

#include "Collective/Shuffle.h"
#include "Patterns.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// Phases 3 and 6
//===----------------------------------------------------------------------===//

struct AgentTypes : OpConversionPattern<AgentSwitchOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AgentSwitchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto converted = cast<AgentSwitchOp>(rewriter.cloneWithoutRegions(*op));
    SmallVector<Value> captures;
    for (ValueRange values : adaptor.getCaptures())
      llvm::append_range(captures, values);
    converted->setOperands(captures);
    for (auto [from, to] :
         llvm::zip_equal(op.getGroups(), converted.getGroups())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (failed(rewriter.convertRegionTypes(&to, *getTypeConverter())))
        return rewriter.notifyMatchFailure(op, "a capture without a type");
    }
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Phase 4
//===----------------------------------------------------------------------===//

/// Adjacent ranges with the same number of registers.
using WarpRanges = ArrayRef<WarpRange>;

SmallVector<WarpRanges> splitByRegisters(WarpRanges ranges) {
  SmallVector<WarpRanges> parts;
  while (!ranges.empty()) {
    WarpRanges part = ranges.take_while([&](const WarpRange &range) {
      return range.maxRegs == ranges.front().maxRegs;
    });
    parts.push_back(part);
    ranges = ranges.drop_front(part.size());
  }
  return parts;
}

struct AgentDispatch : OpRewritePattern<AgentSwitchOp> {
  AgentDispatch(MLIRContext *context, const TargetInfo &target)
      : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(AgentSwitchOp op,
                                PatternRewriter &rewriter) const override {
    Block *end =
        rewriter.splitBlock(op->getBlock(), std::next(op->getIterator()));
    rewriter.setInsertionPointAfter(op);
    Value warp = createWarpIndex(rewriter, op.getLoc());
    SmallVector<WarpRange> ranges = op.getWarpRanges();
    SmallVector<WarpRanges> parts = splitByRegisters(ranges);
    auto bounds = llvm::map_to_vector(
        parts, [](WarpRanges part) { return part.back().end; });
    auto blocks = createBranches(rewriter, op.getLoc(), warp, bounds, end);
    for (auto [part, block] : llvm::zip_equal(parts, blocks)) {
      rewriter.setInsertionPointToEnd(block);
      setRegisters(rewriter, op, part.front().maxRegs);
      dispatch(rewriter, op, warp, part, end);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Returns the index of this thread's warp in the CTA, i32, read from the
  /// warp's first lane.
  static Value createWarpIndex(OpBuilder &builder, Location loc) {
    Value thread =
        NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
    Value warp = LLVM::LShrOp::create(builder, loc, thread,
                                      i32Constant(builder, loc, 5));
    return shuffleFrom(builder, loc, warp, i32Constant(builder, loc, 0));
  }

  /// Branches at the insertion point: warps below bounds[0] jump to the first
  /// of the returned blocks, others below bounds[1] to the second, and so on.
  /// All warps are below the last bound.
  static SmallVector<Block *> createBranches(PatternRewriter &rewriter,
                                             Location loc, Value warp,
                                             ArrayRef<unsigned> bounds,
                                             Block *end) {
    SmallVector<Block *> blocks;
    for (unsigned bound : bounds.drop_back()) {
      Block *here = rewriter.getInsertionBlock();
      Block *below = rewriter.createBlock(end);
      Block *others = rewriter.createBlock(end);
      rewriter.setInsertionPointToEnd(here);
      Value isBelow =
          LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ult, warp,
                               i32Constant(rewriter, loc, bound));
      cf::CondBranchOp::create(rewriter, loc, isBelow, below, others);
      blocks.push_back(below);
      rewriter.setInsertionPointToEnd(others);
    }
    blocks.push_back(rewriter.getInsertionBlock());
    return blocks;
  }

  void setRegisters(OpBuilder &builder, AgentSwitchOp op,
                    std::optional<unsigned> requested) const {
    if (!requested)
      return;
    unsigned owned = getLaunchRegisters(op, target);
    if (*requested != owned)
      cute_nvgpu::SetMaxNRegOp::create(builder, op.getLoc(),
                                       *requested < owned
                                           ? cute_nvgpu::RegisterChange::DEC
                                           : cute_nvgpu::RegisterChange::INC,
                                       *requested);
  }

  static void dispatch(PatternRewriter &rewriter, AgentSwitchOp op, Value warp,
                       WarpRanges ranges, Block *end) {
    auto bounds = llvm::map_to_vector(
        ranges, [](const WarpRange &range) { return range.end; });
    auto blocks = createBranches(rewriter, op.getLoc(), warp, bounds, end);
    for (auto [range, block] : llvm::zip_equal(ranges, blocks)) {
      rewriter.setInsertionPointToEnd(block);
      if (range.region)
        enter(rewriter, op, op.getGroup(range.region), warp);
      cf::BranchOp::create(rewriter, op.getLoc(), end);
    }
  }

  /// Returns the index of the agent in its group, i32, from the index of the
  /// warp.
  static Value createAgentIndex(OpBuilder &builder, Location loc,
                                const AgentGroup &group, Value warp) {
    if (group.numAgents == 1)
      return i32Constant(builder, loc, 0);
    Value first = i32Constant(builder, loc, group.firstWarp);
    Value shift = i32Constant(builder, loc, llvm::Log2_32(group.warpsPerAgent));
    return LLVM::LShrOp::create(
        builder, loc, LLVM::SubOp::create(builder, loc, warp, first), shift);
  }

  /// Moves the code of the agents to the insertion point.
  static void enter(PatternRewriter &rewriter, AgentSwitchOp op,
                    const AgentGroup &group, Value warp) {
    SmallVector<Value> arguments = {
        createAgentIndex(rewriter, op.getLoc(), group, warp)};
    llvm::append_range(arguments, op.getCaptures());
    Block &code = group.region->front();
    rewriter.eraseOp(code.getTerminator());
    Block *block = rewriter.getInsertionBlock();
    rewriter.inlineBlockBefore(&code, block, block->end(), arguments);
    rewriter.setInsertionPointToEnd(block);
  }

  const TargetInfo &target;
};

} // namespace

void populateAgentTypePatterns(const TypeConverter &converter,
                               RewritePatternSet &patterns,
                               ConversionTarget &legality) {
  patterns.add<AgentTypes>(converter, patterns.getContext());
  legality.addDynamicallyLegalOp<AgentSwitchOp>([&](AgentSwitchOp op) {
    return converter.isLegal(op->getOperandTypes()) &&
           llvm::all_of(op.getGroups(), [&](Region &region) {
             return converter.isLegal(&region);
           });
  });
  legality.addLegalOp<YieldOp>();
}

void populateAgentDispatchPatterns(const TargetInfo &target,
                                   RewritePatternSet &patterns) {
  patterns.add<AgentDispatch>(patterns.getContext(), target);
}

} // namespace tileiras::to_llvm
