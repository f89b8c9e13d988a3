//===- SinkConversionsToNarrowType.cpp - Convert narrow values ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkConversionsToNarrowType.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// An element-wise operation of a chain, and its operand in the chain.
struct Link {
  OpOperand *operand;

  Operation *getOp() const { return operand->getOwner(); }
  Value getResult() const { return getOp()->getResult(0); }
};

unsigned getBits(Value tile) {
  return getMemoryBits(getElementTypeOrSelf(tile.getType()));
}

class ElementwiseChain {
public:
  ElementwiseChain(ConvertLayoutOp convert, Rematerializer &remat)
      : convert(convert), remat(remat) {
    for (auto link = getLink(convert.getSource().getDefiningOp());
         link && link->getResult().hasOneUse();
         link = getLink(link->operand->get().getDefiningOp()))
      before.push_back(*link);
    for (Value tile = convert.getResult(); tile.hasOneUse();
         tile = after.back().getResult()) {
      OpOperand &use = *tile.use_begin();
      std::optional<Link> link = getLink(use.getOwner());
      if (!link || link->operand != &use)
        break;
      after.push_back(*link);
    }
  }

  ConvertLayoutOp move() {
    unsigned minBits = getBits(convert.getSource()), numAfter = 0,
             numBefore = 0;
    for (auto [i, link] : llvm::enumerate(after))
      if (getBits(link.getResult()) < minBits) {
        minBits = getBits(link.getResult());
        numAfter = i + 1;
      }
    for (auto [i, link] : llvm::enumerate(before))
      if (getBits(link.operand->get()) < minBits) {
        minBits = getBits(link.operand->get());
        numBefore = i + 1;
      }
    if (numBefore != 0)
      return moveUp(ArrayRef(before).take_front(numBefore));
    return numAfter == 0 ? convert
                         : moveDown(ArrayRef(after).take_front(numAfter));
  }

private:
  /// Returns none if the conversion can't cross `op`.
  std::optional<Link> getLink(Operation *op) const {
    if (!op || op->getBlock() != convert->getBlock() ||
        !op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1 ||
        !isMemoryEffectFree(op))
      return std::nullopt;
    OpOperand *tile = nullptr;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()) ||
          remat.isRematerializable(operand.get()))
        continue;
      if (tile)
        return std::nullopt;
      tile = &operand;
    }
    return tile ? std::optional<Link>(Link{tile}) : std::nullopt;
  }

  /// Gives the operation's result and its rematerialisable operands `layout`.
  void setLayout(Link link, LayoutAttr layout) {
    for (OpOperand &operand : link.getOp()->getOpOperands())
      if (&operand != link.operand && remat.isRematerializable(operand.get()))
        operand.set(remat.get(operand.get(), layout));
    Value result = link.getResult();
    result.setType(withLayout(cast<RankedTensorType>(result.getType()),
                              layout.getLayout()));
  }

  ConvertLayoutOp moveDown(ArrayRef<Link> links) {
    LayoutAttr layout = getLayoutAttr(convert.getSource().getType());
    Value end = links.back().getResult();
    Type converted = end.getType();
    links.front().operand->set(convert.getSource());
    for (Link link : links)
      setLayout(link, layout);
    OpBuilder builder(convert.getContext());
    builder.setInsertionPointAfter(links.back().getOp());
    auto moved =
        ConvertLayoutOp::create(builder, convert.getLoc(), converted, end);
    end.replaceAllUsesExcept(moved, moved);
    convert.erase();
    return moved;
  }

  ConvertLayoutOp moveUp(ArrayRef<Link> links) {
    LayoutAttr layout = getLayoutAttr(convert.getType());
    OpOperand *start = links.back().operand;
    OpBuilder builder(links.back().getOp());
    auto type = cast<RankedTensorType>(start->get().getType());
    auto moved = ConvertLayoutOp::create(builder, convert.getLoc(),
                                         withLayout(type, layout.getLayout()),
                                         start->get());
    start->set(moved);
    for (Link link : llvm::reverse(links))
      setLayout(link, layout);
    convert.getResult().replaceAllUsesWith(links.front().getResult());
    convert.erase();
    return moved;
  }

  ConvertLayoutOp convert;
  Rematerializer &remat;
  /// The links from the conversion outwards.
  SmallVector<Link> before, after;
};

} // namespace

ConvertLayoutOp tileiras::sinkToNarrowest(ConvertLayoutOp convert,
                                          Rematerializer &remat) {
  return ElementwiseChain(convert, remat).move();
}
