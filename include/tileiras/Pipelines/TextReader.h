//===- TextReader.h - MLIR text from users ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR text may come from users who did not write it, so the reader must not
// crash on any input. It limits nesting and sizes before MLIR's parser, which
// recurses and allocates, sees the text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_TEXTREADER_H
#define TILEIRAS_PIPELINES_TEXTREADER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tileiras {

/// Parses and verifies MLIR text; messages call the file `name`. Returns null
/// after an error, which the context's diagnostic handlers received. Text is
/// not trusted: MLIR's parser reads the byte after the text and recurses as
/// deep as brackets nest, so it gets a copy, and text that nests deeper than
/// people and programs write is refused.
mlir::OwningOpRef<mlir::ModuleOp> readText(llvm::StringRef text,
                                           llvm::StringRef name,
                                           mlir::MLIRContext *context);

/// Checks that MLIR's parser, which recurses, can read the text on a deep
/// stack.
mlir::LogicalResult checkNesting(llvm::StringRef text, llvm::StringRef name,
                                 mlir::MLIRContext *context);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_TEXTREADER_H
