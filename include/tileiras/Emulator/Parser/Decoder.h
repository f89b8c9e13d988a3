//===- Decoder.h - Decoding of instructions ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_PARSER_DECODER_H
#define TILEIRAS_EMULATOR_PARSER_DECODER_H

#include "tileiras/Emulator/Parser/Operands.h"

namespace tileiras::emu {

/// Decodes `opcode operands;` written at \p line by the instruction table.
/// Returns false after \p cursor has recorded the error.
bool decodeInstruction(Cursor &cursor, Program &program, Scopes &scopes,
                       uint32_t line, llvm::StringRef opcode,
                       llvm::ArrayRef<ParsedOperand> operands,
                       Instruction &instruction);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_DECODER_H
