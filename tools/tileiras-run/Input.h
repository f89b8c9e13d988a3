//===- Input.h - PTX from a file of any kind --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tileiras-run accepts PTX, cubins, bytecode and MLIR text; all become PTX
// here, the last two through the program tileiras.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_INPUT_H
#define TILEIRAS_RUN_INPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras::run {

/// The options that compile a program to PTX.
struct Compilation {
  std::string compiler;      // path of the program tileiras
  std::string gpu;           // "sm_90"
  std::string deviceLibrary; // empty: its default
  /// A cubin is made too, which needs an assembler.
  bool makesCubin = false;
  /// The code is unoptimised, with variables by the source's names.
  bool forDebugger = false;
};

struct Input {
  std::string ptx;
  std::string cubin; // empty: there is none
};

/// Reads the program in \p path, "-" for standard input: PTX itself; a cubin
/// with its PTX inside (.nv_debug_ptx_txt); else the output of the compiler for
/// it.
llvm::Expected<Input> readInput(llvm::StringRef path,
                                const Compilation &compilation);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_INPUT_H
