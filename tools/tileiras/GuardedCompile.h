//===- GuardedCompile.h - A compilation that can't crash --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles in a child process (CrashGuard.h) with which it shares the progress
// of the compilation, so that a crash names the phase, the pass and the kernel,
// and leaves a reproducer.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_GUARDEDCOMPILE_H
#define TOOLS_TILEIRAS_GUARDEDCOMPILE_H

#include "tileiras/Pipelines/Compiler.h"

#include <string>

namespace tileiras {

/// Compiles in a separate process; if the compiler crashes, the only
/// diagnostics are an error that names the phase, and the pass if there is one,
/// and a note about `reproducer`, the file to which the program and its passes
/// were then written (writeReproducer). An empty name disables it.
CompileResult compileGuarded(CompileRequest request,
                             const std::string &reproducer);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_GUARDEDCOMPILE_H
