//===- ScheduledOrder.cpp - A loop in the order of its schedule -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledOrder.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

bool tileiras::hasStages(scf::ForOp loop) {
  return llvm::any_of(*loop.getBody(), [](Operation &op) {
    OpSchedule schedule = readSchedule(&op);
    return !schedule.stages.empty() || !schedule.orders.empty();
  });
}

void tileiras::separateViewsOfStages(scf::ForOp loop) {
  // A view of a view comes after it, and is copied before it.
  for (Operation &op : llvm::reverse(*loop.getBody())) {
    auto view = dyn_cast<BufferViewOp>(op);
    if (!view || view->use_empty())
      continue;
    OpBuilder builder(view);
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(view->getUses())))
      use.set(builder.clone(op)->getResult(0));
  }
}

namespace {

class OrderBuilder {
public:
  explicit OrderBuilder(scf::ForOp loop) : loop(loop) {}

  /// Reports what the loop has that this expansion does not know, and a copy
  /// that overwrites what other threads may still read.
  LogicalResult verify() {
    collect();
    for (Operation &op : loop.getBody()->without_terminator())
      if (isInFlight(&op) || (!stages.contains(&op) && !isPure(&op) &&
                              !isa<AsyncCommitOp, AsyncWaitOp, BarrierOp>(op)))
        return op.emitOpError(
            "expected none in a loop of mode pipelined, whose "
            "copies are cp.async and whose MMAs are "
            "synchronous");
    Operation *reader = findFirstReader();
    for (Operation *copy : placed)
      if (isa<AsyncCopyOp>(copy) && reader && failed(verifyCopy(copy, reader)))
        return failure();
    return success();
  }

  std::vector<std::pair<Operation *, unsigned>> build() {
    collect();
    attachSynchronization();
    addStages();
    for (Operation *op : placed)
      emitPlaced(op);
    for (Operation &op : loop.getBody()->without_terminator())
      emit(&op);
    return std::move(order);
  }

private:
  /// Returns whether something else than groups of copies says when it is done.
  static bool isInFlight(Operation *op) {
    return isAsyncMma(op) || isa<TiledTmaLoadOp, TiledTmaStoreOp>(op);
  }

  /// Sorts the operations with a partition by their order.
  void collect() {
    for (Operation &op : loop.getBody()->without_terminator())
      if (std::optional<OpSchedule> schedule = nv_tileas::getSchedule(&op)) {
        placed.push_back(&op);
        stages[&op] = schedule->getStage();
        orders[&op] = schedule->getOrder().value_or(0);
      }
    llvm::stable_sort(placed, [&](Operation *a, Operation *b) {
      return orders.lookup(a) < orders.lookup(b);
    });
  }

  /// Returns the allocations that the operation's effects of a kind are on.
  template <typename EffectTy>
  static SmallVector<Operation *> getBuffers(Operation *op) {
    SmallVector<Operation *> buffers;
    op->walk([&](MemoryEffectOpInterface inner) {
      SmallVector<MemoryEffects::EffectInstance> effects;
      inner.getEffects(effects);
      for (const MemoryEffects::EffectInstance &effect : effects)
        if (Value value = effect.getValue();
            value && isa<EffectTy>(effect.getEffect()))
          if (AllocationOpInterface buffer = getAllocation(value))
            buffers.push_back(buffer);
    });
    return buffers;
  }

  bool isBefore(Operation *a, Operation *b) {
    return llvm::find(placed, a) < llvm::find(placed, b);
  }

  /// All threads synchronise before `first` in each iteration. They do so
  /// between the last read of a stage and the copy that overwrites it.
  LogicalResult verifyCopy(Operation *copy, Operation *first) {
    for (Operation *buffer : getBuffers<MemoryEffects::Write>(copy)) {
      int64_t copies =
          getBufferSchedule(cast<AllocationOpInterface>(buffer)).copies;
      for (Operation *read : placed) {
        if (!llvm::is_contained(getBuffers<MemoryEffects::Read>(read), buffer))
          continue;
        int64_t later = copies + stages.lookup(copy) - stages.lookup(read);
        bool isAfter = !isBefore(copy, first), isEarly = isBefore(read, first);
        if (later > 1 || (later == 1 && (isAfter || isEarly)) ||
            (later == 0 && isAfter && isEarly))
          continue;
        InFlightDiagnostic error = copy->emitOpError(
            "expected an order after the first read of what the loop copies, "
            "before which threads synchronise, or one copy of the buffer more: "
            "other threads may still read the stage that it overwrites");
        error.attachNote(first->getLoc()) << "the first read";
        error.attachNote(read->getLoc()) << "the read of that stage";
        return error;
      }
    }
    return success();
  }

