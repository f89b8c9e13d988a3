//===- Trigonometry64.cpp - sin, cos and tan of f64 -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trigonometry64.h"

#include "PureFunctions.h"
#include "ScalarArithmetic.h"
#include "TwoOverPi.h"

#include <array>

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

constexpr StringLiteral kReduction = "__tileiras_reduce_angle_f64";

/// The parts of pi/2.
constexpr double kHigh = 0x1.921fb54442d18p+0, kMiddle = 0x1.1a62633145c07p-54,
                 kLow = -0x1.f1976b7ed8fbcp-110;
/// 1.5 * 2^52: the unit in the last place is 1.
constexpr double kMagic = 0x1.8p+52;

/// An angle within pi/4 of n quarter turns; `lack` is the rounding error of
/// `rest`.
struct Angle {
  Value rest, lack, quarters;
};

/// Operations that both reductions and the polynomials use.
class Arithmetic : public ScalarArithmetic {
public:
  Arithmetic(OpBuilder &builder, Location loc)
      : ScalarArithmetic(builder, loc, builder.getF64Type()) {}

  Type f64() { return builder.getF64Type(); }
  Value wideBits(Value x) { return cast<LLVM::BitcastOp>(i64(), x); }
  Value fromWideBits(Value x) { return cast<LLVM::BitcastOp>(f64(), x); }
  Value negate(Value x) { return LLVM::FNegOp::create(builder, x); }
  Value narrow(Value x) { return cast<LLVM::TruncOp>(i32(), x); }
  Value widen(Value x) { return cast<LLVM::ZExtOp>(i64(), x); }
};

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

class Reduction : Arithmetic {
public:
  using Arithmetic::Arithmetic;

