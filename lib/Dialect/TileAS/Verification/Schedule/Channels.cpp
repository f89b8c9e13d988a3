//===- Channels.cpp - V10: how often both sides run -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer that one partition writes and another reads becomes a channel: each
// side waits for the other as often as it is executed. Both are in the same
// loops and conditions, with two exceptions: one may read in a loop what the
// other wrote once before it, and then waits before the loop; and it may read
// after a loop what the other one accumulated there.
//
//===----------------------------------------------------------------------===//

#include "ScheduledKernel.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the loops and conditions around an operation, the outermost first,
/// with the branch of each.
static SmallVector<Region *> getPath(const ScheduledKernel &kernel,
                                     Operation *op) {
  SmallVector<Region *> path;
  for (Region *region = op->getParentRegion();
       region->getParentOp() != kernel.getFunction();
       region = region->getParentRegion())
    path.push_back(region);
  std::reverse(path.begin(), path.end());
  return path;
}

/// Returns whether a path leads to another one, to the same place or into a
/// loop there.
static bool isInnerOf(ArrayRef<Region *> outer, ArrayRef<Region *> inner) {
  return inner.size() >= outer.size() &&
         std::equal(outer.begin(), outer.end(), inner.begin()) &&
         (inner.size() == outer.size() ||
          isa<LoopLikeOpInterface>(inner[outer.size()]->getParentOp()));
}

namespace {

/// The accesses to a buffer that several partitions use.
class Channel {
public:
  Channel(const ScheduledKernel &kernel, ArrayRef<BufferAccess> accesses)
      : kernel(kernel), accesses(accesses) {}

  /// Each access has a partner in another partition, if one is there.
  LogicalResult verify() const {
    for (const BufferAccess &access : accesses) {
      const BufferAccess *other = nullptr;
      bool hasPartner = false;
      for (const BufferAccess &each : accesses) {
        bool isWritten = access.reads && each.writes,
             isRead = access.writes && each.reads;
        if (!crosses(access, each) || (!isWritten && !isRead))
          continue;
        other = &each;
        hasPartner |= (isWritten && runsAsOften(each, access)) ||
                      (isRead && runsAsOften(access, each));
      }
      if (other && !hasPartner)
        return report(access, *other);
    }
    return success();
  }

private:
  bool crosses(const BufferAccess &a, const BufferAccess &b) const {
    return kernel.getSchedule(a.scheduled).partitions !=
           kernel.getSchedule(b.scheduled).partitions;
  }

  SmallVector<Region *> getPath(const BufferAccess &access) const {
    return ::getPath(kernel, access.scheduled);
  }

  bool runsAsOften(const BufferAccess &writer,
                   const BufferAccess &reader) const {
    SmallVector<Region *> from = getPath(writer), to = getPath(reader);
    return isInnerOf(from, to) ||
           (isInnerOf(to, from) && isCarriedBy(from[to.size()]));
  }

  /// Returns whether a loop reads the buffer before it writes it.
  bool isCarriedBy(Region *loop) const {
    return llvm::find_if(accesses,
                         [&](const BufferAccess &access) {
                           return loop->isAncestor(
                               access.op->getParentRegion());
                         })
        ->reads;
  }

  LogicalResult report(const BufferAccess &a, const BufferAccess &b) const {
    bool isInner = getPath(a).size() >= getPath(b).size();
    const BufferAccess &inner = isInner ? a : b, &outer = isInner ? b : a;
    InFlightDiagnostic error =
        breaksRule(inner.op, 10)
        << "expected to be in the same loops and conditions as what "
        << (outer.writes ? "writes" : "reads")
        << " the buffer in another partition";
    error.attachNote(outer.op->getLoc()) << "it is here";
    return error;
  }

  const ScheduledKernel &kernel;
  ArrayRef<BufferAccess> accesses;
};

} // namespace

/// Checks that the bytes of a copy under a condition are expected under it.
static LogicalResult verifyPredicate(TiledTmaLoadOp load) {
  AllocationOpInterface barrier = getAllocation(load.getMbarrier());
  for (auto expect : load->getBlock()->getOps<AsyncMBarrierExpectTxOp>()) {
    if (!barrier || getAllocation(expect.getMbarrier()) != barrier ||
        expect.getPredicate() == load.getPredicate())
      continue;
    InFlightDiagnostic error = breaksRule(load, 10)
                               << "expected the predicate under which its "
                                  "bytes are expected";
    error.attachNote(expect.getLoc()) << "they are expected here";
    return error;
  }
  return success();
}

LogicalResult tileiras::verifyChannels(const ScheduledKernel &kernel) {
  for (auto &[buffer, accesses] : kernel.collectAccesses())
    if (failed(Channel(kernel, accesses).verify()))
      return failure();
  for (Operation *op : kernel.getOps())
    if (auto load = dyn_cast<TiledTmaLoadOp>(op))
      if (failed(verifyPredicate(load)))
        return failure();
  return success();
}
