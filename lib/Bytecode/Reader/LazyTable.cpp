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
  return table;
}

FailureOr<uint64_t> LazyTable::getOffset(uint64_t index) const {
  if (index == count)
    return entries.remaining();
  ByteCursor field = offsets;
  if (failed(field.take(index * offsetWidth, "an offset")))
    return failure();
  return field.readFixed(offsetWidth, "an offset");
}

FailureOr<ByteCursor> LazyTable::getEntry(uint64_t index) const {
  assert(index < count && "entry out of range");
  FailureOr<uint64_t> begin = getOffset(index), end = getOffset(index + 1);
  if (failed(begin) || failed(end))
    return failure();
  if (*begin > *end || *end > entries.remaining())
    return entries.error() << "expected entry " << index
                           << " of the table to lie in its "
                           << entries.remaining() << " bytes, got bytes "
                           << *begin << " to " << *end;
  ByteCursor entry = entries;
  if (failed(entry.take(*begin, "the entries before")))
    return failure();
  return entry.take(*end - *begin, "a table entry");
}

FailureOr<StringRef> StringTable::read(ByteCursor &cursor) const {
  FailureOr<uint64_t> index = cursor.readIndex(table.size(), "a string index");
  if (failed(index))
    return failure();
  FailureOr<ByteCursor> entry = table.getEntry(*index);
  if (failed(entry))
    return failure();
  return llvm::toStringRef(entry->rest());
}

FailureOr<StringRef> StringTable::readNonEmpty(ByteCursor &cursor,
                                               StringRef what) const {
  uint64_t place = cursor.offset();
  FailureOr<StringRef> text = read(cursor);
  if (succeeded(text) && text->empty())
    return emitErrorAt(cursor.getContext(), place)
           << "expected " << what << ", got an empty string";
  return text;
}
