//===- InsertMemoryBarriers.cpp - Threads meet between accesses -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a CTA are not in step. Where one access must come after
// another and different threads may make them, all threads have to be done with
// the first before any starts the second, and see what it wrote:
// `nv_tileas.barrier`. Two accesses are in conflict when at least one writes
// and
//
//   * both touch the same bytes of shared memory: copies to and from buffers
//     that overlap. What fills and reads the stages of a ring is ordered by the
//     waits and barriers of its pipeline instead: only who made the ring knows
//     which stage is whose. An allocation that makes the ring again, in the
//     next iteration of an outer loop, comes after all uses of the ring before.
//     The same holds for a buffer that agents hand to each other; or
//   * a token orders them: the second's token operand may stand for the first.
//     Tile IR promises nothing else about global memory; or
//   * the second gives memory of the tile block back: `nv_tileaa.release`.
//
// An acquiring load counts as a write: what follows it in any thread must not
// start before it is done.
//
// What a token may stand for does not depend on barriers, only on where values
// flow: MemoryTokenFlow collects for each token the accesses that reach it,
// through joins, loops and branches. What is *pending* at a point of the
// program are the accesses since the last barrier on some path to it; an access
// that conflicts with a pending one gets a barrier before it, and nothing is
// pending after.
//
// A wait for products in tensor memory is a place where all threads meet, too.
//
// The function is walked in program order. At a loop the pending accesses of
// its end flow into its beginning; they are those of the walk before, and the
// walks are repeated until nothing changes, which takes about as many as loops
// are nested, and two more. Barriers that are there stay.
//
// What comes before a loop is left out at first, so that the loop gets the
// barriers that its own iterations need. Where an access of the loop then still
// conflicts with what is pending from before the loop, a barrier before the
// loop is enough.
//
// In the code of an agent the threads are the agent's, and so is the barrier.
// What the agents find pending from before they part is ordered by a barrier of
// all threads. Among one another they see to their order themselves, by
// pipelines and barriers with a number of threads: a barrier of one agent could
// not.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/MemoryTokenFlow.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASINSERTMEMORYBARRIERS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A buffer that an access reads or writes.
struct Touched {
  AllocationOpInterface place;
  bool writes;
};

/// What an access touches of shared and tensor memory; nothing where that comes
/// from elsewhere.
SmallVector<Touched> getTouched(Operation *op) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  cast<MemoryEffectOpInterface>(op).getEffects(effects);
  SmallVector<Touched> touched;
  for (const MemoryEffects::EffectInstance &effect : effects)
    if (effect.getValue() &&
        (effect.getResource() == SharedMemory::get() ||
         effect.getResource() == TensorMemory::get()) &&
        isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      if (AllocationOpInterface place = getAllocation(effect.getValue()))
        touched.push_back(
            {place, isa<MemoryEffects::Write>(effect.getEffect())});
  return touched;
}

/// Two of one agent, or of all threads, each have one place. Of agents that
/// others are compared with all places count.
bool overlap(AllocationOpInterface lhs, AllocationOpInterface rhs) {
  if (lhs.getSpace() != rhs.getSpace())
    return false;
  std::optional<AgentGroup> left = getEnclosingAgents(lhs),
                            right = getEnclosingAgents(rhs);
  bool apart =
      (left ? left->region : nullptr) != (right ? right->region : nullptr);
  auto getEnd = [&](AllocationOpInterface allocation,
                    std::optional<AgentGroup> group) {
    int64_t end = *allocation.getOffset() + allocation.getBytes();
    if (apart && group)
      end += int64_t(group->numAgents - 1) * group->bufferStride;
    return end;
  };
  return int64_t(*lhs.getOffset()) < getEnd(rhs, right) &&
         int64_t(*rhs.getOffset()) < getEnd(lhs, left);
}

/// Agents hand it to each other: it lives outside of them, and they are not in
/// step. Threads of one agent each touch their own part of it.
bool isHandedOver(AllocationOpInterface place, Operation *user) {
  return getEnclosingAgents(user) && !getEnclosingAgents(place);
}

bool isRing(AllocationOpInterface allocation) {
  auto buffer = dyn_cast<AllocTensorOp>(allocation.getOperation());
  return buffer && buffer.getType().isRing();
}

/// Accesses since the last barrier, by their numbers.
struct Pending {
  DenseSet<unsigned> reads, writes;

