//===- MatrixValues.h - Small matrices and their exact product --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values that every element type represents, and matrix products in plain
// loops, with which the tests of mma, wgmma and tcgen05 compare.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_MATRIXVALUES_H
#define TILEIRAS_UNITTESTS_EMULATOR_MATRIXVALUES_H

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <bit>
#include <functional>
#include <string>

namespace tileiras::emu::test {

/// An element type of a test: its PTX name, format and size.
struct Element {
  std::string name;
  const FloatFormat *format = nullptr; // null: integers
  unsigned bits = 0;                   // from one element to the next
  bool isSigned = true;
  unsigned shift = 0; // of the code in its bits

  /// The bits of \p value.
  uint64_t encoded(double value) const {
    if (name == "f64")
      return std::bit_cast<uint64_t>(value);
    if (name == "tf32")
      return std::bit_cast<uint32_t>(float(value));
    if (!format)
      return uint64_t(int64_t(value)) & ((1ull << bits) - 1);
    return uint64_t(encode(*format, value, Rounding::RN)) << shift;
  }
};

inline Element halfElement() { return {"f16", &kFormatF16, 16}; }
inline Element bfloatElement() { return {"bf16", &kFormatBF16, 16}; }
inline Element tf32Element() { return {"tf32", &kFormatTF32, 32}; }
/// An 8-bit or narrower float in a separate byte.
inline Element smallFloat(const std::string &name) {
  if (name == "e4m3")
    return {name, &kFormatE4M3, 8};
  if (name == "e5m2")
    return {name, &kFormatE5M2, 8};
  if (name == "e2m3")
    return {name, &kFormatE2M3, 8};
  if (name == "e3m2")
    return {name, &kFormatE3M2, 8};
  return {"e2m1", &kFormatE2M1, 8, true, 2};
}
inline Element packedE2M1() { return {"e2m1", &kFormatE2M1, 4}; }
inline Element integer(const std::string &name) {
  return {name, nullptr, unsigned(std::stoi(name.substr(1))), name[0] == 's'};
}

/// Values -2…2, or 0…2 (0, 1 for bits): exact in every type.
inline double valueA(const Element &e, unsigned row, unsigned k) {
  int value = int((row * 7 + k * 3 + row * k) % 5);
  if (e.bits == 1)
    return value & 1;
  return e.isSigned ? value - 2 : value % 3;
}
inline double valueB(const Element &e, unsigned k, unsigned column) {
  int value = int((k * 5 + column * 11 + (k * column) / 3) % 5);
  if (e.bits == 1)
    return value & 1;
  return e.isSigned ? 2 - value : value % 3;
}
inline double valueC(unsigned row, unsigned column) {
  return int(row % 16) - int(column % 32);
}

using Entry = std::function<double(unsigned, unsigned)>;

/// sum over k of a(row, k) * b(k, column)
inline double productOf(const Entry &a, const Entry &b, unsigned row,
                        unsigned column, unsigned depth) {
  double sum = 0;
  for (unsigned k = 0; k < depth; ++k)
    sum += a(row, k) * b(k, column);
  return sum;
}

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_MATRIXVALUES_H
