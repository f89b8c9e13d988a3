//===- BytecodeWriter.cpp - cuda_tile to Tile IR bytecode -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the file in memory, by the grammar at the top of
// lib/Bytecode/Reader/BytecodeReader.cpp. Each part of the reader has its
// counterpart here: ByteBuffer to ByteCursor and LazyTable, the pools to the
// tables, AttributeWriter, InstructionWriter and ModuleWriter to their readers.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Bytecode/BytecodeWriter.h"

#include "ModuleWriter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tileiras;

/// Returns the one cuda_tile.module that `op` is or holds.
static FailureOr<cuda_tile::ModuleOp> findModule(Operation *op) {
  if (auto module = dyn_cast<cuda_tile::ModuleOp>(op))
    return module;
  auto outer = dyn_cast<mlir::ModuleOp>(op);
  if (!outer)
    return op->emitOpError("can't be written as Tile IR bytecode: expected a "
                           "cuda_tile.module");
  auto isModule = [](Operation &inner) {
    return isa<cuda_tile::ModuleOp>(inner);
  };
  Block &body = *outer.getBody();
  if (!llvm::hasSingleElement(body) || !isModule(body.front()))
    return op->emitOpError("can't be written as Tile IR bytecode: expected one "
                           "cuda_tile.module in it, got ")
           << llvm::count_if(body, isModule) << " and "
           << llvm::count_if(body, std::not_fn(isModule))
           << " other operations";
  return cast<cuda_tile::ModuleOp>(body.front());
}

LogicalResult tileiras::writeBytecode(Operation *op, llvm::raw_ostream &os,
                                      const BytecodeWriterOptions &options) {
  if (options.version < kOldestBytecodeVersion ||
      options.version > kNewestBytecodeVersion)
    return emitError(op->getLoc())
           << "unsupported Tile version " << options.version.str()
           << ", this writer supports versions ["
           << kOldestBytecodeVersion.str() << " - "
           << kNewestBytecodeVersion.str() << "]";
  FailureOr<cuda_tile::ModuleOp> module = findModule(op);
  if (failed(module) || failed(verify(*module)))
    return failure();
  FailureOr<ByteBuffer> file = ModuleWriter(*module, options.version).write();
  if (failed(file))
    return failure();
  os << llvm::toStringRef(file->bytes());
  return success();
}
