//===- ByteCursor.cpp - Checked reading of bytes --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteCursor.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace tileiras;

InFlightDiagnostic tileiras::emitErrorAt(MLIRContext *context,
                                         uint64_t offset) {
  return emitError(UnknownLoc::get(context))
         << "error at offset " << offset << ": ";
}

FailureOr<uint8_t> ByteCursor::readByte(StringRef what) {
  if (empty())
    return error() << "expected " << what << ", got the end of " << window;
  return bytes[position++];
}

FailureOr<bool> ByteCursor::readBool(StringRef what) {
  FailureOr<uint8_t> byte = readByte(what);
  if (failed(byte))
    return failure();
  if (*byte > 1)
    return emitErrorAt(context, offset() - 1)
           << "expected " << what << " to be 0 or 1, got " << unsigned(*byte);
  return *byte == 1;
}

FailureOr<uint64_t> ByteCursor::readLEB(unsigned numBits, bool &top,
                                        StringRef what) {
  uint64_t first = offset(), value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    FailureOr<uint8_t> byte = readByte(what);
    if (failed(byte))
      return failure();
    // The tenth byte holds only the bits from 63 on.
    if (shift == 63 && *byte >> (numBits - 63))
      break;
    value |= uint64_t(*byte & 0x7f) << shift;
    top = shift == 63 && (*byte & 2);
    if (*byte < 0x80)
      return value;
  }
  return emitErrorAt(context, first)
         << "expected " << what << " to fit 64 bits, got a longer number";
}

FailureOr<uint64_t> ByteCursor::readVarint(StringRef what) {
  bool top = false;
  return readLEB(64, top, what);
}

/// Zig-zag maps 0, 1, 2, 3, ... to 0, -1, 1, -2, ...
static uint64_t decodeZigzag(uint64_t value, bool top) {
  uint64_t magnitude = (value >> 1) | (uint64_t(top) << 63);
  return value & 1 ? ~magnitude : magnitude;
}

FailureOr<int64_t> ByteCursor::readSignedVarint(StringRef what) {
  FailureOr<uint64_t> value = readVarint(what);
  if (failed(value))
    return failure();
  return static_cast<int64_t>(decodeZigzag(*value, /*top=*/false));
}

FailureOr<uint64_t> ByteCursor::readZigzagBits(StringRef what) {
  bool top = false;
  FailureOr<uint64_t> value = readLEB(65, top, what);
  if (failed(value))
    return failure();
  return decodeZigzag(*value, top);
}

FailureOr<uint64_t> ByteCursor::readFixed(unsigned width, StringRef what) {
  FailureOr<ByteCursor> field = take(width, what);
  if (failed(field))
    return failure();
  return field->peekFixed(0, width);
}

uint64_t ByteCursor::peekFixed(uint64_t ahead, unsigned width) const {
  uint64_t value = 0;
  for (auto [index, byte] : llvm::enumerate(rest().slice(ahead, width)))
    value |= uint64_t(byte) << (8 * index);
  return value;
}

ByteCursor ByteCursor::slice(uint64_t ahead, uint64_t size) const {
  return ByteCursor(context, rest().slice(ahead, size), offset() + ahead,
                    window);
}

FailureOr<uint64_t> ByteCursor::readCount(uint64_t size, StringRef what) {
  uint64_t first = offset();
  FailureOr<uint64_t> count = readVarint(what);
  if (failed(count))
    return failure();
  if (*count > remaining() / size)
    return emitErrorAt(context, first)
           << "expected " << what << " of at most " << remaining() / size
           << " in the rest of " << window << ", got " << *count;
  return *count;
}

FailureOr<uint64_t> ByteCursor::readIndex(uint64_t size, StringRef what) {
  uint64_t first = offset();
  FailureOr<uint64_t> index = readVarint(what);
  if (failed(index))
    return failure();
  if (*index >= size)
    return emitErrorAt(context, first)
           << "expected " << what << " below " << size << ", got " << *index;
  return *index;
}

FailureOr<ByteCursor> ByteCursor::take(uint64_t size, StringRef what) {
  if (size > remaining())
    return error() << "expected " << what << " of " << size << " bytes, got "
                   << remaining() << " until the end of " << window;
  ByteCursor part = slice(0, size);
  position += size;
  return part;
}

LogicalResult ByteCursor::align(uint64_t alignment) {
  uint64_t padding = (alignment - position % alignment) % alignment;
  return take(padding, "padding");
}
