//===- ElementwiseToLLVM.cpp - Element-wise operations --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of arith and math on a tile are repeated on each register: on
// scalars, or on pairs of floats, which phase 7 lowers. The operations of
// nv_tileaa with a rounding mode or ftz are the intrinsics of their PTX
// instructions (PTX ISA, "Floating Point Instructions").
//
//===----------------------------------------------------------------------===//

#include "DirectedRounding.h"
#include "Exponential.h"
#include "PackedArithmetic.h"
#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Dialect/TileAS/IR/ExponentialUnits.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using nv_tileaa::RoundingMode;

namespace tileiras::to_llvm {

namespace {

/// Lowers arith and math on tiles.
struct ScalarizeLowering : ConversionPattern {
  ScalarizeLowering(const TileTypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    bool hasScalarForm =
        isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        isa<nv_tileaa::Atan2Op>(op);
    if (!hasScalarForm || !op->hasTrait<OpTrait::Elementwise>() ||
        op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "not element-wise");
    auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!tile)
      return rewriter.notifyMatchFailure(op, "already scalar");
    Type type = getTypeConverter()->convertType(tile);
    if (std::optional<Value> packed =
            emitPacked(op, operands, type, rewriter)) {
      rewriter.replaceOp(op, *packed);
      return success();
    }
    return forEachRegister(
        op, operands, type, rewriter,
        [&](ValueRange scalars, Type element) -> FailureOr<Value> {
          OperationState state(op->getLoc(), op->getName(), scalars, element,
                               op->getAttrs());
          return rewriter.create(state)->getResult(0);
        });
  }
};

/// A call of an intrinsic, named by the instruction and its modifiers, for the
/// types that PTX itself rounds.
struct RoundedIntrinsic {
  OpBuilder &builder;
  Location loc;
  RoundingMode mode;
  bool ftz;

  Value call(const Twine &name, ValueRange operands, Type type) const {
    return callIntrinsic(builder, loc, name, operands, type);
  }
  /// llvm.nvvm.<op>.<rnd>[.ftz].{f,d}
  Value arithmetic(StringRef op, ValueRange operands) const {
    Type type = operands[0].getType();
    return call("llvm.nvvm." + op + "." + ptxRounding(mode) +
                    (ftz ? ".ftz" : "") + (type.isF64() ? ".d" : ".f"),
                operands, type);
  }
};

/// f16 and bf16 with a directed rounding are computed in f32 (specification,
/// numeric rules), and rounded once more in the same direction.
FailureOr<Value> emitWidened(RoundedIntrinsic rounded, ValueRange operands,
                             function_ref<FailureOr<Value>(ValueRange)> emit) {
  Type type = operands[0].getType();
  if (type.isF32() || type.isF64())
    return emit(operands);
  Type f32 = rounded.builder.getF32Type();
  SmallVector<Value> wide;
  for (Value operand : operands)
    wide.push_back(
        LLVM::FPExtOp::create(rounded.builder, rounded.loc, f32, operand));
  FailureOr<Value> result = emit(wide);
  if (failed(result))
    return failure();
  if (isDirected(rounded.mode))
    return narrowDirected(rounded.builder, rounded.loc, *result, type,
                          rounded.mode);
  return LLVM::FPTruncOp::create(rounded.builder, rounded.loc, type, *result)
      .getResult();
}

Value negate(RoundedIntrinsic rounded, Value value) {
  return LLVM::FNegOp::create(rounded.builder, rounded.loc, value);
}

Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::AddFOp,
                  ValueRange operands) {
  return rounded.arithmetic("add", operands);
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::SubFOp,
                  ValueRange operands) {
  return rounded.arithmetic("add", {operands[0], negate(rounded, operands[1])});
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::MulFOp,
                  ValueRange operands) {
  return rounded.arithmetic("mul", operands);
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::FmaOp,
                  ValueRange operands) {
  return rounded.arithmetic("fma", operands);
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::DivFOp,
                  ValueRange operands) {
  StringRef ftz = rounded.ftz ? ".ftz" : "";
  Type type = operands[0].getType();
  if (rounded.mode == RoundingMode::APPROX)
    return rounded.call("llvm.nvvm.div.approx" + ftz + ".f", operands, type);
  if (rounded.mode == RoundingMode::FULL)
    return rounded.call("llvm.nvvm.div.full" + ftz, operands, type);
  return rounded.arithmetic("div", operands);
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::SqrtOp,
                  ValueRange operands) {
  if (rounded.mode != RoundingMode::APPROX)
    return rounded.arithmetic("sqrt", operands);
  StringRef ftz = rounded.ftz ? ".ftz" : "";
  return rounded.call("llvm.nvvm.sqrt.approx" + ftz + ".f", operands,
                      operands[0].getType());
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::RsqrtOp,
                  ValueRange operands) {
  StringRef ftz = rounded.ftz ? ".ftz" : "";
  return rounded.call("llvm.nvvm.rsqrt.approx" + ftz + ".f", operands,
                      operands[0].getType());
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::Exp2Op,
                  ValueRange operands) {
  StringRef ftz = rounded.ftz ? ".ftz" : "";
  return rounded.call("llvm.nvvm.ex2.approx" + ftz, operands,
                      operands[0].getType());
}
/// approx: 2^(x * log2 e).
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::ExpOp,
                  ValueRange operands) {
  Type type = operands[0].getType();
  Value log2e = LLVM::ConstantOp::create(
      rounded.builder, rounded.loc, type,
      rounded.builder.getFloatAttr(type, 1.4426950408889634));
  Value scaled =
      LLVM::FMulOp::create(rounded.builder, rounded.loc, operands[0], log2e);
  return rounded.call("llvm.nvvm.ex2.approx", scaled, type);
}
Value emitRounded(RoundedIntrinsic rounded, nv_tileaa::TanhOp,
                  ValueRange operands) {
  return LLVM::TanhOp::create(rounded.builder, rounded.loc, operands[0],
                              LLVM::FastmathFlags::afn);
}

