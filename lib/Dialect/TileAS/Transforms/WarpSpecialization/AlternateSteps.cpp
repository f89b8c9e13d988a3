//===- AlternateSteps.cpp - Two agents that share the steps ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlternateSteps.h"

#include "SplitPlan.h"
#include "TurnsOfStep.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"
#include "tileiras/Dialect/TileAS/Contract/FirstAgent.h"

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <vector>

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// What is outside of the loops, and who does it.
class Surroundings {
public:
  Surroundings(Block &body, ArrayRef<TurnsOfStep> steps)
      : body(body), steps(steps) {}

  /// False if something can't be left to the first agent.
  bool find() {
    unsigned here = steps.size();
    for (Operation &op : llvm::reverse(body.without_terminator())) {
      if (here != 0 && &op == steps[here - 1].loop) {
        --here;
        continue;
      }
      if (!findPlace(&op, here))
        return false;
    }
    for (unsigned number = 0; number < steps.size(); ++number)
      if (!areResultsTakenBehind(number) ||
          (number != 0 && !isHarmlessBetween(number)))
        return false;
    return llvm::all_of(body.without_terminator(), [&](Operation &op) {
      return isOfFirst(&op) || takesNothingOfFirst(&op);
    });
  }

  /// Whether the operation is the first agent's alone.
  bool isOfFirst(Operation *op) const { return places.contains(op); }
  /// In front of a loop, or behind all of them: in program order.
  SmallVector<Operation *> getOperations(unsigned place) const {
    SmallVector<Operation *> found;
    for (Operation &op : body)
      if (auto it = places.find(&op); it != places.end() && it->second == place)
        found.push_back(&op);
    return found;
  }

private:
  /// Where a value is used: in which place of the first agent's alone, or by
  /// both agents.
  struct Uses {
    DenseSet<unsigned> places;
    bool areOfBoth = false;

    std::optional<unsigned> getOnly() const {
      if (areOfBoth || places.size() != 1)
        return std::nullopt;
      return *places.begin();
    }
  };

  Uses findUses(Operation *op) const {
    Uses uses;
    for (OpOperand &use : op->getUses()) {
      Operation *user = body.findAncestorOpInBlock(*use.getOwner());
      const auto *loop = llvm::find_if(
          steps, [&](const TurnsOfStep &step) { return step.loop == user; });
      bool isCarriedTile = loop != steps.end() && use.getOwner() == user &&
                           isa<RankedTensorType>(use.get().getType());
      if (isCarriedTile)
        uses.places.insert(loop - steps.begin());
      else if (auto it = places.find(user); it != places.end())
        uses.places.insert(it->second);
      else
        uses.areOfBoth = true;
    }
    return uses;
  }

  /// What has an effect stays where it is. Both agents look for tensor maps,
  /// where they begin (BuildTmaDescs.cpp), and load scalars that both need,
  /// such as bounds of loops.
  bool findPlace(Operation *op, unsigned here) {
    std::optional<unsigned> only = findUses(op).getOnly();
    if (isa<MakeTiledTmaDescOp>(op))
      return true;
    if (!isPure(op) && op->use_empty())
      only = here;
    if (only)
      places[op] = *only;
    return isPure(op) || only == here || isForBothSides(op) || isLoadOfRows(op);
  }

  /// Whether both agents may load the tile: at any time, and in few registers,
  /// as the sink of a head.
  static bool isLoadOfRows(Operation *op) {
    auto load = dyn_cast<TiledLoadOp>(op);
    return load && load.getReadOnly() && load.getResultToken().use_empty() &&
           countRegisters(load.getResult().getType()) <= kMostRowRegisters;
  }

  /// By the next loop, which may go on with each of its tiles, or behind all
  /// loops.
  bool areResultsTakenBehind(unsigned number) const {
    return llvm::all_of(steps[number].loop->getResults(), [&](Value result) {
      unsigned inits = 0;
      return !isa<RankedTensorType>(result.getType()) ||
             llvm::all_of(result.getUses(), [&](OpOperand &use) {
               if (number + 1 < steps.size() &&
                   use.getOwner() == steps[number + 1].loop)
                 return ++inits == 1;
               auto it =
                   places.find(body.findAncestorOpInBlock(*use.getOwner()));
               return it != places.end() && it->second == steps.size() &&
                      number + 1 == steps.size();
             });
    });
  }

