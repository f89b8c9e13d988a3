//===- ConstantPool.h - The constant section --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the entries that ConstantTable reads.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_CONSTANTPOOL_H
#define TILEIRAS_LIB_BYTECODE_WRITER_CONSTANTPOOL_H

#include "ByteBuffer.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace tileiras {

class ConstantPool {
public:
  /// Returns the index of a constant. Constants of the same bytes share one,
  /// even if their types differ.
  uint64_t add(mlir::DenseElementsAttr constant);

  bool empty() const { return table.size() == 0; }
  void write(ByteBuffer &section) const { table.write(section, 8); }

private:
  TableBuilder table;
  llvm::DenseMap<mlir::Attribute, uint64_t> known;
  llvm::StringMap<uint64_t> indices;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_CONSTANTPOOL_H
