//===- DebugSections.h - Bytes of a PTX text's sections ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses PTX ISA, "Debugging Directives: .section": integers of 8 to 64 bits,
// which may be labels of the section, of other sections or of code.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DEBUGGER_DEBUGSECTIONS_H
#define TILEIRAS_LIB_DEBUGGER_DEBUGSECTIONS_H

#include "tileiras/Debugger/DebugInfo.h"

namespace tileiras::dbg {

/// Code positions as integers, of which 0 is none.
class CodeAddresses {
public:
  explicit CodeAddresses(const emu::Program &program);

  std::optional<uint64_t> find(llvm::StringRef label) const;
  /// Returns the instructions between two addresses; empty if they are in no
  /// function.
  CodeRange getRange(uint64_t begin, uint64_t end) const;

private:
  static constexpr unsigned Shift = 32;
  const emu::Program &program;
};

class DebugSections {
public:
  static llvm::Expected<DebugSections> parse(llvm::StringRef ptx,
                                             const CodeAddresses &code);

  /// Returns the bytes of the section; empty if there is no such section.
  llvm::StringRef get(llvm::StringRef name) const {
    auto found = sections.find(name);
    return found == sections.end() ? llvm::StringRef()
                                   : llvm::StringRef(found->second.bytes);
  }
  /// Returns the names at the labels of .debug_str.
  llvm::StringMap<std::string> getStrings() const;

private:
  struct Section {
    std::string bytes;
    llvm::StringMap<uint64_t> labels;
  };
  struct Reference {
    std::string section, label;
    size_t offset;
    unsigned bytes;
    unsigned line;
  };
  class Parser;

  llvm::StringMap<Section> sections;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_LIB_DEBUGGER_DEBUGSECTIONS_H
