//===- ModuleParser.h - PTX modules -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_PARSER_MODULEPARSER_H
#define TILEIRAS_EMULATOR_PARSER_MODULEPARSER_H

#include "tileiras/Emulator/Program/Program.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tileiras::emu {

/// A PTX text that doesn't parse: "FILE:LINE: message".
class ParseError : public llvm::ErrorInfo<ParseError> {
public:
  static char ID;
  ParseError(std::string file, unsigned line, std::string message)
      : file(std::move(file)), line(line), message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  std::string file;
  unsigned line;
  std::string message;
};

/// Parses \p text into the empty \p program; \p name is the file's name in
/// messages. A text that isn't PTX gives a ParseError.
llvm::Error parseModule(llvm::StringRef text, llvm::StringRef name,
                        Program &program);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_MODULEPARSER_H
