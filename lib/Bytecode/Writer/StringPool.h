//===- StringPool.h - The string section ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the strings that StringTable reads.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_STRINGPOOL_H
#define TILEIRAS_LIB_BYTECODE_WRITER_STRINGPOOL_H

#include "ByteBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tileiras {

class StringPool {
public:
  /// Returns the index of a string, which is stored once.
  uint64_t add(llvm::StringRef text) {
    auto [it, inserted] = indices.try_emplace(text, table.size());
    if (inserted)
      table.add(llvm::arrayRefFromStringRef(text));
    return it->second;
  }

  void write(ByteBuffer &section) const { table.write(section, 4); }

private:
  TableBuilder table;
  llvm::StringMap<uint64_t> indices;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_STRINGPOOL_H
