//===- Slicing.cpp - Tiles that are read slice by slice -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product whose operands come from buffers reads them in slices along K and
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
// next one is on its way while this one is multiplied. A slice is as narrow as
// the product's atom and those of the copies allow: a vector, or the matrices
// that one instruction loads, are not cut. Of an operand that is in registers a
// slice is some of them.
//
// A tile in tensor memory of which only slices are wanted
// (tileaa-slice-results) is loaded in these, each where it is taken out of the
// tile.
//
//===----------------------------------------------------------------------===//

#include "SlicedOperand.h"

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASSLICING
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A tile from tensor memory, and the slices that are taken out of it.
class SlicedLoad {
public:
  explicit SlicedLoad(CopyOp load) : load(load) {}

  /// Loads the slices in its place, if nothing else wants the tile.
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
        !planTensorMove(load.getBuffer().getType(), extract.getType(),
                        load.getAtom()))
      return false;
    SmallVector<int64_t> origin;
    for (auto [index, size] :
         llvm::zip_equal(extract.getIndices(), extract.getType().getShape())) {
      APInt number;
      if (!matchPattern(index, m_ConstantInt(&number)))
        return false;
      origin.push_back(number.getSExtValue() * size);
    }
    slices.emplace_back(extract, std::move(origin));
    return isThereUntil(extract);
  }

  /// Nothing multiplies or stores before `end`: what is waited for stays.
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

class Slicing : public tileiras::impl::TileASSlicingBase<Slicing> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    SmallVector<DotOp> dots;
    func.walk([&](DotOp dot) { dots.push_back(dot); });
    for (DotOp dot : dots)
      slice(dot);
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
  static void slice(DotOp dot) {
    if (dot.getAtom()->K <= 1 || dot.getAtom()->needsSharedOperands())
      return;
    int64_t depth = dot.getDepth();
    for (int64_t width = dot.getAtom()->K; width < depth; width *= 2)
      if (sliceTo(dot, width, depth))
        return;
  }

  static bool sliceTo(DotOp dot, int64_t width, int64_t depth) {
    unsigned rank = dot.getType().getRank();
    int64_t elements = dot.getPacked() ? width / 2 : width;
    SlicedOperand a(dot.getA(), rank - 1, elements),
        b(dot.getB(), rank - 2, elements);
    if (!a.isPossible() || !b.isPossible() || !a.mayBeReadAt(dot) ||
        !b.mayBeReadAt(dot) || (!a.getCopy() && !b.getCopy()))
      return false;
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
    return true;
  }

  /// Of a slice that begins at element `k`. Scales are not cut: those of
  /// several slices share a register.
  static IntegerAttr getFirstScale(DotOp dot, int64_t k) {
    int64_t first = dot.getFirstScale();
    if (dot.isScaled())
      first += k / dot.getAtom()->ScaleBlock;
    return Builder(dot.getContext()).getI64IntegerAttr(first);
  }
};

} // namespace
