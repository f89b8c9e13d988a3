//===- ConstantTable.h - The constant section -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry is a varint length and the elements, row-major, little-endian, each
// in as few bytes as hold its bits. One element alone fills the whole tile. i1
// elements are bits, lowest first; alone, a byte 00 or FF.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_CONSTANTTABLE_H
#define TILEIRAS_LIB_BYTECODE_READER_CONSTANTTABLE_H

#include "LazyTable.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"

namespace tileiras {

class ConstantTable {
public:
  explicit ConstantTable(LazyTable table)
      : table(table),
        budget(kMinBudget + kBudgetPerByte * table.getNumBytes()) {}

  /// Reads the index of a constant and makes it a constant of `type`, which
  /// must be a tile of numbers.
  mlir::FailureOr<mlir::DenseElementsAttr> read(ByteCursor &cursor,
                                                mlir::Type type);

private:
  mlir::FailureOr<mlir::DenseElementsAttr> parse(ByteCursor entry,
                                                 mlir::ShapedType type);

  /// A file may use one constant with many types, each of which needs
  /// additional memory. Real files use a constant with one type or two.
  static constexpr uint64_t kMinBudget = 1 << 20, kBudgetPerByte = 16;

  LazyTable table;
  /// The remaining bytes of constants that may be made.
  uint64_t budget;
  /// A constant may be large and used often, also with several types.
  llvm::DenseMap<std::pair<uint64_t, mlir::Type>, mlir::DenseElementsAttr>
      constants;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_CONSTANTTABLE_H
