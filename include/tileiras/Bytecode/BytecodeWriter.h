//===- BytecodeWriter.h - cuda_tile to Tile IR bytecode ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes Tile IR bytecode of a given version, 13.1 to 13.5. The same module and
// version give the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_BYTECODE_BYTECODEWRITER_H
#define TILEIRAS_BYTECODE_BYTECODEWRITER_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

namespace tileiras {

struct BytecodeWriterOptions {
  BytecodeVersion version = kNewestBytecodeVersion;
};

/// Writes a `cuda_tile.module`, or a builtin module that holds one and nothing
/// else, after verifying it. Fails, and writes nothing, if the version can't
/// express something; the error points at the operation and names the field and
/// the version that has it.
///
/// No version can hold the name of the module, plain file locations (see
/// docs/Rationale/Bytecode.md), and attributes that the dialect does not
/// define; the latter are dropped with a warning.
mlir::LogicalResult writeBytecode(mlir::Operation *module,
                                  llvm::raw_ostream &os,
                                  const BytecodeWriterOptions &options = {});

} // namespace tileiras

#endif // TILEIRAS_BYTECODE_BYTECODEWRITER_H
