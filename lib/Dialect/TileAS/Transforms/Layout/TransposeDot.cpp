//===- TransposeDot.cpp - Swap the operands of dots -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma reads operands of 32 bits from shared memory only where they are
// contiguous along K. One that is contiguous along its rows, or columns, has to
// come from registers, and only the left operand may. Where that is B, the
// transposed dot has it on the left, and A, which is contiguous along K as it
// is, on the right:
//
//   for iter_args(%c = %zeros)        for iter_args(%t = %zeros')
//     %d = dot %a, %b, %c        =>     %p = permute %b  (rows renumbered)
//     yield %d                          %q = permute %a
//                                       %d = dot %p, %q, %t
//   store %result                       yield %d
//                                     %r = permute %result  (rows as they were)
//                                     store %r
//
// Threads then read fragments of the left operand from the tile that TMA loads.
// In a fragment, lanes hold four elements along K of eight rows, and further
// rows are in registers. In memory rows are adjacent, 32 in a line of 128
// bytes, and the four elements along K are in four swizzled lines; so rows in
// the order of fragments would be read one by one, and two of them from the
// same banks. But the unit does not care about the order of rows: they are
// permuted, such that
//
//   * adjacent rows in memory are in registers of one thread: four rows where a
// warpgroup has another 64 of them, else two. A thread reads them at once, and
// stores its accumulator as vectors.
//   * simultaneous reads of lanes hit different banks. Of the bits of a row in
// memory the swizzle changes 2 to 4, by those of the line; bits 0 and 1 of the
// line are bits of the lane, so bits 2 and 3 must not be bits of the lanes of
// one wavefront (8 lanes of 16 bytes, 16 of 8), and bit 4 is.
// The permutation is one of views and permutes, and moves nothing.
//
//===----------------------------------------------------------------------===//

#include "MmaOperandBuffers.h"
#include "WgmmaSelection.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASTRANSPOSEDOT
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static RankedTensorType typeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType());
}

static Value view(OpBuilder &builder, Value tile, ArrayRef<int64_t> shape) {
  auto type =
      RankedTensorType::get(shape, getElementTypeOrSelf(tile.getType()));
  return ViewOp::create(builder, tile.getLoc(), type, tile);
}

static Value permute(OpBuilder &builder, Value tile, ArrayRef<int32_t> order) {
  RankedTensorType type = typeOf(tile);
  SmallVector<int64_t> shape;
  for (int32_t dim : order)
    shape.push_back(type.getDimSize(dim));
  return PermuteOp::create(builder, tile.getLoc(),
                           RankedTensorType::get(shape, type.getElementType()),
                           tile, order);
}

static Value transpose(OpBuilder &builder, Value tile) {
  return permute(builder, tile, {1, 0});
}

namespace {

/// Permutes the rows of a matrix between their order in memory and in
/// fragments.
class RowPermutation {
public:
  /// `rows` rows are divided by `groups` warpgroups. A row index in fragments
  /// consists of lanes (bits 0 to 2), a register (3), warps (4 and 5),
  /// warpgroups and further registers.
  RowPermutation(int64_t rows, int64_t groups) {
    if (rows > groups * kRowsOfWarpgroup) {
      // Bits of the index in memory, the highest ones first: the remaining
      // ones, those of warpgroups, 6 and 5, 4, 3 and 2, 1, 0.
      parts = {rows / groups / 128, groups, 4, 2, 4, 2, 2};
      order = {0, 5, 1, 2, 6, 4, 3};
    } else {
      parts = {groups, 2, 2, 2, 2, 2, 2};
      order = {0, 1, 3, 6, 4, 2, 5};
    }
  }

