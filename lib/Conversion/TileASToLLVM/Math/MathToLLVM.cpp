//===- MathToLLVM.cpp - Mathematical functions of scalars -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are three kinds of functions: PTX instructions; functions with code in
// this compiler (Exponential.h, Logarithm.h, Power.h, Trigonometry.h,
// Trigonometry64.h), unless the library is requested for all; and calls of a
// library of OpenCL's built-in functions under their mangled names, which the
// driver links (`blobLinkedLib`). f16 and bf16 are evaluated in f32, as the
// specification says.
//
//===----------------------------------------------------------------------===//

#include "Exponential.h"
#include "Logarithm.h"
#include "PackedArithmetic.h"
#include "Patterns.h"
#include "Power.h"
#include "ThreadIndex.h"
#include "Trigonometry64.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

/// Emits the value of a scalar operation from its operands, which have its type
/// (or are integers).
using Emit = std::function<Value(OpBuilder &, Operation *, ValueRange, Type)>;

enum class Width { Any, F32OrF64, F32OrF64OrPair };

/// Lowers by `emit`. It accepts every type, or f32 and f64. In the second case
/// narrower types are computed in f32, and pairs one half after the other
/// unless it accepts them, too.
template <typename OpTy> struct ScalarLowering : ConvertOpToLLVMPattern<OpTy> {
  ScalarLowering(const LLVMTypeConverter &converter, Width width, Emit emit,
                 PatternBenefit benefit = 1)
      : ConvertOpToLLVMPattern<OpTy>(converter, benefit), width(width),
        emit(std::move(emit)) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType();
    bool isPair = isa<VectorType>(type) && width == Width::F32OrF64OrPair;
    rewriter.replaceOp(
        op, isPair || width == Width::Any
                ? emit(rewriter, op, adaptor.getOperands(), type)
            : isa<VectorType>(type)
                ? emitHalves(rewriter, op.getLoc(), adaptor.getOperands(),
                             [&](ValueRange halves) {
                               return emitScalar(rewriter, op, halves,
                                                 getElementTypeOrSelf(type));
                             })
                : emitScalar(rewriter, op, adaptor.getOperands(), type));
    return success();
  }

private:
  Value emitScalar(OpBuilder &builder, OpTy op, ValueRange operands,
                   Type type) const {
    return type.isF32() || type.isF64() ? emit(builder, op, operands, type)
                                        : emitInF32(builder, op, operands);
  }

  Value emitInF32(OpBuilder &builder, OpTy op, ValueRange operands) const {
    Type f32 = builder.getF32Type();
    SmallVector<Value> wide;
    for (Value operand : operands)
      wide.push_back(
          isa<FloatType>(operand.getType())
              ? LLVM::FPExtOp::create(builder, op.getLoc(), f32, operand)
                    .getResult()
              : operand);
    return LLVM::FPTruncOp::create(builder, op.getLoc(), op.getType(),
                                   emit(builder, op, wide, f32));
  }

  Width width;
  Emit emit;
};

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Emits an operation of the LLVM dialect with the same operands.
template <typename LLVMOp>
Value emitOp(OpBuilder &builder, Operation *op, ValueRange operands,
             Type type) {
  return LLVMOp::create(builder, op->getLoc(), type, operands).getResult();
}

/// Emits abs, ctlz or cttz with the "is poison for this operand" flag off.
template <typename LLVMOp>
Value emitDefined(OpBuilder &builder, Operation *op, ValueRange operands,
                  Type type) {
  return LLVMOp::create(builder, op->getLoc(), type, operands[0],
                        /*poison=*/false)
      .getResult();
}

Value constant(OpBuilder &builder, Location loc, Type type, double value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getFloatAttr(type, value));
}

/// rsqrt.approx.f32 is within 2^-22.4 (PTX ISA, "rsqrt"); f64 divides.
Value emitRsqrt(OpBuilder &builder, Operation *op, ValueRange operands,
                Type type) {
  Location loc = op->getLoc();
  if (type.isF32())
    return callIntrinsic(builder, loc, "llvm.nvvm.rsqrt.approx.f", operands,
                         type);
  Value root = LLVM::SqrtOp::create(builder, loc, operands[0]);
  return LLVM::FDivOp::create(builder, loc, constant(builder, loc, type, 1.0),
                              root);
}

