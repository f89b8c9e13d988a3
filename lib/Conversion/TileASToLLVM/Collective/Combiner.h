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

/// Copies a region that combines earlier elements with later ones.
class Combiner {
public:
  Combiner(mlir::Operation *op, mlir::ConversionPatternRewriter &rewriter,
           const mlir::TypeConverter &converter)
      : block(op->getRegion(0).front()), rewriter(rewriter),
        converter(converter), loc(op->getLoc()) {}

  /// Inlines the region, on scalars. Its operations are converted afterwards.
  Tuple combine(const Tuple &earlier, const Tuple &later);

  /// Selects the values of one tuple or of the other.
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

/// Returns the element of register `reg` of each of the inputs.
Tuple pickTuple(llvm::ArrayRef<llvm::SmallVector<mlir::Value>> inputs,
                unsigned reg);

/// Distributes the bits of `index` to these bit positions.
unsigned spreadBits(unsigned index, llvm::ArrayRef<unsigned> positions);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_COMBINER_H
