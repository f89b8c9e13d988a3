//===- IntTuple.cpp - Trees of integers -----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/IntTuple.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace tileiras;

IntTuple IntTuple::integer(int64_t value) {
  assert(value >= 0 && "a size, stride or coordinate");
  return IntTuple(Kind::Static, value);
}

IntTuple IntTuple::dynamic(unsigned bits) {
  assert((bits == 32 || bits == 64) && "the widths of indices");
  return IntTuple(Kind::Dynamic, bits);
}

IntTuple IntTuple::whole() { return IntTuple(Kind::Whole, 0); }

IntTuple IntTuple::tuple(llvm::ArrayRef<IntTuple> elements) {
  IntTuple result(Kind::Tuple, 0);
  result.elements.assign(elements.begin(), elements.end());
  return result;
}

IntTuple IntTuple::flat(llvm::ArrayRef<int64_t> values) {
  IntTuple result(Kind::Tuple, 0);
  for (int64_t value : values)
    result.elements.push_back(integer(value));
  return result;
}

void IntTuple::forEachLeaf(
    llvm::function_ref<void(const IntTuple &)> visit) const {
  if (!isTuple())
    return visit(*this);
  for (const IntTuple &element : elements)
    element.forEachLeaf(visit);
}

IntTuple IntTuple::mapLeaves(
    llvm::function_ref<IntTuple(const IntTuple &)> change) const {
  if (!isTuple())
    return change(*this);
  IntTuple result(Kind::Tuple, 0);
  for (const IntTuple &element : elements)
    result.elements.push_back(element.mapLeaves(change));
  return result;
}

unsigned IntTuple::getNumDynamic() const {
  unsigned count = 0;
  forEachLeaf([&](const IntTuple &leaf) { count += leaf.isDynamic(); });
  return count;
}

bool IntTuple::isStatic() const {
  bool all = true;
  forEachLeaf([&](const IntTuple &leaf) { all &= leaf.isInteger(); });
  return all;
}

std::optional<int64_t> IntTuple::getProduct() const {
  constexpr int64_t limit = int64_t(1) << 62;
  std::optional<int64_t> product = 1;
  forEachLeaf([&](const IntTuple &leaf) {
    if (!product || !leaf.isInteger())
      product = std::nullopt;
    else if (leaf.getValue() != 0 && *product > limit / leaf.getValue())
      product = std::nullopt;
    else
      product = *product * leaf.getValue();
  });
  return product;
}

bool IntTuple::isCongruentTo(const IntTuple &other) const {
  if (isTuple() != other.isTuple() || getRank() != other.getRank())
    return false;
  return !isTuple() || llvm::all_of(llvm::zip(elements, other.elements),
                                    [](const auto &pair) {
                                      auto [lhs, rhs] = pair;
                                      return lhs.isCongruentTo(rhs);
                                    });
}

bool IntTuple::isWeaklyCongruentTo(const IntTuple &shape) const {
  if (!isTuple())
    return true;
  if (!shape.isTuple() || getRank() != shape.getRank())
    return false;
  return llvm::all_of(llvm::zip(elements, shape.elements),
                      [](const auto &pair) {
                        auto [lhs, rhs] = pair;
                        return lhs.isWeaklyCongruentTo(rhs);
                      });
}

llvm::hash_code tileiras::hash_value(const IntTuple &tuple) {
  return llvm::hash_combine(
      static_cast<unsigned>(tuple.kind), tuple.value,
      llvm::hash_combine_range(tuple.elements.begin(), tuple.elements.end()));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void IntTuple::print(llvm::raw_ostream &os) const {
  switch (kind) {
  case Kind::Static:
    os << value;
    return;
  case Kind::Dynamic:
    os << (getBits() == 64 ? "?{i64}" : "?");
    return;
  case Kind::Whole:
    os << '_';
    return;
  case Kind::Tuple:
    os << '(';
    llvm::interleave(
        elements, os, [&](const IntTuple &e) { e.print(os); }, ",");
    os << ')';
    return;
  }
}

std::string IntTuple::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

namespace {

/// A recursive descent over the text; the depth of tuples is limited.
class Parser {
public:
  explicit Parser(llvm::StringRef &text) : text(text) {}

  llvm::Expected<IntTuple> parse(unsigned depth = 0) {
    skipSpace();
    if (consume("("))
      return parseElements(depth);
    if (consume("?{i64}"))
      return IntTuple::dynamic(64);
    if (consume("?"))
      return IntTuple::dynamic(32);
    if (consume("_"))
      return IntTuple::whole();
    int64_t value;
    if (text.empty() || !llvm::isDigit(text.front()))
      return fail("expected an integer, '?', '_' or '('");
    llvm::StringRef digits = text;
    if (text.consumeInteger(10, value)) {
      text = digits;
      return fail("expected an integer of at most 63 bits");
    }
    return IntTuple::integer(value);
  }

private:
  static constexpr unsigned kMaxDepth = 16;

  llvm::Expected<IntTuple> parseElements(unsigned depth) {
    if (depth == kMaxDepth)
      return fail("expected tuples at most 16 deep");
    std::vector<IntTuple> elements;
    skipSpace();
    if (consume(")"))
      return IntTuple::tuple(elements);
    while (true) {
      llvm::Expected<IntTuple> element = parse(depth + 1);
      if (!element)
        return element.takeError();
      elements.push_back(std::move(*element));
      skipSpace();
      if (consume(")"))
        return IntTuple::tuple(elements);
      if (!consume(","))
        return fail("expected ',' or ')'");
    }
  }

  void skipSpace() { text = text.ltrim(); }
  bool consume(llvm::StringRef word) { return text.consume_front(word); }
  [[clang::nomerge]] llvm::Error fail(const char *message) const {
    return llvm::createStringError(std::string(message) + ", got '" +
                                   text.str() + "'");
  }

  llvm::StringRef &text;
};

} // namespace

llvm::Expected<IntTuple> IntTuple::parsePrefix(llvm::StringRef &text) {
  return Parser(text).parse();
}

llvm::Expected<IntTuple> IntTuple::parse(llvm::StringRef text) {
  llvm::Expected<IntTuple> tuple = parsePrefix(text);
  if (tuple && !text.trim().empty())
    return llvm::createStringError("expected nothing after the tuple, got '" +
                                   text.trim().str() + "'");
  return tuple;
}
