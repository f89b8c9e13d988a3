//===- AxisFactsTest.cpp - Axis facts against the numbers themselves ------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of a constant are exact. So each operation is computed twice, on random
// tiles and on the facts of these tiles, and the computed facts must hold for
// the computed result.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/AxisFacts.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace tileiras;

namespace {

using Numbers = std::vector<int64_t>;

/// Numbers of `width` bits, row-major.
struct Tile {
  SmallVector<int64_t> shape;
  Numbers numbers;
  unsigned width = 16;

  int64_t size() const { return numbers.size(); }
};

class AxisFactsTest : public testing::Test {
protected:
  AxisFacts exact(const Tile &tile) {
    Builder builder(&context);
    auto type =
        RankedTensorType::get(tile.shape, builder.getIntegerType(tile.width));
    SmallVector<APInt> elements;
    for (int64_t number : tile.numbers)
      elements.push_back(APInt(tile.width, number, /*isSigned=*/true,
                               /*implicitTrunc=*/true));
    return AxisFacts::constant(
        cast<DenseIntElementsAttr>(DenseElementsAttr::get(type, elements)));
  }

  /// The facts are true: they claim at most the exact ones.
  void expectTrue(const AxisFacts &said, const Tile &tile) {
    AxisFacts truth = exact(tile);
    ASSERT_EQ(said.getRank(), tile.shape.size());
    for (unsigned dim = 0; dim < said.getRank(); ++dim) {
      EXPECT_LE(said.getContiguity(dim), truth.getContiguity(dim));
      EXPECT_LE(said.getConstancy(dim), truth.getConstancy(dim));
      int64_t size = said.getContiguity(dim);
      uint64_t wrapped =
          std::min(said.getDivisor(dim, size), uint64_t(1) << tile.width);
      EXPECT_LE(wrapped, truth.getDivisor(dim, size));
    }
  }

  /// Sums of multiples along each dimension, with steps of one, zero or another
  /// number, perhaps broken by a coarse random part.
  Tile makeTile(ArrayRef<int64_t> shape, unsigned width = 16) {
    Tile tile{SmallVector<int64_t>(shape), {}, width};
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    tile.numbers.assign(count, pick({0, 1, 8, 48, 1000, 32760}));
    int64_t stride = 1;
    for (size_t dim = shape.size(); dim-- != 0; stride *= shape[dim]) {
      int64_t step = pick({0, 0, 1, 1, 3, 16});
      int64_t group = pick({1, 2, 4, 16}), jump = pick({0, 0, 8, 100});
      for (int64_t i = 0; i < count; ++i) {
        int64_t at = i / stride % shape[dim];
        tile.numbers[i] += at * step + at / group * jump;
      }
    }
    return wrap(tile);
  }

  static Tile wrap(Tile tile) {
    for (int64_t &number : tile.numbers)
      number = llvm::SignExtend64(number, tile.width);
    return tile;
  }

  static uint64_t asUnsigned(const Tile &tile, int64_t i) {
    return tile.numbers[i] & llvm::maxUIntN(tile.width);
  }

  /// A tile of the results of `compute` for each element.
  template <typename Compute>
  static Tile map(const Tile &like, Compute compute, unsigned width = 16) {
    Tile result{like.shape, {}, width};
    for (int64_t i = 0; i < like.size(); ++i)
      result.numbers.push_back(compute(i));
    return wrap(result);
  }

  int64_t pick(std::initializer_list<int64_t> choices) {
    return *(choices.begin() + random() % choices.size());
  }

  SmallVector<int64_t> pickShape() {
    return random() % 2 ? SmallVector<int64_t>{32}
                        : SmallVector<int64_t>{8, 16};
  }

