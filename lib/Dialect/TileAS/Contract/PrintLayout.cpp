//===- PrintLayout.cpp - Tiles that are printed ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/PrintLayout.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

using namespace mlir;
using namespace tileiras;

LinearLayout tileiras::printLayout(ArrayRef<int64_t> shape, int64_t numWarps) {
  unsigned bits = llvm::Log2_64(ShapedType::getNumElements(shape));
  unsigned warpBits = llvm::Log2_64(numWarps), laneBits = 5, next = 0;
  unsigned registerBits =
      bits > laneBits + warpBits ? bits - laneBits - warpBits : 0;
  auto take = [&](unsigned count) {
    SmallVector<uint64_t> bases;
    for (unsigned bit = 0; bit < count; ++bit, ++next)
      bases.push_back(next < bits ? uint64_t(1) << next : 0);
    return bases;
  };
  LinearLayout registers =
      LinearLayout::fromFlatBases(InDim::Register, take(registerBits), shape);
  LinearLayout lanes = registers.withBases(InDim::Lane, take(laneBits));
  return lanes.withBases(InDim::Warp, take(warpBits));
}

std::optional<LinearLayout> tileiras::requiredByPrint(OpOperand &operand) {
  Operation *op = operand.getOwner();
  auto type = cast<RankedTensorType>(operand.get().getType());
  // The operand determines the layout, or the kernel, which the conversion of
  // the boundary removes.
  if (nv_tileas::LayoutAttr layout = nv_tileas::getLayoutAttr(type))
    return printLayout(type.getShape(), layout.getLayout().getNumWarps());
  auto func = op->getParentOfType<nv_tileaa::FuncOp>();
  nv_tileaa::KernelSpecAttr spec =
      func ? func.getKernelSpec() : nv_tileaa::KernelSpecAttr();
  if (!spec)
    return std::nullopt;
  return printLayout(type.getShape(),
                     getNumWarps(op->getParentRegion(), spec.getNumWarps()));
}
