//===- Arguments.cpp - Kernel arguments from the command line ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "tileiras/Emulator/Numerics/FloatFormats.h"

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

/// How numbers of a type are encoded; none for integers.
std::optional<emu::FloatFormat> formatOf(StringRef type) {
  return StringSwitch<std::optional<emu::FloatFormat>>(type)
      .Case("f32", emu::FormatF32)
      .Case("f16", emu::FormatF16)
      .Case("bf16", emu::FormatBF16)
      .Case("f8e4m3", emu::FormatE4M3)
      .Case("f8e5m2", emu::FormatE5M2)
      .Default(std::nullopt);
}

/// Numbers from -1 to 1, integers from -4 to 3; the same in every run.
Expected<Array> makeRandomArray(StringRef text) {
  Expected<Array> array = makeArray(text, 0);
  if (!array)
    return array;
  StringRef type = text.split(':').first;
  std::optional<emu::FloatFormat> format = formatOf(type);
  std::mt19937 engine(array->count());
  unsigned size = array->itemSize();
  if (!format && !StringRef("iub").contains(array->kind()) && size != 8)
    return createStringError("there are no random numbers of type '" + type +
                             "'");
  for (uint64_t at = 0; at < array->bytes().size(); at += size) {
    uint32_t drawn = engine();
    double number = drawn * 0x1p-31 - 1;
    uint64_t bits = array->kind() == 'b'   ? drawn & 1
                    : array->kind() == 'u' ? drawn & 7
                    : array->kind() == 'i' ? uint64_t(drawn & 7) - 4
                    : format ? emu::encode(*format, number, emu::Rounding::RN)
                             : std::bit_cast<uint64_t>(number);
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
    using namespace emu;
    bits = size == 8 ? std::bit_cast<uint64_t>(value)
                     : encode(type == "f32"    ? FormatF32
                              : type == "bf16" ? FormatBF16
                                               : FormatF16,
                              value, Rounding::RN);
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

launch::Argument Argument::view() const {
  launch::Argument view;
  view.name = spec;
  view.bytes = scalar;
  if (array) {
    view.isArray = true;
    view.pointerOnly = pointerOnly;
    view.bytes = array->bytes();
    view.shape = array->shape();
  }
  return view;
}

} // namespace tileiras::run
