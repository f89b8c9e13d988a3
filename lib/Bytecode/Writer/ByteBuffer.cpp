//===- ByteBuffer.cpp - A buffer for output bytes -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteBuffer.h"

#include "tileiras/Bytecode/BytecodeFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tileiras;

void ByteBuffer::writeVarint(uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    data.push_back(static_cast<uint8_t>(value) | 0x80);
  data.push_back(static_cast<uint8_t>(value));
}

/// Zig-zag maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
void ByteBuffer::writeSignedVarint(int64_t value) {
  writeVarint((static_cast<uint64_t>(value) << 1) ^
              static_cast<uint64_t>(value >> 63));
}

void ByteBuffer::writeFixed(uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i)
    data.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

void ByteBuffer::writeBytes(ArrayRef<uint8_t> bytes) {
  data.append(bytes.begin(), bytes.end());
}

void ByteBuffer::writeString(StringRef text) {
  writeBytes(arrayRefFromStringRef(text));
}

void ByteBuffer::align(uint64_t alignment) {
  data.resize(alignTo(data.size(), alignment), kPaddingByte);
}

uint64_t TableBuilder::add(ArrayRef<uint8_t> entry) {
  offsets.push_back(entries.size());
  entries.writeBytes(entry);
  return offsets.size() - 1;
}

void TableBuilder::write(ByteBuffer &section, unsigned offsetWidth) const {
  section.writeVarint(size());
  section.align(offsetWidth);
  for (uint64_t offset : offsets)
    section.writeFixed(offset, offsetWidth);
  section.writeBytes(entries.bytes());
}
