//===- AttributeWriter.h - Self-contained attributes ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes attributes as a tag and a body; AttributeReader is the counterpart.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_ATTRIBUTEWRITER_H
#define TILEIRAS_LIB_BYTECODE_WRITER_ATTRIBUTEWRITER_H

#include "ConstantPool.h"
#include "StringPool.h"
#include "TypePool.h"

namespace tileiras {

/// The tables to which records of functions, globals and attributes refer.
struct Pools {
  explicit Pools(BytecodeVersion version) : version(version), types(version) {}

  BytecodeVersion version;
  StringPool strings;
  TypePool types;
  ConstantPool constants;
};

/// Writes attributes of `user`, at which errors point.
class AttributeWriter {
public:
  AttributeWriter(Pools &pools, mlir::Operation *user, ByteBuffer &buffer)
      : pools(pools), user(user), buffer(buffer) {}

  /// Writes a tag and a body.
  mlir::LogicalResult writeTagged(mlir::Attribute attribute);
  /// Writes a varint count and that many tagged attributes.
  mlir::LogicalResult writeArray(mlir::ArrayAttr array);
  /// Writes a varint count and that many pairs of string index and tagged
  /// attribute.
  mlir::LogicalResult writeDictionary(mlir::DictionaryAttr dictionary);

private:
  void writeTag(AttributeTag tag) {
    buffer.writeVarint(static_cast<uint64_t>(tag));
  }
  mlir::LogicalResult writeBody(mlir::Attribute attribute);
  mlir::LogicalResult writeInteger(mlir::IntegerAttr attribute);
  mlir::LogicalResult writeFloat(mlir::FloatAttr attribute);
  mlir::LogicalResult writeDenseElements(mlir::DenseElementsAttr attribute);
  mlir::LogicalResult
  writeSameElements(mlir::cuda_tile::SameElementsAttr attribute);
  void writeDivBy(mlir::cuda_tile::DivByAttr attribute);
  void writeBounded(mlir::cuda_tile::BoundedAttr attribute);

  Pools &pools;
  mlir::Operation *user;
  ByteBuffer &buffer;
  unsigned depth = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_ATTRIBUTEWRITER_H
