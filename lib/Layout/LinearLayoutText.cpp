//===- LinearLayoutText.cpp - Layouts as text -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints {register=[[0,1],[0,2]], lane=[[1,0]], out=[2,4]}, and parses the same
// by recursive descent.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tileiras;

/// The smallest sizes that hold all bases.
static Coords inferOutSizes(llvm::ArrayRef<LinearLayout::DimBases> inputs) {
  Coords sizes;
  for (const LinearLayout::DimBases &input : inputs)
    for (const Coords &basis : input.bases) {
      sizes.resize(basis.size(), 1);
      for (auto [size, coord] : llvm::zip_equal(sizes, basis))
        size = std::max<int64_t>(size, llvm::NextPowerOf2(coord));
    }
  return sizes;
}

void LinearLayout::print(llvm::raw_ostream &os) const {
  llvm::SmallVector<DimBases> inputs;
  for (InDim dim : kAllInDims) {
    if (getInBits(dim) == 0)
      continue;
    inputs.push_back({dim, {}});
    for (uint64_t flat : getFlatBases(dim))
      inputs.back().bases.push_back(unflatten(flat));
  }

  auto printCoords = [&](llvm::ArrayRef<int64_t> coords) {
    os << '[';
    llvm::interleave(coords, os, ",");
    os << ']';
  };
  os << '{';
  llvm::interleaveComma(inputs, os, [&](const DimBases &input) {
    os << getInDimName(input.dim) << "=[";
    llvm::interleave(input.bases, os, printCoords, ",");
    os << ']';
  });
  if (inferOutSizes(inputs) != outSizes) {
    os << (inputs.empty() ? "out=" : ", out=");
    printCoords(outSizes);
  }
  os << '}';
}

std::string LinearLayout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

llvm::raw_ostream &tileiras::operator<<(llvm::raw_ostream &os,
                                        const LinearLayout &layout) {
  layout.print(os);
  return os;
}

llvm::hash_code tileiras::hash_value(const LinearLayout &layout) {
  llvm::hash_code hash = llvm::hash_combine_range(layout.getOutSizes());
  for (InDim dim : kAllInDims)
    hash = llvm::hash_combine(
        hash, llvm::hash_combine_range(layout.getFlatBases(dim)));
  return hash;
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

namespace {
/// layout ::= '{' (entry (',' entry)*)? '}'
/// entry  ::= name '=' '[' (coords (',' coords)*)? ']' | 'out' '=' coords
/// coords ::= '[' (integer (',' integer)*)? ']'
class LayoutParser {
public:
  explicit LayoutParser(llvm::StringRef text) : whole(text), rest(text) {}

  llvm::Expected<LinearLayout> parse() {
    if (llvm::Error error = parseLayout())
      return std::move(error);
    if (llvm::Error error = checkLayout())
      return std::move(error);
    return LinearLayout::fromBases(inputs, outSizes);
  }

private:
  [[clang::nomerge]] llvm::Error fail(const llvm::Twine &what) {
    return llvm::createStringError("invalid layout at character " +
                                   llvm::Twine(whole.size() - rest.size()) +
                                   ": " + what);
  }

  bool accept(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  llvm::Error expect(llvm::StringRef token) {
    if (accept(token))
      return llvm::Error::success();
    return fail("expected '" + token + "'" + describeNext());
  }

  std::string describeNext() const {
    return rest.empty() ? std::string(", got the end")
                        : (", got '" + rest.take_front(1) + "'").str();
  }

  /// '[' (element (',' element)*)? ']'
  llvm::Error parseList(llvm::function_ref<llvm::Error()> parseElement) {
    if (llvm::Error error = expect("["))
      return error;
    if (accept("]"))
      return llvm::Error::success();
    do {
      if (llvm::Error error = parseElement())
        return error;
    } while (accept(","));
    return expect("]");
  }

  llvm::Error parseCoords(Coords &coords) {
    return parseList([&]() -> llvm::Error {
      rest = rest.ltrim();
      uint64_t value;
      if (rest.consumeInteger(10, value) || value >> 62 != 0)
        return fail("expected an integer" + describeNext());
      coords.push_back(value);
      return llvm::Error::success();
    });
  }

  llvm::Error parseEntry() {
    rest = rest.ltrim();
    llvm::StringRef name =
        rest.take_while([](char c) { return llvm::isAlpha(c) || c == '_'; });
    if (name == "out") {
      if (hasOut)
        return fail("'out' is given twice");
      hasOut = true;
      rest = rest.drop_front(name.size());
      if (llvm::Error error = expect("="))
        return error;
      return parseCoords(outSizes);
    }
    const InDim *dim = llvm::find_if(
        kAllInDims, [&](InDim d) { return getInDimName(d) == name; });
    if (dim == kAllInDims.end())
      return fail(
          "expected register, lane, warp, block, offset, tensor_lane, "
          "tensor_column or out" +
          (name.empty() ? describeNext() : ", got '" + name.str() + "'"));
    if (llvm::any_of(inputs, [&](const auto &i) { return i.dim == *dim; }))
      return fail("'" + name + "' is given twice");
    rest = rest.drop_front(name.size());
    if (llvm::Error error = expect("="))
      return error;
    inputs.push_back({*dim, {}});
    return parseList(
        [&] { return parseCoords(inputs.back().bases.emplace_back()); });
  }

  llvm::Error parseLayout() {
    if (llvm::Error error = expect("{"))
      return error;
    if (!accept("}")) {
      do {
        if (llvm::Error error = parseEntry())
          return error;
      } while (accept(","));
      if (llvm::Error error = expect("}"))
        return error;
    }
    rest = rest.ltrim();
    return rest.empty() ? llvm::Error::success()
                        : fail("expected the end" + describeNext());
  }

  llvm::Error checkLayout() {
    size_t rank = outSizes.size();
    if (!hasOut)
      for (const LinearLayout::DimBases &input : inputs)
        for (const Coords &basis : input.bases)
          rank = basis.size();
    unsigned inBits = 0, outBits = 0;
    for (const LinearLayout::DimBases &input : inputs)
      for (const Coords &basis : input.bases) {
        ++inBits;
        if (basis.size() != rank)
          return fail("expected bases of " + llvm::Twine(rank) +
                      " coordinates, got " + llvm::Twine(basis.size()));
      }
    if (!hasOut)
      outSizes = inferOutSizes(inputs);
    for (int64_t size : outSizes) {
      if (!llvm::isPowerOf2_64(size))
        return fail("expected sizes that are powers of two, got " +
                    llvm::Twine(size));
      outBits += llvm::Log2_64(size);
    }
    for (const LinearLayout::DimBases &input : inputs)
      for (const Coords &basis : input.bases)
        for (auto [coord, size] : llvm::zip_equal(basis, outSizes))
          if (coord >= size)
            return fail("expected coordinates below " + llvm::Twine(size) +
                        ", got " + llvm::Twine(coord));
    // The limits let a packed index and its witness fit in a word.
    if (inBits > 31 || outBits > 31)
      return fail("expected at most 31 bits of input and of output");
    return llvm::Error::success();
  }

  llvm::StringRef whole, rest;
  llvm::SmallVector<LinearLayout::DimBases> inputs;
  Coords outSizes;
  bool hasOut = false;
};
} // namespace

llvm::Expected<LinearLayout> LinearLayout::parse(llvm::StringRef text) {
  return LayoutParser(text).parse();
}