  /// The blocks are: small operands, large ones, and the result of either.
  void writeBody(LLVM::LLVMFuncOp function) {
    Location loc = builder.getLoc();
    Block *entry = function.addEntryBlock(builder);
    Region &body = function.getBody();
    Block *large = builder.createBlock(&body);
    Block *done =
        builder.createBlock(&body, {}, {f64(), f64(), i32()}, {loc, loc, loc});
    Value x = entry->getArgument(0);
    builder.setInsertionPointToEnd(entry);
    Angle angle = reduceSmall(x);
    LLVM::CondBrOp::create(builder, isLarge(x), large, ValueRange(), done,
                           ValueRange{angle.rest, angle.lack, angle.quarters},
                           std::pair<uint32_t, uint32_t>(1, 1 << 20));
    builder.setInsertionPointToEnd(large);
    angle = reduceLarge(x);
    LLVM::BrOp::create(
        builder, ValueRange{angle.rest, angle.lack, angle.quarters}, done);
    builder.setInsertionPointToEnd(done);
    returnStruct(builder, loc, function, done->getArguments());
  }

private:
  /// Finite numbers from 2^30 on are found by one comparison of the upper bits.
  Value isLarge(Value x) {
    Value upper = narrow(make<LLVM::LShrOp>(wideBits(x), wide(32)));
    constexpr uint32_t first = 0x41d00000, infinity = 0x7ff00000;
    Value beyond = make<LLVM::SubOp>(make<LLVM::AndOp>(upper, word(0x7fffffff)),
                                     word(first));
    return LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ult, beyond,
                                word(infinity - first));
  }

  Angle reduceSmall(Value x) {
    Value sum = fma(0x1.45f306dc9c883p-1, x, kMagic); // 2/pi
    Value n = sub(sum, real(kMagic));
    Value first = fma(n, real(-kHigh), x);
    Value product = mul(n, real(kMiddle));
    Value error = fma(n, real(kMiddle), negate(product));
    Value rest = sub(first, product);
    Value lack = sub(sub(sub(first, rest), product), error);
    lack = fma(n, real(-kLow), lack);
    return {rest, lack, narrow(wideBits(sum))};
  }

  Angle reduceLarge(Value x) {
    Value sign = make<LLVM::AndOp>(wideBits(x), wide(uint64_t(1) << 63));
    Value magnitude = make<LLVM::XOrOp>(wideBits(x), sign);
    Value mantissa = make<LLVM::OrOp>(
        make<LLVM::AndOp>(magnitude, wide((uint64_t(1) << 52) - 1)),
        wide(uint64_t(1) << 52));
    // The number of bits of the table that are skipped.
    Value left = make<LLVM::SubOp>(make<LLVM::LShrOp>(magnitude, wide(52)),
                                   wide(1023 + 52 + 2 - kTwoOverPiZeros));
    Value product = multiply(mantissa, getWindow(left));
    Value upper = upperHalf(product);
    Value quarters = narrow(make<LLVM::LShrOp>(
        make<LLVM::AddOp>(upper, wide(uint64_t(1) << 61)), wide(62)));
    Value isNegative =
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, sign, wide(0));
    quarters =
        select(isNegative, make<LLVM::SubOp>(word(0), quarters), quarters);
    auto [rest, lack] = toAngle(product, sign);
    return {rest, lack, quarters};
  }

  /// Returns 192 bits of the table, the highest first, after skipping the first
  /// `left`.
  std::array<Value, 3> getWindow(Value left) {
    Type pointer =
        LLVM::LLVMPointerType::get(builder.getContext(), kConstantSpace);
    Value table = LLVM::AddressOfOp::create(builder, pointer, kTwoOverPi);
    Value first = make<LLVM::LShrOp>(left, wide(6));
    std::array<Value, 4> words;
    for (unsigned i = 0; i < 4; ++i) {
      Value index = make<LLVM::AddOp>(first, wide(i));
      Value place = LLVM::GEPOp::create(builder, pointer, i64(), table, index);
      words[i] = LLVM::LoadOp::create(builder, i64(), place, /*alignment=*/8);
    }
    std::array<Value, 3> window;
    for (unsigned i = 0; i < 3; ++i)
      window[i] = call("llvm.fshl.i64", {words[i], words[i + 1], left});
    return window;
  }

  Type i128() { return builder.getIntegerType(128); }
  Value widest(Value x) { return cast<LLVM::ZExtOp>(i128(), x); }
  Value bitCount(unsigned count) {
    return LLVM::ConstantOp::create(builder, i128(),
                                    builder.getIntegerAttr(i128(), count));
  }
  Value lowerHalf(Value x) { return cast<LLVM::TruncOp>(i64(), x); }
  Value upperHalf(Value x) {
    return lowerHalf(make<LLVM::LShrOp>(x, bitCount(64)));
  }

  /// Returns the highest 128 of the lowest 192 bits of the product.
  Value multiply(Value mantissa, std::array<Value, 3> window) {
    Value m = widest(mantissa);
    Value low = make<LLVM::MulOp>(m, widest(window[2]));
    Value middle = make<LLVM::AddOp>(make<LLVM::MulOp>(m, widest(window[1])),
                                     make<LLVM::LShrOp>(low, bitCount(64)));
    Value high = make<LLVM::MulOp>(mantissa, window[0]);
    return make<LLVM::AddOp>(middle,
                             make<LLVM::ShlOp>(widest(high), bitCount(64)));
  }

  /// Converts the fraction of `turns`, a signed one of a quarter turn, to an
  /// angle: its first 64 significant bits, as 53 and 11, times pi/2. It has
  /// less than 62 leading zeros.
  std::pair<Value, Value> toAngle(Value turns, Value sign) {
    Value fraction = make<LLVM::ShlOp>(turns, bitCount(2));
    Value minus = make<LLVM::AShrOp>(fraction, bitCount(127));
    Value magnitude =
        make<LLVM::SubOp>(make<LLVM::XOrOp>(fraction, minus), minus);
    Value zeros = LLVM::CountLeadingZerosOp::create(
        builder, i64(), upperHalf(magnitude), /*poison=*/false);
    Value bits = call("llvm.fshl.i64",
                      {upperHalf(magnitude), lowerHalf(magnitude), zeros});
    auto part = [&](uint64_t mask) {
      return cast<LLVM::UIToFPOp>(f64(), make<LLVM::AndOp>(bits, wide(mask)));
    };
    Value high = part(~uint64_t(0x7ff)), low = part(0x7ff);
    Value product = mul(high, real(kHigh));
    Value lack = fma(high, real(kHigh), negate(product));
    lack = fma(low, real(kHigh), fma(high, real(kMiddle), lack));
    Value rest = add(product, lack);
    lack = sub(lack, sub(rest, product));
    // 2^-(64 + zeros), with the sign of the fraction and of the operand.
    Value exponent = make<LLVM::SubOp>(wide(1023 - 64), zeros);
    Value scale = make<LLVM::ShlOp>(exponent, wide(52));
    Value fractionSign =
        make<LLVM::AndOp>(lowerHalf(minus), wide(uint64_t(1) << 63));
    scale = make<LLVM::XOrOp>(make<LLVM::XOrOp>(scale, fractionSign), sign);
    scale = fromWideBits(scale);
    return {mul(rest, scale), mul(lack, scale)};
  }
};

