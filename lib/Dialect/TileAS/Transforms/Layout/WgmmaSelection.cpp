//===- WgmmaSelection.cpp - Dots that become wgmma.mma_async --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaSelection.h"

#include "MmaOperandBuffers.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static ArrayRef<int64_t> shapeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// Divides by rows if possible: an instruction reads its rows of A and its
/// columns of B, so that wide ones read the least shared memory.
std::optional<MmaWarps> tileiras::divideByWarpgroups(ArrayRef<int64_t> mn,
                                                     int64_t groups,
                                                     const AtomInfo &atom) {
  MmaShape minShape{atom.M, atom.MinSize, atom.K, atom.OperandBits};
  if (mn[0] < minShape.m || mn[1] < minShape.n)
    return std::nullopt;
  if (mn[0] >= groups * minShape.m)
    return MmaWarps{groups, 1, 1};
  MmaWarps result = chooseMmaWarps(mn[0], mn[1], groups, minShape);
  if (result.m * minShape.m > mn[0] || result.n * minShape.n > mn[1])
    return std::nullopt;
  return result;
}

/// Returns the operation that computes an operand, before views and
/// permutations; null where a loop or function passes it in.
static Operation *findDefinition(Value operand) {
  Operation *def = operand.getDefiningOp();
  while (isa_and_present<ViewOp, PermuteOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return def;
}

/// Returns whether an operand of a loop's dot is computed in the same
/// iteration from the result of a dot, or from a tile that the loop carries.
static bool dependsOnDots(DotOp dot, Value operand) {
  SmallVector<Value> values = {operand};
  DenseSet<Value> seen;
  while (!values.empty()) {
    Value value = values.pop_back_val();
    if (!isa<RankedTensorType>(value.getType()) ||
        value.getParentBlock() != dot->getBlock() || !seen.insert(value).second)
      continue;
    Operation *def = value.getDefiningOp();
    if (!def || isa<DotOp>(def))
      return true;
    if (isa<ViewOp, PermuteOp, BroadcastOp>(def) ||
        def->hasTrait<OpTrait::Elementwise>())
      llvm::append_range(values, def->getOperands());
  }
  return false;
}

/// Returns whether warps had better read a dot's operands to registers: threads
/// compute B in each iteration of a loop, from what it loads. Loads can be
/// asynchronous to registers (tileas-lower-loads-to-async), not to the buffer
/// of an operand, and A comes in each iteration, too. Where a dot of the
/// iteration reads as B what another one computed, as chunks of linear
/// attention do, threads have to store operands between MMAs in any case.
static bool streamsToRegisters(DotOp dot) {
  Block *body = dot->getBlock();
  auto isInside = [&](Operation *def) {
    return def && def->getBlock() == body;
  };
  Operation *b = findDefinition(dot.getB());
  return isa<LoopLikeOpInterface>(dot->getParentOp()) && isInside(b) &&
         b->hasTrait<OpTrait::Elementwise>() &&
         isInside(findDefinition(dot.getA())) &&
         llvm::none_of(body->getOps<DotOp>(), [](DotOp other) {
           return dependsOnDots(other, other.getB());
         });
}

/// Returns whether threads can store B for the unit, or a load brings it as the
/// unit reads it. Elements of 32 bits are words, which threads that compute
/// them store along K as fast as otherwise.
static bool reachesShared(const AtomInfo &atom, DotOp dot) {
  constexpr unsigned kBits = 32, kDim = 0;
  bool isComputed = !findLoad(dot.getB(), /*throughCasts=*/true);
  return readsShared(atom, dot.getB(), kDim) ||
         (isComputed && atom.OperandBits == kBits);
}

/// Returns why wgmma does not suit the dot; empty if it does.
std::string WgmmaPlanner::findRejectionReason(DotOp dot, const AtomInfo &atom,
                                              int64_t numWarps) {
  bool aInRegisters = !findLoad(dot.getA(), /*throughCasts=*/true);
  if (Admission capacity = buffers.admits(dot, atom, aInRegisters, target);
      !capacity)
    return describeShortage(capacity);
  // Registers of asynchronous MMAs can't be spilled.
  if (!fitRegisters(dot, numWarps, target))
    return "the accumulator needs more registers than there are";
  if (planTranspose(dot, atom, numWarps))
    return {};
  if (streamsToRegisters(dot))
    return "B is computed in each iteration";
  if (!reachesShared(atom, dot))
    return "B is not contiguous along K, or that is not known";
  return {};
}

/// Returns whether the unit reads A from registers: where it has to, and where
/// threads that compute A can do so in its fragments. They can't where
/// warpgroups share rows, so that each needs all of A, and not with elements of
/// 32 bits, whose fragments differ from those of accumulators: such an A would
/// go through shared memory to registers. Bytes are computed in fragments, as
/// threads would store them one by one.
bool WgmmaPlanner::readsRegisters(DotOp dot, const AtomInfo &atom,
                                  const MmaWarps &groups) {
  if (findLoad(dot.getA(), /*throughCasts=*/false))
    return !readsShared(atom, dot.getA(), 1);
  constexpr unsigned kWordBits = 32, kByteBits = 8;
  bool isExchanged = groups.n > 1 || atom.OperandBits == kWordBits;
  return !isExchanged || atom.OperandBits == kByteBits ||
         !buffers.admits(dot, atom, /*aInRegisters=*/false, target);
}

std::optional<SharedOperandMma> WgmmaPlanner::plan(DotOp dot,
                                                   int64_t numWarps) {
  if (std::string reason =
          findShapeReason(dot, atoms::WgmmaGroup, target, numWarps);
      !reason.empty()) {
    reportRejection(dot, "Wgmma", "a dot uses mma.sync, not wgmma", reason);
    return std::nullopt;
  }
  const AtomInfo *atom = findBufferAtom(dot, atoms::WgmmaGroup, target);
  ArrayRef<int64_t> shape = shapeOf(dot.getResult());
  if (!atom) // No instruction of warpgroups multiplies these types.
    return std::nullopt;
  std::optional<MmaWarps> groups =
      divideByWarpgroups(shape, numWarps / kWarpsPerWarpgroup, *atom);
  if (!groups) {
    reportRejection(
        dot, "Wgmma", "a dot uses mma.sync, not wgmma",
        llvm::formatv("{0} warpgroups can't divide its {1} rows and {2} columns",
                      numWarps / kWarpsPerWarpgroup, shape[0], shape[1])
            .str());
    return std::nullopt;
  }
  if (std::string reason = findRejectionReason(dot, *atom, numWarps);
      !reason.empty()) {
    reportRejection(dot, "Wgmma", "a dot uses mma.sync, not wgmma", reason);
    return std::nullopt;
  }
  bool aInRegisters = readsRegisters(dot, *atom, *groups);
  buffers.add(dot, *atom,
              aInRegisters && !findLoad(dot.getA(), /*throughCasts=*/true));
  unsigned columns = std::min<int64_t>(shape[1] / groups->n, atom->MaxSize);
  return SharedOperandMma{
      AtomAttr::get(dot.getContext(), atom, columns),
      mmaAccumulator(shape, *groups,
                     {atom->M, columns, atom->K, atom->OperandBits}),
      aInRegisters, planTranspose(dot, *atom, numWarps)};
}
