//===- BufferLiveness.cpp - Live ranges of buffers ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"

#include "tileiras/Dialect/TileAS/Contract/FirstAgent.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

void ProgramOrder::enumerate(Region &region) {
  for (Block &block : region)
    for (Operation &op : block) {
      unsigned first = next++;
      for (Region &inner : op.getRegions())
        enumerate(inner);
      ranges[&op] = {first, next - 1};
    }
}

namespace {

class LiveRanges {
public:
  explicit LiveRanges(Region &body) : order(body) {}

  Buffer getBuffer(AllocationOpInterface op) const {
    Buffer buffer{op,
                  op.getBytes(),
                  int64_t(op.getAlignment()),
                  int64_t(op.getOffset().value_or(0)),
                  order.lookup(op).start,
                  getEnd(op)};
    if (std::optional<AgentGroup> group = getEnclosingAgents(op)) {
      buffer.agents = group->region;
      buffer.agentsEnd = order.lookup(group->region->getParentOp()).end;
      buffer.copies = isForFirstAgent(op) ? 1 : group->numAgents;
      buffer.stride = group->bufferStride;
    }
    if (std::optional<Value> ring = findRingOfReader(op)) {
      Block *block = ring->getParentBlock();
      buffer.reader = block->getParent();
      buffer.readUntil =
          getEndOfUses(*ring, block, order.lookup(&block->front()).start);
    }
    return buffer;
  }

private:
  /// Returns `op`, a circular buffer, as a value of the one agent that reads
  /// all stages which others fill; none where others read it too.
  static std::optional<Value> findRingOfReader(Operation *op) {
    auto ring = dyn_cast<AllocTensorOp>(op);
    if (!ring || !ring.getType().isRing() || !ring->hasOneUse())
      return std::nullopt;
    OpOperand &use = *ring->use_begin();
    auto agents = dyn_cast<AgentSwitchOp>(use.getOwner());
    if (!agents)
      return std::nullopt;
    std::optional<Value> found;
    DenseSet<Value> filled, read;
    for (Region &region : agents.getGroups()) {
      Value here = region.getArgument(1 + use.getOperandNumber());
      for (Operation *user : here.getUsers()) {
        if (auto fill = user->getParentOfType<ProduceOneAsyncOp>()) {
          filled.insert(lookThroughCapture(fill.getPipeline()));
          continue;
        }
        auto consume = user->getParentOfType<ConsumeOneAsyncOp>();
        // The wait for MMAs in tensor memory names no buffer.
        bool isRead = llvm::none_of(user->getUsers(), llvm::IsaPred<TmemDotOp>);
        if (!consume || !isRead || (found && *found != here) ||
            getEnclosingAgents(&region)->numAgents != 1)
          return std::nullopt;
        found = here;
        read.insert(lookThroughCapture(consume.getPipeline()));
      }
    }
    return filled == read ? found : std::nullopt;
  }

  unsigned getEnd(Operation *op) const {
    // The bytes of an mbarrier have no other use while it is one (PTX ISA,
    // "mbarrier.inval").
    if (isa<AllocMBarrierOp>(op))
      return order.lookup(&op->getBlock()->back()).end;
    return getEndOfUses(op->getResult(0), op->getBlock(),
                        order.lookup(op).end);
  }

  /// Returns the last operation of `block` that uses `value`, after index
  /// `end`.
  unsigned getEndOfUses(Value value, Block *block, unsigned end) const {
    SmallVector<Operation *> users(value.getUsers());
    DenseSet<Operation *> seen;
    while (!users.empty()) {
      Operation *user = users.pop_back_val();
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || !seen.insert(user).second)
        continue;
      end = std::max(end, getEndOfUse(user, ancestor));
      // It is read until a wait for stores, which names no buffer.
      if (isa<TiledTmaStoreOp>(user))
        return order.lookup(&block->back()).end;
      if (isa<BufferViewOp, CreatePipelineOp>(user))
        llvm::append_range(users, user->getUsers());
      appendUsersOfFutures(user, users);
    }
    return end;
  }

  /// Regions that run once, one after the other, end the use where they contain
  /// it; others, which run again or at the same time, with their operation.
  unsigned getEndOfUse(Operation *user, Operation *ancestor) const {
    Operation *last = user;
    for (Operation *op = user; op != ancestor;) {
      op = op->getParentOp();
      if (!isa<scf::IfOp, ProduceOneAsyncOp, ConsumeOneAsyncOp>(op))
        last = op;
    }
    return order.lookup(last).end;
  }

  /// An asynchronous reader of a buffer reads it until a wait: the user of its
  /// future, also as the result of a loop or branch that yields it.
  static void appendUsersOfFutures(Operation *op,
                                   SmallVectorImpl<Operation *> &users) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      op = op->getParentOp();
    for (Value result : op->getResults())
      if (isa<FutureType>(result.getType()))
        llvm::append_range(users, result.getUsers());
  }

  ProgramOrder order;
};

} // namespace

bool Buffer::conflictsWith(const Buffer &other) const {
  for (int64_t i = 0; i < copies; ++i)
    for (int64_t j = 0; j < other.copies; ++j) {
      bool isSameAgent =
          !agents || !other.agents || (agents == other.agents && i == j);
      if ((!isSameAgent || livesWith(other)) &&
          overlapsAt(offset + i * stride, other,
                     other.offset + j * other.stride))
        return true;
    }
  return false;
}

SmallVector<Buffer> tileiras::collectBuffers(Region &body,
                                             nv_tileaa::MemSpace space) {
  LiveRanges lifetimes(body);
  SmallVector<Buffer> buffers;
  body.walk<WalkOrder::PreOrder>([&](AllocationOpInterface op) {
    if (op.getSpace() == space)
      buffers.push_back(lifetimes.getBuffer(op));
  });
  return buffers;
}
