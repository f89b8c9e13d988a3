//===- InsertMemoryBarriers.cpp - CTA barriers between accesses -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a CTA run concurrently. Where one access must come after
// another and different threads may make them, all threads must complete the
// first before any starts the second, and see what it wrote:
// `nv_tileas.barrier`. Two accesses are in conflict when at least one writes
// and
//
//   * both touch the same bytes of shared memory: copies to and from buffers
// that overlap. The waits and barriers of a pipeline order the accesses to the
// stages of a circular buffer instead: only the pass that made it knows which
// stage is whose. An allocation that makes the buffer again, in the next
// iteration of an outer loop, comes after all uses of the buffer before. The
// same holds for a buffer that agents pass to each other; or
//   * a token orders them: the second's token operand may stand for the first.
// Tile IR promises nothing else about global memory; or
//   * the second frees memory of the tile block: `nv_tileaa.release`.
//
// An acquiring load counts as a write: later accesses of any thread must not
// start before it is complete.
//
// The accesses that a token stands for do not depend on barriers, only on the
// flow of values: MemoryTokenFlow collects for each token the accesses that
// reach it, through joins, loops and branches. *Pending* at a point of the
// program are the accesses since the last barrier on some path to it; an access
// that conflicts with a pending one gets a barrier before it, and nothing is
// pending after.
//
// A wait for MMAs in tensor memory synchronises all threads, too.
//
// The function is walked in program order. At a loop the pending accesses of
// its end flow into its beginning; they are those of the walk before, and the
// walks are repeated until nothing changes, which needs about as many as loops
// are nested, and two more. Existing barriers stay.
//
// Accesses before a loop are left out at first, so that the loop gets the
// barriers that its own iterations need. Where an access of the loop then still
// conflicts with one that is pending from before the loop, a barrier before the
// loop is enough.
//
// In the code of an agent the threads are the agent's, and so is the barrier.
// Accesses pending before agents start are ordered by a barrier of all threads.
// Agents order accesses among each other by pipelines and barriers with a
// number of threads: a barrier of one agent could not.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/MemoryTokenFlow.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-insert-memory-barriers"

namespace tileiras {
#define GEN_PASS_DEF_TILEASINSERTMEMORYBARRIERS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A buffer that an access reads or writes.
struct BufferAccess {
  AllocationOpInterface buffer;
  bool writes;
};

/// Returns what an access touches of shared and tensor memory; nothing for
/// memory from elsewhere.
SmallVector<BufferAccess> getBufferAccesses(Operation *op) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  cast<MemoryEffectOpInterface>(op).getEffects(effects);
  SmallVector<BufferAccess> touched;
  for (const MemoryEffects::EffectInstance &effect : effects)
    if (effect.getValue() &&
        (effect.getResource() == SharedMemory::get() ||
         effect.getResource() == TensorMemory::get()) &&
        isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      if (AllocationOpInterface buffer = getAllocation(effect.getValue()))
        touched.push_back(
            {buffer, isa<MemoryEffects::Write>(effect.getEffect())});
  return touched;
}

/// Two buffers of one agent, or of all threads, have one offset each. A
/// comparison with a buffer of other agents considers all offsets.
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

/// Returns whether agents pass the buffer to each other: it lives outside of
/// agents, which run concurrently. Threads of one agent each touch their own
/// part of it.
bool isPassedBetweenAgents(AllocationOpInterface buffer, Operation *user) {
  return getEnclosingAgents(user) && !getEnclosingAgents(buffer);
}

bool isRing(AllocationOpInterface allocation) {
  auto buffer = dyn_cast<AllocTensorOp>(allocation.getOperation());
  return buffer && buffer.getType().isRing();
}

/// The accesses since the last barrier, by their indices.
struct Pending {
  DenseSet<unsigned> reads, writes;

  void add(unsigned index, const MemoryAccess &access) {
    (access.writes ? writes : reads).insert(index);
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
    for (unsigned index = 0; index < tokens.getNumAccesses(); ++index)
      touched.push_back(getBufferAccesses(tokens.getAccess(index).op));
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

  /// Returns the accesses, or agents with some, that need a barrier before
  /// them.
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
    // Once inserted, a barrier stays in later walks.
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
    std::optional<unsigned> index = tokens.getIndex(op);
    if (!index)
      return;
    if (!needsBarrier.contains(op))
      order(op, findConflicts(*index, pending));
    if (needsBarrier.contains(op))
      pending.clear();
    // This wait synchronises all threads.
    if (isa<TmemWaitOp>(op))
      return pending.clear();
    pending.add(*index, tokens.getAccess(*index));
  }

