//===- DwarfTree.h - Entries of .debug_info ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_LIB_DEBUGGER_DWARFTREE_H
#define TILEIRAS_LIB_DEBUGGER_DWARFTREE_H

#include "DebugSections.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"

#include <map>

namespace tileiras::dbg {

/// A debugging information entry.
struct Entry {
  struct Value {
    llvm::dwarf::Form form;
    uint64_t number = 0;  // references: an offset in the section
    llvm::StringRef text; // strings and blocks
    bool isBlock() const;
  };
  uint64_t offset = 0;
  llvm::dwarf::Tag tag;
  const Entry *parent = nullptr;
  std::vector<const Entry *> children;
  std::map<unsigned, Value> attributes; // the key is DW_AT_…

  const Value *find(llvm::dwarf::Attribute attribute) const {
    auto found = attributes.find(attribute);
    return found == attributes.end() ? nullptr : &found->second;
  }
  uint64_t getNumber(llvm::dwarf::Attribute attribute,
                     uint64_t otherwise = 0) const {
    const Value *value = find(attribute);
    return value ? value->number : otherwise;
  }
  llvm::StringRef getText(llvm::dwarf::Attribute attribute) const {
    const Value *value = find(attribute);
    return value ? value->text : llvm::StringRef();
  }
};

/// All entries of a module.
class DwarfTree {
public:
  static llvm::Expected<DwarfTree> read(const DebugSections &sections);

  /// The entries in the order of the section, parents before their children.
  const std::deque<Entry> &getEntries() const { return entries; }
  /// Returns null if no entry begins there.
  const Entry *at(uint64_t offset) const {
    auto found = byOffset.find(offset);
    return found == byOffset.end() ? nullptr : found->second;
  }

private:
  class Reader;
  std::deque<Entry> entries;
  std::map<uint64_t, const Entry *> byOffset;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_LIB_DEBUGGER_DWARFTREE_H
