//===- LineTable.h - Lines of a module's instructions -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made of .loc directives. Line 0 says that an instruction is of no line; it
// counts to the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_LINETABLE_H
#define TILEIRAS_DEBUGGER_LINETABLE_H

#include "tileiras/Debugger/DebugInfo.h"

namespace tileiras::dbg {

/// A function, perhaps an inlined one, and the place reached in it.
struct SourceFrame {
  std::string function;
  uint32_t file = 0, line = 0, column = 0; // line 0: unknown

  bool isAtLineOf(const SourceFrame &other) const {
    return file == other.file && line == other.line;
  }
};

struct CodePlace {
  const emu::Function *function;
  uint32_t pc;
};

class LineTable {
public:
  LineTable(const emu::Program &program, const DebugInfo &info)
      : program(program), info(info) {}

  /// The frames at an instruction: what is inlined there, the innermost first,
  /// and last the function itself.
  std::vector<SourceFrame> getFrames(const emu::Function &function,
                                     uint32_t pc) const;
  /// The innermost of them.
  SourceFrame getInnermost(const emu::Function &function, uint32_t pc) const;

  llvm::StringRef getPath(uint32_t file) const;
  /// The files whose path is or ends with \p name.
  std::vector<uint32_t> findFiles(llvm::StringRef name) const;

  /// The first line from \p line on that has code; none behind the last.
  std::optional<uint32_t> findLineWithCode(uint32_t file, uint32_t line) const;
  /// Where control reaches a line: the first of its instructions, in each loop
  /// that has some, and of each call that was inlined.
  std::vector<CodePlace> findEntries(uint32_t file, uint32_t line) const;
  /// The first instruction of a function that has a line; its first of all
  /// where none has.
  CodePlace findBegin(const emu::Function &function) const;

private:
  const emu::Location &getLocation(const emu::Function &function,
                                   uint32_t pc) const;
  SourceFrame makeFrame(const emu::Location &location) const;
  void addEntries(const emu::Function &function, uint32_t file, uint32_t line,
                  std::vector<CodePlace> &entries) const;

  const emu::Program &program;
  const DebugInfo &info;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_LINETABLE_H