LLVM::LLVMFuncOp getReduction(gpu::GPUModuleOp module) {
  createTwoOverPi(module);
  Builder builder(module.getContext());
  Type f64 = builder.getF64Type();
  return getPureFunction(
      module, kReduction, f64, {f64, f64, builder.getI32Type()},
      [&](OpBuilder &inner, LLVM::LLVMFuncOp function) {
        Reduction(inner, module.getLoc()).writeBody(function);
      });
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// A number and its rounding error.
struct Pair {
  Value value, lack;
};

/// The coefficients are our own: they minimise the largest error, in units of
/// the result, for |r| <= pi/4, and are then rounded to f64.
class Polynomials : Arithmetic {
public:
  using Arithmetic::Arithmetic;

  /// The error is 2^-56.
  Pair sin(Angle angle) {
    Value r = angle.rest, square = mul(r, r);
    Value p = polynomial(square, {0x1.5e11ba5d3633ap-33, -0x1.ae60217812a39p-26,
                                  0x1.71de37b235b35p-19, -0x1.a01a019ea17c5p-13,
                                  0x1.1111111110c84p-7, -0x1.5555555555555p-3});
    return sum(r, fma(p, mul(r, square), angle.lack));
  }

  /// The error is 2^-61.
  Pair cos(Angle angle) {
    Value r = angle.rest, square = mul(r, r);
    Value p = polynomial(square,
                         {-0x1.9073edb1d4a74p-37, 0x1.1eeb586f37835p-29,
                          -0x1.27e4fa03844e4p-22, 0x1.a01a019f38ba5p-16,
                          -0x1.6c16c16c168ccp-10, 0x1.5555555555555p-5, -0.5});
    return sum(real(1), fma(p, square, negate(mul(r, angle.lack))));
  }

  /// Returns cos for odd numbers of quarter turns, sin for others, negated from
  /// two on.
  Value turn(Angle angle, unsigned more) {
    Value quarters = make<LLVM::AddOp>(angle.quarters, word(more));
    Value value = select(test(quarters, 1), cos(angle).value,
                         keepZero(angle, sin(angle).value));
    Value sign = make<LLVM::AndOp>(make<LLVM::ShlOp>(widen(quarters), wide(62)),
                                   wide(uint64_t(1) << 63));
    return fromWideBits(make<LLVM::XOrOp>(wideBits(value), sign));
  }

  /// Returns sin / cos, or -cos / sin.
  Value tan(Angle angle) {
    Pair s = sin(angle), c = cos(angle);
    Value isOdd = test(angle.quarters, 1);
    Pair over{select(isOdd, negate(c.value), s.value),
              select(isOdd, negate(c.lack), s.lack)};
    Pair under{select(isOdd, s.value, c.value), select(isOdd, s.lack, c.lack)};
    Value reciprocal = make<LLVM::FDivOp>(real(1), under.value);
    Value quotient = mul(over.value, reciprocal), minus = negate(quotient);
    Value left = add(fma(minus, under.value, over.value),
                     fma(minus, under.lack, over.lack));
    return keepZero(angle, fma(left, reciprocal, quotient));
  }

private:
  /// a| is larger than |b|.
  Pair sum(Value a, Value b) {
    Value value = add(a, b);
    return {value, sub(b, sub(value, a))};
  }

  /// -0 is its own sin and tan; only the rests of zeros are 0.
  Value keepZero(Angle angle, Value value) {
    return select(compare(LLVM::FCmpPredicate::oeq, angle.rest, 0), angle.rest,
                  value);
  }
};

} // namespace

Value emitTrigonometric64(OpBuilder &builder, Location loc,
                          gpu::GPUModuleOp module, Trigonometric function,
                          Value x) {
  SmallVector<Value> fields = callPure(builder, loc, getReduction(module), x);
  Angle angle{fields[0], fields[1], fields[2]};
  Polynomials polynomials(builder, loc);
  if (function == Trigonometric::Tan)
    return polynomials.tan(angle);
  return polynomials.turn(angle, function == Trigonometric::Sin ? 0 : 1);
}

} // namespace tileiras::to_llvm
