//===- InstructionReader.h - Bodies of functions ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads instructions by the table of OpEncoding.h. Values are numbered in the
// order of their definition: function arguments, then results; the values of a
// block are forgotten at its end, and an operation's results come after
// everything in its regions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_INSTRUCTIONREADER_H
#define TILEIRAS_LIB_BYTECODE_READER_INSTRUCTIONREADER_H

#include "AttributeReader.h"
#include "BoundEncoding.h"
#include "DebugTable.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseMap.h"

namespace tileiras {

class InstructionReader {
public:
  InstructionReader(Tables &tables, mlir::MLIRContext *context)
      : tables(tables), attributes(tables), context(context) {}

  /// Reads instructions until the end of `body` into `block`, which has the
  /// function's arguments already.
  mlir::LogicalResult readBody(ByteCursor body, LocationList &locations,
                               mlir::Block &block);

private:
  /// An instruction while it is read.
  struct Instruction {
    Instruction(const BoundEncoding &bound, mlir::Location location)
        : bound(bound), encoding(bound.encoding), state(location, bound.name) {}

    const BoundEncoding &bound;
    const OpEncoding &encoding;
    mlir::OperationState state;
    /// The number of results that the file numbers; later results follow them.
    uint64_t numNumbered = 0;
    uint64_t flags = 0;
    /// The number of operands of the variadic segment.
    uint64_t numVariadic = 0;

    bool isPresent(int8_t flag) const {
      return flag == kNoFlag || ((flags >> flag) & 1);
    }
  };

  mlir::LogicalResult readInstruction(mlir::Block &block);
  mlir::FailureOr<const BoundEncoding *> readOpcode();
  const BoundEncoding &bind(const OpEncoding &encoding);
  void finish(Instruction &instruction, mlir::Block &block);

  mlir::LogicalResult readResultTypes(Instruction &instruction);
  mlir::FailureOr<uint64_t> readResultCount(const OpEncoding &encoding);
  mlir::LogicalResult readFlags(Instruction &instruction);

  mlir::LogicalResult readAttributes(Instruction &instruction);
  mlir::FailureOr<mlir::Attribute> readAttribute(const AttributeEncoding &field,
                                                 Instruction &instruction);
  mlir::FailureOr<mlir::Attribute> readEnum(const EnumEncoding &enumeration);
  mlir::FailureOr<mlir::Attribute> readInteger(unsigned width);
  mlir::FailureOr<mlir::Attribute> readInt32Array();
  mlir::FailureOr<mlir::Attribute> readBoolArray();
  void addDefaults(Instruction &instruction);

  mlir::LogicalResult readOperands(Instruction &instruction);
  mlir::LogicalResult readCountedOperands(Instruction &instruction);
  mlir::LogicalResult readSegments(Instruction &instruction);
  mlir::LogicalResult readValues(Instruction &instruction, uint64_t count);

  mlir::LogicalResult readRegions(Instruction &instruction);
  mlir::LogicalResult readRegion(mlir::Region &region);
  mlir::LogicalResult readBlock(mlir::Block &block);

  Tables &tables;
  AttributeReader attributes;
  mlir::MLIRContext *context;
  llvm::DenseMap<uint32_t, std::unique_ptr<BoundEncoding>> bound;

  // The state of the function that is being read.
  ByteCursor *cursor = nullptr;
  LocationList *locations = nullptr;
  llvm::SmallVector<mlir::Value> values;
  unsigned depth = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_INSTRUCTIONREADER_H
