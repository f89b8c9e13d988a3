//===- Session.h - A session of a user with the debugger --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session reads commands in the style of gdb, before the launch and at each
// stop, and prints their results. It owns the breakpoints and the focus: the
// CTA, warp, frame and lane that commands without further arguments mean.
// Session.cpp executes commands, SessionCommands.cpp has one function for each,
// SessionLists.cpp the `info` commands.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_DEBUGGER_SESSION_H
#define TILEIRAS_DEBUGGER_SESSION_H

#include "tileiras/Debugger/Commands.h"
#include "tileiras/Debugger/Debugger.h"
#include "tileiras/Debugger/Expression.h"
#include "tileiras/Support/SourceFile.h"

#include <functional>

namespace tileiras::dbg {

/// Reads the next line without its end; returns false if there is none.
using LineReader = std::function<bool(std::string &line)>;

/// Executes commands, from a terminal or a script, and prints their results.
class Session : public StopHandler {
public:
  /// Makes a session for \p kernel in \p program, whose text is \p ptx. \p
  /// prompt precedes each command, and is empty for a script. If the debug
  /// sections can't be read, it reports that and has no variables.
  static std::unique_ptr<Session> make(const emu::Program &program,
                                       const emu::Function &kernel,
                                       llvm::StringRef ptx, LineReader reader,
                                       llvm::raw_ostream &os,
                                       llvm::StringRef prompt);

  /// Executes commands until the kernel is to be launched; returns false if the
  /// session ends.
  bool awaitLaunch();
  emu::Monitor &getMonitor() { return debugger; }
  /// The launch has ended, but not by a command.
  void launchEnded(bool hasFailed);
  /// Returns whether a command has ended the launch.
  bool hasAborted() const { return isAborted; }

  Resume stopped(const Stop &stop, emu::Warp *&warp) override;
  void ended(const emu::Dim3 &cta) override;

private:
  Session(const emu::Program &program, const emu::Function &kernel,
          llvm::StringRef ptx, DebugInfo info, LineReader reader,
          llvm::raw_ostream &os, llvm::StringRef prompt);

  //===-- Commands --------------------------------------------------------===//

  /// Executes commands until one lets the kernel run, or the session ends.
  std::optional<Resume> takeCommands();
  std::optional<CommandLine> readCommand(std::string &line);
  llvm::Error execute(const CommandLine &line, std::optional<Resume> &resume);
  llvm::Error checkNeeds(const Command &command) const;

  llvm::Error addBreakpoint(llvm::StringRef arguments, bool isTemporary);
  llvm::Error deleteBreakpoints(llvm::StringRef arguments);
  llvm::Error print(llvm::StringRef arguments);
  llvm::Error printRegister(const Expression &expression, NumberBase base);
  llvm::Error list(llvm::StringRef arguments);
  llvm::Error help(llvm::StringRef arguments);
  llvm::Error prepareResume(Resume how, std::optional<Resume> &resume);
  unsigned countFrames() const;
  llvm::Error setCta(llvm::StringRef arguments);
  llvm::Error setWarp(llvm::StringRef arguments);
  llvm::Error setLane(llvm::StringRef arguments);
  void printFrames();
  void printVariables(bool parameters);
  void printBreakpoints();
  void printCtas();
  void printWarps();

  //===-- Locations -------------------------------------------------------===//

  /// A location that the user names: in a file, or the begin of a function.
  struct Location {
    uint32_t file = 0, line = 0;
    const emu::Function *function = nullptr;
  };
  llvm::Expected<Location> parseLocation(llvm::StringRef text) const;
  llvm::Expected<uint32_t> findFile(llvm::StringRef name) const;
  uint32_t getCurrentFile() const;
  const SourceFile &getSource(uint32_t file);
  std::string describe(uint32_t file, uint32_t line) const;

  //===-- The focus -------------------------------------------------------===//

  SourceFrame getFrame() const;
  void focusOn(emu::Warp &warp);
  void printFocus();
  /// Prints the line in focus; with the frame if it has changed.
  void printStop(bool withFrame);
  void printLine(uint32_t file, uint32_t line);
  void printInstruction();

  const emu::Program &program;
  const emu::Function &kernel;
  llvm::SmallVector<llvm::StringRef> ptxLines;
  const DebugInfo info;
  LineReader reader;
  llvm::raw_ostream &os;
  const std::string prompt;
  const LineTable lines;
  Breakpoints breakpoints;
  Debugger debugger;
  std::map<uint32_t, SourceFile> sources;

  std::optional<Focus> focus; // none: the kernel doesn't run
  const emu::Cta *stoppedCta = nullptr;
  bool isFaulted = false, isAborted = false, isEnding = false;
  std::optional<emu::Dim3> lastCta;
  unsigned lastWarp = 0;
  std::string lastFunction;
  Resume lastResume = Resume::Continue;
  uint32_t listFile = 0, nextListed = 0;
  std::string lastLine; // the line that an empty one repeats
  unsigned valueNumber = 0;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_SESSION_H
