//===- RemarkCollector.h - Remarks as values --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects MLIR's remark engine to a compilation's result. LLVM's YAML form is
// kept for files and caches, a message for the terminal.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_REMARKCOLLECTOR_H
#define TILEIRAS_PIPELINES_REMARKCOLLECTOR_H

#include "tileiras/Pipelines/Compiler.h"

#include "mlir/IR/MLIRContext.h"

namespace tileiras {

/// From now on the remarks of `context` that `selection` names are added to
/// `result`, which must outlive the context's passes, each with its location in
/// the user's source.
void collectRemarks(mlir::MLIRContext &context,
                    const RemarkSelection &selection, CompileResult &result);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_REMARKCOLLECTOR_H