  void add(unsigned number, const MemoryAccess &access) {
    (access.writes ? writes : reads).insert(number);
  }
  void add(const Pending &other) {
    reads.insert_range(other.reads);
    writes.insert_range(other.writes);
  }
  void clear() {
    reads.clear();
    writes.clear();
  }
  bool operator==(const Pending &other) const {
    return reads == other.reads && writes == other.writes;
  }
};

class BarrierPlanner {
public:
  explicit BarrierPlanner(Region &body) : tokens(body) {
    for (unsigned number = 0; number < tokens.getNumAccesses(); ++number)
      touched.push_back(getTouched(tokens.getAccess(number).op));
    for (bool known : {false, true}) {
      knowsEntries = known;
      do {
        if (isStale)
          back.clear();
        changed = isStale = false;
        Pending pending;
        walk(body, pending);
      } while (changed);
    }
  }

  /// The accesses, or agents with some, that a barrier must stand before.
  ArrayRef<Operation *> getAccesses() const {
    return needsBarrier.getArrayRef();
  }

private:
  /// Control flow is structured (the verifier of nv_tileaa.func): a region has
  /// one block, or none.
  void walk(Region &region, Pending &pending) {
    for (Block &block : region)
      for (Operation &op : block)
        visit(&op, pending);
  }

  void visit(Operation *op, Pending &pending) {
    if (isa<BarrierOp, ClusterBarrierOp>(op))
      return pending.clear();
    // Once there, a barrier stays in later walks.
    if (!needsBarrier.contains(op))
      order(op, findInits(op, pending));
    if (!needsBarrier.contains(op))
      order(op, findUsesOfRing(op, pending));
    if (needsBarrier.contains(op))
      pending.clear();
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      return visitBranch(branch, pending);
    if (auto agents = dyn_cast<AgentSwitchOp>(op))
      return visitAgents(agents, pending);
    std::optional<unsigned> number = tokens.getNumber(op);
    if (!number)
      return;
    if (!needsBarrier.contains(op))
      order(op, findConflicts(*number, pending));
    if (needsBarrier.contains(op))
      pending.clear();
    // All threads meet there.
    if (isa<TmemWaitOp>(op))
      return pending.clear();
    pending.add(*number, tokens.getAccess(*number));
  }

  /// Demands a barrier between these accesses, if there are any, and `op`:
  /// before the outermost loop that has none of them.
  void order(Operation *op, ArrayRef<unsigned> before) {
    if (before.empty())
      return;
    Operation *place = op;
    for (Operation *parent = op->getParentOp();
         parent && !isa<AgentSwitchOp>(parent) &&
         llvm::none_of(before,
                       [&](unsigned number) {
                         return parent->isAncestor(tokens.getAccess(number).op);
                       });
         parent = parent->getParentOp())
      if (auto branch = dyn_cast<RegionBranchOpInterface>(parent);
          branch && branch.hasLoop())
        place = parent;
    needsBarrier.insert(place);
    changed = true;
    // What was pending before the loop has gone round it, too.
    if (place != op)
      isStale = true;
  }

  SmallVector<unsigned> findConflicts(unsigned number,
                                      const Pending &pending) const {
    SmallVector<unsigned> found;
    llvm::BitVector ordered = tokens.getEarlier(number);
    auto look = [&](const DenseSet<unsigned> &accesses) {
      llvm::copy_if(accesses, std::back_inserter(found), [&](unsigned before) {
        return mustComeAfter(number, before, ordered.test(before));
      });
    };
    look(pending.writes);
    if (tokens.getAccess(number).writes)
      look(pending.reads);
    return found;
  }

  /// `isOrdered`: a token says so.
  bool mustComeAfter(unsigned number, unsigned before, bool isOrdered) const {
    Operation *op = tokens.getAccess(number).op,
              *earlier = tokens.getAccess(before).op;
    // Memory that is given back may be anybody's next.
    if (isa<nv_tileaa::ReleaseOp>(op))
      return !isa<nv_tileaa::ReleaseOp>(earlier);
    if (touched[number].empty() || touched[before].empty())
      return isOrdered;
    if (areOfOneThread(op, earlier))
      return false;
    return llvm::any_of(touched[number], [&](const Touched &here) {
      return llvm::any_of(touched[before], [&](const Touched &there) {
        return (here.writes || there.writes) &&
               overlap(here.place, there.place) &&
               !(here.place == there.place &&
                 (isRing(here.place) || (isHandedOver(here.place, op) &&
                                         isHandedOver(here.place, earlier))));
      });
    });
  }

