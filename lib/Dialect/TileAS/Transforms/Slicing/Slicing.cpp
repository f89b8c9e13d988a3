//===- Slicing.cpp - Dots and loads in K slices ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot whose operands come from buffers reads them in slices along K and
// multiplies slice by slice:
//
//   %a = copy %p            %a0 = copy %p slice [0, 0]
//   %b = copy %q            %b0 = copy %q slice [0, 0]
//   %d = dot %a, %b, %c =>  %a1 = copy %p slice [0, 16]
//                           %b1 = copy %q slice [16, 0]
//                           %c0 = dot %a0, %b0, %c
//                           …
//
// so that only two slices of the operands are in registers at a time, and the
// next one is read while this one is multiplied. A slice is as narrow as the
// dot's atom and those of the copies allow: a vector, or the matrices that one
// instruction loads, are not cut. Of an operand in registers, or that was read
// before the dot's loop, a slice is a subset of the registers.
//
// A tile in tensor memory of which only slices are used
// (tileaa-slice-dot-results) is loaded in these, each where it is extracted
// from the tile.
//
//===----------------------------------------------------------------------===//

#include "LateReads.h"
#include "OperandSlice.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Support/DebugLog.h"

#include <limits>

#define DEBUG_TYPE "tileas-slicing"

namespace tileiras {
#define GEN_PASS_DEF_TILEASSLICING
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A tile from tensor memory, and the slices that are extracted from it.
class SlicedLoad {
public:
  explicit SlicedLoad(CopyOp load) : load(load) {}

  /// Loads the slices instead, if the tile has no other use.
  void run() {
    for (Operation *user : load->getUsers())
      if (!add(dyn_cast<ExtractSliceOp>(user)))
        return;
    for (auto &[extract, origin] : slices) {
      OpBuilder builder(extract);
      auto slice = CopyOp::create(builder, load.getLoc(), extract.getType(),
                                  load.getSource(), /*destination=*/Value(),
                                  load.getAtom(), /*part=*/0,
                                  builder.getDenseI64ArrayAttr(origin));
      extract.replaceAllUsesWith(slice.getResult());
      extract.erase();
    }
    if (load->use_empty())
      load.erase();
  }

private:
  bool add(ExtractSliceOp extract) {
    if (!extract || extract->getBlock() != load->getBlock() ||
        !planTmemMove(load.getBuffer().getType(), extract.getType(),
                      load.getAtom()))
      return false;
    SmallVector<int64_t> origin;
    for (auto [index, size] :
         llvm::zip_equal(extract.getIndices(), extract.getType().getShape())) {
      APInt constant;
      if (!matchPattern(index, m_ConstantInt(&constant)))
        return false;
      origin.push_back(constant.getSExtValue() * size);
    }
    slices.emplace_back(extract, std::move(origin));
    return isThereUntil(extract);
  }

  /// Returns whether no MMA and no store comes before `end`: what was waited
  /// for is valid.
  bool isThereUntil(Operation *end) {
    for (Operation *op = load->getNextNode(); op != end;
         op = op->getNextNode()) {
      auto copy = dyn_cast<CopyOp>(op);
      if (isa<TmemDotOp>(op) ||
          (copy && copy.isStore() &&
           copy.getBuffer().getType().isInTensorMemory()) ||
          (op->getNumRegions() != 0 && !isMemoryEffectFree(op)))
        return false;
    }
    return true;
  }

  CopyOp load;
  SmallVector<std::pair<ExtractSliceOp, SmallVector<int64_t>>> slices;
};

/// A dot, and the operands that it reads from buffers slice by slice.
struct SlicedDot {
  DotOp dot;
  bool readsA = true, readsB = true;
  int64_t width = 0;

  OperandSlice getOperand(bool isB) {
    unsigned rank = dot.getType().getRank();
    int64_t elements = dot.getPacked() ? width / 2 : width;
    OperandSlice operand(isB ? dot.getB() : dot.getA(),
                         isB ? rank - 2 : rank - 1, elements);
    if (!(isB ? readsB : readsA) || !operand.mayBeReadAt(dot))
      operand.keepInRegisters();
    return operand;
  }

  /// Finds the minimum that is possible; returns false where nothing is.
  bool findWidth() {
    if (dot.getAtom()->K <= 1 || dot.getAtom()->needsSharedOperands())
      return false;
    for (width = dot.getAtom()->K; width < dot.getDepth(); width *= 2)
      if (isPossible())
        return true;
    return false;
  }

