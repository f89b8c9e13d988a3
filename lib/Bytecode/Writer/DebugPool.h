//===- DebugPool.h - The debug section --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the locations of operations; DebugTable is the counterpart. A
// location is written as chapter 9 of the specification says: a DILocAttr, or a
// call site of such, also if a fused, named or opaque location wraps it; any
// other location is written as unknown (see findDebugLoc).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_DEBUGPOOL_H
#define TILEIRAS_LIB_BYTECODE_WRITER_DEBUGPOOL_H

#include "StringPool.h"

#include "tileiras/Bytecode/BytecodeFormat.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/DenseMap.h"

namespace tileiras {

/// The locations of one function as indices: the function's, then those of its
/// operations in pre-order. 0 is the unknown location.
using LocationIndices = llvm::SmallVector<uint64_t>;

class DebugPool {
public:
  DebugPool(BytecodeVersion version, StringPool &strings)
      : version(version), strings(strings) {}

  /// Appends the location of `op` to the list of its function.
  mlir::LogicalResult addLocation(mlir::Operation *op, LocationIndices &list);
  /// Adds a function's list and returns its index in the section; 0 if all
  /// locations are unknown.
  uint64_t addFunction(llvm::ArrayRef<uint64_t> list);

  /// Returns whether no function has a location.
  bool empty() const { return starts.empty(); }
  void write(ByteBuffer &section) const;

private:
  /// An attribute in the table, and the tree below it.
  struct Entry {
    uint64_t index = 0;
    unsigned depth = 0;
    uint32_t numNodes = 0;
  };

  mlir::FailureOr<Entry> add(mlir::Attribute attribute);
  /// Appends the index of another attribute to an entry.
  mlir::LogicalResult writeReference(mlir::Attribute attribute,
                                     ByteBuffer &entry);
  void writeString(mlir::StringAttr text, ByteBuffer &entry);

  mlir::LogicalResult encode(mlir::Attribute attribute, ByteBuffer &entry);
  void encodeFile(mlir::cuda_tile::DIFileAttr file, ByteBuffer &entry);
  mlir::LogicalResult encodeCompileUnit(mlir::cuda_tile::DICompileUnitAttr unit,
                                        ByteBuffer &entry);
  mlir::LogicalResult
  encodeSubprogram(mlir::cuda_tile::DISubprogramAttr subprogram,
                   ByteBuffer &entry);
  mlir::LogicalResult
  encodeLexicalBlock(mlir::cuda_tile::DILexicalBlockAttr block,
                     ByteBuffer &entry);
  mlir::LogicalResult encodeLocation(mlir::cuda_tile::DILocAttr location,
                                     ByteBuffer &entry);
  mlir::LogicalResult encodeCallSite(mlir::CallSiteLoc site, ByteBuffer &entry);

  BytecodeVersion version;
  StringPool &strings;
  /// For each function with locations, where its indices start.
  llvm::SmallVector<uint64_t> starts;
  llvm::SmallVector<uint64_t> indices;
  TableBuilder table;
  llvm::DenseMap<mlir::Attribute, Entry> entries;
  /// The index of each location of an operation so far.
  llvm::DenseMap<mlir::Attribute, uint64_t> locations;
  /// The tree below the attribute that is being written.
  Entry tree;
  /// The current depth of the recursion.
  unsigned level = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_DEBUGPOOL_H
