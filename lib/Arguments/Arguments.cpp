//===- Arguments.cpp - Kernel arguments from the command line ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Arguments/Arguments.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <random>

using namespace llvm;

namespace tileiras::run {

namespace {

Expected<Array> makeArray(StringRef text, uint8_t fill) {
  auto [type, extents] = text.split(':');
  std::string descr = descrOf(type);
  if (descr.empty())
    return createStringError("unknown element type '" + type + "'");
  std::vector<int64_t> shape;
  SmallVector<StringRef> parts;
  extents.split(parts, 'x', -1, false);
  for (StringRef part : parts) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 0)
      return createStringError("'" + extents + "' is no shape such as 2x3");
    shape.push_back(extent);
  }
  Expected<Array> array = Array::make(descr, std::move(shape));
  if (array)
    llvm::fill(array->bytes(), fill);
  return array;
}

/// Returns the encoding of a floating-point type; null for integers.
const fltSemantics *formatOf(StringRef type) {
  return StringSwitch<const fltSemantics *>(type)
      .Case("f64", &APFloat::IEEEdouble())
      .Case("f32", &APFloat::IEEEsingle())
      .Case("f16", &APFloat::IEEEhalf())
      .Case("bf16", &APFloat::BFloat())
      .Case("f8e4m3", &APFloat::Float8E4M3FN())
      .Case("f8e5m2", &APFloat::Float8E5M2())
      .Default(nullptr);
}

/// Encodes a value, rounded to nearest even.
uint64_t encode(const fltSemantics &format, double value) {
  APFloat number(value);
  bool isInexact;
  number.convert(format, APFloat::rmNearestTiesToEven, &isInexact);
  return number.bitcastToAPInt().getZExtValue();
}

/// Returns an array of floats from -1 to 1 or integers from -4 to 3; the same
/// in every run.
Expected<Array> makeRandomArray(StringRef text) {
  Expected<Array> array = makeArray(text, 0);
  if (!array)
    return array;
  StringRef type = text.split(':').first;
  const fltSemantics *format = formatOf(type);
  std::mt19937 engine(array->count());
  unsigned size = array->itemSize();
  if (!format && !StringRef("iub").contains(array->kind()))
    return createStringError("there are no random numbers of type '" + type +
                             "'");
  for (uint64_t at = 0; at < array->bytes().size(); at += size) {
    uint32_t drawn = engine();
    double number = drawn * 0x1p-31 - 1;
    uint64_t bits = array->kind() == 'b'   ? drawn & 1
                    : array->kind() == 'u' ? drawn & 7
                    : array->kind() == 'i' ? uint64_t(drawn & 7) - 4
                                           : encode(*format, number);
    std::memcpy(&array->bytes()[at], &bits, size);
  }
  return array;
}

Expected<Array> parseArray(StringRef text) {
  if (text.consume_front("random:"))
    return makeRandomArray(text);
  if (text.consume_front("zeros:"))
    return makeArray(text, 0);
  if (text.consume_front("empty:"))
    return makeArray(text, 0xa5);
  return readNpy(text);
}

Expected<std::vector<uint8_t>> parseHex(StringRef text) {
  std::string bytes;
  if (!tryGetFromHex(text, bytes))
    return createStringError("'" + text + "' is not hexadecimal");
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

Expected<std::vector<uint8_t>> parseScalar(StringRef spec) {
  auto [type, text] = spec.split(':');
  if (type == "hex")
    return parseHex(text);
  std::string descr = descrOf(type);
  if (descr.empty() || (descr[1] == 'V' && type != "bf16"))
    return createStringError(
        "'" + spec +
        "' is no argument: expected array:, "
        "ptr:, zeros:, empty:, random: or a scalar such as "
        "i32:5");
  unsigned size = Array::itemSizeOf(descr);
  uint64_t bits;
  if (type.starts_with("f") || type == "bf16") {
    double value;
    if (text.getAsDouble(value))
      return createStringError("'" + text + "' is no number");
    bits = encode(*formatOf(type), value);
  } else {
    int64_t value;
    if (text.getAsInteger(0, value) && text.getAsInteger(0, bits))
      return createStringError("'" + text + "' is no integer");
    if (!text.getAsInteger(0, value))
      bits = uint64_t(value);
    if (!isUIntN(8 * size, bits) && !isIntN(8 * size, int64_t(bits)))
      return createStringError("'" + text + "' does not fit in " + type);
  }
  std::vector<uint8_t> bytes(size);
  std::memcpy(bytes.data(), &bits, size);
  return bytes;
}

} // namespace

Expected<Argument> parseArgument(StringRef spec) {
  Argument argument;
  argument.spec = spec.str();
  argument.pointerOnly = spec.consume_front("ptr:");
  bool isArray = spec.consume_front("array:") || argument.pointerOnly ||
                 spec.starts_with("zeros:") || spec.starts_with("empty:") ||
                 spec.starts_with("random:");
  if (isArray) {
    Expected<Array> array = parseArray(spec);
    if (!array)
      return array.takeError();
    argument.array = std::move(*array);
    return argument;
  }
  Expected<std::vector<uint8_t>> scalar = parseScalar(spec);
  if (!scalar)
    return scalar.takeError();
  argument.scalar = std::move(*scalar);
  return argument;
}

Expected<std::array<uint32_t, 3>> parseExtents(StringRef text,
                                               StringRef option) {
  std::array<uint32_t, 3> extents{1, 1, 1};
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  if (parts.size() > extents.size())
    return createStringError("--" + option + " accepts at most three numbers");
  for (auto [part, extent] : zip(parts, extents))
    if (part.getAsInteger(10, extent) || extent == 0)
      return createStringError("--" + option + "=" + text +
                               ": expected positive numbers X[,Y[,Z]]");
  return extents;
}

} // namespace tileiras::run
