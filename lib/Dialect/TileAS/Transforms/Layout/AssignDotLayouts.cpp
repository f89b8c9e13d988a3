//===- AssignDotLayouts.cpp - MMA instructions and their layouts ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dots get their layouts first: their fragments are given by the instruction,
// and a kernel that has dots spends its time in them. tcgen05.mma is tried
// first (Tcgen05Selection.h), then wgmma (WgmmaSelection.h). Other dots keep
// the mma.sync or FMA with which they come from the conversion (MmaAtoms.cpp of
// TileAAToTileAS).
//
// Warps tile the result so that each one's block is as square as possible,
// which reads the operands least often. But where the rows of the result are
// reduced, or become operand A of another dot (attention does both), warps
// along M keep a row in one warp: reductions need no shared memory, and the
// fragment of the accumulator is that of the operand, register by register.
//
// Where wgmma or tcgen05.mma multiply, operands go through shared memory, and
// any layout will do for them.
//
// Where ldmatrix transposes bytes, it does so with 16 columns at a time: two
// adjacent atoms then belong to one warp.
//
//===----------------------------------------------------------------------===//

#include "BoundaryConversions.h"
#include "LayoutEquivalenceClasses.h"
#include "Tcgen05Selection.h"
#include "WgmmaSelection.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/DotLayouts.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/IR/Remarks.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-assign-dot-layouts"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNDOTLAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;
using nv_tileas::AtomAttr;
using nv_tileas::DotOp;
using nv_tileas::getOperandLayout;

namespace {

/// Returns whether a row of a dot is reduced, or part of A of another dot. Then
/// the dots of the kernel belong together, and all keep their rows in warps.
bool usesRows(nv_tileaa::FuncOp func, const LayoutEquivalenceClasses &classes) {
  DenseSet<unsigned> accumulators, rows;
  func.walk([&](Operation *op) {
    std::optional<unsigned> index;
    if (auto dot = dyn_cast<DotOp>(op)) {
      index = classes.lookup(dot.getA());
      if (std::optional<unsigned> result = classes.lookup(dot.getResult()))
        accumulators.insert(*result);
    } else if (auto reduce = dyn_cast<nv_tileas::ReduceOp>(op)) {
      Value source = reduce.getOperand(0);
      int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
      if (int64_t(reduce.getDim()) == rank - 1)
        index = classes.lookup(source);
    }
    if (index)
      rows.insert(*index);
  });
  return llvm::any_of(accumulators,
                      [&](unsigned index) { return rows.contains(index); });
}

/// Returns the columns of the dot that belong to one warp.
int64_t getColumnsOfWarp(DotOp dot) {
  const TargetInfo *target = findTarget(dot);
  const AtomInfo &atom = *dot.getAtom().getInfo(),
                 &load = *lookupAtom("ldsm.m16n16.b8.trans");
  int64_t columns = dot.getType().getShape().back();
  return target && load.isOn(*target) && atom.OperandBits == 8 &&
                 columns % load.N == 0
             ? load.N
             : atom.N;
}

/// Removes the registers that hold the same elements as others, where the tile
/// has fewer rows or columns than the instruction.
LinearLayout withoutPadding(const LinearLayout &accumulator) {
  return accumulator.removeZeroBases(InDim::Register).first;
}

LinearLayout chooseMmaAccumulator(DotOp dot, int64_t numWarps, bool keepsRows) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(dot.getResult().getType()).getShape();
  const AtomInfo &info = *dot.getAtom().getInfo();
  MmaShape atom{info.M, getColumnsOfWarp(dot), info.K, info.OperandBits};
  int64_t batch = shape.size() == 3 ? shape[0] : 1;
  ArrayRef<int64_t> mn = shape.take_back(2);
  MmaWarps warps = chooseMmaWarps(mn[0], mn[1], numWarps, atom, batch);
  if (keepsRows && mn[0] >= numWarps * atom.m)
    warps = MmaWarps{numWarps, 1, 1};
  if (!info.isTransposed())
    return withoutPadding(mmaAccumulator(shape, warps, atom));
  SmallVector<int64_t> transposed(shape);
  std::swap(transposed.end()[-2], transposed.end()[-1]);
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(shape.size()));
  std::swap(order.end()[-2], order.end()[-1]);
  const AtomInfo &instruction = info.getInstruction();
  return withoutPadding(
      mmaAccumulator(transposed, {warps.n, warps.m, warps.batch},
                     {instruction.M, instruction.N, instruction.K,
                      instruction.OperandBits})
          .permuteOuts(order));
}

/// Describes the instruction: "mma.sync m16n8k16 of the transposed MMA, of
/// whose 8 rows 4 are the tile's".
std::string describeInstruction(DotOp dot) {
  AtomAttr atom = dot.getAtom();
  const AtomInfo &instruction = atom->getInstruction();
  std::string text =
      llvm::formatv("{0} m{1}n{2}k{3}{4}", atom->Ptx, instruction.M,
                    atom->SizeUnit == atoms::Columns ? atom.getSize()
                                                     : instruction.N,
                    instruction.K,
                    atom->isTransposed() ? " of the transposed MMA" : "");
  ArrayRef<int64_t> mn = dot.getType().getShape().take_back(2);
  auto addPadding = [&](const char *what, int64_t size, int64_t ofAtom) {
    if (size < ofAtom)
      text += llvm::formatv(", of whose {0} {1} {2} are the tile's", ofAtom,
                            what, size);
  };
  addPadding("rows", mn[0], atom->M);
  addPadding("columns", mn[1], atom->N);
  return text;
}

