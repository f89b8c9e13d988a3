//===- ModuleReader.h - Functions and globals -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the function and global sections into a cuda_tile.module; bodies are
// left to InstructionReader. The total number of arguments is limited, since
// functions share types (Limits.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_MODULEREADER_H
#define TILEIRAS_LIB_BYTECODE_READER_MODULEREADER_H

#include "Container.h"
#include "InstructionReader.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

namespace tileiras {

/// Fills a cuda_tile.module from the sections of a file.
class ModuleReader {
public:
  ModuleReader(const Container &container, Tables &tables, DebugTable &debug,
               mlir::cuda_tile::ModuleOp module);

  mlir::LogicalResult read();

private:
  mlir::LogicalResult readProducer(ByteCursor section);
  mlir::LogicalResult readGlobals(ByteCursor section);
  mlir::LogicalResult readGlobal(ByteCursor &cursor);
  mlir::LogicalResult readLaterGlobalFields(ByteCursor &cursor,
                                            mlir::cuda_tile::GlobalOp global);
  mlir::LogicalResult readFunctions(ByteCursor section);
  mlir::LogicalResult readFunction(ByteCursor &cursor);

  /// The fields of a function record before its body.
  struct Signature {
    mlir::StringAttr name;
    mlir::FunctionType type;
    LocationList locations;
    /// Null if the record has none.
    mlir::cuda_tile::OptimizationHintsAttr hints;
  };
  mlir::FailureOr<Signature> readSignature(ByteCursor &cursor);
  mlir::FailureOr<mlir::FunctionType> readFunctionType(ByteCursor &cursor);
  mlir::LogicalResult readFunctionFlags(ByteCursor &cursor,
                                        mlir::StringAttr name, bool &hasHints);
  mlir::FailureOr<mlir::cuda_tile::OptimizationHintsAttr>
  readFunctionHints(ByteCursor &cursor);
  mlir::LogicalResult readArgumentAttributes(ByteCursor &cursor);

  const Container &container;
  Tables &tables;
  DebugTable &debug;
  AttributeReader attributes;
  InstructionReader instructions;
  mlir::cuda_tile::ModuleOp module;
  mlir::OpBuilder builder;
  /// The number of arguments that further functions may have.
  uint64_t argumentBudget = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_MODULEREADER_H
