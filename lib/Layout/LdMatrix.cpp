//===- LdMatrix.cpp - Register layouts that ldmatrix and stmatrix move ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LdMatrix.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace tileiras;

/// A row of a matrix is 16 bytes.
static constexpr unsigned kRowBits = 128, kWarpLaneBits = 5;
/// An instruction gives a lane up to four words.
static constexpr size_t kMaxWordBits = 2;

llvm::SmallVector<unsigned> MatrixAccess::getRegisters(unsigned instruction,
                                                       unsigned word) const {
  uint32_t first = select<uint32_t>(instructionMasks, instruction) ^
                   select<uint32_t>(wordMasks, word);
  llvm::SmallVector<unsigned> result;
  for (unsigned element = 0; element != 1u << elementMasks.size(); ++element)
    result.push_back(first ^ select<uint32_t>(elementMasks, element));
  return result;
}

namespace {
/// One attempt to match a form.
class MatrixMatcher {
public:
  MatrixMatcher(const LinearLayout &offset, unsigned elementBits,
                MatrixForm form, uint64_t uniformBits)
      : offset(offset), uniformBits(uniformBits), form(form),
        log2PerWord(llvm::Log2_32(32 / elementBits)),
        rowMask(kRowBits / elementBits - 1),
        registers(offset.getFlatBases(InDim::Register)),
        lanes(offset.getFlatBases(InDim::Lane)) {}

  std::optional<MatrixAccess> match() {
    result.form = form;
    for (uint64_t mask : getKernel(registers))
      result.copyMasks.push_back(mask);
    if (!matchRow() || !collectRegisters() || !threadsKeepRows() ||
        !takeRowBits())
      return std::nullopt;
    splitRegisters();
    return addRowAddresses();
  }

private:
  bool isTransposed() const { return form != MatrixForm::Rows; }

  /// Matches the bits inside one row: the lowest offsets, in order.
  bool matchRow() {
    switch (form) {
    case MatrixForm::Rows:
      return takeElements(0, log2PerWord) &&
             lanes[0] == uint64_t(1) << log2PerWord &&
             lanes[1] == uint64_t(2) << log2PerWord;
    case MatrixForm::Transposed:
      return lanesRunAlongRow();
    case MatrixForm::TransposedBytes:
      return lanesRunAlongRow() && takeElements(3, 1);
    }
    llvm_unreachable("the forms");
  }

  bool lanesRunAlongRow() const {
    return lanes[2] == 1 && lanes[3] == 2 && lanes[4] == 4;
  }

  /// Takes the registers that give exactly the bits `first` to `first + count -
  /// 1` of the offset.
  bool takeElements(unsigned first, unsigned count) {
    firstElementBit = first;
    F2Span span(registers);
    for (unsigned bit = first; bit != first + count; ++bit) {
      std::optional<uint64_t> mask = span.solve(uint64_t(1) << bit);
      if (!mask)
        return false;
      result.elementMasks.push_back(*mask);
    }
    return true;
  }

  /// Collects the registers other than those of the row and of copies, each
  /// cleared of the element bits; they may not move within a row otherwise.
  bool collectRegisters() {
    F2Vectors known(result.elementMasks.begin(), result.elementMasks.end());
    known.append(result.copyMasks.begin(), result.copyMasks.end());
    uint64_t elements = (uint64_t(1) << result.elementMasks.size()) - 1;
    for (uint64_t mask :
         extendBasis(F2Span(known), unitVectors(registers.size()))) {
      uint64_t inRow = select<uint64_t>(registers, mask) & rowMask;
      if ((inRow & ~(elements << firstElementBit)) != 0)
        return false;
      others.push_back(mask ^ select<uint32_t>(result.elementMasks,
                                               inRow >> firstElementBit));
    }
    return true;
  }

  /// Returns whether the lanes that select a row, and warps, move by whole
  /// rows.
  bool threadsKeepRows() const {
    auto keepsRow = [&](uint64_t basis) { return (basis & rowMask) == 0; };
    auto keepsRound = [&](uint64_t basis) {
      return (basis & uniformBits) == 0;
    };
    llvm::ArrayRef<uint64_t> rowLanes =
        isTransposed() ? lanes.take_front(2) : lanes.drop_front(2);
    return llvm::all_of(rowLanes, keepsRow) &&
           llvm::all_of(lanes, keepsRound) &&
           llvm::all_of(offset.getFlatBases(InDim::Warp), keepsRow) &&
           llvm::all_of(offset.getFlatBases(InDim::Block), keepsRow);
  }

