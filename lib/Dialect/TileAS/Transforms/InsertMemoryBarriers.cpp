//===- InsertMemoryBarriers.cpp - Threads meet for tokens -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A token orders the accesses of one tile block. To its threads that means more
// than program order: an element that one thread accesses before may be another
// thread's after. So where a token orders two accesses that could meet in an
// element, at least one of them writing, all threads of the CTA have to be done
// with the first before any starts the second, and see what it wrote:
// `nv_tileas.barrier`.
//
// The pass walks the function in program order and keeps, for every token, what
// accesses it stands for since the last barrier: reads, writes, both or none.
//
//   create_mem_token          none
//   join_mem_token            all of its operands'
//   access                    its operand's and its own
//   loop-carried, branches    all that may flow in; loops until that is stable
//
// An access that may write gets a barrier if its token stands for anything, one
// that only reads if its token stands for writes. A barrier makes every token
// defined before it stand for nothing. In a branch only some paths may pass a
// barrier, so after it the tokens stand for what they do on any path.
//
// An acquiring load counts as a write: what follows it in any thread must not
// start before it is done.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASINSERTMEMORYBARRIERS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;
using nv_tileaa::MemSemantic;

namespace {

/// Accesses that a token stands for.
enum Pending : unsigned { kNone = 0, kReads = 1, kWrites = 2 };

/// By token; what is absent stands for nothing.
using State = DenseMap<Value, unsigned>;

bool isToken(Value value) {
  return isa<nv_tileaa::MemTokenType>(value.getType());
}

/// What the access itself may do to memory; none if it is no access.
unsigned effectOf(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || op->getNumRegions() != 0)
    return kNone;
  unsigned kinds = kNone;
  if (effects.hasEffect<MemoryEffects::Read>())
    kinds |= kReads;
  if (effects.hasEffect<MemoryEffects::Write>())
    kinds |= kWrites;
  auto semantic = dyn_cast_if_present<nv_tileaa::MemSemanticAttr>(
      op->getInherentAttr("mem_semantic").value_or(Attribute()));
  if (semantic && (semantic.getValue() == MemSemantic::ACQUIRE ||
                   semantic.getValue() == MemSemantic::ACQ_REL))
    kinds |= kWrites;
  return kinds;
}

class BarrierPlanner {
public:
  void plan(Region &region) {
    State state;
    walk(region, state);
  }

  /// The accesses that a barrier must stand before.
  ArrayRef<Operation *> getAccesses() const { return needy.getArrayRef(); }

private:
  /// Control flow is structured (the verifier of nv_tileaa.func): a region has
  /// one block, or none.
  void walk(Region &region, State &state) {
    for (Block &block : region)
      for (Operation &op : block)
        visit(&op, state);
  }

  void visit(Operation *op, State &state) {
    if (isa<nv_tileas::BarrierOp>(op))
      return state.clear();
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      return visitBranch(branch, state);

    unsigned pending = kNone, effect = effectOf(op);
    for (Value operand : op->getOperands())
      if (isToken(operand))
        pending |= state.lookup(operand);
    bool needsBarrier =
        effect & kWrites ? pending != kNone : effect && (pending & kWrites);
    if (needsBarrier)
      needy.insert(op);
    // Once there, a barrier stays in later rounds over a loop.
    if (needy.contains(op)) {
      state.clear();
      pending = kNone;
    }
    for (Value result : op->getResults())
      if (isToken(result))
        state[result] = pending | effect;
  }

  void visitBranch(RegionBranchOpInterface branch, State &state) {
    RegionBranchSuccessorMapping targets;
    branch.getSuccessorOperandInputMapping(targets);
    // What may flow into arguments of regions and results so far.
    State inputs;
    bool changed = false;
    auto flow = [&](Operation *from, const State &fromState) {
      for (OpOperand &operand : from->getOpOperands()) {
        auto target = targets.find(&operand);
        if (!isToken(operand.get()) || target == targets.end())
          continue;
        for (Value input : target->second) {
          unsigned known = inputs.lookup(input);
          unsigned more = known | fromState.lookup(operand.get());
          changed |= more != known;
          inputs[input] = more;
        }
      }
    };
    flow(branch, state);
    do {
      changed = false;
      for (Region &region : branch->getRegions()) {
        State inside = state;
        for (auto [input, pending] : inputs)
          inside[input] = pending;
        walk(region, inside);
        if (!region.empty())
          flow(region.front().getTerminator(), inside);
      }
    } while (changed);
    for (Value result : branch->getResults())
      if (isToken(result))
        state[result] = inputs.lookup(result);
  }

  llvm::SetVector<Operation *> needy;
};

class InsertMemoryBarriers
    : public tileiras::impl::TileASInsertMemoryBarriersBase<
          InsertMemoryBarriers> {
public:
  void runOnOperation() override {
    BarrierPlanner planner;
    planner.plan(getOperation().getBody());
    for (Operation *access : planner.getAccesses()) {
      OpBuilder builder(access);
      nv_tileas::BarrierOp::create(builder, access->getLoc());
    }
  }
};

} // namespace
