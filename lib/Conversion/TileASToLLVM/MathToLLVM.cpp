//===- MathToLLVM.cpp - Mathematical functions of scalars -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds: what PTX has as an instruction; what is made of such (exp, see
// below); and the rest, calls of a library of OpenCL's built-in functions under
// their mangled names, which the driver links (`blobLinkedLib`). f16 and bf16
// are evaluated in f32, as the specification says.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

/// Runs `emit` in f32 for the types that are narrower.
Value inAtLeastF32(OpBuilder &builder, Location loc, ValueRange operands,
                   Type type, function_ref<Value(ValueRange, Type)> emit) {
  if (type.isF32() || type.isF64())
    return emit(operands, type);
  Type f32 = builder.getF32Type();
  SmallVector<Value> wide;
  for (Value operand : operands)
    wide.push_back(
        isa<FloatType>(operand.getType())
            ? LLVM::FPExtOp::create(builder, loc, f32, operand).getResult()
            : operand);
  return LLVM::FPTruncOp::create(builder, loc, type, emit(wide, f32));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// An LLVM intrinsic for which NVPTX has code at every width.
template <typename OpTy, typename LLVMOp>
struct DirectLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVMOp>(op, op.getType(),
                                        adaptor.getOperands());
    return success();
  }
};

/// The same with f32 or f64 only.
template <typename OpTy, typename LLVMOp>
struct WideLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, inAtLeastF32(rewriter, op.getLoc(), adaptor.getOperands(),
                         op.getType(), [&](ValueRange operands, Type type) {
                           return LLVMOp::create(rewriter, op.getLoc(), type,
                                                 operands)
                               .getResult();
                         }));
    return success();
  }
};

/// abs, ctlz, cttz: with "is poison for this operand" off.
template <typename OpTy, typename LLVMOp>
struct FlaggedLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVMOp>(op, op.getType(), adaptor.getOperand(),
                                        /*poison=*/false);
    return success();
  }
};

Value callIntrinsic(OpBuilder &builder, Location loc, StringRef name,
                    Value operand) {
  return LLVM::CallIntrinsicOp::create(builder, loc, operand.getType(),
                                       builder.getStringAttr(name), operand)
      .getResult(0);
}

Value constant(OpBuilder &builder, Location loc, Type type, double value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getFloatAttr(type, value));
}

/// rsqrt.approx.f32 is within 2^-22.4 (PTX ISA, "rsqrt"); f64 divides.
struct RsqrtLowering : ConvertOpToLLVMPattern<math::RsqrtOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(math::RsqrtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto emit = [&](ValueRange operands, Type type) -> Value {
      if (type.isF32())
        return callIntrinsic(rewriter, loc, "llvm.nvvm.rsqrt.approx.f",
                             operands[0]);
      Value root = LLVM::SqrtOp::create(rewriter, loc, operands[0]);
      return LLVM::FDivOp::create(rewriter, loc,
                                  constant(rewriter, loc, type, 1.0), root);
    };
    rewriter.replaceOp(op, inAtLeastF32(rewriter, loc, adaptor.getOperand(),
                                        op.getType(), emit));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// exp and exp2 of f32
//===----------------------------------------------------------------------===//

/// 2^n for an integral f32 n in [-126, 127], from its bits.
Value powerOfTwo(OpBuilder &builder, Location loc, Value n) {
  Type i32 = builder.getI32Type();
  auto integer = [&](int32_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, i32,
                                    builder.getI32IntegerAttr(value));
  };
  Value biased = LLVM::AddOp::create(
      builder, loc, LLVM::FPToSIOp::create(builder, loc, i32, n), integer(127));
  Value bits = LLVM::ShlOp::create(builder, loc, biased, integer(23));
  return LLVM::BitcastOp::create(builder, loc, n.getType(), bits);
}

/// e^x = 2^n * 2^(f log2 e), n = rint(x log2 e), f = x - n ln 2 in two parts,
/// so that |f| ≤ ln(2)/2 is exact to some 2^-33. ex2.approx is within 2^-22
/// (PTX ISA, "ex2"); 2^n is multiplied in two steps, since it need not be
/// representable where the result is. Beyond [-104, 89] the result is 0 or
/// infinity already.
Value emitExp(OpBuilder &builder, Location loc, Value x) {
  Type type = x.getType();
  auto number = [&](double value) {
    return constant(builder, loc, type, value);
  };
  x = LLVM::MaximumOp::create(builder, loc, x, number(-104.0));
  x = LLVM::MinimumOp::create(builder, loc, x, number(89.0));
  Value log2e = number(1.4426950408889634);
  Value n = LLVM::RoundEvenOp::create(
      builder, loc, LLVM::FMulOp::create(builder, loc, x, log2e));
  Value f = LLVM::FMAOp::create(builder, loc, n, number(-0x1.62e4p-1), x);
  f = LLVM::FMAOp::create(builder, loc, n, number(-0x1.7f7d1cf79abcap-20), f);
  Value power = callIntrinsic(builder, loc, "llvm.nvvm.ex2.approx",
                              LLVM::FMulOp::create(builder, loc, f, log2e));
  Value half = LLVM::FFloorOp::create(
      builder, loc, LLVM::FMulOp::create(builder, loc, n, number(0.5)));
  Value rest = LLVM::FSubOp::create(builder, loc, n, half);
  power =
      LLVM::FMulOp::create(builder, loc, power, powerOfTwo(builder, loc, half));
  return LLVM::FMulOp::create(builder, loc, power,
                              powerOfTwo(builder, loc, rest));
}

