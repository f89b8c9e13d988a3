//===- ScalarArithmetic.h - Emitting code of functions ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mathematical functions are emitted with these: operations of the llvm dialect
// on scalars, or on pairs of f32, and on the bits of f32.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_SCALARARITHMETIC_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_SCALARARITHMETIC_H

#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tileiras::to_llvm {

class ScalarArithmetic {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;

  /// Constants have the type `real`, which may be a pair; f32 by default.
  ScalarArithmetic(mlir::OpBuilder &outer, mlir::Location loc, Type real = {})
      : builder(loc, outer), realType(real ? real : builder.getF32Type()) {}

  Type i32() { return builder.getI32Type(); }
  Type i64() { return builder.getI64Type(); }
  Type f32() { return builder.getF32Type(); }

  Value real(double value) {
    mlir::TypedAttr constant =
        builder.getFloatAttr(mlir::getElementTypeOrSelf(realType), value);
    if (auto pair = mlir::dyn_cast<mlir::VectorType>(realType))
      constant = mlir::DenseElementsAttr::get(pair, mlir::Attribute(constant));
    return mlir::LLVM::ConstantOp::create(builder, realType, constant);
  }
  Value word(uint32_t value) {
    return mlir::LLVM::ConstantOp::create(builder, i32(),
                                          builder.getI32IntegerAttr(value));
  }
  Value wide(uint64_t value) {
    return mlir::LLVM::ConstantOp::create(builder, i64(),
                                          builder.getI64IntegerAttr(value));
  }
  template <typename OpTy> Value make(Value a, Value b) {
    return OpTy::create(builder, a.getType(), a, b);
  }
  template <typename OpTy> Value cast(Type type, Value a) {
    return OpTy::create(builder, type, a);
  }
  Value call(llvm::StringRef intrinsic, mlir::ValueRange operands) {
    return callIntrinsic(builder, builder.getLoc(), intrinsic, operands,
                         operands[0].getType());
  }

  Value add(Value a, Value b) { return make<mlir::LLVM::FAddOp>(a, b); }
  Value sub(Value a, Value b) { return make<mlir::LLVM::FSubOp>(a, b); }
  Value mul(Value a, Value b) { return make<mlir::LLVM::FMulOp>(a, b); }
  Value fma(Value a, Value b, Value c) {
    return mlir::LLVM::FMAOp::create(builder, a, b, c);
  }
  /// Returns a x + b.
  Value fma(double a, Value x, double b) { return fma(x, real(a), real(b)); }
  /// Evaluates by Horner's rule; the coefficient of the highest power comes
  /// first.
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients) {
    Value sum = real(coefficients.front());
    for (double next : coefficients.drop_front())
      sum = fma(sum, x, real(next));
    return sum;
  }

  Value bits(Value a) { return cast<mlir::LLVM::BitcastOp>(i32(), a); }
  Value fromBits(Value a) { return cast<mlir::LLVM::BitcastOp>(f32(), a); }
  Value select(Value condition, Value a, Value b) {
    return mlir::LLVM::SelectOp::create(builder, condition, a, b);
  }
  Value compare(mlir::LLVM::FCmpPredicate predicate, Value a, double b) {
    return mlir::LLVM::FCmpOp::create(builder, predicate, a, real(b));
  }
  /// Returns whether the bits in `mask` are not all zero.
  Value test(Value a, uint32_t mask) {
    return mlir::LLVM::ICmpOp::create(builder, mlir::LLVM::ICmpPredicate::ne,
                                      make<mlir::LLVM::AndOp>(a, word(mask)),
                                      word(0));
  }

  mlir::ImplicitLocOpBuilder builder;

private:
  Type realType;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_SCALARARITHMETIC_H
