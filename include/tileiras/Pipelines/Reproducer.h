//===- Reproducer.h - A program and its passes in a file --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_REPRODUCER_H
#define TILEIRAS_PIPELINES_REPRODUCER_H

#include "tileiras/Pipelines/CompileRequest.h"

namespace tileiras {

/// Writes the input of a compilation to `file`, as MLIR text: the program and
/// the passes of the request, which `tileiras-opt --run-reproducer` runs again.
/// Returns false if the input can't be read, or the file can't be written.
bool writeReproducer(const CompileRequest &request, llvm::StringRef file);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_REPRODUCER_H
