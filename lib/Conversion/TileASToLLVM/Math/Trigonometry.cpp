//===- Trigonometry.cpp - sin and cos of f32 ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trigonometry.h"

#include "PureFunctions.h"
#include "ScalarArithmetic.h"

#include <array>

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

constexpr StringLiteral kReduction = "__tileiras_reduce_angle";
/// Up to this number, 24 bits of pi/2 times n and the magic sum are exact.
constexpr float kMaxProduct = 105615.0f;
/// 1.5 * 2^23: the unit in the last place is 1.
constexpr double kMagic = 0x1.8p+23;

/// An angle within pi/4 of n quarter turns.
struct Angle {
  Value rest, quarters;
};

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

class Reduction : ScalarArithmetic {
public:
  using ScalarArithmetic::ScalarArithmetic;

  /// The blocks are: small operands, large ones, and the result of either.
  void writeBody(LLVM::LLVMFuncOp function) {
    Block *entry = function.addEntryBlock(builder);
    Region &body = function.getBody();
    Block *large = builder.createBlock(&body);
    Block *done = builder.createBlock(&body, {}, {f32(), i32()},
                                      {builder.getLoc(), builder.getLoc()});
    Value x = entry->getArgument(0);
    builder.setInsertionPointToEnd(entry);
    Angle angle = reduceSmall(x);
    Value magnitude = make<LLVM::AndOp>(bits(x), word(0x7fffffff));
    LLVM::CondBrOp::create(builder, isLarge(magnitude), large, ValueRange(),
                           done, ValueRange{angle.rest, angle.quarters},
                           std::pair<uint32_t, uint32_t>(1, 1 << 20));
    builder.setInsertionPointToEnd(large);
    angle = withSign(x, reduceLarge(magnitude));
    LLVM::BrOp::create(builder, ValueRange{angle.rest, angle.quarters}, done);
    builder.setInsertionPointToEnd(done);
    returnStruct(builder, builder.getLoc(), function, done->getArguments());
  }

private:
  /// Finite numbers beyond the range of the first reduction are found by one
  /// comparison of bits.
  Value isLarge(Value magnitude) {
    uint32_t first = llvm::bit_cast<uint32_t>(kMaxProduct) + 1;
    constexpr uint32_t infinity = 0x7f800000;
    return LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ult,
                                make<LLVM::SubOp>(magnitude, word(first)),
                                word(infinity - first));
  }

  Angle reduceSmall(Value x) {
    Value sum = fma(0x1.45f306p-1, x, kMagic); // 2/pi
    Value n = make<LLVM::FSubOp>(sum, real(kMagic));
    Value rest = fma(n, real(-0x1.921fb4p+0), x);
    rest = fma(n, real(-0x1.4442d0p-24), rest);
    rest = fma(n, real(-0x1.84698ap-48), rest);
    return {rest, bits(sum)};
  }

  Angle reduceLarge(Value magnitude) {
    // The number of bits of 2/pi that are skipped: those of the exponent beyond
    // 16.
    Value left = make<LLVM::SubOp>(make<LLVM::LShrOp>(magnitude, word(23)),
                                   word(127 + 16));
    std::array<Value, 3> window = getWindow(left);
    Value mantissa = make<LLVM::OrOp>(
        make<LLVM::AndOp>(magnitude, word(0x7fffff)), word(0x800000));
    // Compute the upper 64 of the lowest 96 bits of the product.
    Value low = multiply(mantissa, window[2]);
    Value product = make<LLVM::AddOp>(multiply(mantissa, window[1]),
                                      make<LLVM::LShrOp>(low, wide(32)));
    product = make<LLVM::AddOp>(
        product, make<LLVM::ShlOp>(multiply(mantissa, window[0]), wide(32)));
    Value rounded = make<LLVM::AddOp>(product, wide(uint64_t(1) << 61));
    Value quarters =
        cast<LLVM::TruncOp>(i32(), make<LLVM::LShrOp>(rounded, wide(62)));
    // The rest is a signed fraction of a quarter turn, in units of 2^-64.
    Type f64 = builder.getF64Type();
    Value fraction =
        cast<LLVM::SIToFPOp>(f64, make<LLVM::ShlOp>(product, wide(2)));
    Value scale = LLVM::ConstantOp::create(
        builder, f64, builder.getF64FloatAttr(0x1.921fb54442d18p-64));
    return {cast<LLVM::FPTruncOp>(f32(), make<LLVM::FMulOp>(fraction, scale)),
            quarters};
  }

  /// Returns 96 bits of 2/pi, the highest first, after skipping the first
  /// `left` bits of 9 zeros and 2/pi.
  std::array<Value, 3> getWindow(Value left) {
    constexpr uint32_t kTwoOverPi[] = {0x00517cc1, 0xb727220a, 0x94fe13ab,
                                       0xe8fa9a6e, 0xe06db14a, 0xcc9e21c8,
                                       0x20ff28b1};
    SmallVector<Value> words;
    for (uint32_t bits : kTwoOverPi)
      words.push_back(word(bits));
    for (unsigned skipped : {2, 1}) {
      Value skips = test(left, 32 * skipped);
      for (unsigned i = 0; i + skipped < words.size(); ++i)
        words[i] = select(skips, words[i + skipped], words[i]);
      words.resize(words.size() - skipped);
    }
    std::array<Value, 3> window;
    for (unsigned i = 0; i < 3; ++i)
      window[i] = callIntrinsic(builder, builder.getLoc(), "llvm.fshl.i32",
                                {words[i], words[i + 1], left}, i32());
    return window;
  }

  Value multiply(Value a, Value b) {
    return make<LLVM::MulOp>(cast<LLVM::ZExtOp>(i64(), a),
                             cast<LLVM::ZExtOp>(i64(), b));
  }

  Angle withSign(Value x, Angle angle) {
    Value isNegative = test(bits(x), 0x80000000);
    Value minus = LLVM::FNegOp::create(builder, angle.rest);
    return {select(isNegative, minus, angle.rest),
            select(isNegative, make<LLVM::SubOp>(word(0), angle.quarters),
                   angle.quarters)};
  }
};

