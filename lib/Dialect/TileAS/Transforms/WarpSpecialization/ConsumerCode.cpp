//===- ConsumerCode.cpp - The side that reads the stages ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reads a stage becomes the region of a consume_one_async, which is
// released behind the last reader and the wait for products in flight. Where
// that is the wait of the next step, the loop carries the token and the
// iterator of the stage, from a token of no stage on; and the last stage is
// released behind the wait that follows the loop.
//
// What products need that other agents start goes to these, and sums come back,
// by pipelines of one stage.
//
//===----------------------------------------------------------------------===//

#include "RoleCode.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A stage that is not released, and where it is.
struct HeldStage {
  Value token, iterator;
};

class ConsumerCode : public RoleCode {
public:
  ConsumerCode(const SplitPlan &plan, OpBuilder &builder,
               ArrayRef<PipelineValues> pipelines, IRMapping mapping)
      : RoleCode(plan, plan.consumer, builder, pipelines, std::move(mapping)) {
    tokens.resize(plan.getProducts().size());
  }

private:
  /// How far a step is.
  struct Progress {
    const StepPlan *plan;
    ConsumeOneAsyncOp consume = {};
    /// Values of the kernel that are results of `consume`.
    SmallVector<Value> results;
    HeldStage here, before;
    bool isOpen = false, isWaitedFor, isReleased = false;
  };

  SmallVector<Value> start(scf::ForOp loop) override {
    SmallVector<Value> inits;
    Value none;
    for (const StepPlan &step : plan.getSteps(loop)) {
      if (!step.staged.isReleasedNextIteration)
        continue;
      if (!none)
        none = CreateNoneOp::create(
            builder, loop.getLoc(),
            PipelineConsumerTokenType::get(builder.getContext()));
      inits.append({none, iterators[step.pipeline]});
    }
    return inits;
  }

  void beginStep(scf::ForOp loop, ValueRange carried) override {
    steps.clear();
    for (const StepPlan &step : plan.getSteps(loop)) {
      if (plan.getIssuerOf(step.pipeline))
        continue;
      Progress &progress = steps.emplace_back();
      progress.plan = &step;
      progress.isWaitedFor = !step.staged.wait;
      if (step.staged.isReleasedNextIteration) {
        progress.before = {carried[0], carried[1]};
        carried = carried.drop_front(2);
      }
    }
  }

  void before(Operation *op) override {
    if (!plan.getProducts().empty() && !plan.getSteps(op).empty()) {
      meet(op->getLoc());
      for (Operation *store : std::exchange(firstSums, {}))
        store->moveBefore(builder.getBlock(), builder.getInsertionPoint());
    }
    for (const IssuedProduct &product : plan.getProducts())
      if (const IssuedStep *step = product.findStep(op->getBlock());
          step && !product.isFresh && op == step->first)
        getToken(product) = acquire(product, op->getLoc());
    for (Progress &step : steps)
      if (op == step.plan->staged.first)
        open(step);
  }

  void after(Operation *op) override {
    if (setsChangedSums(op))
      firstSums.push_back(&*std::prev(builder.getInsertionPoint()));
    for (const IssuedProduct &product : plan.getProducts())
      passOn(product, op);
    for (Progress &step : steps) {
      if (op == step.plan->staged.last)
        close(step);
      if (FutureWaitOp wait = step.plan->staged.wait; op == wait.getOperation())
        step.isWaitedFor = true;
      releaseIfFree(step);
    }
    if (op == waitBehindLoop) {
      waitBehindLoop = nullptr;
      for (auto &[pipeline, held] : heldBehindLoop)
        release(pipeline, held);
      heldBehindLoop.clear();
    }
  }

  /// What threads store stays on its side of it.
  void passBranch() override { firstSums.clear(); }

