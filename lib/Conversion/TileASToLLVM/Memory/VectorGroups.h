//===- VectorGroups.h - Registers that are accessed at once -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The atom of an access gives the number of contiguous elements that one
// instruction accesses, and `findVectorBits` the registers that hold them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_VECTORGROUPS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_VECTORGROUPS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

class VectorGroups {
public:
  /// Groups the registers of the access's tile; a scalar is one register.
  explicit VectorGroups(mlir::nv_tileaa::AccessOpInterface access);

  unsigned size() const { return 1u << groupBits.size(); }
  /// Returns the number of registers of a group.
  unsigned getLength() const { return 1u << vectorBits.size(); }
  /// Returns the registers of a group, in the order of memory.
  llvm::SmallVector<unsigned> getRegisters(unsigned group) const;

private:
  llvm::SmallVector<unsigned> vectorBits, groupBits;
};

/// The converted operands of a store, or of an RMW without a result, through
/// pointers; `mask` may be null.
struct AccessOperands {
  mlir::Value pointers, values, mask;
};

/// Emits an access for each vector of \p access: `emit` gets the address of
/// the vector, its elements, and the predicate: the mask of the vector's first
/// element, in the owner of its elements of (unconverted) type \p tile.
void emitVectorAccesses(
    mlir::OpBuilder &builder, mlir::nv_tileaa::AccessOpInterface access,
    AccessOperands operands, mlir::Type tile,
    llvm::function_ref<void(mlir::Value pointer, mlir::ValueRange values,
                            mlir::Value predicate)>
        emit);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_VECTORGROUPS_H