  /// Requests a barrier between these accesses, if there are any, and `op`:
  /// before the outermost loop that has none of them.
  void order(Operation *op, ArrayRef<unsigned> before) {
    if (before.empty())
      return;
    Operation *point = op;
    for (Operation *parent = op->getParentOp();
         parent && !isa<AgentSwitchOp>(parent) &&
         llvm::none_of(before,
                       [&](unsigned index) {
                         return parent->isAncestor(tokens.getAccess(index).op);
                       });
         parent = parent->getParentOp())
      if (auto branch = dyn_cast<RegionBranchOpInterface>(parent);
          branch && branch.hasLoop())
        point = parent;
    needsBarrier.insert(point);
    changed = true;
    LDBG() << point->getLoc() << ": a barrier before " << point->getName()
           << ", since " << op->getName() << " comes after "
           << tokens.getAccess(before.front()).op->getName() << " at "
           << tokens.getAccess(before.front()).op->getLoc();
    // Accesses pending before the loop have flowed round it, too.
    if (point != op)
      isStale = true;
  }

  SmallVector<unsigned> findConflicts(unsigned index,
                                      const Pending &pending) const {
    SmallVector<unsigned> found;
    llvm::BitVector ordered = tokens.getEarlier(index);
    auto look = [&](const DenseSet<unsigned> &accesses) {
      llvm::copy_if(accesses, std::back_inserter(found), [&](unsigned before) {
        return mustComeAfter(index, before, ordered.test(before));
      });
    };
    look(pending.writes);
    if (tokens.getAccess(index).writes)
      look(pending.reads);
    return found;
  }

  /// `isOrdered` says that a token orders them.
  bool mustComeAfter(unsigned index, unsigned before, bool isOrdered) const {
    Operation *op = tokens.getAccess(index).op,
              *earlier = tokens.getAccess(before).op;
    // Freed memory may be reallocated by any thread.
    if (isa<nv_tileaa::ReleaseOp>(op))
      return !isa<nv_tileaa::ReleaseOp>(earlier);
    if (touched[index].empty() || touched[before].empty())
      return isOrdered;
    if (areOfOneThread(op, earlier))
      return false;
    return llvm::any_of(touched[index], [&](const BufferAccess &here) {
      return llvm::any_of(touched[before], [&](const BufferAccess &there) {
        return (here.writes || there.writes) &&
               overlap(here.buffer, there.buffer) &&
               !(here.buffer == there.buffer &&
                 (isRing(here.buffer) ||
                  (isPassedBetweenAgents(here.buffer, op) &&
                   isPassedBetweenAgents(here.buffer, earlier))));
      });
    });
  }

  /// Returns whether one thread makes both: it initialises mbarriers one after
  /// the other, and starts MMAs that add to tensor memory in order.
  static bool areOfOneThread(Operation *lhs, Operation *rhs) {
    return (isa<AsyncMBarrierInitOp>(lhs) && isa<AsyncMBarrierInitOp>(rhs)) ||
           (isa<TmemDotOp>(lhs) && isa<TmemDotOp>(rhs));
  }

  /// Returns the initialisation, by one thread, of the mbarriers of a pipeline
  /// or an order that `op`, or agents in it, use.
  SmallVector<unsigned> findInits(Operation *op, const Pending &pending) const {
    SmallVector<unsigned> found;
    if (isa<CreateIteratorOp, CreateOrderIteratorOp>(op))
      return found;
    for (Value operand : op->getOperands()) {
      Operation *create = lookThroughCapture(operand).getDefiningOp();
      if (!isa_and_present<CreatePipelineOp, CreateOrderOp>(create))
        continue;
      std::optional<unsigned> index = tokens.getIndex(create);
      if (index && pending.writes.contains(*index))
        found.push_back(*index);
    }
    return found;
  }

  /// If `op` makes a circular buffer, returns uses of it in the iteration
  /// before: each pipeline fills its buffer from the first stage on.
  SmallVector<unsigned> findUsesOfRing(Operation *op,
                                       const Pending &pending) const {
    SmallVector<unsigned> found;
    auto allocation = dyn_cast<AllocationOpInterface>(op);
    if (!allocation || !isRing(allocation))
      return found;
    auto uses = [&](unsigned index) {
      return llvm::any_of(touched[index], [&](const BufferAccess &here) {
        return here.buffer == allocation;
      });
    };
    llvm::copy_if(pending.reads, std::back_inserter(found), uses);
    llvm::copy_if(pending.writes, std::back_inserter(found), uses);
    return found;
  }

  void visitAgents(AgentSwitchOp agents, const Pending &pending) {
    WalkResult conflict = agents.walk([&](Operation *op) {
      std::optional<unsigned> index = tokens.getIndex(op);
      return index && !findConflicts(*index, pending).empty()
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

  /// Joins what is pending after each region; and what is pending after a
  /// loop's region, before it in the next walk.
  void visitBranch(RegionBranchOpInterface branch, Pending &pending) {
    // This is a copy, as loops inside are added to `back`.
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
  /// The buffers of each access, by its index.
  SmallVector<SmallVector<BufferAccess>> touched;
  DenseMap<Operation *, Pending> back;
  llvm::SetVector<Operation *> needsBarrier;
  /// Whether accesses before a loop are pending in it.
  bool knowsEntries = false;
  bool changed = false;
  /// Whether `back` has accesses that a barrier before a loop now ends.
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
  /// The buffers that share bytes are only known once offsets are assigned.
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
