//===- StridedLayout.cpp - CuTe's layouts ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/StridedLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace tileiras;

//===----------------------------------------------------------------------===//
// Swizzles
//===----------------------------------------------------------------------===//

uint64_t Swizzle::getSourceMask() const {
  return llvm::maskTrailingOnes<uint64_t>(bits) << (base + std::max(shift, 0));
}

uint64_t Swizzle::apply(uint64_t offset) const {
  uint64_t source = offset & getSourceMask();
  return offset ^ (shift > 0 ? source >> shift : source << -shift);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

[[clang::nomerge]] static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message.str());
}

llvm::Error StridedLayout::check(const IntTuple &shape, const IntTuple &stride,
                                 llvm::ArrayRef<Swizzle> swizzles) {
  if (!shape.isCongruentTo(stride))
    return fail("expected shape and stride to be congruent, got " +
                shape.str() + " and " + stride.str());
  bool isShape = true, isStride = true;
  shape.forEachLeaf([&](const IntTuple &leaf) {
    isShape &= !leaf.isWhole() && !leaf.isInteger(0);
  });
  stride.forEachLeaf(
      [&](const IntTuple &leaf) { isStride &= !leaf.isWhole(); });
  if (!isShape)
    return fail("expected sizes that are positive or '?', got " + shape.str());
  if (!isStride)
    return fail("expected strides that are integers or '?', got " +
                stride.str());
  for (Swizzle s : swizzles) {
    int64_t distance = std::abs(int64_t(s.shift));
    if (s.bits < 1 || s.base < 0 || distance < s.bits ||
        distance + s.base + s.bits > 62)
      return fail("expected a swizzle S<B,M,S> of at most 62 bits with B from "
                  "1 to |S| and M from 0 on");
  }
  return llvm::Error::success();
}

StridedLayout::StridedLayout(IntTuple shape, IntTuple stride,
                             llvm::ArrayRef<Swizzle> swizzles)
    : shape(std::move(shape)), stride(std::move(stride)), swizzles(swizzles) {
  assert(!llvm::errorToBool(check(this->shape, this->stride, swizzles)));
}

uint64_t StridedLayout::swizzle(uint64_t offset) const {
  for (const Swizzle &s : llvm::reverse(swizzles))
    offset = s.apply(offset);
  return offset;
}

/// The offset before swizzles.
static std::optional<uint64_t>
evaluate(const IntTuple &coord, const IntTuple &shape, const IntTuple &stride) {
  if (coord.isWhole() || coord.isInteger(0))
    return 0;
  if (coord.isDynamic())
    return std::nullopt;
  if (!shape.isTuple()) {
    if (!stride.isInteger())
      return std::nullopt;
    return uint64_t(coord.getValue()) * uint64_t(stride.getValue());
  }
  uint64_t sum = 0;
  int64_t rest = coord.isTuple() ? 0 : coord.getValue();
  for (unsigned mode = 0; mode < shape.getRank(); ++mode) {
    IntTuple part;
    if (coord.isTuple()) {
      part = coord[mode];
    } else if (mode + 1 == shape.getRank()) {
      part = IntTuple::integer(rest);
    } else {
      std::optional<int64_t> size = shape[mode].getProduct();
      if (!size)
        return std::nullopt;
      part = IntTuple::integer(rest % *size);
      rest /= *size;
    }
    std::optional<uint64_t> offset = evaluate(part, shape[mode], stride[mode]);
    if (!offset)
      return std::nullopt;
    sum += *offset;
  }
  return sum;
}

std::optional<uint64_t> StridedLayout::crd2idx(const IntTuple &coord) const {
  std::optional<uint64_t> offset = evaluate(coord, shape, stride);
  if (!offset)
    return std::nullopt;
  return swizzle(*offset);
}

static IntTuple takeDigits(int64_t &index, const IntTuple &shape, bool isLast) {
  if (!shape.isTuple()) {
    int64_t digit = isLast ? index : index % shape.getValue();
    index /= shape.getValue();
    return IntTuple::integer(digit);
  }
  std::vector<IntTuple> digits;
  for (unsigned mode = 0; mode < shape.getRank(); ++mode)
    digits.push_back(
        takeDigits(index, shape[mode], isLast && mode + 1 == shape.getRank()));
  return IntTuple::tuple(digits);
}

IntTuple tileiras::idx2crd(int64_t index, const IntTuple &shape) {
  assert(shape.isStatic());
  return takeDigits(index, shape, /*isLast=*/true);
}

//===----------------------------------------------------------------------===//
// Text: S<3,4,3> o 0 o (8,64):(64,1)
//===----------------------------------------------------------------------===//

void StridedLayout::print(llvm::raw_ostream &os) const {
  for (const Swizzle &s : swizzles)
    os << "S<" << s.bits << ',' << s.base << ',' << s.shift << "> o ";
  if (!swizzles.empty())
    os << "0 o ";
  shape.print(os);
  os << ':';
  stride.print(os);
}

std::string StridedLayout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

/// Reads `word` after white space.
static bool consumeWord(llvm::StringRef &text, llvm::StringRef word) {
  text = text.ltrim();
  return text.consume_front(word);
}

/// Reads the rest of "S<3,4,3> o " after "S<".
static llvm::Expected<Swizzle> parseSwizzle(llvm::StringRef &text) {
  Swizzle swizzle;
  int *fields[] = {&swizzle.bits, &swizzle.base, &swizzle.shift};
  for (auto [i, field] : llvm::enumerate(fields)) {
    bool hasComma = i == 0 || consumeWord(text, ",");
    text = text.ltrim();
    if (!hasComma || text.consumeInteger(10, *field))
      return fail("expected three integers in a swizzle, got '" + text + "'");
  }
  if (!consumeWord(text, ">") || !consumeWord(text, "o"))
    return fail("expected '> o' after the integers of a swizzle, got '" + text +
                "'");
  return swizzle;
}

llvm::Expected<StridedLayout> StridedLayout::parse(llvm::StringRef text) {
  llvm::SmallVector<Swizzle> swizzles;
  while (consumeWord(text, "S<")) {
    llvm::Expected<Swizzle> swizzle = parseSwizzle(text);
    if (!swizzle)
      return swizzle.takeError();
    swizzles.push_back(*swizzle);
  }
  if (!swizzles.empty() && (!consumeWord(text, "0") || !consumeWord(text, "o")))
    return fail("expected '0 o' between swizzles and shape, got '" + text +
                "'");
  llvm::Expected<IntTuple> shape = IntTuple::parsePrefix(text);
  if (!shape)
    return shape.takeError();
  if (!consumeWord(text, ":"))
    return fail("expected ':' between shape and stride, got '" + text + "'");
  llvm::Expected<IntTuple> stride = IntTuple::parse(text);
  if (!stride)
    return stride.takeError();
  if (llvm::Error fault = check(*shape, *stride, swizzles))
    return fault;
  return StridedLayout(*shape, *stride, swizzles);
}
