//===- Atoms.cpp - Fragments of tiles ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of operands, scales and accumulators that follow from the fragments
// of an MMA instruction, and descriptors of operands in shared memory (PTX ISA,
// "Matrix fragments" of mma and wgmma; "Matrix Descriptor").
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/Factories.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using tileiras::AtomOperand;
using tileiras::InDim;
using tileiras::LinearLayout;
using tileiras::MatrixDescriptorLayout;
using tileiras::MmaSide;

std::optional<LinearLayout> nv_tileas::getFragment(AtomAttr atom,
                                                   AtomOperand operand,
                                                   ArrayRef<int64_t> sizes) {
  std::optional<LinearLayout> fragment =
      tileiras::getAtomFragment(*atom.getInfo(), operand, atom.getSize());
  if (!fragment)
    return std::nullopt;
  fragment = padFragment(*fragment, sizes.take_back(2)).first;
  return sizes.size() == 3 ? fragment->expandOut(0) : *fragment;
}

/// Returns the dimension of K: that of N in a, and of M in b.
static unsigned getKDim(AtomOperand operand, unsigned rank) {
  return operand == AtomOperand::A ? rank - 1 : rank - 2;
}

std::optional<LinearLayout>
nv_tileas::getFragmentsOfOperand(AtomAttr atom, AtomOperand operand,
                                 const LinearLayout &acc) {
  unsigned rank = acc.getRank();
  std::optional<LinearLayout> rest =
      acc.divideLeft(*getFragment(atom, AtomOperand::C, acc.getOutSizes()));
  if (!rest)
    return std::nullopt;
  return rest->projectOut(getKDim(operand, rank))
      .removeZeroBases(InDim::Register)
      .first;
}

/// Returns the layout of an operand of an atom: its fragment, all of K in the
/// registers above it, and then the fragments along M or N.
std::optional<LinearLayout> nv_tileas::getOperandLayout(AtomAttr atom,
                                                        AtomOperand operand,
                                                        const LinearLayout &acc,
                                                        int64_t k) {
  std::optional<LinearLayout> side = getFragmentsOfOperand(atom, operand, acc);
  if (!side)
    return std::nullopt;
  unsigned rank = acc.getRank(), kDim = getKDim(operand, rank);
  tileiras::Coords sizes(acc.getOutSizes());
  sizes[kDim] = k;
  LinearLayout fragment = *getFragment(atom, operand, sizes);
  int64_t steps = k / fragment.getOutSize(kDim);
  return fragment *
         LinearLayout::identity1D(steps, InDim::Register, kDim, rank) * *side;
}

static MmaSide getSide(AtomOperand operand) {
  return operand == AtomOperand::A ? MmaSide::Rows : MmaSide::Columns;
}

unsigned nv_tileas::getScaleSelectors(AtomOperand operand) {
  return tileiras::mmaScaleSelectors(getSide(operand));
}

std::optional<LinearLayout> nv_tileas::getScaleLayout(AtomAttr atom,
                                                      AtomOperand operand,
                                                      const LinearLayout &acc,
                                                      int64_t count) {
  std::optional<LinearLayout> side = getFragmentsOfOperand(atom, operand, acc);
  if (!side)
    return std::nullopt;
  return tileiras::mmaScales(getSide(operand), *side, count);
}

//===----------------------------------------------------------------------===//
// Operands in buffers
//===----------------------------------------------------------------------===//

std::optional<MatrixDescriptorLayout>
nv_tileas::matchOperandBuffer(AtomAttr atom, AtomOperand operand,
                              nv_tileaa::StridedMemRefType buffer) {
  if (buffer.getRank() != 2 || buffer.isRing() || buffer.getParts() != 1 ||
      !isPlacement(buffer.getLayout()))
    return std::nullopt;
  std::optional<MatrixDescriptorLayout> layout = matchMatrixDescriptor(
      getBufferLayout(buffer), getMemoryBits(buffer.getElementType()));
  if (!layout)
    return std::nullopt;
  unsigned kDim = operand == AtomOperand::A ? 1 : 0;
  bool isMnMajor = layout->contiguous != kDim;
  if (isMnMajor &&
      !(atom->ElementsMnMajor & getAtomElements(buffer.getElementType())))
    return std::nullopt;
  // PTX ISA, "Strides" and "Canonical layouts" of tcgen05: where elements of 32
  // bits are contiguous along M or N, they are swizzled by 32 bytes.
  unsigned unit =
      isMnMajor && atom->OperandBits == 32 ? 32 : tileiras::kSwizzleUnitBytes;
  if (layout->unitBytes != unit)
    return std::nullopt;
  return layout;
}

int64_t nv_tileas::getPatternBytes(const MatrixDescriptorLayout &layout) {
  return 8 * int64_t(layout.spanBytes);
}
