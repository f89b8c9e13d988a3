//===- ByteBuffer.h - A buffer for output bytes -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appends the primitive encodings of the format to a buffer, and builds tables;
// ByteCursor and LazyTable read them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_BYTEBUFFER_H
#define TILEIRAS_LIB_BYTECODE_WRITER_BYTEBUFFER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tileiras {

class ByteBuffer {
public:
  uint64_t size() const { return data.size(); }
  llvm::ArrayRef<uint8_t> bytes() const { return data; }

  void writeByte(uint8_t byte) { data.push_back(byte); }
  /// Appends unsigned LEB128.
  void writeVarint(uint64_t value);
  /// Appends zig-zag LEB128.
  void writeSignedVarint(int64_t value);
  /// Appends a little-endian integer of `width` bytes, at most 8.
  void writeFixed(uint64_t value, unsigned width);
  void writeBytes(llvm::ArrayRef<uint8_t> bytes);
  void writeString(llvm::StringRef text);
  /// Pads to a multiple of `alignment` from the start of the buffer.
  void align(uint64_t alignment);

  /// Appends a varint count and the numbers in the width of `T`.
  template <typename T> void writeNumberArray(llvm::ArrayRef<T> numbers) {
    writeVarint(numbers.size());
    for (T number : numbers)
      writeFixed(static_cast<uint64_t>(number), sizeof(T));
  }

private:
  llvm::SmallVector<uint8_t, 0> data;
};

/// Collects the entries of a table, in the order of their indices.
class TableBuilder {
public:
  uint64_t size() const { return offsets.size(); }
  /// Appends an entry and returns its index.
  uint64_t add(llvm::ArrayRef<uint8_t> entry);
  /// Appends head and entries to `section`, aligned to `offsetWidth` there.
  void write(ByteBuffer &section, unsigned offsetWidth) const;

private:
  llvm::SmallVector<uint64_t, 0> offsets;
  ByteBuffer entries;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_BYTEBUFFER_H
