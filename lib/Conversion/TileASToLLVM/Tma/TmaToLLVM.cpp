//===- TmaToLLVM.cpp - Copies by TMA --------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One elected thread of the agent, always the same, starts the copy of each
// box. It also finds the tensor maps that are not passed by the launch. A
// tensor map is its address; tokens have no representation.
//
//===----------------------------------------------------------------------===//

#include "Memory/OwnerPredicate.h"
#include "Memory/SharedMemoryToLLVM.h"
#include "Patterns.h"
#include "TensorMapCache.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// The boxes of a tile: the offset of each in the buffer and its coordinates in
/// the array.
class Boxes {
public:
  Boxes(OpBuilder &builder, Location loc, TmaDescriptorIterType desc,
        ValueRange coords)
      : builder(builder), loc(loc),
        plan(*planTmaCopy(desc.getView(), desc.getBuffer(), desc.getParts())) {
    for (auto [coord, step] :
         llvm::zip_equal(coords, desc.getView().getSteps()))
      starts.push_back(
          LLVM::MulOp::create(builder, loc, toI32(coord), constant(step)));
  }

  int64_t getNumBoxes() const { return numBoxes; }

  /// Restricts the boxes to the part with index `part`, and returns the address
  /// where they begin, which replaces `start`.
  Value selectPart(Value part, int64_t parts, Value start) {
    numBoxes = plan.getBoxesPerPart(parts);
    // The boxes of all parts are laid out like those of the first one.
    Coords origin = plan.getBoxOrigin(numBoxes);
    for (auto [coord, distance] : llvm::zip_equal(starts, origin))
      if (distance != 0)
        coord = LLVM::AddOp::create(
            builder, loc, coord,
            LLVM::MulOp::create(builder, loc, part, constant(distance)));
    Value bytes = LLVM::MulOp::create(builder, loc, part,
                                      constant(plan.getBoxOffset(numBoxes)));
    return LLVM::GEPOp::create(builder, loc, start.getType(),
                               builder.getI8Type(), start,
                               ArrayRef<LLVM::GEPArg>{bytes});
  }

  Value getAddress(Value start, int64_t box) {
    if (box == 0)
      return start;
    return LLVM::GEPOp::create(
        builder, loc, start.getType(), builder.getI8Type(), start,
        ArrayRef<LLVM::GEPArg>{int32_t(plan.getBoxOffset(box))});
  }

  /// Returns the coordinates of a box's first element, the innermost dimension
  /// first.
  SmallVector<Value> getCoordinates(int64_t box) {
    Coords origin = plan.getBoxOrigin(box);
    return llvm::map_to_vector(plan.tileDims, [&](unsigned dim) -> Value {
      if (origin[dim] == 0)
        return starts[dim];
      return LLVM::AddOp::create(builder, loc, starts[dim],
                                 constant(origin[dim]));
    });
  }

private:
  Value constant(int64_t value) {
    return i32Constant(builder, loc, int32_t(value));
  }

  Value toI32(Value value) {
    Type i32 = builder.getI32Type();
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (width == 32)
      return value;
    if (width < 32)
      return LLVM::ZExtOp::create(builder, loc, i32, value);
    return LLVM::TruncOp::create(builder, loc, i32, value);
  }

  OpBuilder &builder;
  Location loc;
  TmaCopyPlan plan;
  int64_t numBoxes = plan.boxes.getNumBoxes();
  /// The start of the tile, by its dimensions, in elements of the array.
  SmallVector<Value> starts;
};

struct TiledTmaLoadLowering : ConvertOpToLLVMPattern<TiledTmaLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TiledTmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value start = getBufferStart(rewriter, loc, adaptor.getDestination());
    Value barrier = getBufferStart(rewriter, loc, adaptor.getMbarrier());
    createInElectedThread(
        rewriter, loc,
        [&](OpBuilder &inside, Location) {
          Boxes boxes(inside, loc, op.getDesc().getType(), adaptor.getCoords());
          Value first = start;
          if (adaptor.getPart())
            first = boxes.selectPart(adaptor.getPart(),
                                     op.getDesc().getType().getParts(), start);
          for (int64_t box = 0; box < boxes.getNumBoxes(); ++box)
            cute_nvgpu::TmaLoadOp::create(
                inside, loc, op.getAtom(), boxes.getAddress(first, box),
                adaptor.getDesc(), boxes.getCoordinates(box), barrier,
                /*im2col=*/ValueRange(), adaptor.getMulticastMask());
        },
        adaptor.getPredicate());
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }
};