  /// Moves the rows, the first dimension of `tile`, to their order in
  /// fragments.
  Value toFragmentOrder(OpBuilder &builder, Value tile) const {
    return move(builder, tile, parts, order);
  }
  Value toMemoryOrder(OpBuilder &builder, Value tile) const {
    SmallVector<int64_t> renumbered;
    SmallVector<int32_t> back(order.size());
    for (auto [index, part] : llvm::enumerate(order)) {
      renumbered.push_back(parts[part]);
      back[part] = index;
    }
    return move(builder, tile, renumbered, back);
  }

private:
  static constexpr int64_t kRowsOfWarpgroup = 64;

  static Value move(OpBuilder &builder, Value tile, ArrayRef<int64_t> parts,
                    ArrayRef<int32_t> order) {
    SmallVector<int64_t> shape(parts);
    SmallVector<int32_t> permutation(order);
    shape.push_back(typeOf(tile).getDimSize(1));
    permutation.push_back(order.size());
    Value moved = permute(builder, view(builder, tile, shape), permutation);
    return view(builder, moved, typeOf(tile).getShape());
  }

  SmallVector<int64_t> parts;
  SmallVector<int32_t> order;
};

/// A dot whose left operand comes from registers.
struct RegisterOperandDot {
  DotOp dot;
  /// Whether B is on the left.
  bool isTransposed;
  /// The loop that carries the accumulator.
  scf::ForOp loop;
  unsigned index;
  int64_t groups;

  int64_t getRows() { return dot.getType().getDimSize(isTransposed ? 1 : 0); }
  int64_t getColumns() {
    return dot.getType().getDimSize(isTransposed ? 0 : 1);
  }
};

class TransposeDot
    : public tileiras::impl::TileASTransposeDotBase<TransposeDot> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    target = findTarget(func);
    if (!target || !func.getKernelSpec())
      return;
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps))
      return signalPassFailure();
    SmallVector<DotOp> dots;
    func.walk([&](DotOp dot) { dots.push_back(dot); });
    buffers.emplace(func);
    for (DotOp dot : dots)
      if (std::optional<RegisterOperandDot> candidate =
              plan(dot, getNumWarps(dot->getParentRegion(), *numWarps)))
        rewrite(*candidate);
  }