  /// One thread makes barrier objects ready, one after the other, and one
  /// starts products that add to tensor memory, which come one after the other.
  static bool areOfOneThread(Operation *lhs, Operation *rhs) {
    return (isa<AsyncMBarrierInitOp>(lhs) && isa<AsyncMBarrierInitOp>(rhs)) ||
           (isa<TmemDotOp>(lhs) && isa<TmemDotOp>(rhs));
  }

  /// Where one thread has just made the barriers of a pipeline or an order that
  /// `op`, or agents in it, use.
  SmallVector<unsigned> findInits(Operation *op, const Pending &pending) const {
    SmallVector<unsigned> found;
    if (isa<CreateIteratorOp, CreateOrderIteratorOp>(op))
      return found;
    for (Value operand : op->getOperands()) {
      Operation *create = lookThroughCapture(operand).getDefiningOp();
      if (!isa_and_present<CreatePipelineOp, CreateOrderOp>(create))
        continue;
      std::optional<unsigned> number = tokens.getNumber(create);
      if (number && pending.writes.contains(*number))
        found.push_back(*number);
    }
    return found;
  }

  /// If `op` makes a ring, uses of it as that of the iteration before: each
  /// pipeline fills its ring from the first stage on.
  SmallVector<unsigned> findUsesOfRing(Operation *op,
                                       const Pending &pending) const {
    SmallVector<unsigned> found;
    auto allocation = dyn_cast<AllocationOpInterface>(op);
    if (!allocation || !isRing(allocation))
      return found;
    auto uses = [&](unsigned number) {
      return llvm::any_of(touched[number], [&](const Touched &here) {
        return here.place == allocation;
      });
    };
    llvm::copy_if(pending.reads, std::back_inserter(found), uses);
    llvm::copy_if(pending.writes, std::back_inserter(found), uses);
    return found;
  }

  void visitAgents(AgentSwitchOp agents, const Pending &pending) {
    WalkResult conflict = agents.walk([&](Operation *op) {
      std::optional<unsigned> number = tokens.getNumber(op);
      return number && !findConflicts(*number, pending).empty()
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (conflict.wasInterrupted())
      needsBarrier.insert(agents);
    for (Region &region : agents.getGroups()) {
      Pending inside;
      walk(region, inside);
    }
  }

  /// What is pending after each region joins; and after a loop's region, before
  /// it in the next walk.
  void visitBranch(RegionBranchOpInterface branch, Pending &pending) {
    // A copy: loops inside are added to `back`.
    Pending again = back.lookup(branch), before, ends;
    if (knowsEntries || !branch.hasLoop())
      before = pending;
    if (branch.hasLoop())
      before.add(again);
    bool maySkip = branch.hasLoop();
    for (Region &region : branch->getRegions()) {
      Pending inside = before;
      walk(region, inside);
      ends.add(inside);
      maySkip |= region.empty();
    }
    if (!maySkip)
      pending.clear();
    pending.add(ends);
    if (branch.hasLoop() && !(ends == again)) {
      back[branch] = std::move(ends);
      changed = true;
    }
  }

  MemoryTokenFlow tokens;
  /// By the number of an access.
  SmallVector<SmallVector<Touched>> touched;
  DenseMap<Operation *, Pending> back;
  llvm::SetVector<Operation *> needsBarrier;
  /// Whether accesses before a loop are pending in it.
  bool knowsEntries = false;
  bool changed = false;
  /// `back` has what a barrier before a loop now ends.
  bool isStale = false;
};

class InsertMemoryBarriers
    : public tileiras::impl::TileASInsertMemoryBarriersBase<
          InsertMemoryBarriers> {
public:
  void runOnOperation() override {
    if (failed(checkBuffers()))
      return signalPassFailure();
    BarrierPlanner planner(getOperation().getBody());
    for (Operation *access : planner.getAccesses()) {
      OpBuilder builder(access);
      BarrierOp::create(builder, access->getLoc());
    }
  }

private:
  /// Which buffers share bytes is only known once they are placed.
  LogicalResult checkBuffers() {
    WalkResult result = getOperation().walk([](AllocationOpInterface op) {
      if (op.getOffset())
        return WalkResult::advance();
      op->emitOpError("expected an offset, which tileas-assign-smem chooses");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace
