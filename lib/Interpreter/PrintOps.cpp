//===- PrintOps.cpp - Printing ----------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format is that of C's printf. The operand's type gives the width, so length
// modifiers are ignored. A conversion of a tile prints each element by it, as
// nested lists: [[1, 2], [3, 4]].
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "tileiras/Interpreter/Numbers.h"

#include <cstdio>

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

/// A parsed "%-5.2lf".
struct Conversion {
  std::string shape; // "%-5.2"
  char letter;

  bool isSigned() const { return letter == 'd' || letter == 'i'; }
  bool isInteger() const { return StringRef("diuoxXc").contains(letter); }
  bool isFloat() const { return StringRef("eEfFgGaA").contains(letter); }
};

/// Takes the conversion at the start of `format`, after its "%".
Conversion takeConversion(StringRef &format) {
  size_t shape = format.find_first_not_of("-+ #0123456789.");
  size_t letter = format.find_first_not_of("hlLqjzt", shape);
  Conversion conversion{"%" + format.take_front(shape).str(), format[letter]};
  format = format.drop_front(letter + 1);
  return conversion;
}

template <typename T> std::string print(const std::string &format, T value) {
  char text[512];
  int length = std::snprintf(text, sizeof text, format.c_str(), value);
  return std::string(text, std::clamp<int>(length, 0, sizeof text - 1));
}

std::string printElement(const Conversion &conversion, const Tile &tile,
                         size_t n) {
  if (tile.isUnspecified(n))
    return "unspecified";
  Type type = tile.getElementType();
  if (conversion.isFloat())
    return print(conversion.shape + conversion.letter,
                 toDouble(type, tile.getBits(n)));
  if (conversion.letter == 'c')
    return print(conversion.shape + 'c', int(tile.getBits(n)));
  if (conversion.letter == 'p')
    return print(conversion.shape + 'p',
                 reinterpret_cast<void *>(tile.getBits(n)));
  // An i1 is printed as 0 or 1.
  bool isSigned = conversion.isSigned() && tile.getWidth() != 1;
  long long number =
      isSigned ? tile.getInt(n).getSExtValue() : (long long)tile.getBits(n);
  return print(conversion.shape + "ll" + conversion.letter, number);
}

/// Prints the elements from `first` on, as lists of the dimensions from `dim`
/// on.
void printTile(const Conversion &conversion, const Tile &tile, size_t dim,
               size_t first, raw_ostream &os) {
  ArrayRef<int64_t> shape = tile.getShape();
  if (dim == shape.size()) {
    os << printElement(conversion, tile, first);
    return;
  }
  size_t row = 1;
  for (int64_t extent : shape.drop_front(dim + 1))
    row *= extent;
  os << '[';
  for (int64_t n = 0; n < shape[dim]; ++n) {
    os << (n ? ", " : "");
    printTile(conversion, tile, dim + 1, first + n * row, os);
  }
  os << ']';
}

/// Returns whether a conversion can print elements of a type.
bool converts(const Conversion &conversion, Type type) {
  if (conversion.isInteger())
    return isa<IntegerType>(type);
  if (conversion.letter == 'p')
    return isa<PointerType>(type);
  return conversion.isFloat() && isFloatNumberType(type);
}

LogicalResult printTko(Execution &execution, PrintTkoOp op) {
  raw_ostream &os = *execution.launch.output;
  auto argument = op.getArgs().begin();
  for (StringRef rest = op.getStr(); !rest.empty();) {
    os << rest.take_until([](char c) { return c == '%'; });
    rest = rest.drop_until([](char c) { return c == '%'; });
    if (!rest.consume_front("%"))
      break;
    if (rest.consume_front("%")) {
      os << '%';
      continue;
    }
    // A conversion that never ends is text; the verifier requires no operand
    // for it.
    if (rest.find_first_of("diuoxXeEfFgGaAcCsSpn") == StringRef::npos) {
      os << '%' << rest;
      break;
    }
    Conversion conversion = takeConversion(rest);
    const Tile &tile = execution.getTile(*argument++);
    if (!converts(conversion, tile.getElementType())) {
      std::string type;
      raw_string_ostream(type) << tile.getElementType();
      return execution.fault(op, "has the conversion '" + conversion.shape +
                                     Twine(conversion.letter) + "' for " +
                                     type);
    }
    printTile(conversion, tile, 0, 0, os);
  }
  execution.set(op.getResultToken(), Token());
  return success();
}

} // namespace

void addPrintOps(OperationTable &table) { table.add<printTko>(); }

} // namespace tileiras::interpreter
