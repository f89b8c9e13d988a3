//===- CanonicalizeTokens.cpp - Tokens that order nothing -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A token stands for the accesses it comes after (Tile IR specification, memory
// model): that of make_token for none, that of join_tokens for those of all its
// operands, that of an access for the access itself and all that its own token
// comes after. So a join needs neither a token of nothing, nor one twice, nor
// one that another of its operands comes after; and an access ordered after
// nothing needs no token. Tokens that go around loops are handled with other
// such values (CanonicalizeLoops.cpp).
//
// The accesses themselves stay as they are.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// The largest number of operands of a join that nested joins are merged into.
static constexpr size_t maxJoined = 64;
/// The longest chain of accesses that is searched.
static constexpr unsigned maxChain = 16;

//===----------------------------------------------------------------------===//
// join_tokens
//===----------------------------------------------------------------------===//

/// Returns the token that an operation is ordered after, if there is one; null
/// for a join, which has several.
static Value getOrderedAfter(Operation *op) {
  if (isa<JoinTokensOp>(op))
    return {};
  for (Value operand : op->getOperands())
    if (isa<TokenType>(operand.getType()))
      return operand;
  return {};
}

/// Collects the tokens that precede a token of an access.
static void collectEarlier(Value token, llvm::SmallSetVector<Value, 8> &found) {
  for (unsigned i = 0; i < maxChain; ++i) {
    Operation *op = token.getDefiningOp();
    // The results of an operation with regions come from inside.
    if (!op || op->getNumRegions())
      return;
    token = getOrderedAfter(op);
    if (!token)
      return;
    found.insert(token);
  }
}

namespace {
/// Reduces the operands of join_tokens to the necessary ones.
struct SimplifyJoin : OpRewritePattern<JoinTokensOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(JoinTokensOp join,
                                PatternRewriter &rewriter) const override {
    llvm::SmallSetVector<Value, 8> tokens = collectJoined(join);
    llvm::SmallSetVector<Value, 8> earlier;
    for (Value token : tokens)
      collectEarlier(token, earlier);
    tokens.remove_if([&](Value token) { return earlier.contains(token); });
    if (tokens.size() > 1) {
      if (ValueRange(tokens.getArrayRef()) == join.getTokens())
        return failure();
      rewriter.modifyOpInPlace(
          join, [&] { join.getTokensMutable().assign(tokens.getArrayRef()); });
      return success();
    }
    if (tokens.empty())
      rewriter.replaceOpWithNewOp<MakeTokenOp>(join, join.getType());
    else
      rewriter.replaceOp(join, tokens.front());
    return success();
  }

private:
  /// Collects operands that order something; operands that are joins are
  /// replaced by their operands.
  static llvm::SmallSetVector<Value, 8> collectJoined(JoinTokensOp join) {
    llvm::SmallSetVector<Value, 8> tokens;
    size_t capacity = maxJoined;
    for (Value token : join.getTokens()) {
      if (token.getDefiningOp<MakeTokenOp>())
        continue;
      auto inner = token.getDefiningOp<JoinTokensOp>();
      if (inner && inner.getTokens().size() <= capacity) {
        capacity -= inner.getTokens().size();
        tokens.insert_range(inner.getTokens());
      } else {
        tokens.insert(token);
      }
    }
    return tokens;
  }
};
} // namespace

/// Folds the join of one token, or of the same token several times.
OpFoldResult JoinTokensOp::fold(FoldAdaptor) {
  if (getTokens().empty() || !llvm::all_equal(getTokens()))
    return {};
  return getTokens().front();
}

void JoinTokensOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<SimplifyJoin>(context);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// An access that is ordered after nothing needs no token.
template <typename OpT> struct DropFreshToken : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Value token = op.getToken();
    if (!token || !token.getDefiningOp<MakeTokenOp>())
      return rewriter.notifyMatchFailure(op, "ordered after something");
    rewriter.modifyOpInPlace(op, [&] { op.getTokenMutable().clear(); });
    return success();
  }
};

template <typename... OpTs>
void addDropFreshToken(RewritePatternSet &patterns) {
  patterns.add<DropFreshToken<OpTs>...>(patterns.getContext());
}
} // namespace

void CudaTileDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  addDropFreshToken<AtomicCASTkoOp, AtomicRMWTkoOp, AtomicRedViewTkoOp,
                    GdcLaunchDependentsTkoOp, GdcWaitTkoOp, LoadPtrTkoOp,
                    LoadViewTkoOp, MultimemLoadReduceViewTkoOp,
                    MultimemReduceViewTkoOp, MultimemStoreViewTkoOp, PrintTkoOp,
                    StorePtrTkoOp, StoreViewTkoOp>(patterns);
}