  /// Between loops agents don't wait for each other: a loop goes on with tiles
  /// of the one before, and nothing else happens than that the first agent
  /// meets those who start products.
  bool isHarmlessBetween(unsigned number) const {
    bool goesOn =
        llvm::all_of(steps[number].loop->getOperands(), [&](Value operand) {
          return !isa<RankedTensorType>(operand.getType()) ||
                 operand.getDefiningOp() == steps[number - 1].loop;
        });
    return goesOn && llvm::all_of(getOperations(number), [](Operation *op) {
             auto barrier = dyn_cast<BarrierOp>(op);
             return isPure(op) || (barrier && barrier.getThreads());
           });
  }

  /// Of an operation that is both agents'. Those of a loop take tiles from
  /// shared memory.
  bool takesNothingOfFirst(Operation *op) const {
    bool isThere = true;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *def = operand.getDefiningOp();
        if (!def || def->getBlock() != &body)
          continue;
        bool isCarriedTile = inner == op && isa<scf::ForOp>(op) &&
                             isa<RankedTensorType>(operand.getType());
        bool isTileOfLoop =
            isa<scf::ForOp>(def) && isa<RankedTensorType>(operand.getType());
        isThere &= isCarriedTile || (!isOfFirst(def) && !isTileOfLoop);
      }
    });
    return isThere;
  }

  Block &body;
  ArrayRef<TurnsOfStep> steps;
  /// By the number of loops in front of it.
  DenseMap<Operation *, unsigned> places;
};

/// Where a tile of rows lies for the agent whose turn it is.
class RowSlot {
public:
  RowSlot(Value buffer, Type type, const SharedMemoryPlan &plan)
      : buffer(buffer), type(type),
        atom(AtomAttr::get(type.getContext(), lookupAtom("universal_copy"),
                           plan.elementBits)) {}

  Value load(OpBuilder &builder, Location loc) const {
    return CopyOp::create(builder, loc, type, buffer, /*destination=*/Value(),
                          atom, /*part=*/0, /*slice=*/DenseI64ArrayAttr())
        .getResult();
  }
  void store(OpBuilder &builder, Location loc, Value tile) const {
    CopyOp::create(builder, loc, /*result=*/Type(), tile, buffer, atom,
                   /*part=*/0, /*slice=*/DenseI64ArrayAttr());
  }

private:
  Value buffer;
  Type type;
  AtomAttr atom;
};

class Alternation {
public:
  Alternation(AgentSwitchOp agents, Region &region, ArrayRef<TurnsOfStep> steps,
              const Surroundings &surroundings, const TargetInfo &target)
      : agents(agents), region(region), steps(steps),
        surroundings(surroundings), target(target),
        builder(agents.getContext()), loc(agents.getLoc()) {}

  void run() {
    addAgent();
    createOrders();
    slots.resize(steps.size());
    for (unsigned number = 0; number < steps.size(); ++number) {
      createSlots(number);
      emitSurroundings(number, steps[number].loop);
      emitLoop(number);
    }
    emitSurroundings(steps.size(), region.front().getTerminator());
    for (const TurnsOfStep &step : llvm::reverse(steps))
      step.loop->erase();
  }

private:
  /// Warps of other groups make room.
  void addAgent() {
    SmallVector<int32_t> counts(agents.getNumAgentsPerGroup()),
        first(agents.getWarpId());
    unsigned number = region.getRegionNumber();
    int32_t warps = agents.getNumWarps()[number];
    for (int32_t &warp : first)
      if (warp > first[number])
        warp += warps;
    counts[number] = kAlternating;
    agents.setNumAgentsPerGroup(counts);
    agents.setWarpId(first);
  }

  /// The same value inside of the region.
  Value capture(Value value) {
    agents.getCapturesMutable().append(value);
    for (Region &other : agents.getGroups())
      other.addArgument(value.getType(), value.getLoc());
    return region.getArguments().back();
  }

  void createOrders() {
    builder.setInsertionPoint(agents);
    int64_t warps = agents.getNumWarps()[region.getRegionNumber()];
    auto type = OrderType::get(agents.getContext(), kAlternating, warps);
    for (Value &order : orders) {
      Value barriers = AllocMBarrierOp::create(
          builder, loc, MBarrierType::get(agents.getContext(), kAlternating),
          /*offset=*/IntegerAttr());
      order = capture(CreateOrderOp::create(builder, loc, type, barriers));
    }
    builder.setInsertionPointToStart(&region.front());
    for (auto [order, iterator] : llvm::zip_equal(orders, iterators))
      iterator = CreateOrderIteratorOp::create(builder, loc, order);
    ahead = region.getArgument(0);
  }