  /// Takes the lowest bits of the row in the transposed forms: any register
  /// bits that stay in a round.
  bool takeRowBits() {
    if (!isTransposed())
      return true;
    std::optional<uint32_t> pair = takeOther();
    if (!pair)
      return false;
    result.elementMasks.insert(result.elementMasks.begin(), *pair);
    if (form == MatrixForm::Transposed)
      return true;
    std::optional<uint32_t> word = takeOther();
    if (word)
      result.wordMasks.push_back(*word);
    return word.has_value();
  }

  std::optional<uint32_t> takeOther() {
    auto *found = llvm::find_if(others, [&](uint32_t mask) {
      return (offsetOf(mask) & uniformBits) == 0;
    });
    if (found == others.end())
      return std::nullopt;
    uint32_t mask = *found;
    others.erase(found);
    return mask;
  }

  /// The remaining register bits index the matrices of an instruction, then
  /// instructions.
  void splitRegisters() {
    unsigned bitsOfMatrix = result.wordMasks.size();
    for (uint32_t mask : others) {
      bool fits = result.wordMasks.size() < kMaxWordBits &&
                  (offsetOf(mask) & uniformBits) == 0;
      (fits ? result.wordMasks : result.instructionMasks).push_back(mask);
    }
    result.numMatrices = result.getNumWords() >> bitsOfMatrix;
  }

  MatrixAccess addRowAddresses() {
    F2Vectors instructions, rows;
    for (uint32_t mask : result.instructionMasks)
      instructions.push_back(offsetOf(mask));
    llvm::ArrayRef<uint32_t> words = result.wordMasks;
    if (isTransposed())
      rows.push_back(offsetOf(result.elementMasks[0]));
    if (form == MatrixForm::TransposedBytes) {
      rows.push_back(offsetOf(words.front()));
      words = words.drop_front();
    }
    llvm::append_range(rows, isTransposed() ? lanes.take_front(2)
                                            : lanes.drop_front(2));
    for (uint32_t mask : words)
      rows.push_back(offsetOf(mask));
    rows.resize(kWarpLaneBits, 0);
    result.rowAddress = offset.withBases(InDim::Register, instructions)
                            .withBases(InDim::Lane, rows);
    return result;
  }

  uint64_t offsetOf(uint32_t mask) const {
    return select<uint64_t>(registers, mask);
  }

  const LinearLayout &offset;
  uint64_t uniformBits;
  MatrixForm form;
  unsigned log2PerWord, firstElementBit = 0;
  uint64_t rowMask;
  llvm::ArrayRef<uint64_t> registers, lanes;
  llvm::SmallVector<uint32_t> others;
  MatrixAccess result;
};

/// Returns whether the form moves elements of this width.
bool takesElements(MatrixForm form, unsigned elementBits) {
  switch (form) {
  case MatrixForm::Rows:
    return elementBits <= 32;
  case MatrixForm::Transposed:
    return elementBits == 16;
  case MatrixForm::TransposedBytes:
    return elementBits == 8;
  }
  llvm_unreachable("the forms");
}

/// Returns the first of some forms that fits.
std::optional<MatrixAccess> matchForms(const LinearLayout &offset,
                                       unsigned elementBits,
                                       llvm::ArrayRef<MatrixForm> forms) {
  for (MatrixForm form : forms)
    if (auto found = matchMatrixAccess(offset, elementBits, form))
      return found;
  return std::nullopt;
}
} // namespace

std::optional<MatrixAccess>
tileiras::matchMatrixAccess(const LinearLayout &offset, unsigned elementBits,
                            MatrixForm form, uint64_t uniformBits) {
  if (!takesElements(form, elementBits) ||
      offset.getInBits(InDim::Lane) != kWarpLaneBits)
    return std::nullopt;
  return MatrixMatcher(offset, elementBits, form, uniformBits).match();
}

std::optional<MatrixAccess> tileiras::matchLdMatrix(const LinearLayout &smem,
                                                    const LinearLayout &dst,
                                                    unsigned elementBits) {
  return matchForms(dst.invertAndCompose(smem), elementBits, kAllMatrixForms);
}

std::optional<MatrixAccess> tileiras::matchStMatrix(const LinearLayout &smem,
                                                    const LinearLayout &src,
                                                    unsigned elementBits) {
  return matchForms(src.invertAndCompose(smem), elementBits,
                    kStoredMatrixForms);
}
