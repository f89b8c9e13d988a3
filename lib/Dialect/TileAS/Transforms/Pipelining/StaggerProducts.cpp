//===- StaggerProducts.cpp - Products under the next step's sums ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaggerProducts.h"

#include "StaggeredLoop.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A value that the loop carries, by the number of its argument.
struct Carried {
  scf::ForOp loop;
  unsigned number = 0;

  static std::optional<Carried> of(scf::ForOp loop, Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != loop.getBody() ||
        argument == loop.getInductionVar())
      return std::nullopt;
    return Carried{loop, argument.getArgNumber() - 1};
  }

  BlockArgument argument() { return loop.getRegionIterArg(number); }
  Value yielded() { return loop.getYieldedValues()[number]; }
  OpResult result() { return loop->getResult(number); }
};

/// A step as tileas-optimize-dot-accumulation and the split leave it.
struct Step {
  scf::ForOp loop;
  ConsumeOneAsyncOp first, second;
  FutureWaitOp firstWait, secondWait;
  ConsumerReleaseOp release;
  /// Of the second one: its product; sums and A, which the loop carries; its
  /// stage of the step before.
  AsyncDotOp dot;
  Carried sums, tile, iterator, token, held;
  /// Behind the loop.
  FutureWaitOp waitBehind;
  ConsumerReleaseOp releaseBehind;
  /// What comes of the second wait or makes A, and what that takes of the step.
  SmallVector<Operation *> late;
  SetVector<Value> needs;
};

class StepMatcher {
public:
  StepMatcher(scf::ForOp loop, int64_t registers)
      : body(loop.getBody()), registers(registers) {
    step.loop = loop;
  }

  std::optional<Step> match() {
    if (!matchPattern(step.loop.getStep(), m_One()) || !matchOperations() ||
        !matchSums() || !matchProduct() || !matchStage() || !matchBehind() ||
        !collectLate() || !fits())
      return std::nullopt;
    return step;
  }

private:
  /// In this order: consume, wait, wait and release of the step before,
  /// consume.
  bool matchOperations() {
    auto consumes = llvm::to_vector(body->getOps<ConsumeOneAsyncOp>());
    auto waits = llvm::to_vector(body->getOps<FutureWaitOp>());
    if (consumes.size() != 2 || waits.size() != 2)
      return false;
    step.first = consumes[0], step.second = consumes[1];
    step.firstWait = waits[0], step.secondWait = waits[1];
    return step.first.getPipeline() != step.second.getPipeline() &&
           step.firstWait.getFuture().getDefiningOp() == step.first &&
           step.firstWait.getKeep().empty() && waitsForAll(step.firstWait) &&
           step.secondWait->isBeforeInBlock(step.second);
  }

  static bool waitsForAll(FutureWaitOp wait) {
    return wait.getPending().value_or(0) == 0 &&
           isa<RankedTensorType>(wait.getResult().getType()) &&
           llvm::all_of(wait.getKept(), std::mem_fn(&Value::use_empty));
  }

  /// Both are carried to the second wait and to nothing else.
  bool matchSums() {
    FutureWaitOp wait = step.secondWait;
    if (!waitsForAll(wait) || wait.getKeep().size() != 1)
      return false;
    auto sums = Carried::of(step.loop, wait.getFuture()),
         tile = Carried::of(step.loop, wait.getKeep().front());
    if (!sums || !tile || !sums->argument().hasOneUse() ||
        !tile->argument().hasOneUse() ||
        !step.loop.getInitArgs()[sums->number].getDefiningOp<ToAsyncOp>())
      return false;
    step.sums = *sums, step.tile = *tile;
    return true;
  }

  bool matchProduct() {
    ConsumeOneAsyncOp consume = step.second;
    auto yield =
        cast<PipelineYieldOp>(consume.getBody().front().getTerminator());
    if (consume.getTiles().size() != 1 ||
        step.sums.yielded() != consume.getTiles().front())
      return false;
    step.dot = yield.getTiles().front().getDefiningOp<AsyncDotOp>();
    return step.dot && step.dot.getA() == step.tile.yielded() &&
           isa<RankedTensorType>(step.dot.getC().getType()) &&
           takesNothingElse();
  }

  /// Of the step, but A, the sums and the iterator.
  bool takesNothingElse() {
    WalkResult result = step.second.getBody().walk([&](Operation *op) {
      bool isOfStep = llvm::any_of(op->getOperands(), [&](Value operand) {
        return operand != step.dot.getA() && operand != step.dot.getC() &&
               !step.second.getBody().isAncestor(operand.getParentRegion()) &&
               step.loop.getRegion().isAncestor(operand.getParentRegion());
      });
      return isOfStep ? WalkResult::interrupt() : WalkResult::advance();
    });
    return !result.wasInterrupted();
  }