/// Describes why threads multiply the elements of the dot one by one.
std::string describeThreads(DotOp dot) {
  const TargetInfo *target = findTarget(dot);
  ArrayRef<int64_t> mn = dot.getType().getShape().take_back(2);
  auto elementsOf = [](Value tile) {
    return cute_nvgpu::getAtomElements(getElementTypeOrSelf(tile));
  };
  std::optional<PaddedAtom> padded;
  if (target)
    padded = findPaddedAtom(*target,
                            {elementsOf(dot.getA()), elementsOf(dot.getB()),
                             elementsOf(dot.getC()), mn[0], mn[1],
                             dot.getDepth()});
  if (!padded)
    return "no matrix unit of the target takes these element types and this "
           "shape";
  return llvm::formatv("a matrix unit would take {0:F1} cycles for a part of "
                       "{1} x {2} x {3} that this shape does not fill, and "
                       "threads take {4:F1}",
                       padded->ofTensorUnit, padded->atom->M, padded->atom->N,
                       padded->atom->K, padded->ofThreads);
}

/// Reports in a remark the instruction of the dot.
void report(DotOp dot) {
  auto options =
      remark::RemarkOpts::name("MatrixInstruction")
          .category("tensorcore")
          .function(dot->getParentOfType<nv_tileaa::FuncOp>().getSymName());
  if (!dot.getAtom()->usesTensorUnit())
    remark::missed(dot.getLoc(), options)
        << remark::reason("{0}: {1} x {2} are multiplied one by one",
                          describeThreads(dot), dot.getA().getType(),
                          dot.getB().getType());
  else
    remark::passed(dot.getLoc(), options)
        << remark::add("{0}", describeInstruction(dot));
}

/// Assigns the layouts of a dot whose operands go through shared memory.
void assignToBuffers(DotOp dot, const SharedOperandMma &mma) {
  dot.setAtomAttr(mma.atom);
  report(dot);
  LDBG() << dot.getLoc() << ": " << mma.atom << " reads A from "
         << (mma.aInRegisters ? "registers" : "shared memory")
         << ", accumulator " << mma.accumulator;
  std::optional<LinearLayout> a =
      getOperandLayout(mma.atom, AtomOperand::A, mma.accumulator,
                       dot.getA().getType().getShape().back());
  if (mma.aInRegisters)
    assignOperandLayout(dot.getAMutable(), *a);
  if (mma.b)
    assignOperandLayout(dot.getBMutable(), *mma.b);
  assignOperandLayout(dot.getCMutable(), mma.accumulator);
  std::optional<DotOperandLayouts> operands =
      dotOperandLayouts(dot, mma.accumulator);
  for (OpOperand &scales : dot.getScalesMutable())
    assignOperandLayout(scales, *operands->get(scales.getOperandNumber()));
  assignResultLayout(cast<OpResult>(dot.getResult()), mma.accumulator);
}

void assign(DotOp dot, int64_t numWarps, bool keepsRows) {
  report(dot);
  auto type = cast<RankedTensorType>(dot.getResult().getType());
  bool hasFragments = dot.getAtom()->FragmentC != atoms::NoFragment;
  LinearLayout acc = hasFragments
                         ? chooseMmaAccumulator(dot, numWarps, keepsRows)
                         : fmaAccumulator(type.getShape(), numWarps);
  LDBG() << dot.getLoc() << ": " << dot.getAtom() << " on " << numWarps
         << " warps, " << (keepsRows ? "rows within a warp" : "any warps")
         << ", accumulator " << acc;
  std::optional<DotOperandLayouts> operands = dotOperandLayouts(dot, acc);
  assert(operands && "an accumulator made for the atom");
  for (OpOperand &operand : dot->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    bool isAccumulator = index == dot.getCMutable().getOperandNumber();
    assignOperandLayout(operand, isAccumulator ? acc : *operands->get(index));
  }
  assignResultLayout(cast<OpResult>(dot.getResult()), acc);
}

class AssignDotLayouts
    : public tileiras::impl::TileASAssignDotLayoutsBase<AssignDotLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    SmallVector<DotOp> dots;
    func.walk([&](DotOp dot) {
      if (!nv_tileas::getLayoutAttr(dot.getResult().getType()))
        dots.push_back(dot);
    });
    if (dots.empty())
      return;
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps) || failed(verifyLayouts(func, LayoutState::Partial)))
      return signalPassFailure();
    LayoutEquivalenceClasses classes(func, Rematerializer(func),
                                     collectBranchTargets(func));
    bool keepsRows = usesRows(func, classes);
    const TargetInfo *target = findTarget(func);
    std::optional<WgmmaPlanner> wgmma;
    std::optional<Tcgen05Planner> tcgen05;
    if (target) {
      wgmma.emplace(func, *target);
      tcgen05.emplace(func, *target);
    }
    // No other instruction has scales.
    llvm::stable_sort(dots, [](DotOp lhs, DotOp rhs) {
      return lhs.isScaled() && !rhs.isScaled();
    });
    for (DotOp dot : dots) {
      int64_t warps = getNumWarps(dot->getParentRegion(), *numWarps);
      std::optional<SharedOperandMma> mma;
      if (target)
        mma = tcgen05->plan(dot, warps);
      if (target && !mma)
        mma = wgmma->plan(dot, warps);
      if (mma) {
        assignToBuffers(dot, *mma);
      } else if (dot.getAtom()->needsSharedOperands()) {
        dot.emitOpError("expected a dot that ")
            << warps << " warps can compute with " << dot.getAtom() << ", got "
            << dot.getType();
        return signalPassFailure();
      } else {
        assign(dot, warps, keepsRows);
      }
    }
  }
};

} // namespace
