//===- StructureToLLVM.cpp - Grid, memrefs, tokens, barriers --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions in the grid become reads of special registers, memrefs structures
// of base, sizes and strides (TileTypeConverter.h), barriers instructions;
// assumptions and tokens have no code.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"
#include "tileiras/Dialect/TileAS/Contract/BarrierAtoms.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

template <typename X, typename Y, typename Z>
Value readAxis(OpBuilder &builder, Location loc, nv_tileaa::Axis axis) {
  Type i32 = builder.getI32Type();
  switch (axis) {
  case nv_tileaa::Axis::X:
    return X::create(builder, loc, i32);
  case nv_tileaa::Axis::Y:
    return Y::create(builder, loc, i32);
  case nv_tileaa::Axis::Z:
    return Z::create(builder, loc, i32);
  }
  llvm_unreachable("all axes are above");
}

struct ProgramIdLowering : ConvertOpToLLVMPattern<nv_tileaa::GetProgramIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::GetProgramIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op,
        isOfCluster(op)
            ? readAxis<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                       NVVM::ClusterIdZOp>(rewriter, op.getLoc(), op.getAxis())
            : readAxis<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
                  rewriter, op.getLoc(), op.getAxis()));
    return success();
  }
};

struct NumProgramsLowering
    : ConvertOpToLLVMPattern<nv_tileaa::GetNumProgramsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::GetNumProgramsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op,
        isOfCluster(op)
            ? readAxis<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp,
                       NVVM::ClusterDimZOp>(rewriter, op.getLoc(), op.getAxis())
            : readAxis<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
                  rewriter, op.getLoc(), op.getAxis()));
    return success();
  }
};

struct ClusterRankLowering
    : ConvertOpToLLVMPattern<nv_tileaa::GetClusterRankOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::GetClusterRankOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isOfCluster(op))
      rewriter.replaceOpWithNewOp<NVVM::ClusterId>(op, op.getType());
    else
      rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), 0));
    return success();
  }
};

/// Analyses have used the assumption; its operand remains.
struct AssumeLowering : ConvertOpToLLVMPattern<nv_tileaa::AssumeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::AssumeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getValue());
    return success();
  }
};

/// A memref is (base, sizes, strides). Sizes and strides are unsigned; the
/// static ones are not stored, since the type has them.
struct MakeMemRefLowering : ConvertOpToLLVMPattern<nv_tileaa::MakeMemRefOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::MakeMemRefOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    nv_tileaa::StridedMemRefType type = op.getResult().getType();
    Value memref = LLVM::PoisonOp::create(
        rewriter, loc, getTypeConverter()->convertType(type));
    memref = LLVM::InsertValueOp::create(
        rewriter, loc, memref, adaptor.getBase(), ArrayRef<int64_t>(0));
    auto insert = [&](int64_t field, ArrayRef<int64_t> known,
                      ValueRange dynamic) {
      for (auto [dim, value] : llvm::enumerate(known)) {
        if (!ShapedType::isDynamic(value))
          continue;
        Value wide = dynamic.front();
        dynamic = dynamic.drop_front();
        if (!wide.getType().isInteger(64))
          wide =
              LLVM::ZExtOp::create(rewriter, loc, rewriter.getI64Type(), wide);
        memref =
            LLVM::InsertValueOp::create(rewriter, loc, memref, wide,
                                        ArrayRef<int64_t>{field, int64_t(dim)});
      }
    };
    insert(1, type.getShape(), adaptor.getSizes());
    insert(2, type.getStrides(), adaptor.getStrides());
    rewriter.replaceOp(op, memref);
    return success();
  }
};

struct GetDimSizeLowering : ConvertOpToLLVMPattern<nv_tileaa::GetDimSizeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::GetDimSizeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    int64_t dim = op.getDim();
    int64_t known = op.getSource().getType().getShape()[dim];
    if (!ShapedType::isDynamic(known)) {
      rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(
          op, type, rewriter.getIntegerAttr(type, known));
      return success();
    }
    Value size = LLVM::ExtractValueOp::create(
        rewriter, loc, adaptor.getSource(), ArrayRef<int64_t>{1, dim});
    if (!type.isInteger(64))
      size = LLVM::TruncOp::create(rewriter, loc, type, size);
    rewriter.replaceOp(op, size);
    return success();
  }
};

/// A tiled view is its memref.
struct BlockTileLowering : ConvertOpToLLVMPattern<nv_tileaa::BlockTileOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::BlockTileOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

/// Tokens ordered the operations; they have no representation.
template <typename OpTy> struct TokenLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), 0));
    return success();
  }
};

struct BarrierLowering : ConvertOpToLLVMPattern<nv_tileas::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileas::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    std::optional<nv_tileas::AgentGroup> group =
        nv_tileas::getEnclosingAgents(op);
    cute_nvgpu::AtomAttr atom = op.getAtom().value_or(chooseBarrierAtom(op));
    if (!group) {
      rewriter.replaceOpWithNewOp<cute_nvgpu::BarSyncOp>(op);
      return success();
    }
    if (atom.getInfo() == lookupAtom("bar.warp.sync")) {
      rewriter.replaceOpWithNewOp<cute_nvgpu::BarWarpSyncOp>(
          op, i32Constant(rewriter, loc, -1));
      return success();
    }
    Value id = i32Constant(rewriter, loc, *op.getId());
    if (countNamedBarriers(op) > 1)
      id = LLVM::AddOp::create(rewriter, loc, id, group->getAgentIndex());
    rewriter.replaceOpWithNewOp<cute_nvgpu::BarSyncOp>(
        op, id, rewriter.getI32IntegerAttr(atom.getSize()));
    return success();
  }
};

struct ClusterBarrierLowering
    : ConvertOpToLLVMPattern<nv_tileas::ClusterBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileas::ClusterBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    cute_nvgpu::ClusterArriveOp::create(rewriter, op.getLoc());
    rewriter.replaceOpWithNewOp<cute_nvgpu::ClusterWaitOp>(op);
    return success();
  }
};

} // namespace

void populateStructurePatterns(const TileTypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<ProgramIdLowering, NumProgramsLowering, AssumeLowering,
               MakeMemRefLowering, GetDimSizeLowering, BlockTileLowering,
               TokenLowering<nv_tileaa::CreateMemTokenOp>,
               TokenLowering<nv_tileaa::JoinMemTokenOp>, BarrierLowering,
               ClusterRankLowering, ClusterBarrierLowering>(converter);
}

} // namespace tileiras::to_llvm
