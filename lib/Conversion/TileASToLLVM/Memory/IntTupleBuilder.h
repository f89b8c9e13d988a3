//===- IntTupleBuilder.h - Trees of cute from their leaves ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_INTTUPLEBUILDER_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_INTTUPLEBUILDER_H

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Collects the modes of a shape, stride or coordinate in order.
class IntTupleBuilder {
public:
  void add(int64_t value) { modes.push_back(IntTuple::integer(value)); }
  /// `value` is an i32 or i64.
  void add(mlir::Value value) {
    modes.push_back(IntTuple::dynamic(value.getType().getIntOrFloatBitWidth()));
    leaves.push_back(value);
  }
  void addWhole() { modes.push_back(IntTuple::whole()); }

  bool isZero() const {
    return llvm::all_of(modes,
                        [](const IntTuple &mode) { return mode.isInteger(0); });
  }

  /// Returns the value that `OpTy` (cute.make_…) creates from them.
  template <typename OpTy>
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc) const {
    using TreeType = decltype(std::declval<OpTy>().getType());
    auto type = TreeType::get(builder.getContext(), IntTuple::tuple(modes));
    if (leaves.empty())
      return mlir::cute::StaticOp::create(builder, loc, type);
    return OpTy::create(builder, loc, type, leaves);
  }

private:
  llvm::SmallVector<IntTuple> modes;
  llvm::SmallVector<mlir::Value> leaves;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_INTTUPLEBUILDER_H
