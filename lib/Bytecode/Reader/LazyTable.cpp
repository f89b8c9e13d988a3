//===- LazyTable.cpp - Tables of entries read on demand -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LazyTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tileiras;

FailureOr<LazyTable> LazyTable::open(ByteCursor section, unsigned offsetWidth,
                                     StringRef entryName) {
  LazyTable table(section.getContext(), entryName);
  FailureOr<uint64_t> count = section.readCount(offsetWidth, "a table size");
  if (failed(count))
    return failure();
  table.count = *count;
  table.offsetWidth = offsetWidth;
  if (*count == 0)
    return table;
  if (failed(section.align(offsetWidth)))
    return failure();
  FailureOr<ByteCursor> offsets =
      section.take(*count * offsetWidth, "a table of offsets");
  if (failed(offsets))
    return failure();
  table.offsets = *offsets;
  table.entries = ByteCursor(section.getContext(), section.rest(),
                             section.offset(), entryName);
  if (failed(table.checkOffsets()))
    return failure();
  return table;
}

uint64_t LazyTable::getOffset(uint64_t index) const {
  if (index == count)
    return entries.remaining();
  return offsets.peekFixed(index * offsetWidth, offsetWidth);
}

LogicalResult LazyTable::checkOffsets() const {
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t begin = getOffset(i), end = getOffset(i + 1);
    if (begin > end)
      return emitErrorAt(entries.getContext(),
                         offsets.offset() + i * offsetWidth)
             << "expected " << name << ' ' << i << " of " << count
             << " to begin at no more than " << end << " of "
             << entries.remaining() << " bytes, where it ends, got " << begin;
  }
  return success();
}

ByteCursor LazyTable::getEntry(uint64_t index) const {
  assert(index < count && "entry out of range");
  uint64_t begin = getOffset(index);
  return entries.slice(begin, getOffset(index + 1) - begin);
}

FailureOr<StringAttr> StringTable::read(ByteCursor &cursor) {
  FailureOr<uint64_t> index = cursor.readIndex(table.size(), "a string index");
  if (failed(index))
    return failure();
  StringAttr &text = strings[*index];
  if (!text)
    text = StringAttr::get(cursor.getContext(),
                           llvm::toStringRef(table.getEntry(*index).rest()));
  return text;
}

FailureOr<StringAttr> StringTable::readNonEmpty(ByteCursor &cursor,
                                                StringRef what) {
  uint64_t offset = cursor.offset();
  FailureOr<StringAttr> text = read(cursor);
  if (succeeded(text) && text->empty())
    return emitErrorAt(cursor.getContext(), offset)
           << "expected " << what << ", got an empty string";
  return text;
}
