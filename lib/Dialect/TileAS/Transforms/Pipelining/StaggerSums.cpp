//===- StaggerSums.cpp - The next step's sums are read early --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaggerSums.h"

#include "StaggeredLoop.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

using Operations = SmallVector<Operation *>;

/// A step, as the split leaves it. All of its operations but the last are in
/// one of the lists, each in the order of the step.
struct Step {
  scf::ForOp loop;
  /// Of the next step, early: the wait for the sums, the copies that read them,
  /// their release; and up to what each thread has found of its own part of a
  /// row, which it stores, and the read of what others stored.
  Operations read, find, exchange;
  /// Of this step, late: up to what each thread stores first for others of its
  /// row, that store, and the rest. Where threads have whole rows all of it
  /// comes before the first store.
  Operations compute, store, rest;
  /// Carried values that belong to the early part.
  SmallVector<bool> isEarly;
  /// Values of the early part, and the index, that the late part takes.
  llvm::SetVector<Value> needs;
};

class StepMatcher {
public:
  StepMatcher(scf::ForOp loop, int64_t registers)
      : body(loop.getBody()), registers(registers) {
    step.loop = loop;
  }

  std::optional<Step> match() {
    if (!matchSums() || !collectEarly() || !splitLate() || !matchCarried() ||
        !fits())
      return std::nullopt;
    splitEarly();
    return step;
  }

private:
  /// One product's sums are read, and one product is handed what it takes.
  bool matchSums() {
    auto waits = llvm::to_vector(body->getOps<ConsumerWaitOp>());
    if (waits.size() != 1 ||
        llvm::range_size(body->getOps<ProducerCommitOp>()) != 1)
      return false;
    ConsumerWaitOp wait = waits.front();
    Operation *release = nullptr, *next = nullptr;
    for (auto op : body->getOps<ConsumerReleaseOp>())
      if (op.getToken() == wait.getToken())
        release = op;
    for (auto op : body->getOps<IncIteratorOp>())
      if (op.getIterator() == wait.getIterator())
        next = op;
    if (!release || !next)
      return false;
    for (auto copy : body->getOps<CopyOp>())
      if (copy.getResult() && wait->isBeforeInBlock(copy) &&
          copy->isBeforeInBlock(release))
        reads.push_back(copy);
    ofSums = {wait, release, next};
    ofSums.insert_range(reads);
    early.insert_range(ofSums);
    return !reads.empty();
  }

  /// The first reduction of what was read, what it takes, and the exchange of
  /// its results.
  bool collectEarly() {
    ReduceOp reduce = findReduce();
    if (!reduce || !addWithOperands(reduce))
      return false;
    if (!reduce.getResult(0).hasOneUse())
      return true;
    auto store = dyn_cast<CopyOp>(*reduce.getResult(0).user_begin());
    if (!store || store->getBlock() != body || !store.isStore())
      return true;
    auto place = store.getDestination().getDefiningOp<AllocTensorOp>();
    if (!place || place->getBlock() != body)
      return false;
    early.insert(place);
    for (Operation *user : place->getUsers()) {
      auto copy = dyn_cast<CopyOp>(user);
      if (!copy || copy->getBlock() != body)
        return false;
      early.insert(copy);
      if (!copy.isStore())
        exchanges.insert(copy);
    }
    return true;
  }

  ReduceOp findReduce() {
    DenseSet<Operation *> dependent(reads.begin(), reads.end());
    for (Operation &op : *body) {
      bool isDependent = llvm::any_of(op.getOperands(), [&](Value operand) {
        Operation *def = operand.getDefiningOp();
        return def && dependent.contains(def);
      });
      if (!isDependent)
        continue;
      if (auto reduce = dyn_cast<ReduceOp>(op))
        return reduce;
      dependent.insert(&op);
    }
    return {};
  }