  bool matchStage() {
    auto iterator = Carried::of(step.loop, step.second.getIterator());
    if (!iterator || iterator->yielded() != step.second.getNext())
      return false;
    step.iterator = *iterator;
    for (auto release : body->getOps<ConsumerReleaseOp>())
      if (auto token = Carried::of(step.loop, release.getToken())) {
        auto held = Carried::of(step.loop, release.getIterator());
        if (step.release || !held ||
            token->yielded() != step.second.getToken() ||
            held->yielded() != iterator->argument())
          return false;
        step.release = release, step.token = *token, step.held = *held;
      }
    return bool(step.release);
  }

  bool matchBehind() {
    auto getOnlyUser = [&](Carried carried) -> Operation * {
      if (!carried.result().hasOneUse())
        return nullptr;
      Operation *user = *carried.result().user_begin();
      return user->getBlock() == step.loop->getBlock() ? user : nullptr;
    };
    step.waitBehind = dyn_cast_or_null<FutureWaitOp>(getOnlyUser(step.sums));
    step.releaseBehind =
        dyn_cast_or_null<ConsumerReleaseOp>(getOnlyUser(step.token));
    return step.waitBehind && waitsForAll(step.waitBehind) &&
           getOnlyUser(step.tile) == step.waitBehind && step.releaseBehind &&
           getOnlyUser(step.held) == step.releaseBehind;
  }

  /// False where one of them does more than to compute, or gives something to
  /// the next step.
  bool collectLate() {
    DenseSet<Operation *> late = {step.secondWait};
    for (Operation &op : body->without_terminator()) {
      bool isLate = &op == step.tile.yielded().getDefiningOp();
      visitOperands(&op, [&](Value operand) {
        Operation *def = operand.getDefiningOp();
        isLate |= def && late.contains(def);
      });
      if (!isLate || &op == step.second)
        continue;
      if (!isMemoryEffectFree(&op))
        return false;
      late.insert(&op);
    }
    addCopies(late);
    for (Operation &op : body->without_terminator())
      if (late.contains(&op) && &op != step.secondWait)
        step.late.push_back(&op);
    collectNeeds(late);
    // Registers of the first product, which the next one writes.
    if (llvm::any_of(step.needs, [&](Value value) {
          return getTile(value) == step.firstWait.getResult();
        }))
      return false;
    return llvm::none_of(step.loop.getYieldedValues(), [&](Value value) {
      Operation *def = value.getDefiningOp();
      return def && late.contains(def) && value != step.tile.yielded();
    });
  }

  static void visitOperands(Operation *op, function_ref<void(Value)> visit) {
    op->walk(
        [&](Operation *inner) { llvm::for_each(inner->getOperands(), visit); });
  }

  /// What only repeats numbers takes registers if it is carried.
  void addCopies(DenseSet<Operation *> &late) {
    for (Operation &op : llvm::reverse(body->without_terminator()))
      if (isa<BroadcastOp, ViewOp>(op) &&
          llvm::all_of(op.getUsers(),
                       [&](Operation *user) { return late.contains(user); }))
        late.insert(&op);
  }

  /// Of what has the same registers.
  static Value getTile(Value value) {
    while (auto view = value.getDefiningOp<ViewOp>())
      value = view.getOperand();
    return value;
  }

  void collectNeeds(const DenseSet<Operation *> &late) {
    for (Operation *op : step.late)
      visitOperands(op, [&](Value operand) {
        Operation *def = operand.getDefiningOp();
        bool isOfStep =
            def ? def->getBlock() == body : operand.getParentBlock() == body;
        if (isOfStep && !(def && late.contains(def)))
          step.needs.insert(operand);
      });
  }

  /// While the first product writes its sums, the second one's are there, and
  /// what threads made of those of the step before, and A.
  bool fits() {
    int64_t all = kRegistersBesideTiles +
                  countRegisters(step.firstWait.getResult().getType()) +
                  countRegisters(step.dot.getAccumulatorType()) +
                  countRegisters(step.dot.getA().getType());
    for (Value value : step.needs)
      all += countRegisters(value.getType());
    return all <= registers;
  }

  Block *body;
  int64_t registers;
  Step step;
};

class Staggerer : StaggeredLoop {
public:
  explicit Staggerer(Step &step)
      : StaggeredLoop(step.loop, step.needs), step(step) {}

  void run() { replace(emit()); }

private:
  SmallVector<Value> getInits() override {
    SmallVector<Value> inits(step.loop.getInitArgs());
    Value &sums = inits[step.sums.number];
    sums = sums.getDefiningOp<ToAsyncOp>().getTensor();
    return select(inits);
  }

  /// What the loop gives to others.
  SmallVector<Value> select(ArrayRef<Value> carried) {
    SmallVector<Value> values;
    for (auto [number, value] : llvm::enumerate(carried))
      if (!isOfProduct(number))
        values.push_back(value);
    return values;
  }

