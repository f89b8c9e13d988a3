//===- PrintfFormat.h - printf of kernels -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Format Specifiers":
//
//   conversion  ::= '%' flag* width? ('.' precision?)? size? type
//   flag        ::= '-' | '+' | ' ' | '#' | '0'
//   width       ::= digits | '*'
//   precision   ::= digits | '*'
//   size        ::= 'hh' | 'h' | 'l' | 'll' | 'j' | 'z' | 't' | 'L'
//   type        ::= one of d i u o x X c s p a A e E f F g G %
//
// The format comes from the kernel. Only flags and types that were checked
// reach the host's printf, and a text that isn't a conversion, such as %n, is
// printed unchanged and uses no argument.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_EMULATOR_SEMANTICS_PRINTFFORMAT_H
#define TILEIRAS_LIB_EMULATOR_SEMANTICS_PRINTFFORMAT_H

#include "llvm/ADT/Twine.h"

#include <optional>
#include <string>

namespace tileiras::emu {

/// The source of the values. A function that returns nothing has reported the
/// reason.
class PrintfArguments {
public:
  virtual ~PrintfArguments() = default;
  /// The next argument's 4 or 8 bytes.
  virtual std::optional<uint64_t> next(unsigned bytes) = 0;
  /// The string at \p address, at most \p limit characters of it.
  virtual std::optional<std::string> string(uint64_t address,
                                            uint64_t limit) = 0;
  virtual void fail(const llvm::Twine &message) = 0;
};

/// Appends the formatted text to \p output and returns the number of
/// conversions that used an argument; nothing after a failure.
std::optional<unsigned> printfTo(std::string &output, llvm::StringRef format,
                                 PrintfArguments &arguments);

} // namespace tileiras::emu

#endif // TILEIRAS_LIB_EMULATOR_SEMANTICS_PRINTFFORMAT_H
