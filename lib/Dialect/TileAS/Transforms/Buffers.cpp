//===- Buffers.cpp - When buffers live, and where -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class Lifetimes {
public:
  explicit Lifetimes(Region &body) { number(body); }

  Buffer getBuffer(AllocationOpInterface op) const {
    Buffer buffer{op,
                  op.getBytes(),
                  int64_t(op.getAlignment()),
                  int64_t(op.getOffset().value_or(0)),
                  numbers.lookup(op).first,
                  getEnd(op)};
    if (std::optional<AgentGroup> group = getEnclosingAgents(op)) {
      buffer.agents = group->region;
      buffer.agentsEnd = numbers.lookup(group->region->getParentOp()).second;
      buffer.copies = group->numAgents;
      buffer.stride = group->bufferStride;
    }
    return buffer;
  }

private:
  void number(Region &region) {
    for (Block &block : region)
      for (Operation &op : block) {
        unsigned first = next++;
        for (Region &inner : op.getRegions())
          number(inner);
        numbers[&op] = {first, next - 1};
      }
  }

  unsigned getEnd(Operation *op) const {
    // The bytes of a barrier object are no others' as long as it is one (PTX
    // ISA, "mbarrier.inval").
    if (isa<AllocMBarrierOp>(op))
      return numbers.lookup(&op->getBlock()->back()).second;
    unsigned end = numbers.lookup(op).second;
    SmallVector<Operation *> users(op->getUsers());
    DenseSet<Operation *> seen;
    while (!users.empty()) {
      Operation *user = users.pop_back_val();
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || !seen.insert(user).second)
        continue;
      end = std::max(end, getEndOfUse(user, ancestor));
      // It is read until a wait for stores, which names no buffer.
      if (isa<TiledTmaStoreOp>(user))
        return numbers.lookup(&op->getBlock()->back()).second;
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
    return numbers.lookup(last).second;
  }

  /// What reads a buffer in flight reads it until a wait: whoever uses its
  /// future, also as the result of a loop or branch that yields it.
  static void appendUsersOfFutures(Operation *op,
                                   SmallVectorImpl<Operation *> &users) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      op = op->getParentOp();
    for (Value result : op->getResults())
      if (isa<FutureType>(result.getType()))
        llvm::append_range(users, result.getUsers());
  }

  /// By operation, of the first and the last operation in it.
  DenseMap<Operation *, std::pair<unsigned, unsigned>> numbers;
  unsigned next = 0;
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
  Lifetimes lifetimes(body);
  SmallVector<Buffer> buffers;
  body.walk<WalkOrder::PreOrder>([&](AllocationOpInterface op) {
    if (op.getSpace() == space)
      buffers.push_back(lifetimes.getBuffer(op));
  });
  return buffers;
}