  /// Appends the reads that then move to the dot.
  void appendReads(SmallVectorImpl<LateRead> &reads) {
    for (bool isB : {false, true})
      if (CopyOp copy = getOperand(isB).getCopy())
        reads.push_back({copy, dot});
  }

private:
  bool isPossible() {
    OperandSlice a = getOperand(false), b = getOperand(true);
    return a.isPossible() && b.isPossible() && (a.getCopy() || b.getCopy());
  }
};

class Slicing : public tileiras::impl::TileASSlicingBase<Slicing> {
public:
  using TileASSlicingBase::TileASSlicingBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    // Later passes diagnose a missing target.
    if (const TargetInfo *target = findTarget(func))
      capacity = getSharedMemoryLimit(*target, extendedSmem);
    SmallVector<SlicedDot> dots;
    func.walk([&](DotOp dot) {
      SlicedDot sliced{dot};
      if (sliced.findWidth())
        dots.push_back(sliced);
    });
    if (!fit(dots))
      dots = chooseReads(dots);
    for (SlicedDot &dot : dots) {
      LDBG() << dot.dot.getLoc() << ": slices of " << dot.width
             << " along K, A " << (dot.readsA ? "read late" : "in registers")
             << ", B " << (dot.readsB ? "read late" : "in registers");
      slice(dot);
    }
    SmallVector<CopyOp> loads;
    func.walk([&](CopyOp copy) {
      if (!copy.isStore() && !copy.getSlice() &&
          copy.getBuffer().getType().isInTensorMemory())
        loads.push_back(copy);
    });
    for (CopyOp load : loads)
      SlicedLoad(load).run();
  }

private:
  bool fit(MutableArrayRef<SlicedDot> dots) {
    SmallVector<LateRead> reads;
    for (SlicedDot &dot : dots)
      dot.appendReads(reads);
    return fitLateReads(getOperation(), reads, capacity);
  }

  /// Chooses the dots that read both operands late while the capacity lasts,
  /// then those that read one.
  SmallVector<SlicedDot> chooseReads(ArrayRef<SlicedDot> dots) {
    SmallVector<SlicedDot> chosen;
    for (const SlicedDot &dot : dots) {
      bool isChosen = false;
      for (auto [readsA, readsB] :
           {std::pair(true, true), std::pair(false, true),
            std::pair(true, false)}) {
        SlicedDot way{dot.dot, readsA, readsB};
        if (!way.findWidth())
          continue;
        chosen.push_back(way);
        isChosen = fit(chosen);
        if (isChosen)
          break;
        chosen.pop_back();
      }
      if (!isChosen || !chosen.back().readsA || !chosen.back().readsB)
        report(dot.dot);
    }
    return chosen;
  }

  void report(DotOp dot) {
    auto getTile = [](RankedTensorType type) {
      return RankedTensorType::get(type.getShape(), type.getElementType());
    };
    remark::missed(
        dot.getLoc(),
        remark::RemarkOpts::name("Slices").category("memory").function(
            getOperation().getSymName()))
        << remark::reason(
               "an operand of a dot of {0} by {1} is read to registers as "
               "a whole: {2} bytes of shared memory have no room for both",
               getTile(dot.getA().getType()), getTile(dot.getB().getType()),
               capacity);
  }

  static void slice(SlicedDot &sliced) {
    DotOp dot = sliced.dot;
    int64_t width = sliced.width, depth = dot.getDepth();
    OperandSlice a = sliced.getOperand(false), b = sliced.getOperand(true);
    OpBuilder builder(dot);
    Location loc = dot.getLoc();
    Value acc = dot.getC(), nextA = a.get(builder, loc, 0),
          nextB = b.get(builder, loc, 0);
    for (int64_t index = 0; index < depth / width; ++index) {
      Value sliceA = nextA, sliceB = nextB;
      if (index + 1 < depth / width) {
        nextA = a.get(builder, loc, index + 1);
        nextB = b.get(builder, loc, index + 1);
      }
      acc = DotOp::create(builder, loc, dot.getType(), sliceA, sliceB, acc,
                          dot.getScales(), getFirstScale(dot, index * width),
                          dot.getAtom(), dot.getSignednessAAttr(),
                          dot.getSignednessBAttr(), dot.getFastAccAttr(),
                          dot.getPackedAttr());
    }
    dot.replaceAllUsesWith(acc);
    dot.erase();
    a.eraseRead();
    b.eraseRead();
  }

  /// Returns the first scale of a slice that begins at element `k`. Scales are
  /// not cut: those of several slices share a register.
  static IntegerAttr getFirstScale(DotOp dot, int64_t k) {
    int64_t first = dot.getFirstScale();
    if (dot.isScaled())
      first += k / dot.getAtom()->ScaleBlock;
    return Builder(dot.getContext()).getI64IntegerAttr(first);
  }

  int64_t capacity = std::numeric_limits<int64_t>::max();
};

} // namespace
