//===- Values.cpp - Values of an interpreted kernel -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Interpreter/Values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

Tile::Tile(TileType type)
    : type(type), width(getElementBitWidth(type.getElementType())),
      elements(type.getNumElements(), 0) {
  if (isa<PointerType>(type.getElementType()))
    origins.resize(elements.size(), 0);
}

void Tile::setPointer(size_t n, Pointer pointer) {
  elements[n] = pointer.address;
  origins[n] = pointer.origin;
}

void Tile::setUnspecified(size_t n) {
  if (unspecified.empty())
    unspecified.resize(elements.size());
  unspecified.set(n);
}

void Tile::copyElement(size_t n, const Tile &source, size_t from) {
  elements[n] = source.elements[from];
  if (!origins.empty())
    origins[n] = source.origins[from];
  if (source.isUnspecified(from))
    setUnspecified(n);
}

SmallVector<int64_t, 4> getCoordinates(ArrayRef<int64_t> shape, size_t n) {
  SmallVector<int64_t, 4> coordinates(shape.size());
  for (size_t d = shape.size(); d-- > 0; n /= shape[d])
    coordinates[d] = n % shape[d];
  return coordinates;
}

size_t getElementIndex(ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
  size_t n = 0;
  for (auto [extent, coordinate] : zip_equal(shape, coordinates))
    n = n * extent + coordinate;
  return n;
}

std::string describeElement(ArrayRef<int64_t> shape, size_t n) {
  if (shape.empty())
    return "";
  std::string text;
  ListSeparator separator;
  raw_string_ostream os(text);
  for (int64_t coordinate : getCoordinates(shape, n))
    os << separator << coordinate;
  return " in element (" + text + ")";
}

} // namespace tileiras::interpreter
