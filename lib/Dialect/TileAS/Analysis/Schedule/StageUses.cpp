//===- StageUses.cpp - Which use of a pipeline an access is ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/StageUses.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

PipelineAccess tileiras::getPipelineAccess(Operation *op) {
  return TypeSwitch<Operation *, PipelineAccess>(op)
      .Case<ProducerAcquireOp, ProducerWriteOp, ProducerCommitOp,
            ConsumerWaitOp, ConsumerReadOp, ConsumerReleaseOp, ProduceOneOp,
            ProduceOneAsyncOp, ConsumeOneOp,
            ConsumeOneAsyncOp>([](auto access) -> PipelineAccess {
        return {lookThroughCapture(access.getPipeline()), access.getIterator()};
      })
      .Default(PipelineAccess());
}

/// Returns the iterator from which the definition of another one goes on to the
/// next use; null if it is defined otherwise.
static Value getLastIterator(Value iterator) {
  Operation *def = iterator.getDefiningOp();
  if (!def)
    return Value();
  if (auto next = dyn_cast<IncIteratorOp>(def))
    return next.getIterator();
  if (auto arrive = dyn_cast<OrderArriveOp>(def))
    return arrive.getIterator();
  return getPipelineAccess(def).iterator;
}

namespace {

/// An iterator that is this number of uses after another one.
struct Trace {
  Value origin;
  int64_t uses = 0;
};

} // namespace

/// Goes back along the iterators that are defined in `block`.
static Trace traceIn(Block *block, Value iterator) {
  Trace trace{iterator};
  for (Value last = getLastIterator(iterator);
       last && trace.origin.getDefiningOp()->getBlock() == block;
       last = getLastIterator(last)) {
    trace.origin = last;
    ++trace.uses;
  }
  return trace;
}

std::optional<StageUse> tileiras::findStageUse(scf::ForOp loop,
                                               Value iterator) {
  Block *body = loop.getBody();
  // What the loop carries on from a position, and the value that it yields.
  auto getArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == body &&
                   argument != loop.getInductionVar()
               ? argument
               : BlockArgument();
  };
  auto traceYielded = [&](BlockArgument argument) {
    return traceIn(body, loop.getTiedLoopYieldedValue(argument)->get());
  };
  Trace here = traceIn(body, iterator);
  BlockArgument argument = getArgument(here.origin);
  if (!argument)
    return std::nullopt;
  Trace yielded = traceYielded(argument);
  int64_t late = 0;
  if (yielded.origin != argument) {
    // It is another iterator of the iteration before.
    late = yielded.uses;
    argument = getArgument(yielded.origin);
    if (!argument)
      return std::nullopt;
    yielded = traceYielded(argument);
    if (yielded.origin != argument)
      return std::nullopt;
    late -= yielded.uses;
  }
  Trace before =
      traceIn(loop->getBlock(), loop.getTiedLoopInit(argument)->get());
  return StageUse{yielded.uses, before.uses + late + here.uses};
}
