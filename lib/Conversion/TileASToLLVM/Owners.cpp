//===- Owners.cpp - Who acts for an element that several hold -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Owners.h"

#include "Shuffle.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

Value andPredicates(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return LLVM::AndOp::create(builder, loc, lhs, rhs);
}

Value createOwnerPredicate(OpBuilder &builder, Location loc, uint64_t freeLanes,
                           uint64_t freeWarps) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  Value all;
  auto require = [&](Value index, uint64_t freeMask) {
    if (freeMask == 0)
      return;
    Value bits = LLVM::AndOp::create(builder, loc, index,
                                     i32Constant(builder, loc, freeMask));
    Value owns = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      bits, i32Constant(builder, loc, 0));
    all = andPredicates(builder, loc, all, owns);
  };
  require(thread.lane, freeLanes);
  require(thread.warp, freeWarps);
  return all;
}

/// This is the first thread of its agent: the owner of a scalar.
static Value createFirstThreadPredicate(OpBuilder &builder, Location loc) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  Value any = LLVM::OrOp::create(builder, loc, thread.lane, thread.warp);
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, any,
                              i32Constant(builder, loc, 0));
}

void createInFirstThread(OpBuilder &builder, Location loc,
                         function_ref<void(OpBuilder &, Location)> body,
                         Value predicate) {
  Value isFirst = createFirstThreadPredicate(builder, loc);
  scf::IfOp::create(builder, loc,
                    andPredicates(builder, loc, isFirst, predicate),
                    [&](OpBuilder &inside, Location at) {
                      body(inside, at);
                      scf::YieldOp::create(inside, at);
                    });
}

Value createOwnerPredicate(OpBuilder &builder, Location loc, Type type) {
  if (!isa<RankedTensorType>(type))
    return createFirstThreadPredicate(builder, loc);
  const LinearLayout &layout = getLayout(type);
  return createOwnerPredicate(builder, loc, layout.getFreeMask(InDim::Lane),
                              layout.getFreeMask(InDim::Warp));
}

//===----------------------------------------------------------------------===//
// Results, from the owners to those that hold the same
//===----------------------------------------------------------------------===//

LogicalResult shareOwnersResult(OpBuilder &builder, Operation *op,
                                MutableArrayRef<Value> registers) {
  // Copies to buffers take it from the owners.
  LayoutAttr attr = getLayoutAttr(op->getResult(0).getType());
  if (!attr || llvm::all_of(op->getResult(0).getUsers(), isStoreToBuffer))
    return success();
  const LinearLayout &layout = attr.getLayout();
  uint64_t freeLanes = layout.getFreeMask(InDim::Lane);
  if (freeLanes == 0)
    return success();
  // A lane finds its elements in the owner's registers of the same numbers.
  if (freeLanes != layout.getZeroMask(InDim::Lane))
    return op->emitOpError("expected a layout in which lanes that hold an "
                           "element hold it in the same register, got ")
           << layout.str();
  Location loc = op->getLoc();
  Value lane =
      LLVM::AndOp::create(builder, loc, getThreadIndex(builder, loc).lane,
                          i32Constant(builder, loc, ~int32_t(freeLanes)));
  for (Value &value : registers)
    value = shuffleFrom(builder, loc, value, lane);
  return success();
}

} // namespace tileiras::to_llvm
