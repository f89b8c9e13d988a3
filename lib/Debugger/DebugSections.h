//===- DebugSections.h - Bytes of a PTX text's sections ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Debugging Directives: .section": numbers of 8 to 64 bits, which may
// be labels of the section, of other sections or of code.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DEBUGGER_DEBUGSECTIONS_H
#define TILEIRAS_LIB_DEBUGGER_DEBUGSECTIONS_H

#include "tileiras/Debugger/DebugInfo.h"

namespace tileiras::dbg {

/// A place in code as a number, of which 0 is none.
class CodeAddresses {
public:
  explicit CodeAddresses(const emu::Program &program);

  std::optional<uint64_t> find(llvm::StringRef label) const;
  /// The instructions between two addresses; empty if they are in no function.
  CodeRange getRange(uint64_t begin, uint64_t end) const;

private:
  static constexpr unsigned Shift = 32;
  const emu::Program &program;
};

class DebugSections {
public:
  static llvm::Expected<DebugSections> parse(llvm::StringRef ptx,
                                             const CodeAddresses &code);

  /// The bytes of the section, none where there is no such section.
  llvm::StringRef get(llvm::StringRef name) const {
    auto found = sections.find(name);
    return found == sections.end() ? llvm::StringRef()
                                   : llvm::StringRef(found->second.bytes);
  }
  /// The names that labels of .debug_str have behind them.
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