private:
  std::optional<RegisterOperandDot> plan(DotOp dot, int64_t numWarps) {
    const AtomInfo *atom = findBufferAtom(dot, atoms::WgmmaGroup, *target);
    if (!atom || atom->OperandBits != 32 || dot.getType().getRank() != 2 ||
        typeOf(dot.getA()).getDimSize(1) < atom->K ||
        numWarps % kWarpsPerWarpgroup != 0)
      return std::nullopt;
    bool hasRows = isLoadedAlong(dot.getA(), 0);
    bool hasColumns = isLoadedAlong(dot.getB(), 1);
    if (!(hasRows && isLoadedAlong(dot.getB(), 0)) &&
        !(hasColumns && isLoadedAlong(dot.getA(), 1)))
      return std::nullopt;
    std::optional<RegisterOperandDot> candidate = findLoop(dot);
    if (!candidate) {
      report(dot, "its accumulator is not carried by a loop alone, from a splat");
      return std::nullopt;
    }
    candidate->isTransposed = hasColumns;
    std::optional<MmaWarps> groups =
        divideByWarpgroups({candidate->getRows(), candidate->getColumns()},
                           numWarps / kWarpsPerWarpgroup, *atom);
    if (!groups || !fitRegisters(dot, numWarps, *target) ||
        !buffers->admits(dot, *atom, /*aInRegisters=*/false, *target)) {
      report(dot, "warpgroups can't divide the result, or its accumulator or "
                  "operands don't fit");
      return std::nullopt;
    }
    buffers->add(dot, *atom, /*aInRegisters=*/false);
    candidate->groups = groups->m;
    return candidate;
  }

  void report(DotOp dot, StringRef reason) {
    remark::missed(dot.getLoc(), remark::RemarkOpts::name("RegisterOperand")
                                     .category("tensorcore")
                                     .function(getOperation().getSymName()))
        << remark::reason("wgmma does not take from registers the operand that "
                          "is not contiguous along K: {0}",
                          reason);
  }

  /// Returns whether the operand is contiguous along `dim` in memory, and comes
  /// to shared memory unchanged.
  static bool isLoadedAlong(Value operand, unsigned dim) {
    return findLoad(operand, /*throughCasts=*/false) &&
           findContiguousDim(operand) == dim;
  }

  /// Finds the loop that adds the dot to what it carries, and does nothing else
  /// with it.
  static std::optional<RegisterOperandDot> findLoop(DotOp dot) {
    auto accumulator = dyn_cast<BlockArgument>(dot.getC());
    auto loop =
        accumulator
            ? dyn_cast<scf::ForOp>(accumulator.getOwner()->getParentOp())
            : scf::ForOp();
    if (!loop || dot->getBlock() != loop.getBody() ||
        !accumulator.hasOneUse() || accumulator == loop.getInductionVar() ||
        !dot.getResult().hasOneUse() ||
        loop.getTiedLoopYieldedValue(accumulator)->get() != dot.getResult() ||
        !getInitialAccumulator(loop.getTiedLoopInit(accumulator)->get()))
      return std::nullopt;
    return RegisterOperandDot{
        dot, /*isTransposed=*/false, loop,
        loop.getTiedLoopResult(accumulator).getResultNumber(),
        /*groups=*/1};
  }

  /// Returns the initial value of the accumulator if it is a splat; else null.
  static SplatElementsAttr getInitialAccumulator(Value tile) {
    auto constant = tile.getDefiningOp<arith::ConstantOp>();
    return constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                    : SplatElementsAttr();
  }

  static void rewrite(RegisterOperandDot &candidate) {
    DotOp dot = candidate.dot;
    RowPermutation permutation(candidate.getRows(), candidate.groups);
    OpBuilder builder(dot);
    Value left = dot.getA(), right = dot.getB();
    if (candidate.isTransposed) {
      left = transpose(builder, dot.getB());
      right = transpose(builder, dot.getA());
    }
    left = permutation.toFragmentOrder(builder, left);
    auto type =
        RankedTensorType::get({candidate.getRows(), candidate.getColumns()},
                              dot.getType().getElementType());
    setAccumulatorType(candidate, type);
    Value result = DotOp::create(
        builder, dot.getLoc(), type, left, right, dot.getC(), dot.getScales(),
        dot.getFirstScaleAttr(), dot.getAtom(), dot.getSignednessAAttr(),
        dot.getSignednessBAttr(), dot.getFastAccAttr(), dot.getPackedAttr());
    dot.replaceAllUsesWith(result);
    dot.erase();
    restoreAfterLoop(candidate, permutation);
  }

  /// Gives what the loop carries the type of the transposed dot.
  static void setAccumulatorType(RegisterOperandDot &candidate,
                                 RankedTensorType type) {
    scf::ForOp loop = candidate.loop;
    OpOperand &init = loop.getInitArgsMutable()[candidate.index];
    OpBuilder builder(loop);
    init.set(arith::ConstantOp::create(
        builder, candidate.dot.getLoc(),
        getInitialAccumulator(init.get()).resizeSplat(type)));
    loop.getRegionIterArg(candidate.index).setType(type);
    loop.getResult(candidate.index).setType(type);
  }

  static void restoreAfterLoop(RegisterOperandDot &candidate,
                               const RowPermutation &permutation) {
    scf::ForOp loop = candidate.loop;
    Value result = loop.getResult(candidate.index);
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        result.getUses(), [](OpOperand &use) { return &use; });
    if (uses.empty())
      return;
    OpBuilder builder(loop.getContext());
    builder.setInsertionPointAfter(loop);
    Value accumulator = permutation.toMemoryOrder(builder, result);
    if (candidate.isTransposed)
      accumulator = transpose(builder, accumulator);
    for (OpOperand *use : uses)
      use->set(accumulator);
  }

  const TargetInfo *target = nullptr;
  std::optional<MmaBufferPlan> buffers;
};

} // namespace
