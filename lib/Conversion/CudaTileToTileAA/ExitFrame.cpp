//===- ExitFrame.cpp - The exits of a region, as values -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitFrame.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

static Value buildFlag(OpBuilder &builder, Location loc, bool value) {
  return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
}

/// Appends values that nothing reads. A token is never poison: one that orders
/// nothing costs nothing, and later stages need no rule for poison tokens.
static void appendFillers(OpBuilder &builder, Location loc, TypeRange types,
                          SmallVectorImpl<Value> &values) {
  for (Type type : types) {
    if (isa<cuda_tile::TokenType>(type))
      values.push_back(cuda_tile::MakeTokenOp::create(builder, loc, type));
    else
      values.push_back(ub::PoisonOp::create(
          builder, loc, type, ub::PoisonAttr::get(builder.getContext())));
  }
}

ExitFrame &ExitFrame::add(Exit exit, TypeRange types) {
  assert((ways.empty() || ways.back().exit < exit) && "out of order");
  ways.push_back({exit, llvm::to_vector(types)});
  return *this;
}

std::optional<unsigned> ExitFrame::find(Exit exit) const {
  for (auto [index, way] : llvm::enumerate(ways))
    if (way.exit == exit)
      return index;
  return std::nullopt;
}

TypeRange ExitFrame::getTypes(Exit exit) const {
  return ways[*find(exit)].types;
}

SmallVector<Type> ExitFrame::getTupleTypes(Builder &builder) const {
  SmallVector<Type> types(ways.size() - 1, builder.getI1Type());
  for (const Way &way : ways)
    llvm::append_range(types, way.types);
  return types;
}

SmallVector<Value> ExitFrame::encode(OpBuilder &builder, Location loc,
                                     Exit exit, ValueRange values) const {
  SmallVector<Value> tuple;
  for (const Way &way : ArrayRef(ways).drop_back())
    tuple.push_back(buildFlag(builder, loc, way.exit == exit));
  for (const Way &way : ways) {
    if (way.exit == exit)
      llvm::append_range(tuple, values);
    else
      appendFillers(builder, loc, way.types, tuple);
  }
  return tuple;
}

SmallVector<Value> ExitFrame::forward(OpBuilder &builder, Location loc,
                                      const ExitFrame &inner,
                                      ValueRange tuple) const {
  // `inner` has the exits of a loop body or of a kernel, two at most, in the
  // order of this frame. So an exit with a flag in this frame but not in
  // `inner` is the only exit of `inner`, and was taken.
  SmallVector<Value> result;
  for (const Way &way : ArrayRef(ways).drop_back()) {
    bool known = way.exit == Exit::Fall || !inner.has(way.exit);
    if (known || inner.ways.back().exit == way.exit)
      result.push_back(buildFlag(builder, loc, !known));
    else
      result.push_back(inner.getFlag(tuple, way.exit));
  }
  for (const Way &way : ways) {
    if (way.exit != Exit::Fall && inner.has(way.exit))
      llvm::append_range(result, inner.getValues(tuple, way.exit));
    else
      appendFillers(builder, loc, way.types, result);
  }
  return result;
}

Value ExitFrame::getFlag(ValueRange tuple, Exit exit) const {
  unsigned index = *find(exit);
  assert(index + 1 < ways.size() && "the last way out has no flag");
  return tuple[index];
}

ValueRange ExitFrame::getValues(ValueRange tuple, Exit exit) const {
  unsigned begin = ways.size() - 1;
  for (const Way &way : ways) {
    if (way.exit == exit)
      return tuple.slice(begin, way.types.size());
    begin += way.types.size();
  }
  llvm_unreachable("not a way out of this frame");
}
