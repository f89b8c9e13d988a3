//===- ElementwisePatterns.h - Shapes of 1:1 rewrites -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Almost every elementwise operation has one counterpart with the same operands
// in the same order. These templates select it; the tables in the .cpp files
// are their instances.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ELEMENTWISEPATTERNS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ELEMENTWISEPATTERNS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::to_tileaa {

/// The base class of the templates below.
template <typename Source>
class ElementwisePattern : public mlir::OpConversionPattern<Source> {
public:
  using mlir::OpConversionPattern<Source>::OpConversionPattern;

protected:
  /// Replaces `op` by a Target with the same operands, and returns that.
  template <typename Target>
  Target replaceBy(Source op, typename Source::Adaptor adaptor,
                   mlir::ConversionPatternRewriter &rewriter) const {
    mlir::Type type =
        this->getTypeConverter()->convertType(op->getResult(0).getType());
    return rewriter.replaceOpWithNewOp<Target>(op, mlir::TypeRange(type),
                                               adaptor.getOperands());
  }
};

template <typename Source, typename Target>
class OneToOne : public ElementwisePattern<Source> {
public:
  using ElementwisePattern<Source>::ElementwisePattern;
  llvm::LogicalResult
  matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    this->template replaceBy<Target>(op, adaptor, rewriter);
    return mlir::success();
  }
};

/// Selects the counterpart by the signedness of the operation.
template <typename Source, typename Signed, typename Unsigned>
class BySignedness : public ElementwisePattern<Source> {
public:
  using ElementwisePattern<Source>::ElementwisePattern;
  llvm::LogicalResult
  matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    if (op.getSignedness() == mlir::cuda_tile::Signedness::Signed)
      this->template replaceBy<Signed>(op, adaptor, rewriter);
    else
      this->template replaceBy<Unsigned>(op, adaptor, rewriter);
    return mlir::success();
  }
};

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ELEMENTWISEPATTERNS_H
