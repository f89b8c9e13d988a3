//===- MaterializeAsync.cpp - Groups that a wait leaves in flight ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hardware counts groups: `cp.async.wait_group N` waits until at most the N
// newest groups of the thread are in flight. The IR names the groups that a
// wait is for. N is the minimum of the groups that are committed between one of
// these and the wait, over all paths:
//
//   commits(token, point) =
//     those between the token's definition and the point, in one block;
//     for an argument of a loop's body: those from the start of the body to the
//       point, and the smaller of what is on the way from the initial value to
//       the loop and from the yielded value to the end of the body;
//     for a result of a loop: those between the loop and the point, and the
//       smaller of the same two;
//     for a result of a branch: the same over its arms.
//
// Another round of a loop only adds, so a path that comes back to an argument
// that it has been through is no candidate.
//
// Waits of pipelines of groups name no group; their iterators count them
// (AsyncGroupCounts.h).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/AsyncGroupCounts.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

namespace tileiras {
#define GEN_PASS_DEF_TILEASMATERIALIZEASYNC
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class CommitCounter {
public:
  static constexpr int64_t kUnreachable = std::numeric_limits<int64_t>::max();

  /// Returns the minimum of commits between the group and `point`; kUnreachable
  /// where no path leads from one to the other, none where that is unknown.
  std::optional<int64_t> count(Value group, Operation *point) {
    auto argument = dyn_cast<BlockArgument>(group);
    Block *block =
        argument ? argument.getOwner() : group.getDefiningOp()->getBlock();
    if (!block->findAncestorOpInBlock(*point))
      return std::nullopt;
    if (argument)
      return add(countBetween(block, block->begin(), point),
                 countIntoLoop(argument));
    Operation *def = group.getDefiningOp();
    int64_t between = countBetween(block, std::next(def->getIterator()), point);
    if (isa<AsyncCommitOp>(def))
      return between;
    return add(between, countOutOf(cast<OpResult>(group)));
  }

private:
  static std::optional<int64_t> add(int64_t commits,
                                    std::optional<int64_t> more) {
    if (!more || *more == kUnreachable)
      return more;
    return commits + *more;
  }

  static std::optional<int64_t> minimum(std::optional<int64_t> lhs,
                                        std::optional<int64_t> rhs) {
    if (!lhs || !rhs)
      return std::nullopt;
    return std::min(*lhs, *rhs);
  }

  /// Counts from `begin` to a point of the same block, or of a region in it.
  /// The count is a lower bound: regions that end before the point may run or
  /// not.
  static int64_t countBetween(Block *block, Block::iterator begin,
                              Operation *point) {
    int64_t inner = 0;
    while (point->getBlock() != block) {
      inner += countUpTo(point->getBlock()->begin(), point);
      point = point->getParentOp();
    }
    return inner + countUpTo(begin, point);
  }

  static int64_t countUpTo(Block::iterator begin, Operation *point) {
    return llvm::count_if(llvm::make_range(begin, point->getIterator()),
                          llvm::IsaPred<AsyncCommitOp>);
  }

  /// Counts to the start of the body of the loop whose argument it is.
  std::optional<int64_t> countIntoLoop(BlockArgument argument) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return std::nullopt;
    if (!visited.insert(argument).second)
      return kUnreachable;
    std::optional<int64_t> result =
        minimum(count(loop.getTiedLoopInit(argument)->get(), loop),
                count(loop.getTiedLoopYieldedValue(argument)->get(),
                      loop.getBody()->getTerminator()));
    visited.erase(argument);
    return result;
  }

  /// Counts to the end of the operation whose result it is.
  std::optional<int64_t> countOutOf(OpResult result) {
    unsigned index = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      return minimum(count(loop.getInitArgs()[index], loop),
                     count(loop.getYieldedValues()[index],
                           loop.getBody()->getTerminator()));
    auto branch = dyn_cast<scf::IfOp>(result.getOwner());
    if (!branch)
      return std::nullopt;
    return minimum(
        count(branch.thenYield().getOperand(index), branch.thenYield()),
        count(branch.elseYield().getOperand(index), branch.elseYield()));
  }

  DenseSet<BlockArgument> visited;
};

class MaterializeAsync
    : public tileiras::impl::TileASMaterializeAsyncBase<MaterializeAsync> {
public:
  void runOnOperation() override {
    getOperation().walk([](AsyncWaitOp wait) {
      if (wait.getPending() || wait.getGroups().empty())
        return;
      wait.setPending(countPending(wait));
    });
    getOperation().walk(
        [](CreatePipelineOp pipeline) { countPendingGroups(pipeline); });
  }

private:
  /// Where the count is unknown, nothing may be pending.
  static int64_t countPending(AsyncWaitOp wait) {
    int64_t pending = CommitCounter::kUnreachable;
    for (Value group : wait.getGroups())
      pending =
          std::min(pending, CommitCounter().count(group, wait).value_or(0));
    return pending == CommitCounter::kUnreachable ? 0 : pending;
  }
};

} // namespace