  MLIRContext context;
  std::mt19937 random{1};
};

constexpr int kTrials = 400;

TEST_F(AxisFactsTest, OfConstants) {
  AxisFacts facts = exact({{8}, {8, 9, 10, 11, 20, 21, 22, 23}});
  EXPECT_EQ(facts.getContiguity(0), 4);
  EXPECT_EQ(facts.getConstancy(0), 1);
  EXPECT_EQ(facts.getDivisor(0, 4), 4u);
  EXPECT_EQ(facts.getDivisor(0, 2), 2u);
  EXPECT_EQ(facts.getDivisor(), 1u);

  facts = exact({{2, 2}, {8, 8, 24, 24}});
  EXPECT_EQ(facts.getConstancy(0), 1);
  EXPECT_EQ(facts.getConstancy(1), 2);
  EXPECT_EQ(facts.getDivisor(), 8u);
}

TEST_F(AxisFactsTest, Arithmetic) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SmallVector<int64_t> shape = pickShape();
    Tile a = makeTile(shape), b = makeTile(shape);
    AxisFacts fa = exact(a), fb = exact(b);
    auto of = [&](auto compute) {
      return map(
          a, [&](int64_t i) { return compute(a.numbers[i], b.numbers[i]); });
    };
    expectTrue(AxisFacts::add(fa, fb), of(std::plus<int64_t>()));
    expectTrue(AxisFacts::subtract(fa, fb), of(std::minus<int64_t>()));
    expectTrue(AxisFacts::multiply(fa, fb), of(std::multiplies<int64_t>()));
    expectTrue(AxisFacts::combine(fa, fb), of(std::bit_and<int64_t>()));
    expectTrue(AxisFacts::combine(fa, fb), of(std::bit_or<int64_t>()));
    expectTrue(AxisFacts::combine(fa, fb),
               of([](int64_t x, int64_t y) { return std::min(x, y); }));
    // The join holds for both.
    expectTrue(AxisFacts::join(fa, fb), a);
    expectTrue(AxisFacts::join(fa, fb), b);
  }
}

TEST_F(AxisFactsTest, Division) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SmallVector<int64_t> shape = pickShape();
    Tile a = makeTile(shape), b = makeTile(shape);
    for (int64_t &number : b.numbers)
      number = number ? number : 1;
    AxisFacts fa = exact(a), fb = exact(b);
    expectTrue(AxisFacts::divide(fa, fb, 16), map(a, [&](int64_t i) {
                 return asUnsigned(a, i) / asUnsigned(b, i);
               }));
    expectTrue(AxisFacts::remainder(fa, fb, 16), map(a, [&](int64_t i) {
                 return asUnsigned(a, i) % asUnsigned(b, i);
               }));
  }
}

TEST_F(AxisFactsTest, ShiftsAndWidths) {
  for (int trial = 0; trial < kTrials; ++trial) {
    Tile a = makeTile(pickShape());
    AxisFacts facts = exact(a);
    unsigned bits = pick({0, 1, 3, 8});
    expectTrue(facts.shiftLeft(bits),
               map(a, [&](int64_t i) { return a.numbers[i] << bits; }));
    expectTrue(facts.shiftRight(bits, 16),
               map(a, [&](int64_t i) { return a.numbers[i] >> bits; }));
    expectTrue(facts.shiftRight(bits, 16),
               map(a, [&](int64_t i) { return asUnsigned(a, i) >> bits; }));
    AxisFacts wide = facts.dropWrapping(16);
    expectTrue(wide, map(a, [&](int64_t i) { return a.numbers[i]; }, 32));
    expectTrue(wide, map(a, [&](int64_t i) { return asUnsigned(a, i); }, 32));
    expectTrue(facts, map(a, [&](int64_t i) { return a.numbers[i]; }, 8));
  }
}

TEST_F(AxisFactsTest, Comparison) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SmallVector<int64_t> shape = pickShape();
    Tile a = makeTile(shape), b = makeTile(shape);
    AxisFacts facts = AxisFacts::compare(exact(a), exact(b), 16);
    // As wide numbers: the divisor of a truth value says nothing.
    expectTrue(facts,
               map(a, [&](int64_t i) { return a.numbers[i] < b.numbers[i]; }));
    expectTrue(facts, map(a, [&](int64_t i) {
                 return asUnsigned(a, i) < asUnsigned(b, i);
               }));
  }
}

