//===- WriterErrors.h - Errors about versions -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors about versions have one wording.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_WRITERERRORS_H
#define TILEIRAS_LIB_BYTECODE_WRITER_WRITERERRORS_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Emits "'cuda_tile.x' op WHAT requires bytecode version 13.4, asked to write
/// 13.1"; `what` names the field, or is empty for the operation itself.
inline mlir::InFlightDiagnostic emitNeedsVersion(mlir::Operation *op,
                                                 const llvm::Twine &what,
                                                 BytecodeVersion needed,
                                                 BytecodeVersion asked) {
  return op->emitOpError() << what << (what.isTriviallyEmpty() ? "" : " ")
                           << "requires bytecode version " << needed.str()
                           << ", asked to write " << asked.str();
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_WRITERERRORS_H
