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

/// Returns whether threads compute B in each iteration of a loop. Loads of its
/// inputs can be asynchronous to registers (tileas-lower-loads-to-async), not
/// to the buffer of an operand.
static bool isComputedInLoop(DotOp dot) {
  Operation *def = dot.getB().getDefiningOp();
  while (isa_and_present<ViewOp, PermuteOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return def && def->hasTrait<OpTrait::Elementwise>() &&
         def->getBlock() == dot->getBlock() &&
         isa<LoopLikeOpInterface>(dot->getParentOp());
}

/// Returns why wgmma does not suit the dot; empty if it does.
StringRef WgmmaPlanner::findRejectionReason(DotOp dot, const AtomInfo &atom,
                                            int64_t numWarps) {
  if (!operands.fitSharedMemory(dot, target))
    return "operands need more shared memory than there is";
  // Registers of asynchronous MMAs can't be spilled.
  if (!fitRegisters(dot, numWarps, target))
    return "the accumulator needs more registers than there are";
  if (planTranspose(dot, atom, numWarps))
    return {};
  if (isComputedInLoop(dot))
    return "B is computed in each iteration";
  if (!readsShared(atom, dot.getB(), 0))
    return "B is not contiguous along K, or that is not known";
  return {};
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
  if (!atom || shape.size() != 2 || numWarps % kWarpsPerWarpgroup != 0 ||
      shapeOf(dot.getA())[1] < atom->K)
    return std::nullopt;
  std::optional<MmaWarps> groups =
      divideByWarpgroups(shape, numWarps / kWarpsPerWarpgroup, *atom);
  if (!groups)
    return std::nullopt;
  if (StringRef reason = findRejectionReason(dot, *atom, numWarps);
      !reason.empty()) {
    reportRejection(dot, "Wgmma", "a dot uses mma.sync, not wgmma", reason);
    return std::nullopt;
  }
  unsigned columns = std::min<int64_t>(shape[1] / groups->n, atom->MaxSize);
  return SharedOperandMma{
      AtomAttr::get(dot.getContext(), atom, columns),
      mmaAccumulator(shape, *groups,
                     {atom->M, columns, atom->K, atom->OperandBits}),
      !findLoad(dot.getA(), /*throughCasts=*/false) ||
          !readsShared(*atom, dot.getA(), 1),
      planTranspose(dot, *atom, numWarps)};
}