/// Returns the PTX name of an operation that PTX has for pairs of f32; empty if
/// it has none.
template <typename OpTy> constexpr StringRef getPackedName() {
  if constexpr (std::is_same_v<OpTy, nv_tileaa::AddFOp>)
    return "add";
  if constexpr (std::is_same_v<OpTy, nv_tileaa::SubFOp>)
    return "sub";
  if constexpr (std::is_same_v<OpTy, nv_tileaa::MulFOp>)
    return "mul";
  if constexpr (std::is_same_v<OpTy, nv_tileaa::FmaOp>)
    return "fma";
  return "";
}

template <typename OpTy> struct RoundedLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RoundedIntrinsic rounded{rewriter, op.getLoc(), op.getRoundingMode(),
                             op.getFtz()};
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (std::optional<Value> packed = emitByPairsOfF32(
            op, adaptor.getOperands(), type, rounded, rewriter)) {
      rewriter.replaceOp(op, *packed);
      return success();
    }
    return forEachRegister(op, adaptor.getOperands(), type, rewriter,
                           [&](ValueRange scalars, Type) -> FailureOr<Value> {
                             return emitWidened(
                                 rounded, scalars,
                                 [&](ValueRange wide) -> FailureOr<Value> {
                                   return emitRounded(rounded, op, wide);
                                 });
                           });
  }

private:
  static std::optional<Value>
  emitByPairsOfF32(OpTy op, ValueRange operands, Type type,
                   RoundedIntrinsic rounded,
                   ConversionPatternRewriter &rewriter) {
    constexpr StringRef name = getPackedName<OpTy>();
    if (name.empty() || !isa<RankedTensorType>(op.getType()) ||
        !getElementTypeOrSelf(op.getType()).isF32() || !hasPairsOfF32(op))
      return std::nullopt;
    std::string instruction =
        (name + "." + ptxRounding(rounded.mode) + (rounded.ftz ? ".ftz" : ""))
            .str();
    return emitByPairs(op, operands, type, rewriter, [&](ValueRange pairs) {
      return emitPairOfF32(rewriter, op.getLoc(), instruction, pairs);
    });
  }
};

/// Lowers exp2 of which the schedule has decided that some pairs are computed
/// by fused multiply-adds, as in FlashAttention-4 (SplitExponentials.h).
struct SplitExp2Lowering : ConvertOpToLLVMPattern<nv_tileaa::Exp2Op> {
  explicit SplitExp2Lowering(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/2) {}

  /// The pairs that are computed by FMA have equal distances. Their choice
  /// affects the schedule of ptxas 13.5: with these, beginning at the fifth, an
  /// iteration of attention takes 2 to 6 % less time than with most others
  /// (bench/loopmodel).
  static constexpr unsigned kShare = nv_tileas::kExp2PairsByFma,
                            kPairs = nv_tileas::kExp2Pairs, kOffset = 5;
  static constexpr bool isByFma(unsigned pair) {
    return (pair * kShare + kOffset) % kPairs < kShare;
  }

  LogicalResult
  matchAndRewrite(nv_tileaa::Exp2Op op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type || !maySplit(op) || type.getBody().size() % kPairs != 0)
      return rewriter.notifyMatchFailure(op, "the special units execute it");
    RoundedIntrinsic rounded{rewriter, op.getLoc(), op.getRoundingMode(),
                             op.getFtz()};
    auto emitOne = [&](ValueRange half) {
      return emitRounded(rounded, op, half);
    };
    unsigned pairIndex = 0;
    rewriter.replaceOp(
        op,
        *emitByPairs(
            op, adaptor.getOperands(), type, rewriter, [&](ValueRange pair) {
              return isByFma(pairIndex++)
                         ? emitExp2ByFma(rewriter, op.getLoc(), pair[0])
                         : emitHalves(rewriter, op.getLoc(), pair, emitOne);
            }));
    return success();
  }

private:
  static bool maySplit(nv_tileaa::Exp2Op op) {
    const TargetInfo *target = findTarget(op);
    return op->hasAttr(nv_tileas::kExp2ByFmaAttrName) && target &&
           target->F32x2 && op.getFtz() &&
           getElementTypeOrSelf(op.getType()).isF32();
  }
};

/// Lowers max.ftz and related instructions: PTX ISA, "max".
template <typename OpTy> struct MinMaxLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::string name = std::is_same_v<OpTy, nv_tileaa::MaxFOp>
                           ? "llvm.nvvm.fmax"
                           : "llvm.nvvm.fmin";
    name += op.getFtz() ? ".ftz" : "";
    name += op.getPropagateNan() ? ".nan.f" : ".f";
    RoundedIntrinsic rounded{rewriter, op.getLoc(), RoundingMode::NEAREST_EVEN,
                             op.getFtz()};
    Type type = this->getTypeConverter()->convertType(op.getType());
    return forEachRegister(
        op, adaptor.getOperands(), type, rewriter,
        [&](ValueRange scalars, Type) -> FailureOr<Value> {
          return emitWidened(
              rounded, scalars, [&](ValueRange wide) -> FailureOr<Value> {
                return rounded.call(name, wide, wide[0].getType());
              });
        });
  }
};

/// Returns the high half of a product of double width.
struct MulhiLowering : ConvertOpToLLVMPattern<nv_tileaa::MulhiUIOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::MulhiUIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = getTypeConverter()->convertType(op.getType());
    return forEachRegister(
        op, adaptor.getOperands(), type, rewriter,
        [&](ValueRange scalars, Type element) -> FailureOr<Value> {
          unsigned bits = element.getIntOrFloatBitWidth();
          Type wide = rewriter.getIntegerType(2 * bits);
          Value lhs = LLVM::ZExtOp::create(rewriter, loc, wide, scalars[0]);
          Value rhs = LLVM::ZExtOp::create(rewriter, loc, wide, scalars[1]);
          Value product = LLVM::MulOp::create(rewriter, loc, lhs, rhs);
          Value amount = LLVM::ConstantOp::create(
              rewriter, loc, wide, rewriter.getIntegerAttr(wide, bits));
          Value high = LLVM::LShrOp::create(rewriter, loc, product, amount);
          return LLVM::TruncOp::create(rewriter, loc, element, high)
              .getResult();
        });
  }
};

} // namespace

void populateElementwisePatterns(const TileTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<ScalarizeLowering>(converter, patterns.getContext());
  patterns.add<
      RoundedLowering<nv_tileaa::AddFOp>, RoundedLowering<nv_tileaa::SubFOp>,
      RoundedLowering<nv_tileaa::MulFOp>, RoundedLowering<nv_tileaa::DivFOp>,
      RoundedLowering<nv_tileaa::FmaOp>, RoundedLowering<nv_tileaa::SqrtOp>,
      RoundedLowering<nv_tileaa::RsqrtOp>, RoundedLowering<nv_tileaa::ExpOp>,
      RoundedLowering<nv_tileaa::Exp2Op>, RoundedLowering<nv_tileaa::TanhOp>,
      MinMaxLowering<nv_tileaa::MaxFOp>, MinMaxLowering<nv_tileaa::MinFOp>,
      SplitExp2Lowering, MulhiLowering>(converter);
}

} // namespace tileiras::to_llvm
