//===- RegisterEverything.h - Dialects and passes by name -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers everything that a stage of the compiler may encounter in the IR,
// and every pass that a developer may name on a command line.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_REGISTEREVERYTHING_H
#define TILEIRAS_PIPELINES_REGISTEREVERYTHING_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace tileiras {

/// Adds every dialect that appears between Tile IR and LLVM IR, with the
/// interfaces and translations that the pipeline needs.
void registerDialects(mlir::DialectRegistry &registry);

/// Makes the project's passes and pipelines known by name.
void registerPasses();

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_REGISTEREVERYTHING_H
