//===- ScaledDot.cpp - Block-scaled MMAs of a warp ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction is emitted for each atom of the result and each K slice. Its
// scales are some bytes of one register in some of the lanes (getScaleLayout):
// the atom's rows select the register and the lanes, the K slice selects the
// bytes.
//
//===----------------------------------------------------------------------===//

#include "ScaledDot.h"

#include "Fragments.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Layout/Factories.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

constexpr int64_t kBytesOfWord = 4;

/// The register, byte and lane selector of the scales of A or B for one
/// instruction.
struct ScaleSelector {
  Value word;
  uint32_t byte, thread;
};

/// The scales of A or B, as words.
class Scales {
public:
  Scales(OpBuilder &builder, DotOp op, AtomOperand operand,
         ArrayRef<Value> registers)
      : fragments(*getFragmentsOfOperand(op.getAtom(), operand,
                                         getLayout(op.getC().getType()))),
        byCoordinate(registersByCoordinate(fragments)),
        dimOfK(operand == AtomOperand::A ? fragments.getRank() - 1
                                         : fragments.getRank() - 2),
        threads(std::min<int64_t>(getScaleSelectors(operand),
                                  fragments.getNumRegisters())),
        first(op.getFirstScale()), ofAtom(op.getAtom()->getScalesOfRow()),
        wordsOfRow(llvm::divideCeil(op.getScalesOfRow(), kBytesOfWord)) {
    int64_t count = op.getScalesOfRow();
    for (size_t row = 0; row < registers.size(); row += count)
      llvm::append_range(
          words, pack(builder, op.getLoc(), registers.slice(row, count)));
  }

  /// Returns the scales for the atom at these coordinates, in atoms, and this K
  /// slice.
  ScaleSelector get(Coords at, int64_t kSlice) const {
    at[dimOfK] = 0;
    unsigned fragment = byCoordinate.at(fragments.flatten(at));
    int64_t scale = first + kSlice * ofAtom;
    return {words[fragment / threads * wordsOfRow + scale / kBytesOfWord],
            uint32_t(scale % kBytesOfWord), fragment % threads};
  }

private:
  /// Packs bytes into words; bytes after the end of a row are zero.
  static SmallVector<Value> pack(OpBuilder &builder, Location loc,
                                 ArrayRef<Value> scales) {
    SmallVector<Value> bytes(scales);
    while (bytes.size() % kBytesOfWord != 0)
      bytes.push_back(
          LLVM::ZeroOp::create(builder, loc, scales.front().getType()));
    return packWords(builder, loc, bytes);
  }

  LinearLayout fragments;
  llvm::DenseMap<uint64_t, unsigned> byCoordinate;
  unsigned dimOfK, threads;
  int64_t first, ofAtom, wordsOfRow;
  SmallVector<Value> words;
};

class ScaledDot {
public:
  ScaledDot(OpBuilder &builder, DotOp op, const ScaledOperands &operands)
      : builder(builder), op(op), operands(operands),
        ofA(layoutOf(op.getA()), getFragmentOf(op, AtomOperand::A)),
        ofB(layoutOf(op.getB()), getFragmentOf(op, AtomOperand::B)),
        ofC(layoutOf(op.getC()), op.getAtom(), AtomOperand::C),
        scalesOfA(builder, op, AtomOperand::A, operands.scaleA),
        scalesOfB(builder, op, AtomOperand::B, operands.scaleB) {}

  SmallVector<Value> run() {
    SmallVector<Value> accumulators = operands.c;
    int64_t kSlices = ofA.getExtent(op.getType().getRank() - 1);
    for (unsigned index = 0; index < ofC.getCount(); ++index)
      for (int64_t kSlice = 0; kSlice < kSlices; ++kSlice)
        multiply(ofC.getCoords(index), kSlice,
                 MutableArrayRef<Value>(accumulators)
                     .slice(index * ofC.getSize(), ofC.getSize()));
    return accumulators;
  }

private:
  static const LinearLayout &layoutOf(Value tile) {
    return getLayout(tile.getType());
  }
  /// Returns the fragment of A or B, also where bytes hold two numbers each.
  static LinearLayout getFragmentOf(DotOp op, AtomOperand operand) {
    RankedTensorType numbers =
        operand == AtomOperand::A ? op.getNumbersOfA() : op.getNumbersOfB();
    LinearLayout fragment =
        *getFragment(op.getAtom(), operand, numbers.getShape());
    if (!op.getPacked())
      return fragment;
    unsigned rank = numbers.getRank();
    return joinAdjacent(fragment,
                        operand == AtomOperand::A ? rank - 1 : rank - 2);
  }

  void multiply(const Coords &at, int64_t kSlice,
                MutableArrayRef<Value> accumulators) {
    unsigned rank = op.getType().getRank();
    Location loc = op.getLoc();
    Coords atA = at, atB = at;
    atA[rank - 1] = atB[rank - 2] = kSlice;
    ScaleSelector a = scalesOfA.get(at, kSlice), b = scalesOfB.get(at, kSlice);
    auto type = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), llvm::map_to_vector(accumulators, [](Value acc) {
          return acc.getType();
        }));
    Value result = cute_nvgpu::MmaBsOp::create(
        builder, loc, type, op.getAtom(), op.getNumbersOfA().getElementType(),
        op.getNumbersOfB().getElementType(),
        getElementTypeOrSelf(op.getScales().front()), a.byte, a.thread, b.byte,
        b.thread, packWords(builder, loc, ofA.get(operands.a, atA)), a.word,
        packWords(builder, loc, ofB.get(operands.b, atB)), b.word,
        accumulators);
    for (auto [index, acc] : llvm::enumerate(accumulators))
      acc = LLVM::ExtractValueOp::create(builder, loc, result,
                                         ArrayRef<int64_t>(index));
  }

  OpBuilder &builder;
  DotOp op;
  const ScaledOperands &operands;
  Fragments ofA, ofB, ofC;
  Scales scalesOfA, scalesOfB;
};

} // namespace

SmallVector<Value> multiplyScaled(OpBuilder &builder, DotOp op,
                                  const ScaledOperands &operands) {
  return ScaledDot(builder, op, operands).run();
}

} // namespace tileiras::to_llvm
