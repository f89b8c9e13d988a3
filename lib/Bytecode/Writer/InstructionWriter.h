//===- InstructionWriter.h - Bodies of functions ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes instructions by the table of OpEncoding.h; InstructionReader is the
// counterpart. Values are numbered in the order of their definition: function
// arguments, then results; the numbers of a block's values are used again after
// its end, and an operation's results come after everything in its regions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_INSTRUCTIONWRITER_H
#define TILEIRAS_LIB_BYTECODE_WRITER_INSTRUCTIONWRITER_H

#include "AttributeWriter.h"
#include "BoundEncoding.h"
#include "DebugPool.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseMap.h"

namespace tileiras {

/// The encodings of operations, by name, in one context.
class EncodingTable {
public:
  explicit EncodingTable(mlir::MLIRContext *context);
  /// Returns null if the operation can't be an instruction.
  const BoundEncoding *lookup(mlir::Operation *op) const;

private:
  std::vector<BoundEncoding> encodings;
  llvm::DenseMap<mlir::OperationName, const BoundEncoding *> byName;
};

class InstructionWriter {
public:
  /// Constructs a writer for the body of one function, written to `buffer`.
  InstructionWriter(const EncodingTable &encodings, Pools &pools,
                    DebugPool &debug, LocationIndices &locations,
                    ByteBuffer &buffer)
      : encodings(encodings), pools(pools), debug(debug), locations(locations),
        buffer(buffer) {}

  mlir::LogicalResult writeBody(mlir::Block &block);

private:
  /// An operation while it is written.
  struct Instruction {
    mlir::Operation *op;
    const BoundEncoding &bound;
    const OpEncoding &encoding;
    /// One for each operand of the encoding.
    llvm::SmallVector<int32_t> segments;
    /// One for each attribute of the encoding; null if absent.
    llvm::SmallVector<mlir::Attribute> attributes;
  };

  mlir::LogicalResult writeInstruction(mlir::Operation *op);
  mlir::FailureOr<Instruction> bind(mlir::Operation *op);
  mlir::LogicalResult checkVersion(const Instruction &instruction);

  mlir::FailureOr<mlir::ResultRange>
  getWrittenResults(const Instruction &instruction);
  mlir::LogicalResult writeResultTypes(const Instruction &instruction,
                                       mlir::ResultRange results);
  void writeFlags(const Instruction &instruction);

  mlir::LogicalResult writeAttributes(const Instruction &instruction);
  mlir::LogicalResult writeAttribute(const AttributeEncoding &field,
                                     mlir::Attribute attribute,
                                     const Instruction &instruction);
  mlir::LogicalResult writeEnum(const AttributeEncoding &field,
                                mlir::Attribute attribute, mlir::Operation *op);
  void writeBoolArray(mlir::DenseBoolArrayAttr attribute,
                      const Instruction &instruction);

  void writeOperands(const Instruction &instruction);
  void writeValues(mlir::ValueRange values);
  void define(mlir::ValueRange values);

  mlir::LogicalResult writeRegions(const Instruction &instruction);
  mlir::LogicalResult writeBlock(mlir::Block &block, mlir::Operation *op);

  const EncodingTable &encodings;
  Pools &pools;
  DebugPool &debug;
  LocationIndices &locations;
  ByteBuffer &buffer;
  llvm::DenseMap<mlir::Value, uint64_t> numbers;
  uint64_t nextNumber = 0;
  unsigned depth = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_INSTRUCTIONWRITER_H