TEST_F(AxisFactsTest, Selection) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SmallVector<int64_t> shape = pickShape();
    Tile a = makeTile(shape), b = makeTile(shape), choice = makeTile(shape);
    expectTrue(AxisFacts::select(exact(choice), exact(a), exact(b)),
               map(a, [&](int64_t i) {
                 return choice.numbers[i] % 5 ? a.numbers[i] : b.numbers[i];
               }));
  }
}

TEST_F(AxisFactsTest, Pointers) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SmallVector<int64_t> shape = pickShape();
    Tile offset = makeTile(shape);
    int64_t bytes = pick({1, 2, 4, 8}), base = pick({16, 24, 1000, 4096});
    AxisFacts pointer =
        AxisFacts::scalar(getPowerOfTwoDivisor(base), bytes).splat(shape);
    AxisFacts facts = AxisFacts::addOffset(pointer, exact(offset), 16);
    // The contiguity and constancy count addresses in elements, the divisor in
    // bytes.
    Tile address = map(
        offset, [&](int64_t i) { return base + offset.numbers[i] * bytes; },
        64);
    AxisFacts truth =
        exact(map(offset, [&](int64_t i) { return offset.numbers[i]; }, 64));
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      int64_t size = facts.getContiguity(dim);
      EXPECT_LE(size, truth.getContiguity(dim));
      EXPECT_LE(facts.getConstancy(dim), truth.getConstancy(dim));
      int64_t stride = dim + 1 == shape.size() ? 1 : shape.back();
      for (int64_t i = 0; i < address.size(); ++i)
        if (i / stride % shape[dim] % size == 0)
          EXPECT_EQ(address.numbers[i] % facts.getDivisor(dim, size), 0u);
    }
  }
}

TEST_F(AxisFactsTest, Shapes) {
  for (int trial = 0; trial < kTrials; ++trial) {
    Tile a = makeTile({8, 16});
    AxisFacts facts = exact(a);
    for (SmallVector<int64_t> shape : std::vector<SmallVector<int64_t>>{
             {128}, {8, 4, 4}, {2, 64}, {8, 1, 16}, {1, 4, 2, 16}, {64, 2}}) {
      Tile other = a;
      other.shape = shape;
      expectTrue(facts.reshape({8, 16}, shape), other);
    }
    Tile turned{{16, 8}, Numbers(128)}, part{{4, 2}, {}};
    for (int64_t i = 0; i < 128; ++i)
      turned.numbers[i % 16 * 8 + i / 16] = a.numbers[i];
    expectTrue(facts.permute({1, 0}), turned);
    for (int64_t i = 4; i < 8; ++i)
      for (int64_t j = 6; j < 8; ++j)
        part.numbers.push_back(a.numbers[i * 16 + j]);
    expectTrue(facts.extract({4, 2}), part);

    Tile row = makeTile({1, 16}), rows{{4, 16}, {}};
    for (int64_t i = 0; i < 64; ++i)
      rows.numbers.push_back(row.numbers[i % 16]);
    expectTrue(exact(row).broadcast({1, 16}, {4, 16}), rows);
  }
}

TEST_F(AxisFactsTest, Promises) {
  AxisFacts unknown = exact({{8}, {1, 5, 2, 9, 4, 7, 7, 3}});
  AxisFacts runs = unknown.assumeDivisible(16, /*every=*/4, /*along=*/0, {8});
  EXPECT_EQ(runs.getContiguity(0), 4);
  EXPECT_EQ(runs.getDivisor(0, 4), 16u);
  EXPECT_EQ(runs.getDivisor(0, 1), 1u);
  // Groups of a size that is no power of two give no fact.
  EXPECT_EQ(unknown.assumeDivisible(16, 3, 0, {8}), unknown);
  EXPECT_EQ(
      unknown.assumeDivisible(4, std::nullopt, std::nullopt, {8}).getDivisor(),
      4u);
  EXPECT_EQ(unknown.assumeSame({6}).getConstancy(0), 2);
}

} // namespace