struct ExpectTxLowering : ConvertOpToLLVMPattern<AsyncMBarrierExpectTxOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncMBarrierExpectTxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier =
        getBufferStart(rewriter, op.getLoc(), adaptor.getMbarrier());
    createInElectedThread(
        rewriter, op.getLoc(),
        [&](OpBuilder &inside, Location loc) {
          cute_nvgpu::MbarrierArriveExpectTxOp::create(
              inside, loc, barrier, i32Constant(inside, loc, op.getBytes()),
              /*predicate=*/Value());
        },
        adaptor.getPredicate());
    rewriter.eraseOp(op);
    return success();
  }
};

struct MBarrierWaitLowering : ConvertOpToLLVMPattern<AsyncMBarrierWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncMBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cutlass::BarrierWaitOp>(
        op, getBufferStart(rewriter, op.getLoc(), adaptor.getMbarrier()),
        adaptor.getPhase());
    return success();
  }
};

struct TiledTmaStoreLowering : ConvertOpToLLVMPattern<TiledTmaStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TiledTmaStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value start = getBufferStart(rewriter, loc, adaptor.getSource());
    createInElectedThread(rewriter, loc, [&](OpBuilder &inside, Location) {
      Boxes boxes(inside, loc, op.getDesc().getType(), adaptor.getCoords());
      for (int64_t box = 0; box < boxes.getNumBoxes(); ++box)
        cute_nvgpu::TmaStoreOp::create(
            inside, loc, op.getAtom(), boxes.getAddress(start, box),
            adaptor.getDesc(), boxes.getCoordinates(box));
      cute_nvgpu::BulkCommitGroupOp::create(inside, loc);
    });
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }
};

/// For threads without groups the wait is a no-op.
struct TmaStoreWaitLowering : ConvertOpToLLVMPattern<AsyncTmaStoreWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncTmaStoreWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cute_nvgpu::BulkWaitGroupOp>(
        op, op.getPending(), op.getRead());
    return success();
  }
};

/// Lowers consecutive operations at once, so that all maps are searched
/// together.
struct FindTmaDescLowering : ConvertOpToLLVMPattern<FindTmaDescOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(FindTmaDescOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<FindTmaDescOp> ops;
    SmallVector<Value> arrays;
    for (FindTmaDescOp next = op; next;
         next = dyn_cast_if_present<FindTmaDescOp>(next->getNextNode())) {
      Value array = rewriter.getRemappedValue(next.getArray());
      if (!array)
        return rewriter.notifyMatchFailure(next, "array not converted");
      ops.push_back(next);
      arrays.push_back(array);
    }
    SmallVector<Value> results = computeInElectedThread(
        rewriter, op.getLoc(), [&](OpBuilder &inside, Location loc) {
          SmallVector<Value> values;
          for (auto [address, isPrivate] :
               findTensorMaps(inside, loc, ops, arrays))
            values.append({address, isPrivate});
          return values;
        });
    // Without it ptxas keeps values that are uniform in the warp in per-thread
    // registers from here on.
    cute_nvgpu::BarWarpSyncOp::create(rewriter, op.getLoc(),
                                      i32Constant(rewriter, op.getLoc(), -1));
    for (auto [index, each] : llvm::enumerate(ops))
      rewriter.replaceOp(each, ArrayRef(results).slice(2 * index, 2));
    return success();
  }
};

struct ReturnTmaDescLowering : ConvertOpToLLVMPattern<ReturnTmaDescOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReturnTmaDescOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    createInElectedThread(
        rewriter, op.getLoc(), [&](OpBuilder &inside, Location loc) {
          returnTensorMap(inside, loc,
                          {adaptor.getDesc(), adaptor.getIsPrivate()});
        });
    rewriter.eraseOp(op);
    return success();
  }
};

/// Operations that are left have no address.
struct MakeTiledTmaDescLowering : ConvertOpToLLVMPattern<MakeTiledTmaDescOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(MakeTiledTmaDescOp op, OpAdaptor,
                                ConversionPatternRewriter &) const override {
    return op.emitOpError("expected a tensor map that has an address, which "
                          "tileas-attach-tma-desc-args or "
                          "tileas-build-tma-descs gives it");
  }
};

} // namespace

void populateTmaPatterns(const TileTypeConverter &converter,
                         RewritePatternSet &patterns) {
  patterns.add<TiledTmaLoadLowering, ExpectTxLowering, MBarrierWaitLowering,
               TiledTmaStoreLowering, TmaStoreWaitLowering, FindTmaDescLowering,
               ReturnTmaDescLowering, MakeTiledTmaDescLowering>(converter);
}

} // namespace tileiras::to_llvm
