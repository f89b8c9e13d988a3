//===- Tcgen05Selection.cpp - Dots that become tcgen05.mma ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Selection.h"

#include "tileiras/Dialect/TileAS/Contract/DotLayouts.h"
#include "tileiras/Layout/Factories.h"
#include "tileiras/Layout/HardwareLayouts.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

constexpr unsigned kRow = 0, kColumn = 1, kRank = 2;
/// The columns that one load instruction of a warp reads.
constexpr int64_t kInterleavedColumns = 32;
/// The bits of an element of a column.
constexpr unsigned kColumnBits = 32;

/// The division of accumulators among warpgroups: by rows first.
struct AccumulatorParts {
  int64_t rows, columns;

  AccumulatorParts(ArrayRef<int64_t> shape, const AtomInfo &atom,
                   int64_t groups)
      : rows(std::min(groups, shape[0] / atom.M)), columns(groups / rows) {}
};

/// Returns the layout of registers, lanes and warps of an accumulator of this
/// shape. Warpgroups that share rows have interleaved columns, so that all of
/// them have some of each slice of the tile (tileaa-slice-dot-results).
LinearLayout getAccumulatorLayout(ArrayRef<int64_t> shape, const AtomInfo &atom,
                                  const AccumulatorParts &parts) {
  auto repeat = [](int64_t count, InDim in, unsigned dim) {
    return LinearLayout::identity1D(count, in, dim, kRank);
  };
  int64_t columns = shape[1] / parts.columns, interleaved = columns;
  if (atom.M == 128)
    interleaved = std::min(columns, kInterleavedColumns);
  LinearLayout fragment =
      atom.M == 128
          ? getTmemFragment(TmemMoveShape::Lanes32Bits32, interleaved)
          : mmaFragmentC({atom.M, interleaved, atom.K, atom.OperandBits});
  return fragment * repeat(parts.columns, InDim::Warp, kColumn) *
         repeat(columns / interleaved, InDim::Register, kColumn) *
         repeat(shape[0] / atom.M / parts.rows, InDim::Register, kRow) *
         repeat(parts.rows, InDim::Warp, kRow);
}

} // namespace

std::string Tcgen05Planner::findRejectionReason(DotOp dot, const AtomInfo &atom,
                                                int64_t numWarps) {
  if (Admission capacity =
          buffers.admits(dot, atom, /*aInRegisters=*/false, target);
      !capacity)
    return describeShortage(capacity);
  if (!readsShared(atom, dot.getA(), 1))
    return "A is not contiguous along K, or that is not known";
  if (!readsShared(atom, dot.getB(), 0) && !planTranspose(dot, atom, numWarps))
    return "B is not contiguous along K, or that is not known";
  return {};
}

std::optional<SharedOperandMma> Tcgen05Planner::plan(DotOp dot,
                                                     int64_t numWarps) {
  if (std::string reason =
          findShapeReason(dot, atoms::TensorCommit, target, numWarps);
      !reason.empty()) {
    reportRejection(dot, "Tcgen05", "a dot does not use tcgen05.mma", reason);
    return std::nullopt;
  }
  const AtomInfo *atom = findBufferAtom(dot, atoms::TensorCommit, target);
  ArrayRef<int64_t> shape = dot.getType().getShape();
  auto getBits = [&](RankedTensorType type) {
    return dot.getPacked() ? type.getElementTypeBitWidth()
                           : getMemoryBits(type.getElementType());
  };
  if (!atom) // No instruction multiplies these types.
    return std::nullopt;
  // The caller reports a dot with scales that has no other instruction.
  // Narrow floats are not packed here.
  if (dot.isScaled() &&
      (shape.size() != kRank || getBits(dot.getNumbersOfA()) != atom->OperandBits ||
       getBits(dot.getNumbersOfB()) != atom->OperandBits ||
       shape[0] % atom->M != 0 || shape[1] % atom->MinSize != 0 ||
       dot.getDepth() % atom->K != 0 || numWarps % kWarpsPerWarpgroup != 0))
    return std::nullopt;
  if (unsigned bits = getMemoryBits(dot.getType().getElementType());
      bits != kColumnBits) {
    reportRejection(
        dot, "Tcgen05", "a dot does not use tcgen05.mma",
        llvm::formatv("its accumulators have {0} bits, columns of tensor memory "
                      "{1}",
                      bits, kColumnBits)
            .str());
    return std::nullopt;
  }
  AccumulatorParts parts(shape, *atom, numWarps / kWarpsPerWarpgroup);
  assert(shape[1] % parts.columns == 0 &&
         "both are powers of two, and 8 warpgroups are the most");
  LinearLayout accumulator = getAccumulatorLayout(shape, *atom, parts);
  if (dot.isScaled()) {
    std::optional<DotOperandLayouts> layouts =
        dotOperandLayouts(dot, accumulator);
    if (!layouts || !layouts->scaleA || !layouts->scaleB ||
        dot.getDepth() != dot.getScalesOfRow() * atom->ScaleBlock)
      return std::nullopt;
  }
  // No other instruction has scales.
  std::string reason = dot.isScaled()
                           ? std::string()
                           : findRejectionReason(dot, *atom, numWarps);
  if (!reason.empty()) {
    reportRejection(dot, "Tcgen05", "a dot does not use tcgen05.mma", reason);
    return std::nullopt;
  }
  buffers.add(dot, *atom, /*aInRegisters=*/false);
  unsigned size = std::min<int64_t>(shape[1], atom->MaxSize);
  return SharedOperandMma{
      AtomAttr::get(dot.getContext(), atom, size), accumulator,
      /*aInRegisters=*/false, planTranspose(dot, *atom, numWarps)};
}