  /// False where it takes more than what the early part may compute.
  bool addWithOperands(Operation *op) {
    SmallVector<Operation *> work = {op};
    while (!work.empty()) {
      Operation *current = work.pop_back_val();
      if (!early.insert(current))
        continue;
      if (!isMemoryEffectFree(current))
        return false;
      bool isAlone = true;
      current->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands()) {
          Operation *def = operand.getDefiningOp();
          if (def && def->getBlock() == body)
            work.push_back(def);
          // What the loop carries may come of the late part.
          isAlone &= def || operand.getParentBlock() != body ||
                     operand == step.loop.getInductionVar();
        }
      });
      if (!isAlone)
        return false;
    }
    return true;
  }

  void splitEarly() {
    for (Operation &op : body->without_terminator())
      if (early.contains(&op))
        (exchanges.contains(&op) ? step.exchange
         : ofSums.contains(&op)  ? step.read
                                 : step.find)
            .push_back(&op);
  }

  /// The late part may not touch what the early one reads and writes.
  bool splitLate() {
    DenseSet<Value> places;
    for (Operation *op : early)
      if (auto copy = dyn_cast<CopyOp>(op))
        places.insert(copy.getBuffer());
    Operations *list = &step.compute;
    for (Operation &op : body->without_terminator()) {
      if (early.contains(&op))
        continue;
      if (llvm::any_of(op.getOperands(),
                       [&](Value operand) { return places.contains(operand); }))
        return false;
      bool isStore = isExchange(&op);
      if (isStore)
        list = &step.store;
      else if (list == &step.store)
        list = &step.rest;
      list->push_back(&op);
    }
    return true;
  }

  /// Does a thread store for others what only this step needs?
  bool isExchange(Operation *op) {
    auto copy = dyn_cast<CopyOp>(op);
    if (!copy || !copy.isStore() || !step.store.empty())
      return false;
    auto place = copy.getDestination().getDefiningOp<AllocTensorOp>();
    return place && place->getBlock() == body;
  }

  /// Each value that is carried is of one of the parts.
  bool matchCarried() {
    auto isOfEarly = [&](Operation *user) {
      return early.contains(body->findAncestorOpInBlock(*user));
    };
    for (auto [argument, value] : llvm::zip_equal(
             step.loop.getRegionIterArgs(), step.loop.getYieldedValues())) {
      Operation *def = value.getDefiningOp();
      bool isEarly = def && early.contains(def);
      if (llvm::any_of(argument.getUsers(), [&](Operation *user) {
            return isOfEarly(user) != isEarly;
          }))
        return false;
      step.isEarly.push_back(isEarly);
    }
    for (Operation *op : early)
      for (Value result : op->getResults())
        if (!llvm::all_of(result.getUsers(), [&](Operation *user) {
              return isOfEarly(user) || user == body->getTerminator();
            }))
          step.needs.insert(result);
    Value index = step.loop.getInductionVar();
    if (!llvm::all_of(index.getUsers(), isOfEarly))
      step.needs.insert(index);
    return true;
  }

  /// While the sums of the next step are there, this step's become powers, of
  /// which the second product's operand is made.
  bool fits() {
    int64_t all = kRegistersBesideTiles;
    for (CopyOp read : reads)
      all += countRegisters(read.getResult().getType());
    for (Value value : step.needs)
      all += countRegisters(value.getType());
    return all <= registers;
  }

  Block *body;
  int64_t registers;
  SmallVector<CopyOp> reads;
  /// The early part; the operations that belong to the sums, and those that
  /// read what other threads have found.
  llvm::SetVector<Operation *> early;
  DenseSet<Operation *> ofSums, exchanges;
  Step step;
};

class Staggerer : StaggeredLoop {
public:
  explicit Staggerer(Step &step)
      : StaggeredLoop(step.loop, step.needs), step(step) {}

  void run() {
    step.loop.replaceAllUsesWith(emit());
    step.loop.erase();
  }

private:
  SmallVector<Value> getInits() override { return step.loop.getInitArgs(); }

  SmallVector<Value> emitFirst(Value index,
                               SmallVector<Value> carried) override {
    IRMapping first = enterEarly(index, carried);
    clone({&step.read, &step.find, &step.exchange}, first);
    leave(first, carried, /*early=*/true);
    giveNeeds(first, carried);
    return carried;
  }

  SmallVector<Value> emitStep(Value index, ValueRange arguments) override {
    SmallVector<Value> carried(arguments);
    IRMapping next = enterEarly(index, carried), here = enterLate(carried);
    clone({&step.read}, next);
    clone({&step.compute}, here);
    clone({&step.find}, next);
    clone({&step.store}, here);
    clone({&step.exchange}, next);
    clone({&step.rest}, here);
    leaveLate(here, carried);
    leave(next, carried, /*early=*/true);
    giveNeeds(next, carried);
    return carried;
  }

  SmallVector<Value> emitLast(ValueRange results) override {
    SmallVector<Value> carried(results);
    IRMapping last = enterLate(carried);
    clone({&step.compute, &step.store, &step.rest}, last);
    leaveLate(last, carried);
    return carried;
  }

  void clone(ArrayRef<const Operations *> lists, IRMapping &values) {
    for (const Operations *list : lists)
      for (Operation *op : *list)
        builder.clone(*op, values);
  }

  /// What the late part of the step before finds; where it takes the index,
  /// that is among its needs.
  IRMapping enterLate(ArrayRef<Value> carried) {
    IRMapping values = enter(carried);
    takeNeeds(carried, values);
    return values;
  }

  void leaveLate(const IRMapping &values, SmallVectorImpl<Value> &carried) {
    leave(values, carried, /*early=*/false);
    carried.truncate(step.loop.getNumRegionIterArgs());
  }

  void leave(const IRMapping &values, SmallVectorImpl<Value> &carried,
             bool early) {
    for (auto [number, value] : llvm::enumerate(step.loop.getYieldedValues()))
      if (step.isEarly[number] == early)
        carried[number] = values.lookupOrDefault(value);
  }

  Step &step;
};

} // namespace

void tileiras::staggerSums(Region &consumers, int64_t registers) {
  for (scf::ForOp loop : collectLoops(consumers))
    if (std::optional<Step> step = StepMatcher(loop, registers).match())
      Staggerer(*step).run();
}
