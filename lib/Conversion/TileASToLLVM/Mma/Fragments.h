//===- Fragments.h - Tiles cut into fragments of instructions ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_FRAGMENTS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_FRAGMENTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

/// Returns the type of an operand's elements; integers have their sign.
inline mlir::Type
getSignedElement(mlir::Type element,
                 std::optional<mlir::nv_tileaa::Signedness> signedness) {
  if (!element.isInteger())
    return element;
  return mlir::IntegerType::get(
      element.getContext(), element.getIntOrFloatBitWidth(),
      signedness == mlir::nv_tileaa::Signedness::SIGNED
          ? mlir::IntegerType::Signed
          : mlir::IntegerType::Unsigned);
}

/// Maps the (flat) coordinate to the register in thread 0. Those of other
/// threads are the same, shifted together with the thread's results.
inline llvm::DenseMap<uint64_t, unsigned>
registersByCoordinate(const LinearLayout &layout) {
  llvm::DenseMap<uint64_t, unsigned> registers;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg)
    registers.try_emplace(layout.applyFlat(InDim::Register, reg), reg);
  return registers;
}

/// The registers of a tile, divided into fragments of one instruction.
class Fragments {
public:
  Fragments(const LinearLayout &layout, mlir::nv_tileas::AtomAttr atom,
            AtomOperand operand)
      : Fragments(layout, *mlir::nv_tileas::getFragment(atom, operand,
                                                        layout.getOutSizes())) {
    ofInstruction =
        padFragment(*getAtomFragment(*atom.getInfo(), operand, atom.getSize()),
                    layout.getOutSizes().take_back(2))
            .second;
  }
  Fragments(const LinearLayout &layout, const LinearLayout &fragment)
      : rest(*layout.divideLeft(fragment)),
        size(layout.getNumRegisters() / rest.getNumRegisters()),
        byCoordinate(registersByCoordinate(rest)),
        ofInstruction(llvm::to_vector(llvm::seq<unsigned>(size))) {}

  unsigned getCount() const { return rest.getNumRegisters(); }
  unsigned getSize() const { return size; }
  /// Returns coordinates, in atoms, by register (in fragments) and warp (in
  /// groups that execute an instruction together).
  const LinearLayout &getRest() const { return rest; }
  /// Returns the coordinates, in atoms, of fragment `index` of thread 0.
  Coords getCoords(unsigned index) const { return rest.apply(index); }
  int64_t getExtent(unsigned dim) const { return rest.getOutSize(dim); }
  /// Returns the index of the fragment at these coordinates.
  unsigned getIndex(const Coords &at) const {
    auto index = byCoordinate.find(rest.flatten(at));
    assert(index != byCoordinate.end() &&
           "a thread holds the operands of its results");
    return index->second;
  }
  /// Returns the registers of the fragment at these coordinates.
  llvm::ArrayRef<mlir::Value> get(llvm::ArrayRef<mlir::Value> registers,
                                  const Coords &at) const {
    return registers.slice(getIndex(at) * size, size);
  }
  /// Returns the registers of the instruction. Where the tile has fewer rows or
  /// columns, some are those of another row or column, so that the instruction
  /// computes the same twice.
  llvm::SmallVector<mlir::Value>
  pad(llvm::ArrayRef<mlir::Value> fragment) const {
    return llvm::map_to_vector(
        ofInstruction, [&](unsigned reg) { return fragment[reg]; });
  }
  /// Returns the registers of the tile among those of the instruction.
  llvm::SmallVector<mlir::Value>
  unpad(llvm::ArrayRef<mlir::Value> registers) const {
    llvm::SmallVector<mlir::Value> fragment(size);
    for (auto [reg, value] : llvm::zip_equal(ofInstruction, registers))
      if (!fragment[reg])
        fragment[reg] = value;
    return fragment;
  }

private:
  LinearLayout rest;
  unsigned size;
  llvm::DenseMap<uint64_t, unsigned> byCoordinate;
  /// The register of the fragment in each register of the instruction.
  llvm::SmallVector<unsigned> ofInstruction;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_FRAGMENTS_H
