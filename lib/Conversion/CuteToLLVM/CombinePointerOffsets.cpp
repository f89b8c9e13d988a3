//===- CombinePointerOffsets.cpp - Add offsets before pointers ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombinePointerOffsets.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tileiras {

/// Returns the only index of an address, if it is a value.
static Value getOnlyIndex(LLVM::GEPOp address) {
  return address.getIndices().size() == 1 &&
                 !address.getDynamicIndices().empty()
             ? address.getDynamicIndices()[0]
             : Value();
}

/// Sums of the terms of an offset, by the value that they are multiplied with
/// (null: none).
using TermsByStride = llvm::SmallMapVector<Value, SmallVector<Value>, 4>;

static void collectTerms(Value distance, TermsByStride &terms) {
  if (auto sum = distance.getDefiningOp<LLVM::AddOp>()) {
    collectTerms(sum.getLhs(), terms);
    collectTerms(sum.getRhs(), terms);
    return;
  }
  Value stride;
  if (auto product = distance.getDefiningOp<LLVM::MulOp>())
    stride = product.getRhs();
  // Each multiplication has its own extension of the stride.
  if (auto extension = stride ? stride.getDefiningOp<LLVM::ZExtOp>() : nullptr)
    stride = extension.getArg();
  terms[stride].push_back(distance);
}

static Value sum(OpBuilder &builder, Location loc, ArrayRef<Value> terms) {
  Value total = terms.front();
  for (Value term : terms.drop_front())
    total = LLVM::AddOp::create(builder, loc, total, term);
  return total;
}

void combinePointerOffsets(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](LLVM::GEPOp second) {
    auto first = second.getBase().getDefiningOp<LLVM::GEPOp>();
    if (!first || !first->hasOneUse() ||
        first->getBlock() != second->getBlock() ||
        first.getElemType() != second.getElemType())
      return;
    Value near = getOnlyIndex(first), far = getOnlyIndex(second);
    if (!near || !far || near.getType() != far.getType())
      return;
    TermsByStride terms;
    collectTerms(near, terms);
    collectTerms(far, terms);
    Location loc = second.getLoc();
    rewriter.setInsertionPoint(second);
    SmallVector<Value> sums;
    for (auto &[stride, list] : terms)
      sums.push_back(sum(rewriter, loc, list));
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        second, second.getType(), second.getElemType(), first.getBase(),
        ArrayRef<LLVM::GEPArg>{sum(rewriter, loc, sums)});
    rewriter.eraseOp(first);
  });
}

} // namespace tileiras
