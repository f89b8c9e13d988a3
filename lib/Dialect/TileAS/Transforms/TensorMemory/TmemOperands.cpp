//===- TmemOperands.cpp - Operand A in tensor memory ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmemOperands.h"

#include "Layout/MmaOperandBuffers.h"
#include "TmemAccumulators.h"
#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

namespace {

class OperandMover {
public:
  OperandMover(nv_tileaa::FuncOp func, int64_t columns)
      : func(func), columns(columns) {}

  void move(TmemDotOp dot) {
    CopyOp store = findStore(dot);
    if (!store)
      return;
    auto tile = cast<RankedTensorType>(store.getTileType());
    auto type = StridedMemRefType::get(
        nv_tileaa::MemSpace::TENSOR, tile.getShape(), tile.getElementType(),
        LayoutAttr::get(dot.getContext(),
                        getTmemAccumulatorLayout(tile.getShape())));
    if (!holdsOperandA(dot.getAtom(), type))
      return;
    AtomAttr atom = getTmemMoveAtom(dot.getContext(), "tmem_store", type, tile);
    if (!planTmemMove(type, tile, atom))
      return;
    // No other buffer uses these columns before the MMA: other warps have the
    // same lanes, and would need a barrier.
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    auto buffer = AllocTmemOp::create(builder, dot.getLoc(), type);
    Value before = dot.getA();
    dot.getAMutable().assign(buffer);
    if (!fits()) {
      dot.getAMutable().assign(before);
      buffer.erase();
      return;
    }
    builder.setInsertionPoint(store);
    CopyOp::create(builder, store.getLoc(), /*result=*/Type(),
                   store.getSource(), buffer, atom, /*part=*/0,
                   /*slice=*/DenseI64ArrayAttr());
    store->getNextNode()->erase();
    store.erase();
    before.getDefiningOp()->erase();
  }

private:
  /// Returns the copy of A to a buffer that this MMA alone reads, if threads
  /// compute the tile in its block; a fence follows it.
  static CopyOp findStore(TmemDotOp dot) {
    auto buffer = dot.getA().getDefiningOp<AllocTensorOp>();
    if (!dot.getScales().empty() || dot.getPacked() || !buffer ||
        buffer.getType().isRing() || !llvm::hasNItems(buffer->getUses(), 2))
      return {};
    for (Operation *user : buffer->getUsers()) {
      auto store = dyn_cast<CopyOp>(user);
      if (store && store.isStore() && !store.getSlice() &&
          store->getBlock() == dot->getBlock() &&
          store.getSource().getParentBlock() == dot->getBlock() &&
          isa_and_present<ProxyFenceOp>(store->getNextNode()) &&
          !findLoad(store.getSource(), /*throughCasts=*/true))
        return store;
    }
    return {};
  }

  bool fits() {
    SmallVector<Buffer> buffers =
        collectBuffers(func.getBody(), nv_tileaa::MemSpace::TENSOR);
    return placeBuffers(buffers) <= columns * AllocTmemOp::kColumnBytes;
  }

  nv_tileaa::FuncOp func;
  int64_t columns;
};

} // namespace

void tileiras::moveOperandsToTmem(nv_tileaa::FuncOp func) {
  const TargetInfo *target = findTarget(func);
  if (!target || target->TensorMemoryColumns == 0)
    return;
  OperandMover mover(func, target->TensorMemoryColumns);
  SmallVector<TmemDotOp> dots;
  func.walk([&](TmemDotOp dot) { dots.push_back(dot); });
  for (TmemDotOp dot : dots)
    mover.move(dot);
}
