//===- Npy.cpp - NumPy's .npy files -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format: numpy.lib.format, versions 1 to 3.
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras::run {

namespace {

constexpr StringLiteral Magic("\x93NUMPY");

/// The text after `'key':` in the header's dictionary.
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

Expected<Array> parseHeader(StringRef header) {
  Array array;
  Expected<StringRef> descr = field(header, "descr");
  if (!descr)
    return descr.takeError();
  if (!descr->consume_front("'"))
    return createStringError("structured types are not supported");
  array.descr = descr->split('\'').first.str();
  if (Array::itemSizeOf(array.descr) == 0)
    return createStringError("type '" + array.descr + "' is not supported");
  Expected<StringRef> order = field(header, "fortran_order");
  if (!order)
    return order.takeError();
  if (order->starts_with("True"))
    return createStringError("it is in Fortran order; C order is needed");
  Expected<std::vector<int64_t>> shape = parseShape(header);
  if (!shape)
    return shape.takeError();
  array.shape = std::move(*shape);
  return array;
}

Expected<Array> parseNpy(StringRef data) {
  if (!data.consume_front(Magic) || data.size() < 6)
    return createStringError("it is no .npy file");
  unsigned lengthBytes = data[0] == 1 ? 2 : 4;
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
  if (data.size() != array->count() * array->itemSize())
    return createStringError("it has " + Twine(data.size()) +
                             " bytes of data, its shape needs " +
                             Twine(array->count() * array->itemSize()));
  array->bytes.assign(data.bytes_begin(), data.bytes_end());
  return array;
}

} // namespace

unsigned Array::itemSizeOf(StringRef descr) {
  unsigned size;
  if (descr.size() < 3 || !StringRef("<|").contains(descr[0]) ||
      !StringRef("fiubV").contains(descr[1]) ||
      descr.drop_front(2).getAsInteger(10, size) || size > 16)
    return 0;
  return size;
}

uint64_t Array::count() const {
  uint64_t count = 1;
  for (int64_t extent : shape)
    count *= uint64_t(extent);
  return count;
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
  for (int64_t extent : array.shape)
    shape += std::to_string(extent) + ", ";
  std::string header = "{'descr': '" + array.descr +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // Magic, version and length are 10 bytes; data begins at a multiple of 64.
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (error)
    return createStringError("cannot write " + path + ": " + error.message());
  os << Magic << '\1' << '\0' << char(header.size() & 255)
     << char(header.size() >> 8) << header;
  os.write(reinterpret_cast<const char *>(array.bytes.data()),
           array.bytes.size());
  return Error::success();
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
