//===- ModuleWriter.h - Functions and globals -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the parts of a file that ModuleReader and Container read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_MODULEWRITER_H
#define TILEIRAS_LIB_BYTECODE_WRITER_MODULEWRITER_H

#include "InstructionWriter.h"

#include "tileiras/Bytecode/BytecodeVersion.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

namespace tileiras {

/// Writes a cuda_tile.module as the sections of a file.
class ModuleWriter {
public:
  ModuleWriter(mlir::cuda_tile::ModuleOp module, BytecodeVersion version)
      : module(module), pools(version), debug(version, pools.strings),
        encodings(module.getContext()) {}

  /// Writes the whole file.
  mlir::FailureOr<ByteBuffer> write();

private:
  mlir::LogicalResult checkBody();
  mlir::LogicalResult writeGlobals(ByteBuffer &section);
  mlir::LogicalResult writeGlobal(mlir::cuda_tile::GlobalOp global,
                                  ByteBuffer &section);
  mlir::LogicalResult checkLaterFields(mlir::cuda_tile::GlobalOp global);

  mlir::LogicalResult writeFunctions(ByteBuffer &section);
  mlir::LogicalResult writeFunction(mlir::cuda_tile::EntryOp entry,
                                    ByteBuffer &section);
  mlir::LogicalResult writeHints(mlir::cuda_tile::EntryOp entry,
                                 ByteBuffer &section);
  void writeProducer(ByteBuffer &section);

  mlir::cuda_tile::ModuleOp module;
  Pools pools;
  DebugPool debug;
  EncodingTable encodings;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_MODULEWRITER_H