  /// Returns the first operation that reads what copies of the loop write.
  Operation *findFirstReader() {
    DenseSet<Operation *> filled;
    for (Operation *op : placed)
      if (isa<AsyncCopyOp>(op))
        filled.insert_range(getBuffers<MemoryEffects::Write>(op));
    Operation *first = nullptr;
    for (Operation *op : placed)
      if (llvm::any_of(
              getBuffers<MemoryEffects::Read>(op),
              [&](Operation *buffer) { return filled.contains(buffer); }) &&
          (!first || stages.lookup(op) < stages.lookup(first)))
        first = op;
    return first;
  }

  void attachSynchronization() {
    Operation *reader = findFirstReader();
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (auto commit = dyn_cast<AsyncCommitOp>(op)) {
        Operation *last = nullptr;
        for (Value token : commit.getTokens())
          if (Operation *copy = token.getDefiningOp();
              stages.contains(copy) && (!last || isBefore(last, copy)))
            last = copy;
        if (last)
          attach(&op, last, after);
      } else if (reader && isa<AsyncWaitOp, BarrierOp>(op)) {
        attach(&op, reader, before);
      }
    }
  }

  using Attached = DenseMap<Operation *, SmallVector<Operation *>>;

  void attach(Operation *op, Operation *to, Attached &attached) {
    attached[to].push_back(op);
    stages[op] = stages.lookup(to);
  }

  /// Gives each other operation the least stage of those that take its
  /// results, in this iteration or the next.
  void addStages() {
    SmallVector<Operation *> worklist;
    for (auto &[op, stage] : stages)
      worklist.push_back(op);
    DenseSet<Operation *> fixed(worklist.begin(), worklist.end());
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      unsigned stage = stages.lookup(op);
      for (Operation *def : getDefs(op, /*carried=*/true)) {
        if (fixed.contains(def))
          continue;
        auto [found, isNew] = stages.try_emplace(def, stage);
        if (!isNew && found->second <= stage)
          continue;
        found->second = stage;
        worklist.push_back(def);
      }
    }
  }

  /// Returns the operations of the body whose results `op` takes, and those of
  /// the iteration before.
  SmallVector<Operation *> getDefs(Operation *op, bool carried) {
    SetVector<Value> values(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), values);
    SmallVector<Operation *> defs;
    for (Value value : values) {
      if (auto argument = dyn_cast<BlockArgument>(value);
          carried && argument && argument.getOwner() == loop.getBody() &&
          argument != loop.getInductionVar())
        value = loop.getTiedLoopYieldedValue(argument)->get();
      Operation *def = value.getDefiningOp();
      if (def && def->getBlock() == loop.getBody())
        defs.push_back(def);
    }
    return defs;
  }

  void emitPlaced(Operation *op) {
    for (Operation *wait : before.lookup(op))
      emit(wait);
    emit(op);
    for (Operation *commit : after.lookup(op))
      emit(commit);
  }

  /// Adds what an operation takes in its own stage, and it.
  void emit(Operation *op) {
    if (!emitted.insert(op).second)
      return;
    for (Operation *def : getDefs(op, /*carried=*/false))
      if (stages.lookup(def) == stages.lookup(op))
        emit(def);
    order.emplace_back(op, stages.lookup(op));
  }

  scf::ForOp loop;
  SmallVector<Operation *> placed;
  DenseMap<Operation *, unsigned> stages;
  DenseMap<Operation *, int32_t> orders;
  Attached before, after;
  DenseSet<Operation *> emitted;
  std::vector<std::pair<Operation *, unsigned>> order;
};

} // namespace

LogicalResult tileiras::verifyScheduledOrder(scf::ForOp loop) {
  return OrderBuilder(loop).verify();
}

std::vector<std::pair<Operation *, unsigned>>
tileiras::getScheduledOrder(scf::ForOp loop) {
  return OrderBuilder(loop).build();
}
