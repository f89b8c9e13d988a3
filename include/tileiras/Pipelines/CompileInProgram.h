//===- CompileInProgram.h - A compilation in a separate process -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_COMPILEINPROGRAM_H
#define TILEIRAS_PIPELINES_COMPILEINPROGRAM_H

#include "tileiras/Pipelines/Compiler.h"

namespace tileiras {

/// The option of `tileiras` with which it reads an encoded request from
/// standard input and writes the encoded result to standard output.
inline constexpr llvm::StringLiteral kServeOption = "--serve-request";

/// Returns the result of `compile`, made by \p program, a `tileiras` of this
/// version. If the compiler crashes, that process ends, and the result is an
/// error.
CompileResult compileInProgram(llvm::StringRef program,
                               const CompileRequest &request);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_COMPILEINPROGRAM_H