LLVM::LLVMFuncOp getReduction(gpu::GPUModuleOp module) {
  Builder builder(module.getContext());
  Type f32 = builder.getF32Type();
  return getPureFunction(
      module, kReduction, f32, {f32, builder.getI32Type()},
      [&](OpBuilder &inner, LLVM::LLVMFuncOp function) {
        Reduction(inner, module.getLoc()).writeBody(function);
      });
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// The coefficients are our own: they minimise the largest error, in units of
/// the result, for |r| <= pi/4, and are then rounded to f32.
class Polynomials : ScalarArithmetic {
public:
  using ScalarArithmetic::ScalarArithmetic;

  /// The error is 2^-28. A product that is added to +0 keeps -0 unchanged.
  Value sin(Value r) {
    Value square = mul(r, r);
    Value sum =
        polynomial(square, {-0x1.993ea2p-13, 0x1.11072cp-7, -0x1.555546p-3});
    return fma(sum, fma(r, square, real(0)), r);
  }

  /// The error is 2^-33.
  Value cos(Value r) {
    return polynomial(
        mul(r, r), {0x1.99e6d2p-16, -0x1.6c0c24p-10, 0x1.55554ap-5, -0.5, 1});
  }

  /// The error is 2^-28. For odd numbers of quarter turns the result is -1/tan
  /// r.
  Value tan(Angle angle) {
    Value r = angle.rest, square = mul(r, r);
    Value sum = polynomial(square, {0x1.001826p-8, 0x1.174e3p-10, 0x1.4931acp-7,
                                    0x1.61ca1ep-6, 0x1.ba5b62p-5, 0x1.111066p-3,
                                    0x1.555556p-2});
    Value even = fma(mul(sum, square), r, r);
    Value odd =
        LLVM::FNegOp::create(builder, call("llvm.nvvm.rcp.approx.ftz.f", even));
    return select(test(angle.quarters, 1), odd, even);
  }

  /// Returns cos for odd numbers of quarter turns, sin for others, negated from
  /// two on.
  Value turn(Angle angle, Value quarters) {
    Value value = select(test(quarters, 1), cos(angle.rest), sin(angle.rest));
    Value sign = make<LLVM::AndOp>(make<LLVM::ShlOp>(quarters, word(30)),
                                   word(0x80000000));
    return fromBits(make<LLVM::XOrOp>(bits(value), sign));
  }

  Value quarterMore(Value quarters) {
    return make<LLVM::AddOp>(quarters, word(1));
  }
};

} // namespace

Value emitTrigonometric(OpBuilder &builder, Location loc,
                        gpu::GPUModuleOp module, Trigonometric function,
                        Value x) {
  SmallVector<Value> fields = callPure(builder, loc, getReduction(module), x);
  Angle angle{fields[0], fields[1]};
  Polynomials polynomials(builder, loc);
  switch (function) {
  case Trigonometric::Sin:
    return polynomials.turn(angle, angle.quarters);
  case Trigonometric::Cos:
    return polynomials.turn(angle, polynomials.quarterMore(angle.quarters));
  case Trigonometric::Tan:
    return polynomials.tan(angle);
  }
  llvm_unreachable("a function that has no code");
}

} // namespace tileiras::to_llvm
