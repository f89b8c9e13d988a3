//===- CuteCanonicalization.cpp - Constants become types -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A leaf that turns out to be a constant becomes static: part of the type, also
// in the types of the layouts and views derived from it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::cute;
using tileiras::IntTuple;

/// Whether all users of the value, and of values derived from it, can change
/// their types.
static bool canChangeType(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    if (isa<Crd2IdxOp, GetIterOp>(user))
      return true;
    return isa<MakeLayoutOp, MakeViewOp, LocalTileOp>(user) &&
           canChangeType(user->getResult(0));
  });
}

/// Infers the result type from the current types of the operands.
static Type inferType(Operation *op) {
  if (auto view = dyn_cast<MakeViewOp>(op)) {
    ViewType type = view.getType();
    return ViewType::get(type.getElementType(), type.getSpace(),
                         view.getLayout().getType().getLayout());
  }
  auto typed = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (!typed || failed(typed.inferReturnTypes(
                    op->getContext(), std::nullopt, op->getOperands(),
                    op->getAttrDictionary(), op->getPropertiesStorage(),
                    op->getRegions(), types)))
    return op->getResult(0).getType();
  return types[0];
}

/// Propagates a new type of `value` to values derived from it.
static void updateUsers(Value value, PatternRewriter &rewriter) {
  for (Operation *user : value.getUsers()) {
    Value result = user->getResult(0);
    Type type = inferType(user);
    if (type == result.getType())
      continue;
    rewriter.modifyOpInPlace(user, [&] { result.setType(type); });
    updateUsers(result, rewriter);
  }
}

template <typename OpTy>
static LogicalResult makeLeavesStatic(OpTy op, PatternRewriter &rewriter) {
  constexpr bool isShape = std::is_same_v<OpTy, MakeShapeOp>;
  SmallVector<Value> rest;
  auto operand = op.getLeaves().begin();
  IntTuple tree = op.getType().getTree().mapLeaves([&](const IntTuple &leaf) {
    APInt value;
    if (!leaf.isDynamic())
      return leaf;
    Value dynamic = *operand++;
    if (matchPattern(dynamic, m_ConstantInt(&value)) && !value.isNegative() &&
        !(isShape && value.isZero()))
      return IntTuple::integer(value.getZExtValue());
    rest.push_back(dynamic);
    return leaf;
  });
  if (rest.size() == op.getLeaves().size())
    return rewriter.notifyMatchFailure(op, "no leaf is a constant");
  if (!canChangeType(op.getResult()))
    return rewriter.notifyMatchFailure(op, "a user needs the present type");
  auto type = decltype(op.getType())::get(op.getContext(), tree);
  Value result = OpTy::create(rewriter, op.getLoc(), type, rest);
  rewriter.replaceOp(op, result);
  updateUsers(result, rewriter);
  return success();
}

LogicalResult MakeShapeOp::canonicalize(MakeShapeOp op,
                                        PatternRewriter &rewriter) {
  return makeLeavesStatic(op, rewriter);
}
LogicalResult MakeStrideOp::canonicalize(MakeStrideOp op,
                                         PatternRewriter &rewriter) {
  return makeLeavesStatic(op, rewriter);
}
LogicalResult MakeCoordOp::canonicalize(MakeCoordOp op,
                                        PatternRewriter &rewriter) {
  return makeLeavesStatic(op, rewriter);
}