  SmallVector<Value> endStep(scf::ForOp) override {
    SmallVector<Value> values;
    for (const Progress &step : steps)
      if (step.plan->staged.isReleasedNextIteration)
        values.append({step.here.token, step.here.iterator});
    steps.clear();
    return values;
  }

  void leave(scf::ForOp loop, ValueRange carried) override {
    waitBehindLoop = SplitPlan::findWaitBehind(loop);
    for (const StepPlan &step : plan.getSteps(loop)) {
      if (!step.staged.isReleasedNextIteration)
        continue;
      heldBehindLoop.push_back({step.pipeline, {carried[0], carried[1]}});
      carried = carried.drop_front(2);
    }
  }

  //===--------------------------------------------------------------------===//
  // Products that other agents start
  //===--------------------------------------------------------------------===//

  /// Behind an operation: its sums are there, have been read, or may be added
  /// to. A wait behind a loop is for those that threads change.
  void passOn(const IssuedProduct &product, Operation *op) {
    Location loc = op->getLoc();
    unsigned number = plan.getPipelineOf(product);
    Value pipeline = pipelines[number].pipeline;
    const IssuedStep *step = product.findStep(op->getBlock());
    if (!step) {
      if (isa<TmemWaitOp>(op) && !product.isFresh &&
          areSumsTouchedBehind(product, op))
        acquire(product, loc);
    } else if (product.isFresh && op == step->wait) {
      getToken(product) =
          ConsumerWaitOp::create(builder, loc, pipeline, iterators[number],
                                 /*pending=*/IntegerAttr());
    } else if (product.isFresh ? op == step->last : op == step->dots.back()) {
      if (product.isFresh)
        ConsumerReleaseOp::create(builder, loc, getToken(product), pipeline,
                                  iterators[number]);
      else
        ProducerCommitOp::create(builder, loc, getToken(product), pipeline,
                                 iterators[number]);
      advance(number, loc);
    }
  }

  /// By threads, before the next loop that waits for them itself.
  bool areSumsTouchedBehind(const IssuedProduct &product, Operation *op) {
    DenseSet<Operation *> users;
    for (Operation *user : product.getAccumulatorType()->getUsers())
      if (Operation *here = op->getBlock()->findAncestorOpInBlock(*user))
        users.insert(here);
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      if (users.contains(next))
        return plan.getSteps(next).empty();
    // Behind a condition whoever comes next may touch them.
    return isa<scf::IfOp>(op->getParentOp());
  }

  /// Only threads see these sums before a step hands them on: the meeting need
  /// not wait for them.
  bool setsChangedSums(Operation *op) {
    auto copy = dyn_cast<CopyOp>(op);
    if (!copy || !copy.isStore())
      return false;
    AllocationOpInterface place = getAllocation(copy.getDestination());
    auto isPlaceOf = [&](const IssuedProduct &product) {
      return product.getAccumulatorType() == place;
    };
    bool isOutside =
        llvm::none_of(plan.getProducts(), [&](const IssuedProduct &product) {
          return product.findStep(op->getBlock()) != nullptr;
        });
    return place && isOutside && llvm::any_of(plan.getProducts(), isPlaceOf) &&
           llvm::none_of(plan.getProducts(), [&](const IssuedProduct &product) {
             return isPlaceOf(product) && product.isFresh;
           });
  }

  Value &getToken(const IssuedProduct &product) {
    return tokens[&product - plan.getProducts().data()];
  }

  Value acquire(const IssuedProduct &product, Location loc) {
    unsigned number = plan.getPipelineOf(product);
    return ProducerAcquireOp::create(builder, loc, pipelines[number].pipeline,
                                     iterators[number]);
  }

  //===--------------------------------------------------------------------===//
  // Stages
  //===--------------------------------------------------------------------===//

