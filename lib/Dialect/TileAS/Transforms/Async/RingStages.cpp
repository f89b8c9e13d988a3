//===- RingStages.cpp - How many stages rings of copies get ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingStages.h"

#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Dialect/TileAS/Analysis/DotAccumulation.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Latency of global memory times bandwidth of an SM: so many bytes in flight
/// keep it busy (NVIDIA, "CUDA C++ Best Practices Guide", "Asynchronous copy").
static constexpr int64_t kBytesInFlight = 32 * 1024;
static constexpr int64_t kUsualStages = 3, kMostStages = 6;

bool tileiras::usesTma(ArrayRef<AsyncLoad> loads) {
  return llvm::any_of(loads,
                      [](const AsyncLoad &load) { return bool(load.desc); });
}

bool tileiras::readsStagesInFlight(scf::ForOp loop) {
  return !findDotAccumulations(loop).empty();
}

Operation *tileiras::getExtentOfRings(ArrayRef<AsyncLoad> loads,
                                      scf::ForOp loop,
                                      ArrayRef<Operation *> nest) {
  return usesTma(loads) ? nest.back() : loop.getOperation();
}

/// Of its own, beside that of the loop whose rings are made.
static bool mayGetRing(scf::ForOp loop) {
  return loop && !loop.getBody()->getOps<TiledLoadOp>().empty() &&
         loop.getBody()->getOps<scf::ForOp>().empty();
}

/// Of the buffers that an iteration makes.
static int64_t countOwnBuffers(scf::ForOp loop) {
  int64_t bytes = 0;
  for (auto buffer : loop.getOps<AllocTensorOp>())
    bytes += buffer.getBytes();
  return bytes;
}

/// Whether two loops of a block load the same tiles, have the same room for
/// them and need the same stages, as MMAs in flight read one more or do not:
/// such loops share rings (LowerLoadsToAsync.cpp).
static bool mayShareRings(scf::ForOp loop, scf::ForOp other) {
  if (loop->getBlock() != other->getBlock() ||
      countOwnBuffers(loop) != countOwnBuffers(other) ||
      readsStagesInFlight(loop) != readsStagesInFlight(other))
    return false;
  auto getTypes = [](scf::ForOp loop) {
    SmallVector<Type> types;
    for (auto load : loop.getOps<TiledLoadOp>())
      types.append({load.getView().getType(), load.getResult().getType()});
    return types;
  };
  return getTypes(loop) == getTypes(other);
}

RingRoom::RingRoom(scf::ForOp loop, ArrayRef<Operation *> nest,
                   ArrayRef<AsyncLoad> loads, const TargetInfo &target,
                   int64_t limit)
    : loop(loop), extent(getExtentOfRings(loads, loop, nest)), loads(loads),
      target(target), limit(limit) {
  for (const AsyncLoad &load : loads)
    stageBytes += getBufferBytes(load.stage);
  otherBytes = countBuffers() + countConversions();
}

//===----------------------------------------------------------------------===//
// What lives with the rings
//===----------------------------------------------------------------------===//

/// Counts the bytes that the buffers take which live with the rings, as
/// tileas-assign-smem places them: where their live ranges are disjoint they
/// share bytes. Those that rings replace are not among them.
int64_t RingRoom::countBuffers() {
  SmallVector<Buffer> buffers =
      collectBuffers(loop->getParentOfType<nv_tileaa::FuncOp>().getBody());
  llvm::erase_if(buffers, [&](Buffer &buffer) {
    auto tile = dyn_cast<AllocTensorOp>(buffer.op.getOperation());
    return !tile || !livesWithRings(tile) ||
           llvm::any_of(loads, [&](const AsyncLoad &load) {
             CopyOp store = load.store;
             return store && store.getDestination() == tile->getResult(0);
           });
  });
  return placeBuffers(buffers);
}

/// Made in the extent, or before it and used in it or after it. What a loop in
/// there makes that may get a ring itself is counted with that.
bool RingRoom::livesWithRings(AllocTensorOp buffer) {
  auto own = dyn_cast<scf::ForOp>(buffer->getParentOp());
  if (extent->isAncestor(buffer))
    return own == loop || !mayGetRing(own);
  Block *block = buffer->getBlock();
  Operation *here = block->findAncestorOpInBlock(*extent);
  if (!here || !buffer->isBeforeInBlock(here))
    return false;
  SmallVector<Operation *> users(buffer->getUsers());
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    if (!block->findAncestorOpInBlock(*user)->isBeforeInBlock(here))
      return true;
    if (isa<BufferViewOp>(user))
      llvm::append_range(users, user->getUsers());
  }
  return false;
}

/// A product of the same block, the last one that reads the value as it is.
static Operation *getLastProduct(ConvertLayoutOp convert) {
  Operation *last = nullptr;
  for (Operation *user : convert->getUsers())
    if (isa<DotOp>(user) && user->getBlock() == convert->getBlock() &&
        (!last || last->isBeforeInBlock(user)))
      last = user;
  return last;
}

/// What trips of conversions take at most at a time: those of a product's
/// operands end with it, which reads them slice by slice; others end at once.
int64_t RingRoom::countConversions() {
  int64_t held = 0, most = 0;
  llvm::DenseMap<Operation *, int64_t> endingWith;
  extent->walk<WalkOrder::PreOrder>([&](Operation *op) {
    held -= endingWith.lookup(op);
    auto convert = dyn_cast<ConvertLayoutOp>(op);
    if (!convert || llvm::any_of(loads, [&](const AsyncLoad &load) {
          return isReadInstead(load, convert);
        }))
      return;
    ConversionPlan plan = planConversion(convert, target);
    if (plan.kind != ConversionKind::SharedMemory)
      return;
    int64_t bytes = plan.shared->getBufferBytes();
    most = std::max(most, held + bytes);
    if (Operation *product = getLastProduct(convert)) {
      held += bytes;
      endingWith[product] += bytes;
    }
  });
  return most;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

int64_t RingRoom::chooseStages() {
  int64_t wanted = std::max(
      kUsualStages, int64_t(2 + llvm::divideCeil(kBytesInFlight, stageBytes)));
  bool isRead = readsStagesInFlight(loop);
  wanted += isRead;
  int64_t others = otherBytes;
  // Behind rings of whole swizzles there is room for barrier objects.
  if (usesTma(loads))
    others += kMostStages * AllocMBarrierOp::kObjectBytes;
  int64_t room = (limit - others) / stageBytes / countRingsToCome();
  if (std::optional<int64_t> ofTwo = getLimitOfTwo();
      ofTwo && !isRead && (*ofTwo - others) / stageBytes >= kFewestStages)
    room = std::min(room, (*ofTwo - others) / stageBytes);
  return std::min({wanted, room, kMostStages});
}

/// Rings that are made before all loops live at the same time: of the loops
/// that may get one of their own, how many have none, with this one.
int64_t RingRoom::countRingsToCome() {
  if (!usesTma(loads))
    return 1;
  SmallVector<scf::ForOp> loops;
  extent->walk([&](scf::ForOp other) {
    if (mayGetRing(other) && llvm::none_of(loops, [&](scf::ForOp before) {
          return mayShareRings(before, other);
        }))
      loops.push_back(other);
  });
  return std::max<int64_t>(loops.size(), 1);
}

/// Of each of two CTAs on an SM; none where registers let only one there.
std::optional<int64_t> RingRoom::getLimitOfTwo() {
  FailureOr<int64_t> warps =
      getNumWarps(loop->getParentOfType<nv_tileaa::FuncOp>());
  return succeeded(warps) ? getSharedMemoryOfTwo(target, *warps) : std::nullopt;
}
