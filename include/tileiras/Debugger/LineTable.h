//===- LineTable.h - Lines of a module's instructions -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads .loc directives. Line 0 means that an instruction has no line; it then
// belongs to the line of the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_LINETABLE_H
#define TILEIRAS_DEBUGGER_LINETABLE_H

#include "tileiras/Debugger/DebugInfo.h"

namespace tileiras::dbg {

/// A function, perhaps an inlined one, and the position reached in it.
struct SourceFrame {
  std::string function;
  uint32_t file = 0, line = 0, column = 0; // line 0: unknown

  bool isAtLineOf(const SourceFrame &other) const {
    return file == other.file && line == other.line;
  }
};

struct CodePosition {
  const emu::Function *function;
  uint32_t pc;
};

class LineTable {
public:
  LineTable(const emu::Program &program, const DebugInfo &info)
      : program(program), info(info) {}

  /// Returns the frames at an instruction: inlined functions, the innermost
  /// first, and last the function itself.
  std::vector<SourceFrame> getFrames(const emu::Function &function,
                                     uint32_t pc) const;
  /// Returns the innermost frame.
  SourceFrame getInnermost(const emu::Function &function, uint32_t pc) const;

  llvm::StringRef getPath(uint32_t file) const;
  /// Returns the files whose path is or ends with \p name.
  std::vector<uint32_t> findFiles(llvm::StringRef name) const;

  /// Returns the first line from \p line on that has code; nullopt after the
  /// last one.
  std::optional<uint32_t> findLineWithCode(uint32_t file, uint32_t line) const;
  /// Returns the points where control reaches a line: the first of its
  /// instructions, in each loop that has some, and of each call that was
  /// inlined.
  std::vector<CodePosition> findEntries(uint32_t file, uint32_t line) const;
  /// Returns the first instruction of a function that has a line, or its first
  /// instruction if none has one.
  CodePosition findBegin(const emu::Function &function) const;

private:
  const emu::Location &getLocation(const emu::Function &function,
                                   uint32_t pc) const;
  SourceFrame makeFrame(const emu::Location &location) const;
  void addEntries(const emu::Function &function, uint32_t file, uint32_t line,
                  std::vector<CodePosition> &entries) const;

  const emu::Program &program;
  const DebugInfo &info;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_LINETABLE_H