  /// What a loop ends with the next one goes on with.
  void createSlots(unsigned number) {
    scf::ForOp loop = steps[number].loop;
    for (auto [turn, init] :
         llvm::zip_equal(steps[number].turns, loop.getInitArgs())) {
      std::optional<RowSlot> &slot = slots[number].emplace_back();
      if (!turn)
        continue;
      slot = number != 0
                 ? slots[number - 1][cast<OpResult>(init).getResultNumber()]
                 : createSlot(cast<RankedTensorType>(init.getType()));
    }
  }

  RowSlot createSlot(RankedTensorType type) {
    builder.setInsertionPoint(agents);
    SharedMemoryPlan plan = planStaging(getLayout(type), getLayout(type),
                                        type.getElementType(), target);
    Value buffer = createBuffer(builder, loc, plan, type.getElementType());
    return RowSlot(capture(buffer), type, plan);
  }

  /// What is the first agent's, in front of a loop or behind all of them: that
  /// has the results of both.
  void emitSurroundings(unsigned number, Operation *before) {
    builder.setInsertionPoint(before);
    scf::IfOp branch = createForFirstAgent(builder, loc);
    builder.setInsertionPointToStart(branch.thenBlock());
    if (number == steps.size()) {
      waitForLastTurn();
      loadResults();
    }
    for (Operation *op : surroundings.getOperations(number))
      op->moveBefore(branch.thenBlock()->getTerminator());
    builder.setInsertionPoint(branch.thenBlock()->getTerminator());
    if (number == 0)
      storeInits();
  }

  /// If the next step would be the first agent's, the last one was not.
  void waitForLastTurn() {
    auto branch = scf::IfOp::create(builder, loc, isZero(ahead));
    OpBuilder inner = branch.getThenBodyBuilder();
    OrderWaitOp::create(inner, loc, orders[kChangeTurn],
                        iterators[kChangeTurn]);
  }

  void loadResults() {
    scf::ForOp last = steps.back().loop;
    for (auto [slot, result] : llvm::zip_equal(slots.back(), last.getResults()))
      if (slot && !result.use_empty())
        result.replaceAllUsesWith(slot->load(builder, loc));
  }

  void storeInits() {
    scf::ForOp first = steps.front().loop;
    for (auto [slot, init] :
         llvm::zip_equal(slots.front(), first.getInitArgs()))
      if (slot)
        slot->store(builder, loc, init);
  }

  Value createNumber(int32_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }

  /// The one stage of a pipeline has the same parity every second step.
  void emitLoop(unsigned number) {
    const TurnsOfStep &step = steps[number];
    scf::ForOp loop = step.loop;
    builder.setInsertionPoint(loop);
    loc = loop.getLoc();
    Value count = countSteps(loop);
    Value odd = arith::AndIOp::create(builder, loc, count, createNumber(1));
    Value isNext = isZero(ahead), isEven = isZero(odd);
    SmallVector<Value> inits(iterators, std::end(iterators));
    for (auto [turn, init, result] :
         llvm::zip_equal(step.turns, loop.getInitArgs(), loop.getResults()))
      if (!turn) {
        inits.push_back(advanceUnless(isNext, init));
        result.replaceAllUsesWith(advanceUnless(isEven, init));
      }
    auto own = scf::ForOp::create(
        builder, loc, ahead, count, createNumber(kAlternating), inits,
        [&](OpBuilder &inner, Location, Value index, ValueRange carried) {
          OpBuilder::InsertionGuard guard(builder);
          builder = inner;
          scf::YieldOp::create(builder, loc, emitStep(number, index, carried));
        },
        /*unsignedCmp=*/true);
    own->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    builder.setInsertionPointAfter(own);
    llvm::copy(own.getResults().take_front(kNumTurns), iterators);
    ahead = arith::XOrIOp::create(builder, loc, ahead, odd);
    loc = agents.getLoc();
  }

