//===- Combiner.h - Regions of reductions and scans -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_COMBINER_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_COMBINER_H

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::to_llvm {

/// One value per operand of the operation.
using Tuple = llvm::SmallVector<mlir::Value>;

/// Copies a region that combines what comes earlier with what comes later.
class Combiner {
public:
  Combiner(mlir::Operation *op, mlir::ConversionPatternRewriter &rewriter,
           const mlir::TypeConverter &converter)
      : block(op->getRegion(0).front()), rewriter(rewriter),
        converter(converter), loc(op->getLoc()) {}

  /// The region, on scalars. What it holds is converted afterwards.
  Tuple combine(const Tuple &earlier, const Tuple &later);

  /// Values of one choice or of the other.
  Tuple select(mlir::Value condition, const Tuple &chosen, const Tuple &other);

private:
  /// The region reads values of the unconverted types.
  void mapSource(mlir::IRMapping &mapping, mlir::Value argument,
                 mlir::Value value);

  mlir::Block &block;
  mlir::ConversionPatternRewriter &rewriter;
  const mlir::TypeConverter &converter;
  mlir::Location loc;
};

/// Element number `reg` of each of the inputs.
Tuple pickTuple(llvm::ArrayRef<llvm::SmallVector<mlir::Value>> inputs,
                unsigned reg);

/// The bits of `index` at these places of another number.
unsigned spreadBits(unsigned index, llvm::ArrayRef<unsigned> places);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_COMBINER_H
