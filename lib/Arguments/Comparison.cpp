//===- Comparison.cpp - Comparison of results with expectations -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types of NumPy are read as one type, so that one loop compares
// arrays of any of them; the summary counts mismatches and keeps the largest
// errors, which tell a wrong result from a loose tolerance.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Arguments/Comparison.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;

namespace tileiras::run {

namespace {

template <class T> T read(const Array &array, uint64_t index) {
  T value;
  std::memcpy(&value, &array.bytes()[index * sizeof(T)], sizeof(T));
  return value;
}

/// The type represents all integers of 64 bits, so that two different ones
/// never compare equal.
using Number = long double;
static_assert(std::numeric_limits<Number>::digits >= 64);

template <class T> Number element(const Array &array, uint64_t index) {
  return Number(read<T>(array, index));
}
Number halfElement(const Array &array, uint64_t index) {
  APFloat number(APFloat::IEEEhalf(), APInt(16, read<uint16_t>(array, index)));
  return number.convertToDouble();
}

using Reader = Number (*)(const Array &, uint64_t);

/// Returns a function that reads an element; null for types without numbers.
Reader readerOf(const Array &array) {
  switch (array.kind()) {
  case 'f':
    return array.itemSize() == 2   ? halfElement
           : array.itemSize() == 4 ? element<float>
                                   : element<double>;
  case 'i':
    return array.itemSize() == 1   ? element<int8_t>
           : array.itemSize() == 2 ? element<int16_t>
           : array.itemSize() == 4 ? element<int32_t>
                                   : element<int64_t>;
  case 'u':
  case 'b':
    return array.itemSize() == 1   ? element<uint8_t>
           : array.itemSize() == 2 ? element<uint16_t>
           : array.itemSize() == 4 ? element<uint32_t>
                                   : element<uint64_t>;
  default:
    return nullptr;
  }
}

std::string indexText(const Array &array, uint64_t flat) {
  std::string text;
  for (size_t n = array.shape().size(); n-- > 0;) {
    text = std::to_string(flat % array.shape()[n]) +
           (text.empty() ? "" : ", ") + text;
    flat /= array.shape()[n];
  }
  return "(" + text + ")";
}

/// The errors of all elements.
struct Summary {
  Number maxAbs = 0, maxRel = 0;
  uint64_t mismatches = 0, first = 0;

  void add(uint64_t index, Number actual, Number expected, double rtol,
           double atol) {
    if (actual == expected || (std::isnan(actual) && std::isnan(expected)))
      return;
    Number error = std::fabs(actual - expected);
    if (std::isnan(error))
      error = INFINITY;
    maxAbs = std::max(maxAbs, error);
    maxRel = std::max(maxRel, expected ? error / std::fabs(expected)
                                       : Number(INFINITY));
    if (error <= atol + rtol * std::fabs(expected))
      return;
    if (mismatches++ == 0)
      first = index;
  }
};

bool compareBytes(const Array &actual, const Array &expected, StringRef label,
                  raw_ostream &os) {
  unsigned size = actual.itemSize();
  for (uint64_t n = 0; n < actual.count(); ++n) {
    if (!std::memcmp(&actual.bytes()[n * size], &expected.bytes()[n * size],
                     size))
      continue;
    os << label << ": first mismatch (bytes) at " << indexText(actual, n)
       << '\n';
    return false;
  }
  os << label << ": bytes are equal\n";
  return true;
}

} // namespace

Expected<bool> compare(const Array &actual, const Array &expected, double rtol,
                       double atol, StringRef label, raw_ostream &os) {
  if (actual.itemSize() != expected.itemSize() ||
      actual.count() != expected.count())
    return createStringError(label + ": expected " + Twine(expected.count()) +
                             " elements of " + Twine(expected.itemSize()) +
                             " bytes, got " + Twine(actual.count()) + " of " +
                             Twine(actual.itemSize()));
  Reader readActual = readerOf(actual), readExpected = readerOf(expected);
  if (!readActual || !readExpected || actual.descr() != expected.descr())
    return compareBytes(actual, expected, label, os);
  Summary summary;
  for (uint64_t n = 0; n < actual.count(); ++n)
    summary.add(n, readActual(actual, n), readExpected(expected, n), rtol,
                atol);
  os << label << ": max abs error " << format("%Lg", summary.maxAbs)
     << ", max rel error " << format("%Lg", summary.maxRel) << '\n';
  if (!summary.mismatches)
    return true;
  const char *digits = actual.kind() == 'f' ? "%.9Lg" : "%.0Lf";
  os << label << ": " << summary.mismatches << " of " << actual.count()
     << " elements differ, the first at " << indexText(actual, summary.first)
     << ": got " << format(digits, readActual(actual, summary.first))
     << ", expected " << format(digits, readExpected(expected, summary.first))
     << '\n';
  return false;
}

} // namespace tileiras::run