  Value isZero(Value number) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, number,
                                 createNumber(0));
  }

  /// i32, unsigned.
  Value countSteps(scf::ForOp loop) {
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt;
    Value any = arith::CmpIOp::create(
        builder, loc, predicate, loop.getLowerBound(), loop.getUpperBound());
    Value range = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                        loop.getLowerBound());
    Value count =
        arith::CeilDivUIOp::create(builder, loc, range, loop.getStep());
    return arith::SelectOp::create(builder, loc, any, count, createNumber(0));
  }

  Value advanceUnless(Value condition, Value iterator) {
    return scf::IfOp::create(
               builder, loc, condition,
               [&](OpBuilder &inner, Location) {
                 scf::YieldOp::create(inner, loc, iterator);
               },
               [&](OpBuilder &inner, Location) {
                 scf::YieldOp::create(
                     inner, loc,
                     IncIteratorOp::create(inner, loc, iterator).getResult());
               })
        .getResult(0);
  }

  SmallVector<Value> emitStep(unsigned number, Value index,
                              ValueRange carried) {
    const TurnsOfStep &step = steps[number];
    scf::ForOp loop = step.loop;
    IRMapping values;
    Value offset = arith::MulIOp::create(builder, loc, index, loop.getStep());
    values.map(loop.getInductionVar(),
               arith::AddIOp::create(builder, loc, loop.getLowerBound(), offset)
                   .getResult());
    ValueRange rest = carried.drop_front(kNumTurns);
    for (auto [turn, argument] :
         llvm::zip_equal(step.turns, loop.getRegionIterArgs()))
      if (!turn) {
        values.map(argument, rest.front());
        rest = rest.drop_front();
      }
    SmallVector<Value> next(kNumTurns);
    auto begin = [&](Turn turn) {
      OrderWaitOp::create(builder, loc, orders[turn], carried[turn]);
      forEachTile(number, turn, [&](const RowSlot &slot, BlockArgument tile) {
        values.map(tile, slot.load(builder, loc));
      });
    };
    auto keep = [&](Turn turn) {
      forEachTile(number, turn, [&](const RowSlot &slot, BlockArgument tile) {
        Value yielded = loop.getTiedLoopYieldedValue(tile)->get();
        slot.store(builder, loc, values.lookup(yielded));
      });
    };
    auto end = [&](Turn turn) {
      next[turn] =
          OrderArriveOp::create(builder, loc, orders[turn], carried[turn]);
    };
    begin(kReadTurn);
    clone(step.read, values);
    keep(kReadTurn);
    end(kReadTurn);
    clone(step.compute, values);
    begin(kChangeTurn);
    clone(step.sum, values);
    keep(kChangeTurn);
    clone(step.change, values);
    end(kChangeTurn);
    for (auto [turn, value] :
         llvm::zip_equal(step.turns, loop.getYieldedValues()))
      if (!turn)
        next.push_back(
            IncIteratorOp::create(builder, loc, values.lookup(value)));
    return next;
  }

  void forEachTile(unsigned number, Turn turn,
                   function_ref<void(const RowSlot &, BlockArgument)> act) {
    const TurnsOfStep &step = steps[number];
    scf::ForOp loop = step.loop;
    for (auto [of, slot, argument] :
         llvm::zip_equal(step.turns, slots[number], loop.getRegionIterArgs()))
      if (of == turn)
        act(*slot, argument);
  }

  void clone(ArrayRef<Operation *> ops, IRMapping &values) {
    for (Operation *op : ops)
      builder.clone(*op, values);
  }

  AgentSwitchOp agents;
  Region &region;
  ArrayRef<TurnsOfStep> steps;
  const Surroundings &surroundings;
  const TargetInfo &target;
  OpBuilder builder;
  Location loc;
  /// Of the parts of a step; the turns that this agent has had at each.
  Value orders[kNumTurns], iterators[kNumTurns];
  /// Steps of the other agent before this one's next: 0 or 1, i32.
  Value ahead;
  /// Of the carried tiles of each loop.
  SmallVector<SmallVector<std::optional<RowSlot>>> slots;
};

} // namespace

bool tileiras::alternateSteps(AgentSwitchOp agents, Region &region,
                              const TargetInfo &target, StringRef &why) {
  Block &body = region.front();
  std::vector<TurnsOfStep> steps;
  bool areAll = true;
  region.walk([&](scf::ForOp loop) {
    std::optional<TurnsOfStep> step;
    if (loop->getBlock() == &body)
      step = matchTurns(loop);
    if (step)
      steps.push_back(*step);
    areAll &= step.has_value();
  });
  if (steps.empty() || !areAll) {
    why = "what an iteration reads and changes can't be done in turn, or a loop "
          "is in another one";
    return false;
  }
  Surroundings surroundings(body, steps);
  if (!surroundings.find()) {
    why = "what is outside of the loops can't be left to one of them";
    return false;
  }
  Alternation(agents, region, steps, surroundings, target).run();
  return true;
}
