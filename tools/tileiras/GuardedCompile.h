//===- GuardedCompile.h - A compilation that can't crash --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_GUARDEDCOMPILE_H
#define TOOLS_TILEIRAS_GUARDEDCOMPILE_H

#include "tileiras/Pipelines/Compiler.h"

#include <string>

namespace tileiras {

/// Compiles, in a process of its own; where the compiler crashes, the only
/// diagnostics are an error that names the phase, and the pass where there is
/// one, and a note about `reproducer`, the file that the program and its passes
/// were then written to (writeReproducer). An empty name is for none.
CompileResult compileGuarded(CompileRequest request,
                             const std::string &reproducer);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_GUARDEDCOMPILE_H
