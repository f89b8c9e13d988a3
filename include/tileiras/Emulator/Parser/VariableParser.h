//===- VariableParser.h - Variable declarations of PTX ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_PARSER_VARIABLEPARSER_H
#define TILEIRAS_EMULATOR_PARSER_VARIABLEPARSER_H

#include "tileiras/Emulator/Parser/Cursor.h"
#include "tileiras/Emulator/Program/Program.h"

namespace tileiras::emu {

/// Reads `.align A .vN .type name[N][M] = {…}` after the state space, without
/// the final ';'. Attributes such as .ptr and .attribute are skipped.
bool parseVariable(Cursor &cursor, Variable &variable, Type &type,
                   bool &isArray);

/// Reads `.param .type name…` of a function's parameter list.
bool parseParam(Cursor &cursor, Param &param);

/// The state space of a directive such as ".shared".
std::optional<Space> variableSpace(llvm::StringRef directive);

/// Allocates \p size bytes of \p align at the first offset after \p end, which
/// moves, and returns the offset. Sizes are limited where they are declared, so
/// that no sum overflows.
uint64_t allocateIn(uint64_t &end, uint64_t size, uint64_t align);
/// Fails if variables up to \p end exceed the limit of \p space.
bool checkTotalBytes(Cursor &cursor, Space space, uint64_t end,
                     llvm::StringRef name);
/// The same for \p variable, the latest of \p program.
bool checkModuleVariable(Cursor &cursor, Program &program,
                         const Variable &variable);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_VARIABLEPARSER_H
