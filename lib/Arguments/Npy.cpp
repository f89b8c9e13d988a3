//===- Npy.cpp - NumPy's .npy files -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes versions 1 to 3 of the format that NumPy documents as
// numpy.lib.format.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Arguments/Npy.h"

#include "tileiras/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace llvm;

namespace tileiras::run {

namespace {

constexpr StringLiteral Magic("\x93NUMPY");

/// Returns the text after `'key':` in the header's dictionary.
Expected<StringRef> field(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  if (at == StringRef::npos)
    return createStringError("its header has no '" + key + "'");
  return header.substr(at + key.size() + 2).ltrim(": ");
}

Expected<std::vector<int64_t>> parseShape(StringRef header) {
  Expected<StringRef> text = field(header, "shape");
  if (!text)
    return text.takeError();
  if (!text->consume_front("("))
    return createStringError("its shape is no tuple");
  SmallVector<StringRef> extents;
  text->split(')').first.split(extents, ',', -1, false);
  std::vector<int64_t> shape;
  for (StringRef extent : extents) {
    if (extent.trim().empty())
      continue;
    int64_t value;
    if (extent.trim().getAsInteger(10, value) || value < 0)
      return createStringError("its shape is malformed");
    shape.push_back(value);
  }
  return shape;
}

/// Returns the array that a header describes, without its contents.
Expected<Array> parseHeader(StringRef header) {
  Expected<StringRef> descr = field(header, "descr");
  if (!descr)
    return descr.takeError();
  if (!descr->consume_front("'"))
    return createStringError("structured types are not supported");
  Expected<StringRef> order = field(header, "fortran_order");
  if (!order)
    return order.takeError();
  if (order->starts_with("True"))
    return createStringError("it is in Fortran order; C order is needed");
  Expected<std::vector<int64_t>> shape = parseShape(header);
  if (!shape)
    return shape.takeError();
  return Array::make(descr->split('\'').first, std::move(*shape));
}

Expected<Array> parseNpy(StringRef data) {
  if (!data.consume_front(Magic) || data.size() < 6)
    return createStringError("it is no .npy file");
  unsigned version = uint8_t(data[0]);
  if (version < 1 || version > 3)
    return createStringError("expected version 1, 2 or 3 of the format, got " +
                             Twine(version));
  unsigned lengthBytes = version == 1 ? 2 : 4;
  data = data.drop_front(2);
  size_t length = 0;
  for (unsigned n = 0; n < lengthBytes; ++n)
    length |= size_t(uint8_t(data[n])) << (8 * n);
  data = data.drop_front(lengthBytes);
  if (length > data.size())
    return createStringError("its header is cut off");
  Expected<Array> array = parseHeader(data.take_front(length));
  if (!array)
    return array.takeError();
  data = data.drop_front(length);
  if (data.size() != array->bytes().size())
    return createStringError("it has " + Twine(data.size()) +
                             " bytes of data, its shape needs " +
                             Twine(array->bytes().size()));
  copy(ArrayRef(data.bytes_begin(), data.bytes_end()), array->bytes().begin());
  return array;
}

} // namespace

unsigned Array::itemSizeOf(StringRef descr) {
  unsigned size;
  if (descr.size() < 3 || !StringRef("<|").contains(descr[0]) ||
      descr.drop_front(2).getAsInteger(10, size))
    return 0;
  switch (descr[1]) {
  case 'f':
    return size == 2 || size == 4 || size == 8 ? size : 0;
  case 'i':
  case 'u':
    return size == 1 || size == 2 || size == 4 || size == 8 ? size : 0;
  case 'b':
    return size == 1 ? size : 0;
  case 'V':
    return size <= 16 ? size : 0;
  default:
    return 0;
  }
}

Expected<Array> Array::make(StringRef descr, std::vector<int64_t> shape) {
  unsigned itemSize = itemSizeOf(descr);
  if (!itemSize)
    return createStringError("type '" + descr + "' is not supported");
  std::string extents = join(
      map_range(shape, [](int64_t extent) { return std::to_string(extent); }),
      ", ");
  // Strides are products of extents as well, so these have to fit, too, even if
  // there are no elements.
  std::optional<int64_t> size = itemSize;
  for (int64_t extent : shape)
    size = size ? checkedMul(*size, std::max<int64_t>(extent, 1)) : size;
  Array array;
  if (size)
    array.storage = WritableMemoryBuffer::getNewUninitMemBuffer(
        is_contained(shape, 0) ? 0 : *size);
  if (!array.storage)
    return createStringError("shape (" + extents + ") of " + Twine(itemSize) +
                             "-byte elements does not fit in memory");
  array.description = descr.str();
  array.extents = std::move(shape);
  return array;
}

Expected<Array> readNpy(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("cannot read " + path + ": " +
                             buffer.getError().message());
  Expected<Array> array = parseNpy((*buffer)->getBuffer());
  if (!array)
    return createStringError(path + ": " + toString(array.takeError()));
  return array;
}

Error writeNpy(StringRef path, const Array &array) {
  std::string shape;
  for (int64_t extent : array.shape())
    shape += std::to_string(extent) + ", ";
  std::string header = "{'descr': '" + array.descr().str() +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // Magic, version and length are 10 bytes; data begins at a multiple of 64.
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  return writeFile(path, [&](raw_ostream &os) {
    os << Magic << '\1' << '\0' << char(header.size() & 255)
       << char(header.size() >> 8) << header << toStringRef(array.bytes());
  });
}

std::string descrOf(StringRef type) {
  return StringSwitch<std::string>(type)
      .Case("f16", "<f2")
      .Case("f32", "<f4")
      .Case("f64", "<f8")
      .Case("bf16", "<V2")
      .Cases({"f8e4m3", "f8e5m2", "f8e8m0", "f8"}, "|V1")
      .Cases({"i1", "bool"}, "|b1")
      .Case("i8", "|i1")
      .Case("i16", "<i2")
      .Case("i32", "<i4")
      .Case("i64", "<i8")
      .Case("u8", "|u1")
      .Case("u16", "<u2")
      .Case("u32", "<u4")
      .Case("u64", "<u8")
      .Default("");
}

} // namespace tileiras::run
