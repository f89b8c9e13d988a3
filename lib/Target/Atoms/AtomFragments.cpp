//===- AtomFragments.cpp - Layouts of an atom's operands ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the layout factories that the records name.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/Factories.h"
#include "tileiras/Layout/HardwareLayouts.h"
#include "tileiras/Target/AtomInfo.h"

#include "llvm/Support/ErrorHandling.h"

#include <cassert>

using namespace tileiras;

static atoms::Fragment getFragmentName(const AtomInfo &atom,
                                       AtomOperand operand) {
  switch (operand) {
  case AtomOperand::A:
    return atom.FragmentA;
  case AtomOperand::B:
    return atom.FragmentB;
  case AtomOperand::C:
    return atom.FragmentC;
  }
  llvm_unreachable("an atom has three operands");
}

/// PTX ISA, "Data path layouts": 64 rows are in the first 16 lanes of each
/// quarter.
static LinearLayout getAccumulator(const MmaShape &shape) {
  constexpr unsigned kRow = 0, kColumn = 1, kRank = 2;
  if (shape.m != 64)
    return getTmemAccumulator(shape.n);
  return LinearLayout::identity1D(16, InDim::TensorLane, kRow, kRank) *
         LinearLayout::zeros(2, InDim::TensorLane, kRank) *
         LinearLayout::identity1D(4, InDim::TensorLane, kRow, kRank) *
         LinearLayout::identity1D(shape.n, InDim::TensorColumn, kColumn, kRank);
}

/// Returns the matrix of an instruction's A or B in shared memory, contiguous
/// along K, in the narrowest panels that hold it.
static std::optional<LinearLayout> getPanels(const MmaShape &shape,
                                             AtomOperand operand) {
  if (shape.k == 0)
    return std::nullopt; // Only the tile determines the box of a TMA copy.
  bool isA = operand == AtomOperand::A;
  int64_t sizes[] = {isA ? shape.m : shape.k, isA ? shape.k : shape.n};
  unsigned kDim = isA ? 1 : 0;
  return getSwizzledPanels(sizes, kDim, shape.operandBits,
                           shape.k * shape.operandBits / 8);
}

static TmemMoveShape getMoveShape(atoms::Fragment fragment) {
  switch (fragment) {
  case atoms::Lanes32Bits32:
    return TmemMoveShape::Lanes32Bits32;
  case atoms::Lanes16Bits64:
    return TmemMoveShape::Lanes16Bits64;
  case atoms::Lanes16Bits128:
    return TmemMoveShape::Lanes16Bits128;
  case atoms::Lanes16Bits256:
    return TmemMoveShape::Lanes16Bits256;
  default:
    assert(fragment == atoms::Lanes16Bits32x2 && "the five shapes");
    return TmemMoveShape::Lanes16Bits32x2;
  }
}

std::optional<LinearLayout> tileiras::getAtomFragment(const AtomInfo &atom,
                                                      AtomOperand operand,
                                                      unsigned size) {
  assert(atom.acceptsSize(size) && "verified where the size is written");
  MmaShape shape{atom.M, atom.N, atom.K, atom.OperandBits};
  if (atom.isTransposed())
    std::swap(shape.m, shape.n);
  if (atom.SizeUnit == atoms::Columns)
    shape.n = size;
  else if (atom.SizeUnit == atoms::Repetitions)
    shape.n *= size;
  atoms::Fragment fragment = getFragmentName(atom, operand);
  switch (fragment) {
  case atoms::NoFragment:
    return std::nullopt;
  case atoms::MmaA:
    return mmaFragmentA(shape);
  case atoms::MmaB:
    return mmaFragmentB(shape);
  case atoms::MmaC:
    return mmaFragmentC(shape);
  case atoms::MmaATransposed:
    return mmaFragmentA(shape).permuteOuts({1, 0});
  case atoms::MmaBTransposed:
    return mmaFragmentB(shape).permuteOuts({1, 0});
  case atoms::MmaCTransposed:
    return mmaFragmentC(shape).permuteOuts({1, 0});
  case atoms::SwizzledPanels:
    return getPanels(shape, operand);
  case atoms::TensorAccumulator:
    return getAccumulator(shape);
  case atoms::ScaleFactors:
    return getScaleFactors(shape.m, shape.n);
  case atoms::ByteMatrixTransposed:
    return getByteMatrixTransposed();
  default:
    return getTmemFragment(getMoveShape(fragment), shape.n);
  }
}

std::pair<LinearLayout, llvm::SmallVector<unsigned>>
tileiras::padFragment(const LinearLayout &fragment,
                      llvm::ArrayRef<int64_t> sizes) {
  Coords present;
  for (auto [ofFragment, size] :
       llvm::zip_equal(fragment.getOutSizes(), sizes))
    present.push_back(std::min(ofFragment, size));
  auto [layout, kept] =
      fragment.wrapTo(present).removeZeroBases(InDim::Register);
  llvm::SmallVector<unsigned> registers(fragment.getNumRegisters());
  unsigned ofKept = 0;
  for (unsigned reg : kept)
    ofKept |= reg;
  for (unsigned reg = 0; reg < registers.size(); ++reg)
    registers[reg] = llvm::find(kept, reg & ofKept) - kept.begin();
  return {std::move(layout), std::move(registers)};
}
