//===- Commands.h - Commands of the debugger --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_DEBUGGER_COMMANDS_H
#define TILEIRAS_DEBUGGER_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tileiras::dbg {

enum class CommandKind {
#define COMMAND(Kind, Name, Alias, Needs, Repeats, Arguments, Help) Kind,
#include "tileiras/Debugger/Commands.def"
};

/// The state that a command needs.
enum class Needs { Nothing, NoKernel, StoppedKernel };

/// A line of Commands.def.
struct Command {
  CommandKind kind;
  llvm::StringLiteral name, alias, arguments, help;
  Needs needs;
  /// An empty line after it repeats it.
  bool repeats;
};

llvm::ArrayRef<Command> getCommands();

struct CommandLine {
  const Command *command;
  llvm::StringRef arguments; // the rest of the line, trimmed
};

/// Returns the command with which a line begins, which isn't empty: by its
/// name, its alias, or an unambiguous prefix.
llvm::Expected<CommandLine> parseCommand(llvm::StringRef line);

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_COMMANDS_H