  bool isOfProduct(unsigned number) {
    return number == step.tile.number || number == step.token.number ||
           number == step.held.number;
  }

  SmallVector<Value> emitFirst(Value index,
                               SmallVector<Value> carried) override {
    IRMapping values = enterEarly(index, carried);
    emitEarly(values, [](FutureWaitOp) {});
    leave(values, carried);
    return carried;
  }

  SmallVector<Value> emitStep(Value index, ValueRange arguments) override {
    SmallVector<Value> carried(arguments);
    auto [a, sums] = emitLate(carried);
    IRMapping values = enterEarly(index, carried);
    emitEarly(values, [&](FutureWaitOp wait) {
      start(carried, a, sums);
      wait.setPending(1);
      wait->moveAfter(&*std::prev(builder.getInsertionPoint()));
    });
    leave(values, carried);
    return carried;
  }

  /// The product of the last step.
  SmallVector<Value> emitLast(ValueRange results) override {
    SmallVector<Value> carried(results);
    auto [a, sums] = emitLate(carried);
    start(carried, a, sums);
    carried[step.sums.number] = finish(carried);
    carried.truncate(step.loop.getNumRegionIterArgs());
    return select(carried);
  }

  /// All but the second product and what comes of it.
  void emitEarly(IRMapping &values, function_ref<void(FutureWaitOp)> atWait) {
    DenseSet<Operation *> others(step.late.begin(), step.late.end());
    others.insert_range(
        ArrayRef<Operation *>{step.secondWait, step.release, step.second});
    for (Operation &op : step.loop.getBody()->without_terminator()) {
      if (others.contains(&op))
        continue;
      Operation *copy = builder.clone(op, values);
      if (&op == step.firstWait)
        atWait(cast<FutureWaitOp>(copy));
    }
  }

  /// To the next step. The product's own are there already.
  void leave(const IRMapping &values, SmallVectorImpl<Value> &carried) {
    unsigned count = step.loop.getNumRegionIterArgs();
    for (auto [number, value] : llvm::enumerate(step.loop.getYieldedValues()))
      if (!isOfProduct(number) && number != step.sums.number &&
          number != step.iterator.number)
        carried[number] = values.lookupOrDefault(value);
    carried.truncate(count);
    giveNeeds(values, carried);
  }

  /// Waits for the product before; A and the sums of the next one.
  std::pair<Value, Value> emitLate(ArrayRef<Value> carried) {
    IRMapping values;
    values.map(step.secondWait.getResult(), finish(carried));
    takeNeeds(carried, values);
    for (Operation *op : step.late)
      builder.clone(*op, values);
    return {values.lookupOrDefault(step.dot.getA()),
            values.lookupOrDefault(step.dot.getC())};
  }

  /// The second product, of a step before.
  void start(MutableArrayRef<Value> carried, Value a, Value sums) {
    Value &iterator = carried[step.iterator.number];
    IRMapping values;
    values.map(step.iterator.argument(), iterator);
    values.map(step.dot.getA(), a);
    values.map(step.dot.getC(), sums);
    auto copy = cast<ConsumeOneAsyncOp>(builder.clone(*step.second, values));
    carried[step.sums.number] = copy.getTiles().front();
    carried[step.tile.number] = a;
    carried[step.token.number] = copy.getToken();
    carried[step.held.number] = iterator;
    iterator = copy.getNext();
  }

  /// Waits for it, and gives its stage back.
  Value finish(ArrayRef<Value> carried) {
    Value tile = carried[step.tile.number];
    auto wait = FutureWaitOp::create(builder, step.secondWait.getLoc(),
                                     step.secondWait.getResult().getType(),
                                     tile.getType(), carried[step.sums.number],
                                     tile, /*pending=*/IntegerAttr());
    ConsumerReleaseOp::create(
        builder, step.release.getLoc(), carried[step.token.number],
        step.second.getPipeline(), carried[step.held.number]);
    return wait.getResult();
  }

  void replace(ValueRange results) {
    for (auto [number, result] : llvm::enumerate(step.loop.getResults())) {
      if (isOfProduct(number))
        continue;
      Value old = number == step.sums.number ? step.waitBehind.getResult()
                                             : Value(result);
      old.replaceAllUsesWith(results.front());
      results = results.drop_front();
    }
    step.releaseBehind.erase();
    step.waitBehind.erase();
    step.loop.erase();
  }

  Step &step;
};

} // namespace

void tileiras::staggerProducts(Region &consumers, int64_t registers) {
  for (scf::ForOp loop : collectLoops(consumers))
    if (std::optional<Step> step = StepMatcher(loop, registers).match())
      Staggerer(*step).run();
}
