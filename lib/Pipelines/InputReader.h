//===- InputReader.h - Bytes to a module ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_INPUTREADER_H
#define TILEIRAS_PIPELINES_INPUTREADER_H

#include "tileiras/Pipelines/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tileiras {

/// Reads the request's input. Returns null if it isn't a valid program; the
/// reasons are diagnostics of `context`.
mlir::OwningOpRef<mlir::ModuleOp> readInput(const CompileRequest &request,
                                            mlir::MLIRContext *context);

/// Gives every operation without any location one that names the operation and
/// its function, so that a message about it says at least that.
void nameUnknownLocations(mlir::ModuleOp module);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_INPUTREADER_H