//===----------------------------------------------------------------------===//
// Library functions
//===----------------------------------------------------------------------===//

/// Returns the Itanium name of an OpenCL built-in function: _Z3powff.
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

Emit library(StringRef name) {
  return [name](OpBuilder &builder, Operation *op, ValueRange operands,
                Type type) {
    return callLibrary(builder, op, name, operands, type);
  };
}

/// libclc's f64 functions compute an index of a table from the operand, which
/// is out of range for a NaN; the result is then the operand.
Emit libraryOfNumbers(StringRef name) {
  return [name](OpBuilder &builder, Operation *op, ValueRange operands,
                Type type) {
    if (!type.isF64())
      return callLibrary(builder, op, name, operands, type);
    Location loc = op->getLoc();
    Value isNaN = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                       operands[0], operands[0]);
    Value number = LLVM::SelectOp::create(
        builder, loc, isNaN, constant(builder, loc, type, 0.0), operands[0]);
    Value result = callLibrary(builder, op, name, number, type);
    return LLVM::SelectOp::create(builder, loc, isNaN, operands[0], result)
        .getResult();
  };
}

//===----------------------------------------------------------------------===//
// Functions with code of our own
//===----------------------------------------------------------------------===//

/// The remainder of f32 numbers is representable in f32, and is the remainder
/// of the same numbers in f64. libclc's version for f32 returns 0 where the
/// remainder is subnormal, which remainders of f16 numbers never are.
Value emitRemainder(OpBuilder &builder, Operation *op, ValueRange operands,
                    Type type) {
  if (type.isF64() || op->getResult(0).getType().isF16())
    return callLibrary(builder, op, "fmod", operands, type);
  Location loc = op->getLoc();
  Type f64 = builder.getF64Type();
  SmallVector<Value> wide;
  for (Value operand : operands)
    wide.push_back(LLVM::FPExtOp::create(builder, loc, f64, operand));
  return LLVM::FPTruncOp::create(builder, loc, type,
                                 callLibrary(builder, op, "fmod", wide, f64));
}

/// Returns x^y. In f64, libclc computes y log2 x, which may be infinite, and
/// then subtracts another infinity. Exponents beyond 2^64 have the results of
/// 2^64: they are even, and a power of any number but 0, 1, -1 and the
/// infinities is 0 or an infinity long before.
Value emitPower(OpBuilder &builder, Operation *op, ValueRange operands,
                Type type) {
  Location loc = op->getLoc();
  if (!type.isF64())
    return emitPowF32(builder, loc, operands[0], operands[1]);
  Value maxExponent = constant(builder, loc, type, 0x1p+64),
        exponent = operands[1];
  Value size = LLVM::FAbsOp::create(builder, loc, exponent);
  Value isLarge = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::ogt,
                                       size, maxExponent);
  Value limit = LLVM::CopySignOp::create(builder, loc, maxExponent, exponent);
  exponent = LLVM::SelectOp::create(builder, loc, isLarge, limit, exponent);
  return callLibrary(builder, op, "pow", {operands[0], exponent}, type);
}

/// Returns x^n. In f64 pow is correct where libclc's pown returns NaN instead
/// of 0.
Value emitIntegerPower(OpBuilder &builder, Operation *op, ValueRange operands,
                       Type type) {
  if (!type.isF64())
    return callLibrary(builder, op, "pown", operands, type);
  Value exponent =
      LLVM::SIToFPOp::create(builder, op->getLoc(), type, operands[1]);
  return emitPower(builder, op, {operands[0], exponent}, type);
}

using Code = Value (*)(OpBuilder &, Location, Value);

/// Emits the code of this compiler for the type; if there is none, calls
/// `other`.
Emit own(Code f32, Code f64, Emit other) {
  return
      [=](OpBuilder &builder, Operation *op, ValueRange operands, Type type) {
        Code code = type.isF64() ? f64 : f32;
        return code ? code(builder, op->getLoc(), operands[0])
                    : other(builder, op, operands, type);
      };
}

Emit trigonometric(Trigonometric function) {
  return [=](OpBuilder &builder, Operation *op, ValueRange operands,
             Type type) {
    auto emit = type.isF64() ? emitTrigonometric64 : emitTrigonometric;
    return emit(builder, op->getLoc(), op->getParentOfType<gpu::GPUModuleOp>(),
                function, operands[0]);
  };
}

