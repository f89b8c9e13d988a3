//===- E5M3Numbers.cpp - Numbers of fnv8E5M3FNU ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "E5M3Numbers.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;

namespace tileiras::to_tileaa {

static constexpr int kBias = 15, kMantissaBits = 3;
static constexpr int64_t kLargest = 0xFE, kNaN = 0xFF;

bool isE5M3(Type type) {
  if (auto tile = dyn_cast<cuda_tile::TileType>(type))
    type = tile.getElementType();
  return isa<cuda_tile::Float8E5M3FNUType>(type);
}

namespace {

/// Builds elementwise operations on values of one shape, scalars or tensors.
class Elementwise {
public:
  Elementwise(OpBuilder &builder, Location loc, Type like)
      : builder(builder), loc(loc), like(like) {}

  Type of(Type element) const {
    if (auto tensor = dyn_cast<RankedTensorType>(like))
      return tensor.clone(element);
    return element;
  }
  Type integers(unsigned width) const {
    return of(builder.getIntegerType(width));
  }

  /// Builds a constant of the type of `value`.
  Value number(Value value, double constant) const {
    return spread(value, builder.getFloatAttr(
                             getElementTypeOrSelf(value.getType()), constant));
  }
  Value number(Value value, int64_t constant) const {
    return spread(value, builder.getIntegerAttr(
                             getElementTypeOrSelf(value.getType()), constant));
  }

  template <typename OpTy> Value convert(Value value, Type type) const {
    return OpTy::create(builder, loc, type, value);
  }
  template <typename OpTy, typename Number>
  Value apply(Value lhs, Number rhs) const {
    return OpTy::create(builder, loc, lhs, number(lhs, rhs));
  }
  template <typename OpTy> Value apply(Value lhs, Value rhs) const {
    return OpTy::create(builder, loc, lhs, rhs);
  }
  template <typename OpTy, typename Predicate, typename Number>
  Value compare(Predicate predicate, Value value, Number with) const {
    return OpTy::create(builder, loc, predicate, value, number(value, with));
  }
  Value choose(Value condition, Value value, Value otherwise) const {
    return arith::SelectOp::create(builder, loc, condition, value, otherwise);
  }

private:
  Value spread(Value value, TypedAttr constant) const {
    if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
      return arith::ConstantOp::create(
          builder, loc, SplatElementsAttr::get(tensor, constant));
    return arith::ConstantOp::create(builder, loc, constant);
  }

  OpBuilder &builder;
  Location loc;
  Type like;
};

} // namespace

Value e5m3ToF32(OpBuilder &builder, Location loc, Value bits) {
  Elementwise make(builder, loc, bits.getType());
  // Exponent and mantissa are moved to their bits in an f32, whose bias is
  // larger: a multiplication corrects it, also for subnormal numbers.
  Value wide = make.convert<arith::ExtUIOp>(bits, make.integers(32));
  wide = make.apply<arith::ShLIOp>(wide, int64_t(23 - kMantissaBits));
  Value small =
      make.convert<arith::BitcastOp>(wide, make.of(builder.getF32Type()));
  Value result = make.apply<arith::MulFOp>(small, std::ldexp(1.0, 127 - kBias));
  Value isNaN =
      make.compare<arith::CmpIOp>(arith::CmpIPredicate::eq, bits, kNaN);
  return make.choose(
      isNaN, make.number(result, std::numeric_limits<double>::quiet_NaN()),
      result);
}

/// Returns the code of a positive normal number. The upper bits of its format
/// are the code, except for the bias; adding half a unit less the odd last bit
/// rounds to even, and carries into the exponent correctly.
static Value roundNormal(const Elementwise &make, Value bits, unsigned mantissa,
                         int bias) {
  unsigned dropped = mantissa - kMantissaBits;
  Value odd = make.apply<arith::ShRUIOp>(bits, int64_t(dropped));
  odd = make.apply<arith::AndIOp>(odd, int64_t(1));
  Value sum = make.apply<arith::AddIOp>(bits, odd);
  sum = make.apply<arith::AddIOp>(sum, (int64_t(1) << (dropped - 1)) - 1);
  Value code = make.apply<arith::ShRUIOp>(sum, int64_t(dropped));
  return make.apply<arith::SubIOp>(code, int64_t(bias - kBias)
                                             << kMantissaBits);
}

/// Returns the code of a positive subnormal number: its multiple of 2^-17,
/// rounded by an addition whose result has its last bit there.
static Value roundSubnormal(const Elementwise &make, Value value,
                            unsigned mantissa, Type integers) {
  Value steps = make.apply<arith::MulFOp>(
      value, std::ldexp(1.0, kBias - 1 + kMantissaBits));
  Value sum = make.apply<arith::AddFOp>(steps, std::ldexp(1.0, mantissa));
  Value bits = make.convert<arith::BitcastOp>(sum, integers);
  return make.apply<arith::AndIOp>(bits, int64_t(0xF));
}

Value floatToE5M3(OpBuilder &builder, Location loc, Value value) {
  Elementwise make(builder, loc, value.getType());
  Type element = getElementTypeOrSelf(value.getType());
  if (!element.isF64() && !element.isF32()) {
    value = nv_tileaa::FpToFpOp::create(builder, loc,
                                        make.of(builder.getF32Type()), value,
                                        nv_tileaa::RoundingMode::NEAREST_EVEN);
    element = builder.getF32Type();
  }
  unsigned mantissa = element.isF64() ? 52 : 23;
  int bias = element.isF64() ? 1023 : 127;
  Type integers = make.integers(element.isF64() ? 64 : 32);
  Value bits = make.convert<arith::BitcastOp>(value, integers);
  Value code =
      make.choose(make.compare<arith::CmpFOp>(arith::CmpFPredicate::OLT, value,
                                              std::ldexp(1.0, 1 - kBias)),
                  roundSubnormal(make, value, mantissa, integers),
                  roundNormal(make, bits, mantissa, bias));
  code = make.apply<arith::MinUIOp>(code, kLargest);
  // Minus zero is not less than zero, and becomes zero.
  Value isNone =
      make.compare<arith::CmpFOp>(arith::CmpFPredicate::ULT, value, 0.0);
  code = make.choose(isNone, make.number(code, kNaN), code);
  return make.convert<arith::TruncIOp>(code, make.integers(8));
}

} // namespace tileiras::to_tileaa
