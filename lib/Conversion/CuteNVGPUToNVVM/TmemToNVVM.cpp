//===- TmemToNVVM.cpp - Tensor memory -------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation, loads, stores and copies of tensor memory, and MMAs on it, become
// the tcgen05 operations of nvvm (PTX ISA, "TensorCore 5th Generation Family
// Instructions").
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::to_llvm::i32Constant;

namespace tileiras::to_nvvm {

namespace {

struct AllocTmemLowering : OpRewritePattern<AllocTmemOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AllocTmemOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05AllocOp>(
        op, op.getSlot(), i32Constant(rewriter, op.getLoc(), op.getColumns()));
    return success();
  }
};

struct RetrieveTmemPtrLowering : OpRewritePattern<RetrieveTmemPtrOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RetrieveTmemPtrOp op,
                                PatternRewriter &rewriter) const override {
    Value address = LLVM::LoadOp::create(rewriter, op.getLoc(),
                                         rewriter.getI32Type(), op.getSlot());
    rewriter.replaceOpWithNewOp<LLVM::IntToPtrOp>(op, op.getType(), address);
    return success();
  }
};

struct DeallocTmemLowering : OpRewritePattern<DeallocTmemOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DeallocTmemOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05DeallocOp>(
        op, op.getAddress(),
        i32Constant(rewriter, op.getLoc(), op.getColumns()));
    return success();
  }
};

/// Returns the shape of a fragment that has a lowering.
NVVM::Tcgen05LdStShape getShape(atoms::Fragment fragment) {
  return fragment == atoms::Lanes16Bits256
             ? NVVM::Tcgen05LdStShape::SHAPE_16X256B
             : NVVM::Tcgen05LdStShape::SHAPE_32X32B;
}

struct TmemLoadLowering : OpRewritePattern<TmemLoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TmemLoadOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05LdOp>(
        op, op.getWords().getType(), /*pack=*/false,
        getShape(op.getAtom()->FragmentC), op.getAddress(),
        /*offset=*/Value());
    return success();
  }
};

struct TmemStoreLowering : OpRewritePattern<TmemStoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TmemStoreOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05StOp>(
        op, /*unpack=*/false, getShape(op.getAtom()->FragmentA),
        op.getAddress(), op.getWords(), /*offset=*/Value());
    return success();
  }
};

/// Copies 32 rows of 16 bytes to the lanes of all quarters, the only atom with
/// a lowering.
struct TmemCopyLowering : OpRewritePattern<TmemCopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TmemCopyOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05CpOp>(
        op, NVVM::Tcgen05CpShape::SHAPE_32x128b, NVVM::CTAGroupKind::CTA_1,
        NVVM::Tcgen05CpMulticast::WARPX4,
        /*srcFormat=*/NVVM::Tcgen05CpSrcFormatAttr(), op.getDestination(),
        op.getSource());
    return success();
  }
};

struct Tcgen05MmaLowering : OpRewritePattern<Tcgen05MmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(Tcgen05MmaOp op,
                                PatternRewriter &rewriter) const override {
    Value descriptor =
        i32Constant(rewriter, op.getLoc(), int32_t(op.getDescriptor()));
    Value a = op.getTensorA();
    if (!a)
      a = op.getA();
    if (!op.getScales().empty()) {
      rewriter.replaceOpWithNewOp<NVVM::Tcgen05MMABlockScaleOp>(
          op, getScaledKind(op.getInstruction()), NVVM::CTAGroupKind::CTA_1,
          getBlocks(op.getInstruction()), NVVM::Tcgen05MMACollectorOp::DISCARD,
          op.getD(), a, op.getB(), descriptor, op.getAccumulate(),
          op.getScales()[0], op.getScales()[1]);
      return success();
    }
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05MMAOp>(
        op, getKind(op.getElementA()), NVVM::CTAGroupKind::CTA_1,
        NVVM::Tcgen05MMACollectorOp::DISCARD, /*aShift=*/false, op.getD(), a,
        op.getB(), descriptor, op.getAccumulate(),
        /*scaleInputD=*/Value(), /*disableOutputLane=*/Value());
    return success();
  }

private:
  static NVVM::MMABlockScaleKind getScaledKind(const AtomInfo &atom) {
    if (atom.OperandBits == 8)
      return NVVM::MMABlockScaleKind::MXF8F6F4;
    return atom.ElementsOfScales >> atoms::UE8M0 & 1
               ? NVVM::MMABlockScaleKind::MXF4
               : NVVM::MMABlockScaleKind::MXF4NVF4;
  }

  static NVVM::Tcgen05MMABlockScale getBlocks(const AtomInfo &atom) {
    return atom.ScaleBlock == 16 ? NVVM::Tcgen05MMABlockScale::BLOCK16
                                 : NVVM::Tcgen05MMABlockScale::BLOCK32;
  }

  static NVVM::Tcgen05MMAKind getKind(Type element) {
    if (element.isInteger())
      return NVVM::Tcgen05MMAKind::I8;
    if (element.isTF32())
      return NVVM::Tcgen05MMAKind::TF32;
    return element.getIntOrFloatBitWidth() == 16 ? NVVM::Tcgen05MMAKind::F16
                                                 : NVVM::Tcgen05MMAKind::F8F6F4;
  }
};

struct MbarrierTensorCommitLowering : OpRewritePattern<MbarrierTensorCommitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierTensorCommitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05CommitOp>(
        op, op.getBarrier(), /*multicastMask=*/Value(),
        NVVM::CTAGroupKind::CTA_1);
    return success();
  }
};

} // namespace

void populateTmemPatterns(RewritePatternSet &patterns) {
  patterns
      .add<AllocTmemLowering, DeallocTmemLowering, MbarrierTensorCommitLowering,
           RetrieveTmemPtrLowering, Tcgen05MmaLowering, TmemCopyLowering,
           TmemLoadLowering, TmemStoreLowering>(patterns.getContext());
}

} // namespace tileiras::to_nvvm
