//===- MarkForReuse.cpp - Operations marked for reuse ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkForReuse.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;

namespace tileiras::to_llvm {

static constexpr auto getMarkName =
    nv_tileaa::TileAADialect::getMarkForReuseAttrName;

bool moveMarksToLocations(Operation *root) {
  MLIRContext *context = root->getContext();
  auto mark = StringAttr::get(context, getMarkName());
  bool found = false;
  root->walk([&](Operation *op) {
    if (!op->removeDiscardableAttr(mark))
      return;
    op->setLoc(FusedLoc::get(context, {op->getLoc()}, mark));
    found = true;
  });
  return found;
}

void moveMarksToOperations(Operation *root) {
  auto mark = StringAttr::get(root->getContext(), getMarkName());
  root->walk([&](Operation *op) {
    auto loc = dyn_cast<FusedLoc>(op->getLoc());
    if (!loc || loc.getMetadata() != mark)
      return;
    op->setLoc(loc.getLocations().front());
    if (!op->hasTrait<OpTrait::ConstantLike>())
      op->setDiscardableAttr(mark, UnitAttr::get(root->getContext()));
  });
}

} // namespace tileiras::to_llvm
