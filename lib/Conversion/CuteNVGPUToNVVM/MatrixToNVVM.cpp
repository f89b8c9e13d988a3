//===- MatrixToNVVM.cpp - MMAs and matrix loads ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync, ldmatrix, stmatrix and wgmma become operations of nvvm, whose
// attributes name shapes, types and layouts. Instructions that nvvm.mma.sync
// lacks are calls of LLVM's intrinsics.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;

namespace tileiras::to_nvvm {

namespace {

struct MmaLowering : OpRewritePattern<MmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MmaOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getAtom()->Lowering == atoms::MmaIntrinsic)
      callIntrinsic(op, rewriter);
    else
      createMma(op, rewriter);
    return success();
  }

private:
  static void createMma(MmaOp op, PatternRewriter &rewriter) {
    const AtomInfo &atom = *op.getAtom().getInfo();
    std::optional<NVVM::MMAIntOverflow> overflow;
    if (op.getC().front().getType().isInteger())
      overflow = NVVM::MMAIntOverflow::wrapped;
    auto nameType = [](Type element) {
      return *NVVM::symbolizeMMATypes(getPtxName(element));
    };
    rewriter.replaceOpWithNewOp<NVVM::MmaOp>(
        op, op.getType(), op.getA(), op.getB(), op.getC(),
        ArrayRef<int64_t>{atom.M, atom.N, atom.K}, std::nullopt, overflow,
        std::array<NVVM::MMATypes, 2>{nameType(op.getElementA()),
                                      nameType(op.getElementB())},
        std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                       NVVM::MMALayout::col});
  }

  /// Narrow floats and large shapes of f64 are missing in nvvm.mma.sync. The
  /// intrinsics name all four types if these differ.
  static void callIntrinsic(MmaOp op, PatternRewriter &rewriter) {
    const AtomInfo &atom = *op.getAtom().getInfo();
    std::string types = "f64";
    if (!op.getElementA().isF64())
      types = llvm::formatv(
          "{0}.{1}.{2}.{0}",
          getPtxName(getElementTypeOrSelf(op.getC().front().getType())),
          getPtxName(op.getElementA()), getPtxName(op.getElementB()));
    std::string name = llvm::formatv("llvm.nvvm.mma.m{0}n{1}k{2}.row.col.{3}",
                                     atom.M, atom.N, atom.K, types);
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(name), op.getOperands());
  }
};

struct MmaBsLowering : OpRewritePattern<MmaBsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MmaBsOp op,
                                PatternRewriter &rewriter) const override {
    const AtomInfo &atom = *op.getAtom().getInfo();
    auto nameType = [](Type element) {
      return *NVVM::symbolizeMMATypes(getPtxName(element));
    };
    auto selector = [&](uint32_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, op.getLoc(),
                                      rewriter.getI16IntegerAttr(value));
    };
    bool isUE8M0 = isa<Float8E8M0FNUType>(op.getElementScale());
    rewriter.replaceOpWithNewOp<NVVM::MmaBlockScaleOp>(
        op, op.getType(), op.getA(), op.getB(), op.getC(), op.getScaleA(),
        selector(op.getByteA()), selector(op.getThreadA()), op.getScaleB(),
        selector(op.getByteB()), selector(op.getThreadB()),
        ArrayRef<int64_t>{atom.M, atom.N, atom.K},
        std::array<NVVM::MMATypes, 2>{nameType(op.getElementA()),
                                      nameType(op.getElementB())},
        getVectorSize(atom),
        isUE8M0 ? NVVM::BlockScaleFormat::UE8M0 : NVVM::BlockScaleFormat::UE4M3,
        getKind(atom));
    return success();
  }

private:
  static NVVM::ScaleVecSize getVectorSize(const AtomInfo &atom) {
    switch (atom.getScalesOfRow()) {
    case 1:
      return NVVM::ScaleVecSize::X1;
    case 2:
      return NVVM::ScaleVecSize::X2;
    default:
      return NVVM::ScaleVecSize::X4;
    }
  }

  static NVVM::MMABlockScaleKind getKind(const AtomInfo &atom) {
    if (atom.OperandBits == 8)
      return NVVM::MMABlockScaleKind::MXF8F6F4;
    return atom.getScalesOfRow() == 4 ? NVVM::MMABlockScaleKind::MXF4NVF4
                                      : NVVM::MMABlockScaleKind::MXF4;
  }
};

struct LdsmLowering : OpRewritePattern<LdsmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LdsmOp op,
                                PatternRewriter &rewriter) const override {
    AtomAttr atom = op.getAtom();
    bool isOfBytes = atom->FragmentC == atoms::ByteMatrixTransposed;
    bool transpose = isOfBytes || atom->FragmentC == atoms::MmaCTransposed;
    rewriter.replaceOpWithNewOp<NVVM::LdMatrixOp>(
        op, op.getType(), op.getAddress(), atom.getSize(),
        transpose ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(getContext(), atom->M, atom->N),
        isOfBytes ? NVVM::LdStMatrixEltType::B8 : NVVM::LdStMatrixEltType::B16);
    return success();
  }
};

struct StsmLowering : OpRewritePattern<StsmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(StsmOp op,
                                PatternRewriter &rewriter) const override {
    AtomAttr atom = op.getAtom();
    bool transpose = atom->FragmentA == atoms::MmaCTransposed;
    rewriter.replaceOpWithNewOp<NVVM::StMatrixOp>(
        op, op.getAddress(), op.getWords(),
        transpose ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(getContext(), atom->M, atom->N),
        NVVM::LdStMatrixEltType::B16);
    return success();
  }
};

/// Both operands are descriptors, and the instruction always accumulates; forms
/// that nvvm lacks are inline assembly.
struct WgmmaLowering : OpRewritePattern<WgmmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WgmmaOp op,
                                PatternRewriter &rewriter) const override {
    if (op.isText())
      return rewriter.notifyMatchFailure(op, "nvvm lacks this form");
    const AtomInfo &atom = *op.getAtom().getInfo();
    Location loc = op.getLoc();
    Value accumulators = LLVM::PoisonOp::create(rewriter, loc, op.getType());
    for (auto [index, value] : llvm::enumerate(op.getC()))
      accumulators = LLVM::InsertValueOp::create(
          rewriter, loc, accumulators, value, ArrayRef<int64_t>(index));
    auto nameType = [](Type element) {
      return *NVVM::symbolizeWGMMATypes(getPtxName(element));
    };
    bool isInteger = atom.ElementsC >> atoms::S32 & 1;
    NVVM::WGMMATypes accumulatorType = isInteger ? NVVM::WGMMATypes::s32
                                       : op.getC().front().getType().isF32()
                                           ? NVVM::WGMMATypes::f32
                                           : NVVM::WGMMATypes::f16;
    // nvvm calls B a column if it is contiguous along K.
    rewriter.replaceOpWithNewOp<NVVM::WgmmaMmaAsyncOp>(
        op, op.getType(), accumulators, op.getA().front(), op.getB(),
        NVVM::MMAShapeAttr::get(getContext(), atom.M, op.getAtom().getSize(),
                                atom.K),
        nameType(op.getElementA()), nameType(op.getElementB()), accumulatorType,
        NVVM::WGMMAScaleOut::one, NVVM::WGMMAScaleIn::one,
        NVVM::WGMMAScaleIn::one,
        op.getTransposeA() ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        op.getTransposeB() ? NVVM::MMALayout::row : NVVM::MMALayout::col,
        NVVM::MMAIntOverflowAttr());
    return success();
  }
};

} // namespace

void populateMatrixPatterns(RewritePatternSet &patterns) {
  patterns.add<LdsmLowering, MmaLowering, MmaBsLowering, StsmLowering,
               WgmmaLowering>(patterns.getContext());
}

} // namespace tileiras::to_nvvm
