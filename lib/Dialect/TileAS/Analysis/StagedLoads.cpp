//===- StagedLoads.cpp - Tiles of a loop that another agent can bring -----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/StagedLoads.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

int64_t StagedLoads::getBytes() const {
  int64_t bytes = 0;
  for (StridedMemRefType stage : getStageTypes())
    bytes += getBufferBytes(stage);
  return bytes;
}

int64_t StagedLoads::countCtas() const {
  int64_t ctas = 1;
  for (TiledTmaLoadOp load : loads)
    ctas = std::max(ctas, load.getDesc().getType().getParts());
  return ctas;
}

SmallVector<StridedMemRefType> StagedLoads::getStageTypes() const {
  return llvm::map_to_vector(loads, [](TiledTmaLoadOp load) {
    return load.getDestination().getType();
  });
}

AllocTensorOp tileiras::getRing(TiledTmaLoadOp load) {
  AllocationOpInterface allocation = getAllocation(load.getDestination());
  return allocation ? dyn_cast<AllocTensorOp>(allocation.getOperation())
                    : AllocTensorOp();
}

namespace {

class Finder {
public:
  explicit Finder(scf::ForOp loop) : body(loop.getBody()) {}

  StagedLoadsOfLoop find() {
    if (!body->getOps<AsyncCopyOp>().empty())
      return refuse("some of its tiles come by cp.async");
    for (auto load : body->getOps<TiledTmaLoadOp>()) {
      StagedLoads group;
      group.loads.push_back(load);
      if (load.getPredicate() || load.getMulticastMask() || !addReaders(group))
        return refuse("stages are filled or read elsewhere than in each step");
      result.groups.push_back(group);
    }
    joinOverlapping();
    for (StagedLoads &group : result.groups)
      if (!findProducts(group))
        return refuse("products in tensor memory and threads read a stage");
      else if (!group.isReadByProducts && !findWait(group))
        return refuse("no wait tells when its products have read a stage");
      else if (!mayBeRegion(group))
        return refuse("what reads a stage can't be kept together");
    if (waitsForStagesOnly())
      llvm::append_range(result.waits, body->getOps<TmemWaitOp>());
    return std::move(result);
  }

private:
  StagedLoadsOfLoop refuse(StringRef why) { return {{}, why, {}}; }

  /// All uses of the ring but the load are reads in the step. Loops next to
  /// this one may fill and read it, too.
  bool addReaders(StagedLoads &group) {
    AllocTensorOp ring = getRing(group.loads.front());
    if (!ring || !ring.getType().isRing())
      return false;
    SmallVector<Operation *> users(ring->getUsers());
    while (!users.empty()) {
      Operation *user = users.pop_back_val();
      if (user == group.loads.front() || !isInLoop(user))
        continue;
      if (user->getBlock() != body)
        return false;
      if (isa<BufferViewOp>(user))
        llvm::append_range(users, user->getUsers());
      else if (isAsyncMma(user) || isRead(user))
        include(group, user);
      else
        return false;
    }
    return group.first;
  }

  /// A view of the ring that a loop next to this one makes is not.
  bool isInLoop(Operation *op) const {
    return body->getParentOp()->isAncestor(op);
  }

  static bool isRead(Operation *op) {
    auto copy = dyn_cast<CopyOp>(op);
    return copy && !copy.isStore();
  }

  static void include(StagedLoads &group, Operation *reader) {
    if (!group.first || reader->isBeforeInBlock(group.first))
      group.first = reader;
    if (!group.last || group.last->isBeforeInBlock(reader))
      group.last = reader;
  }

  void joinOverlapping() {
    SmallVector<StagedLoads> joined;
    llvm::sort(result.groups,
               [](const StagedLoads &lhs, const StagedLoads &rhs) {
                 return lhs.first->isBeforeInBlock(rhs.first);
               });
    for (StagedLoads &group : result.groups) {
      if (joined.empty() || joined.back().last->isBeforeInBlock(group.first)) {
        joined.push_back(std::move(group));
        continue;
      }
      joined.back().loads.append(group.loads);
      include(joined.back(), group.last);
    }
    result.groups = std::move(joined);
  }

  /// False if not only products in tensor memory read the stage, but also.
  bool findProducts(StagedLoads &group) {
    unsigned products = 0, others = 0;
    for (TiledTmaLoadOp load : group.loads)
      forEachReader(getRing(load), [&](Operation *reader) {
        ++(isa<TmemDotOp>(reader) ? products : others);
      });
    group.isReadByProducts = products != 0;
    return products == 0 || others == 0;
  }

  void forEachReader(Operation *ring,
                     function_ref<void(Operation *)> visit) const {
    for (Operation *user : ring->getUsers())
      if (isa<BufferViewOp>(user))
        forEachReader(user, visit);
      else if (isInLoop(user) && !isa<TiledTmaLoadOp>(user))
        visit(user);
  }

  /// Whether waits for products in tensor memory order nothing else: nobody
  /// takes sums in the loop, nor writes to what the products read.
  bool waitsForStagesOnly() {
    return llvm::none_of(body->getOps<CopyOp>(),
                         [&](CopyOp copy) {
                           return copy.isStore() ||
                                  copy.getBuffer().getType().isInTensorMemory();
                         }) &&
           llvm::all_of(*body,
                        [](Operation &op) { return op.getNumRegions() == 0; });
  }

  /// Goes from the last product that reads the stage to the first wait after
  /// which at most younger ones are in flight: to the end of the step, and
  /// through the next one.
  bool findWait(StagedLoads &group) {
    Operation *product = nullptr;
    for (Operation &op : llvm::make_range(group.first->getIterator(),
                                          std::next(group.last->getIterator())))
      if (isa<AsyncDotOp>(op))
        product = &op;
    if (!product)
      return true;
    int64_t younger = 0;
    auto scan = [&](Block::iterator begin, Block::iterator end) {
      for (Operation &op : llvm::make_range(begin, end)) {
        if (isa<AsyncDotOp>(op))
          ++younger;
        auto wait = dyn_cast<FutureWaitOp>(op);
        if (!wait || int64_t(wait.getPending().value_or(0)) > younger)
          continue;
        group.wait = wait;
        return true;
      }
      return false;
    };
    if (scan(std::next(product->getIterator()), body->end()))
      return true;
    group.isReleasedNextIteration = true;
    return scan(body->begin(), body->end());
  }

  /// What the operations from the first to the last reader give to others can
  /// be results.
  bool mayBeRegion(const StagedLoads &group) {
    auto range = llvm::make_range(group.first->getIterator(),
                                  std::next(group.last->getIterator()));
    return llvm::all_of(range, [&](Operation &op) {
      return isa<BufferViewOp>(op) ||
             llvm::all_of(op.getResults(), [&](Value value) {
               return isa<TensorType, FutureType, IntegerType, FloatType,
                          nv_tileaa::PtrType>(value.getType()) ||
                      llvm::all_of(value.getUsers(), [&](Operation *user) {
                        Operation *here = body->findAncestorOpInBlock(*user);
                        return here && !group.last->isBeforeInBlock(here);
                      });
             });
    });
  }

  Block *body;
  StagedLoadsOfLoop result;
};

} // namespace

StagedLoadsOfLoop tileiras::findStagedLoads(scf::ForOp loop) {
  return Finder(loop).find();
}
