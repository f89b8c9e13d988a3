//===- VectorGroups.cpp - Registers that are accessed at once -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorGroups.h"

#include "OwnerPredicate.h"
#include "Registers.h"

#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

VectorGroups::VectorGroups(nv_tileaa::AccessOpInterface access) {
  auto tile = dyn_cast<RankedTensorType>(access.getTile());
  if (!tile)
    return;
  auto atom = access->getAttrOfType<AtomAttr>("atom");
  if (atom && atom->SizeUnit == atoms::Bits) {
    unsigned elements = atom.getSize() / getMemoryBits(tile.getElementType());
    vectorBits = findVectorBits(access);
    vectorBits.truncate(llvm::Log2_32(elements));
  }
  const LinearLayout &layout = getLayout(tile);
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
    if (!llvm::is_contained(vectorBits, bit))
      groupBits.push_back(bit);
}

SmallVector<unsigned> VectorGroups::getRegisters(unsigned group) const {
  unsigned first = 0;
  for (auto [i, bit] : llvm::enumerate(groupBits))
    first |= (group >> i & 1) << bit;
  SmallVector<unsigned> registers;
  for (unsigned e = 0; e < 1u << vectorBits.size(); ++e) {
    unsigned reg = first;
    for (auto [i, bit] : llvm::enumerate(vectorBits))
      reg |= (e >> i & 1) << bit;
    registers.push_back(reg);
  }
  return registers;
}

void emitVectorAccesses(
    OpBuilder &builder, nv_tileaa::AccessOpInterface access,
    AccessOperands operands, Type tile,
    function_ref<void(Value pointer, ValueRange values, Value predicate)>
        emit) {
  Location loc = access.getLoc();
  SmallVector<Value> pointers =
      unpackRegisters(builder, loc, operands.pointers);
  SmallVector<Value> values = unpackRegisters(builder, loc, operands.values);
  SmallVector<Value> masks;
  if (operands.mask)
    masks = unpackRegisters(builder, loc, operands.mask);
  Value owner = createOwnerPredicate(builder, loc, tile);
  VectorGroups groups(access);
  for (unsigned group = 0; group < groups.size(); ++group) {
    SmallVector<unsigned> members = groups.getRegisters(group);
    Value predicate =
        createAccessPredicate(builder, loc, owner, masks, members[0]);
    emit(pointers[members[0]], pickRegisters(values, members), predicate);
  }
}

} // namespace tileiras::to_llvm
