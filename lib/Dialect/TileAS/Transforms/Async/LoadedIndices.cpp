//===- LoadedIndices.cpp - Indices of tiles that a loop loads -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedIndices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class IndexCarrier {
public:
  IndexCarrier(scf::ForOp loop, ArrayRef<AsyncLoad> loads) : loop(loop) {
    SmallVector<Value> operands;
    for (const AsyncLoad &load : loads)
      llvm::append_range(operands, getTileOperands(load.load));
    for (Operation *op : getSliceOfIteration(loop, operands))
      if (isa<LoadOp>(op))
        indices.push_back(op->getResult(0));
    slice = getSliceOfIteration(loop, indices);
  }

  size_t count() const { return indices.size(); }

  scf::ForOp run() {
    IRRewriter rewriter(loop.getContext());
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> first = loadFirst(rewriter);
    auto next = [&](OpBuilder &builder, Location,
                    ArrayRef<BlockArgument> carried) {
      SmallVector<Value> values = loadNext(builder);
      for (auto [index, argument] : llvm::zip_equal(indices, carried))
        rewriter.replaceAllUsesWith(index, argument);
      return values;
    };
    auto result = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, first, /*replaceInitOperandUsesInLoop=*/false, next));
    for (Value index : indices)
      rewriter.eraseOp(index.getDefiningOp());
    return result;
  }

private:
  /// Before the loop: those of the first iteration, if there is one.
  SmallVector<Value> loadFirst(OpBuilder &builder) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), loop.getLowerBound());
    for (auto [argument, init] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
      mapping.map(argument, init);
    Value exists =
        arith::CmpIOp::create(builder, loop.getLoc(), arith::CmpIPredicate::slt,
                              loop.getLowerBound(), loop.getUpperBound());
    return compute(builder, exists, std::move(mapping));
  }

  /// At the end of an iteration, where what it yields is known: those of the
  /// next one, if there is one. The distance to the end is an unsigned number.
  SmallVector<Value> loadNext(OpBuilder &builder) {
    Location loc = loop.getLoc();
    Value number = loop.getInductionVar(), step = loop.getStep();
    IRMapping mapping;
    mapping.map(number, arith::AddIOp::create(builder, loc, number, step));
    for (BlockArgument argument : loop.getRegionIterArgs())
      mapping.map(argument, loop.getTiedLoopYieldedValue(argument)->get());
    Value rest =
        arith::SubIOp::create(builder, loc, loop.getUpperBound(), number);
    Value exists = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::ugt, rest, step);
    return compute(builder, exists, std::move(mapping));
  }

  SmallVector<Value> compute(OpBuilder &builder, Value exists,
                             IRMapping mapping) {
    for (Operation *op : slice) {
      Operation *copy = builder.clone(*op, mapping);
      if (auto load = dyn_cast<LoadOp>(copy))
        addMask(builder, load, exists);
    }
    return llvm::map_to_vector(
        indices, [&](Value index) { return mapping.lookup(index); });
  }

  scf::ForOp loop;
  SmallVector<Value> indices;
  SetVector<Operation *> slice;
};

} // namespace

std::pair<scf::ForOp, size_t>
tileiras::carryLoadedIndices(scf::ForOp loop, ArrayRef<AsyncLoad> loads) {
  IndexCarrier carrier(loop, loads);
  return {carrier.count() ? carrier.run() : loop, carrier.count()};
}
