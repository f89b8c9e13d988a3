//===- CopiesInTurn.cpp - One buffer for each load ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopiesInTurn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// The operation of the loop's body that wants the tile first.
static Operation *findReader(scf::ForOp loop, const AsyncLoad &load) {
  ConvertLayoutOp convert = load.convert;
  Operation *first = nullptr;
  for (Operation *user : convert->getUsers()) {
    Operation *reader = loop.getBody()->findAncestorOpInBlock(*user);
    if (!first || reader->isBeforeInBlock(first))
      first = reader;
  }
  return first;
}

CopiesInTurn::CopiesInTurn(scf::ForOp loop, ArrayRef<AsyncLoad> loads)
    : loop(loop) {
  for (const AsyncLoad &load : loads) {
    bool isElsewhere = load.store || load.desc;
    Operation *reader = isElsewhere ? nullptr : findReader(loop, load);
    auto *turn = llvm::find_if(
        turns, [&](const Turn &other) { return other.reader == reader; });
    if (turn == turns.end())
      turn = &turns.emplace_back(Turn{reader, {}, {}});
    turn->loads.push_back(load);
  }
  if (llvm::all_of(turns, [](const Turn &turn) { return turn.reader; }))
    llvm::sort(turns, [](const Turn &lhs, const Turn &rhs) {
      return lhs.reader->isBeforeInBlock(rhs.reader);
    });
}

bool CopiesInTurn::isPossible() const {
  auto needsNothingElse = [&](const AsyncLoad &load) {
    SmallVector<Value> values = getTileOperands(load.load);
    for (Operation *op : getSliceOfIteration(loop, values))
      llvm::append_range(values, op->getOperands());
    scf::ForOp body = loop;
    return llvm::none_of(values, [&](Value value) {
      return llvm::is_contained(body.getRegionIterArgs(), value);
    });
  };
  return turns.size() > 1 &&
         llvm::all_of(turns, [](const Turn &turn) { return turn.reader; }) &&
         llvm::all_of(turns.front().loads, needsNothingElse);
}

void CopiesInTurn::allocate(OpBuilder &builder) {
  for (Turn &turn : turns)
    for (AsyncLoad &load : turn.loads)
      turn.buffers.push_back(
          AllocTensorOp::create(builder, load.load.getLoc(), load.stage,
                                builder.getI64IntegerAttr(kCopyAlignment),
                                /*offset=*/IntegerAttr()));
}

Value CopiesInTurn::copy(OpBuilder &builder, const Turn &turn, Value predicate,
                         IRMapping mapping) {
  SmallVector<Value> tokens;
  for (auto [load, buffer] : llvm::zip_equal(turn.loads, turn.buffers))
    tokens.push_back(
        createCopy(builder, loop, load, buffer, predicate, mapping));
  return AsyncCommitOp::create(builder, loop.getLoc(), tokens);
}

Value CopiesInTurn::copyFirst(OpBuilder &builder, Value number) {
  Value exists =
      arith::CmpIOp::create(builder, loop.getLoc(), arith::CmpIPredicate::slt,
                            number, loop.getUpperBound());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), number);
  return copy(builder, turns.front(), exists, mapping);
}

void CopiesInTurn::rewrite() {
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  allocate(rewriter);
  Value first = copyFirst(rewriter, loop.getLowerBound());

  SmallVector<Operation *> starts;
  SmallVector<Value> groups;
  for (auto [number, turn] : llvm::enumerate(turns)) {
    rewriter.setInsertionPoint(turn.reader);
    starts.push_back(BarrierOp::create(rewriter, loc));
    if (number + 1 < turns.size()) {
      groups.push_back(
          copy(rewriter, turns[number + 1], /*predicate=*/Value()));
    } else {
      Value next = arith::AddIOp::create(rewriter, loc, loop.getInductionVar(),
                                         loop.getStep());
      groups.push_back(copyFirst(rewriter, next));
    }
  }
  for (Turn &turn : turns)
    for (auto [load, buffer] : llvm::zip_equal(turn.loads, turn.buffers)) {
      rewriter.setInsertionPoint(turn.reader);
      readInstead(rewriter, load, buffer);
    }
  rewriter.setInsertionPoint(loop);
  loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, first, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
        return SmallVector<Value>{groups.back()};
      }));
  groups.insert(groups.begin(), loop.getRegionIterArgs().back());
  for (auto [start, group] : llvm::zip(starts, groups)) {
    rewriter.setInsertionPoint(start);
    AsyncWaitOp::create(rewriter, loc, group, /*pending=*/IntegerAttr());
  }
}