//===----------------------------------------------------------------------===//
// Library functions
//===----------------------------------------------------------------------===//

/// The Itanium name of an OpenCL built-in function: _Z3powff.
std::string mangle(StringRef name, ValueRange operands) {
  std::string mangled = "_Z" + std::to_string(name.size()) + name.str();
  for (Value operand : operands) {
    Type type = operand.getType();
    mangled += type.isF64() ? 'd' : type.isF32() ? 'f' : 'i';
  }
  return mangled;
}

Value callLibrary(OpBuilder &builder, Operation *op, StringRef name,
                  ValueRange operands, Type type) {
  auto module = op->getParentOfType<gpu::GPUModuleOp>();
  std::string symbol = mangle(name, operands);
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(symbol);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    function = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), symbol,
        LLVM::LLVMFunctionType::get(type,
                                    llvm::to_vector(operands.getTypes())));
  }
  return LLVM::CallOp::create(builder, op->getLoc(), function, operands)
      .getResult();
}

template <typename OpTy> struct LibraryLowering : ConvertOpToLLVMPattern<OpTy> {
  LibraryLowering(const LLVMTypeConverter &converter, StringRef name)
      : ConvertOpToLLVMPattern<OpTy>(converter, PatternBenefit(2)), name(name) {
  }

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, inAtLeastF32(rewriter, op.getLoc(),
                                        adaptor.getOperands(), op.getType(),
                                        [&](ValueRange operands, Type type) {
                                          return callLibrary(rewriter, op, name,
                                                             operands, type);
                                        }));
    return success();
  }

  StringRef name;
};

/// exp and exp2: f64 by the library.
struct ExpLowering : ConvertOpToLLVMPattern<math::ExpOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(math::ExpOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto emit = [&](ValueRange operands, Type type) -> Value {
      return type.isF64() ? callLibrary(rewriter, op, "exp", operands, type)
                          : emitExp(rewriter, op.getLoc(), operands[0]);
    };
    rewriter.replaceOp(op,
                       inAtLeastF32(rewriter, op.getLoc(), adaptor.getOperand(),
                                    op.getType(), emit));
    return success();
  }
};

struct Exp2Lowering : ConvertOpToLLVMPattern<math::Exp2Op> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(math::Exp2Op op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto emit = [&](ValueRange operands, Type type) -> Value {
      return type.isF64() ? callLibrary(rewriter, op, "exp2", operands, type)
                          : callIntrinsic(rewriter, op.getLoc(),
                                          "llvm.nvvm.ex2.approx", operands[0]);
    };
    rewriter.replaceOp(op,
                       inAtLeastF32(rewriter, op.getLoc(), adaptor.getOperand(),
                                    op.getType(), emit));
    return success();
  }
};

} // namespace

void populateMathPatterns(const TileTypeConverter &converter,
                          RewritePatternSet &patterns) {
  patterns.add<
      DirectLowering<math::AbsFOp, LLVM::FAbsOp>,
      DirectLowering<math::FmaOp, LLVM::FMAOp>,
      DirectLowering<math::CtPopOp, LLVM::CtPopOp>,
      FlaggedLowering<math::AbsIOp, LLVM::AbsOp>,
      FlaggedLowering<math::CountLeadingZerosOp, LLVM::CountLeadingZerosOp>,
      FlaggedLowering<math::CountTrailingZerosOp, LLVM::CountTrailingZerosOp>,
      WideLowering<math::FloorOp, LLVM::FFloorOp>,
      WideLowering<math::CeilOp, LLVM::FCeilOp>,
      WideLowering<math::TruncOp, LLVM::FTruncOp>,
      WideLowering<math::SqrtOp, LLVM::SqrtOp>, RsqrtLowering, ExpLowering,
      Exp2Lowering>(converter);
  patterns.add<LibraryLowering<math::LogOp>>(converter, "log");
  patterns.add<LibraryLowering<math::Log2Op>>(converter, "log2");
  patterns.add<LibraryLowering<math::SinOp>>(converter, "sin");
  patterns.add<LibraryLowering<math::CosOp>>(converter, "cos");
  patterns.add<LibraryLowering<math::TanOp>>(converter, "tan");
  patterns.add<LibraryLowering<math::SinhOp>>(converter, "sinh");
  patterns.add<LibraryLowering<math::CoshOp>>(converter, "cosh");
  patterns.add<LibraryLowering<math::TanhOp>>(converter, "tanh");
  patterns.add<LibraryLowering<math::PowFOp>>(converter, "pow");
  patterns.add<LibraryLowering<math::FPowIOp>>(converter, "pown");
  patterns.add<LibraryLowering<math::Atan2Op>>(converter, "atan2");
  patterns.add<LibraryLowering<arith::RemFOp>>(converter, "fmod");
}

} // namespace tileiras::to_llvm
