//===- ConstantPool.cpp - The constant section ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantPool.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

static_assert(llvm::endianness::native == llvm::endianness::little,
              "elements of attributes are copied as they lie in memory");

/// Encodes bits, lowest first; one value alone is a byte 00 or FF.
static void encodeBits(DenseElementsAttr constant, ByteBuffer &elements) {
  if (constant.isSplat())
    return elements.writeByte(constant.getSplatValue<bool>() ? 0xff : 0);
  uint8_t byte = 0;
  unsigned position = 0;
  for (bool bit : constant.getValues<bool>()) {
    byte |= bit << position;
    if (++position < 8)
      continue;
    elements.writeByte(byte);
    byte = 0;
    position = 0;
  }
  if (position > 0)
    elements.writeByte(byte);
}

uint64_t ConstantPool::add(DenseElementsAttr constant) {
  auto [it, inserted] = known.try_emplace(constant, 0);
  if (!inserted)
    return it->second;
  ByteBuffer elements;
  if (constant.getElementType().isInteger(1)) {
    encodeBits(constant, elements);
  } else {
    // One element suffices if all are equal.
    ArrayRef<char> raw = constant.getRawData();
    elements.writeString(StringRef(raw.data(), raw.size()));
  }
  StringRef key = llvm::toStringRef(elements.bytes());
  auto [index, isNew] = indices.try_emplace(key, table.size());
  if (isNew) {
    ByteBuffer entry;
    entry.writeVarint(elements.size());
    entry.writeBytes(elements.bytes());
    table.add(entry.bytes());
  }
  return it->second = index->second;
}