  /// The builder goes to the region of the stage.
  void open(Progress &step) {
    unsigned number = step.plan->pipeline;
    const StagedLoads &staged = step.plan->staged;
    Location loc = staged.first->getLoc();
    step.results = findResults(staged);
    Value &iterator = iterators[number];
    SmallVector<Type> types = {
        iterator.getType(),
        PipelineConsumerTokenType::get(builder.getContext())};
    llvm::append_range(types, TypeRange(ValueRange(step.results)));
    step.consume = ConsumeOneAsyncOp::create(
        builder, loc, types, pipelines[number].pipeline, iterator);
    step.here = {step.consume.getToken(), iterator};
    iterator = step.consume.getNext();
    step.isOpen = true;
    Block *body = builder.createBlock(&step.consume.getBody(), {},
                                      builder.getI32Type(), loc);
    viewStage(staged, pipelines[number].rings, body->getArgument(0));
  }

  /// What operations from the first to the last reader give to others.
  SmallVector<Value> findResults(const StagedLoads &staged) {
    Block *body = staged.first->getBlock();
    SmallVector<Value> results;
    for (Operation &op :
         llvm::make_range(staged.first->getIterator(),
                          std::next(staged.last->getIterator())))
      for (Value value : op.getResults())
        if (parts.ops.contains(&op) &&
            llvm::any_of(value.getUsers(), [&](Operation *user) {
              Operation *here = body->findAncestorOpInBlock(*user);
              return staged.last->isBeforeInBlock(here) &&
                     (parts.ops.contains(here) || here == &body->back());
            }))
          results.push_back(value);
    return results;
  }

  /// Views of the rings, as the step had them.
  void viewStage(const StagedLoads &staged, ArrayRef<Value> rings,
                 Value stage) {
    for (Operation &op : *staged.first->getBlock()) {
      if (!plan.isStageView(&op))
        continue;
      auto view = cast<BufferViewOp>(op);
      AllocationOpInterface ring = getAllocation(view.getResult());
      for (auto [load, own] : llvm::zip_equal(staged.loads, rings)) {
        if (getRing(load) != ring)
          continue;
        if (view.getSource() == ring->getResult(0))
          mapping.map(view.getResult(),
                      BufferViewOp::create(builder, op.getLoc(),
                                           view.getResult().getType(), own,
                                           stage));
        else
          builder.clone(op, mapping);
      }
    }
  }

  void close(Progress &step) {
    SmallVector<Value> values =
        llvm::map_to_vector(step.results, [&](Value value) {
          return mapping.lookupOrDefault(value);
        });
    PipelineYieldOp::create(builder, step.consume.getLoc(), values);
    for (auto [value, result] :
         llvm::zip_equal(step.results, step.consume.getTiles()))
      mapping.map(value, result);
    builder.setInsertionPointAfter(step.consume);
    step.isOpen = false;
  }

  void releaseIfFree(Progress &step) {
    bool isReleasedNextIteration = step.plan->staged.isReleasedNextIteration;
    if (step.isReleased || step.isOpen || !step.isWaitedFor ||
        (!isReleasedNextIteration && !step.consume))
      return;
    release(step.plan->pipeline,
            isReleasedNextIteration ? step.before : step.here);
    step.isReleased = true;
  }

  void release(unsigned pipeline, HeldStage held) {
    ConsumerReleaseOp::create(builder, held.token.getLoc(), held.token,
                              pipelines[pipeline].pipeline, held.iterator);
  }

  SmallVector<Progress> steps;
  /// Of the products that other agents start, in this step.
  SmallVector<Value> tokens;
  /// Stores of what changed sums begin with, since the last meeting.
  SmallVector<Operation *> firstSums;
  SmallVector<std::pair<unsigned, HeldStage>> heldBehindLoop;
  Operation *waitBehindLoop = nullptr;
};

} // namespace

void tileiras::emitConsumer(const SplitPlan &plan, OpBuilder &builder,
                            ArrayRef<PipelineValues> pipelines,
                            IRMapping mapping, Block &body) {
  ConsumerCode(plan, builder, pipelines, std::move(mapping)).emit(body);
}