/// Registers the lowerings of several operations.
struct Populate {
  const TileTypeConverter &converter;
  RewritePatternSet &patterns;

  /// The operation is lowered at every width, by NVPTX.
  template <typename OpTy> void any(Emit emit) {
    patterns.add<ScalarLowering<OpTy>>(converter, Width::Any, std::move(emit));
  }
  /// The operation is lowered for f32 and f64 only. The benefit puts it before
  /// MLIR's own arith patterns.
  template <typename OpTy> void wide(Emit emit, Width width = Width::F32OrF64) {
    patterns.add<ScalarLowering<OpTy>>(converter, width, std::move(emit),
                                       /*benefit=*/2);
  }
};

} // namespace

/// Adds functions of f32 and f64 with code of this compiler where that is
/// better.
static void populateOwnFunctions(Populate add) {
  add.wide<math::RsqrtOp>(emitRsqrt);
  add.wide<math::ExpOp>(own(emitExp, emitExp, {}), Width::F32OrF64OrPair);
  add.wide<math::Exp2Op>(own(emitExp2, emitExp2, {}));
  add.wide<math::LogOp>(own(emitLogF32, nullptr, library("log")));
  add.wide<math::Log2Op>(own(emitLog2F32, nullptr, library("log2")));
  add.wide<math::SinOp>(trigonometric(Trigonometric::Sin));
  add.wide<math::CosOp>(trigonometric(Trigonometric::Cos));
  add.wide<math::TanOp>(trigonometric(Trigonometric::Tan));
  add.wide<math::SinhOp>(own(emitSinhF32, nullptr, libraryOfNumbers("sinh")));
  add.wide<math::CoshOp>(own(emitCoshF32, nullptr, libraryOfNumbers("cosh")));
  add.wide<math::TanhOp>(own(emitTanhF32, nullptr, library("tanh")));
  add.wide<math::PowFOp>(emitPower);
  add.wide<arith::RemFOp>(emitRemainder);
}

/// Adds the same functions, all from the library.
static void populateLibraryFunctions(Populate add) {
  add.wide<math::RsqrtOp>(library("rsqrt"));
  add.wide<math::ExpOp>(library("exp"));
  add.wide<math::Exp2Op>(library("exp2"));
  add.wide<math::LogOp>(library("log"));
  add.wide<math::Log2Op>(library("log2"));
  add.wide<math::SinOp>(library("sin"));
  add.wide<math::CosOp>(library("cos"));
  add.wide<math::TanOp>(library("tan"));
  add.wide<math::SinhOp>(libraryOfNumbers("sinh"));
  add.wide<math::CoshOp>(libraryOfNumbers("cosh"));
  add.wide<math::TanhOp>(library("tanh"));
  add.wide<math::PowFOp>(library("pow"));
  add.wide<arith::RemFOp>(library("fmod"));
}

void populateMathPatterns(const TileTypeConverter &converter,
                          bool libraryFunctions, RewritePatternSet &patterns) {
  Populate add{converter, patterns};
  if (libraryFunctions)
    populateLibraryFunctions(add);
  else
    populateOwnFunctions(add);
  add.any<math::AbsFOp>(emitOp<LLVM::FAbsOp>);
  add.any<math::FmaOp>(emitOp<LLVM::FMAOp>);
  add.any<math::CtPopOp>(emitOp<LLVM::CtPopOp>);
  add.any<math::AbsIOp>(emitDefined<LLVM::AbsOp>);
  add.any<math::CountLeadingZerosOp>(emitDefined<LLVM::CountLeadingZerosOp>);
  add.any<math::CountTrailingZerosOp>(emitDefined<LLVM::CountTrailingZerosOp>);
  add.wide<math::FloorOp>(emitOp<LLVM::FFloorOp>);
  add.wide<math::CeilOp>(emitOp<LLVM::FCeilOp>);
  add.wide<math::TruncOp>(emitOp<LLVM::FTruncOp>);
  add.wide<math::SqrtOp>(emitOp<LLVM::SqrtOp>);
  add.wide<math::FPowIOp>(libraryFunctions ? library("pown")
                                           : Emit(emitIntegerPower));
  add.wide<nv_tileaa::Atan2Op>(library("atan2"));
}

} // namespace tileiras::to_llvm
