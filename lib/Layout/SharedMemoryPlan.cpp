//===- SharedMemoryPlan.cpp - Conversions through shared memory -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ConversionPlan.h has the theory, and Swizzle.h the layout of the buffer. A
// *candidate* says how wide each side's accesses are and which directions of
// the tile they combine; for each candidate the swizzle is constructed, checked
// and costed, and the cheapest one wins. There are a handful: equal vectors,
// wider ones on one side, matrix instructions.
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanners.h"
#include "Swizzle.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tileiras;

namespace {
/// One side of the conversion and its accesses of the buffer.
struct Side : SwizzleSide {
  /// If none, accesses are vectors.
  std::optional<MatrixForm> form;
};

class SharedMemoryPlanner {
public:
  SharedMemoryPlanner(const LinearLayout &src, const LinearLayout &dst,
                      const ConversionOptions &options)
      : src(src), dst(dst), options(options), bits(options.elementBits),
        maxVector(llvm::Log2_32(
            std::max(1u, options.maxVectorBits / options.elementBits))) {
    assert(options.maxSharedBytes >= kMinBytes && "any vector fits");
    // `all` spans the elements of a CTA: with clusters, less than the tile.
    F2Vectors all;
    for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp})
      llvm::append_range(all, src.getFlatBases(in));
    space = extendBasis(F2Span(), all);
    if (space.size() == src.getOutBits())
      space = unitVectors(space.size());
    uint64_t fits = options.maxSharedBytes * 8 / bits;
    bufferBits = std::min<unsigned>(llvm::Log2_64(fits), space.size());
  }

  /// Returns nullopt for elements of less than a byte that are moved one by
  /// one.
  std::optional<SharedMemoryPlan> run() {
    tryVectors();
    tryMatrices();
    assert((best || bits < 8) && "scalar accesses always work");
    return best;
  }

  /// Plans with stores of vectors along `chain` only.
  std::optional<SharedMemoryPlan> runFill(const F2Vectors &chain) {
    for (uint64_t direction : chain)
      insideVector |= direction;
    Side store = vectorSide(src, chain.size());
    tryAgainst(chain, dst,
               [&](Side load) { return tryCandidate(store, load, chain); });
    for (MatrixForm form : getLoadForms())
      if (std::optional<F2Vectors> row = getMatrixRow(dst, form, chain);
          row && row->size() >= chain.size() &&
          llvm::equal(chain, llvm::ArrayRef(*row).take_front(chain.size())))
        tryCandidate(store, matrixSide(dst, form, *row), *row);
    return best;
  }

private:
  static constexpr int64_t kMinBytes = 1024;

  llvm::ArrayRef<uint64_t> registersOf(const LinearLayout &layout) const {
    return layout.getFlatBases(InDim::Register);
  }

  Side vectorSide(const LinearLayout &layout, unsigned contiguous) const {
    unsigned lanes = log2LanesPerWavefront(bits << contiguous);
    llvm::ArrayRef<uint64_t> all = layout.getFlatBases(InDim::Lane);
    return {{layout, contiguous, F2Vectors(all.take_front(lanes))},
            std::nullopt};
  }

  llvm::ArrayRef<MatrixForm> getLoadForms() const {
    if (!options.useLdMatrix)
      return {};
    return options.useLdMatrixBytes
               ? llvm::ArrayRef(kAllMatrixForms)
               : llvm::ArrayRef(kAllMatrixForms).drop_back();
  }
  llvm::ArrayRef<MatrixForm> getStoreForms() const {
    // All lanes of stmatrix store, so no lane may only repeat others.
    bool stores = options.useStMatrix && src.getFreeMask(InDim::Lane) == 0;
    return stores ? llvm::ArrayRef(kStoredMatrixForms)
                  : llvm::ArrayRef<MatrixForm>();
  }

  //===--------------------------------------------------------------------===//
  // Candidates
  //===--------------------------------------------------------------------===//

  /// Tries equal vectors along the dimensions that both sides hold in
  /// registers, and wider ones on either side. A width that turns out not to
  /// work is halved.
  void tryVectors() {
    F2Vectors common = intersectSpans(registersOf(src), registersOf(dst));
    common.truncate(std::min<size_t>(common.size(), maxVector));
    for (unsigned width = common.size();; --width) {
      F2Vectors chain(llvm::ArrayRef(common).take_front(width));
      bool works =
          tryCandidate(vectorSide(src, width), vectorSide(dst, width), chain);
      works |= tryWider(chain, src, [&](unsigned wide, const F2Vectors &all) {
        return tryCandidate(vectorSide(src, wide), vectorSide(dst, width), all);
      });
      works |= tryWider(chain, dst, [&](unsigned wide, const F2Vectors &all) {
        return tryCandidate(vectorSide(src, width), vectorSide(dst, wide), all);
      });
      if (works || width == 0)
        return;
    }
  }

  bool tryWider(const F2Vectors &chain, const LinearLayout &layout,
                llvm::function_ref<bool(unsigned, const F2Vectors &)> attempt) {
    F2Vectors wide = chain;
    extendTo(wide, registersOf(layout), maxVector);
    for (; wide.size() > chain.size(); wide.pop_back())
      if (attempt(wide.size(), wide))
        return true;
    return false;
  }

  /// Tries ldmatrix, stmatrix or both, if the options allow.
  void tryMatrices() {
    for (MatrixForm form : getLoadForms())
      if (std::optional<F2Vectors> row =
              getMatrixRow(dst, form, registersOf(src)))
        tryAgainst(*row, src, [&](Side store) {
          return tryCandidate(std::move(store), matrixSide(dst, form, *row),
                              *row);
        });
    for (MatrixForm form : getStoreForms())
      if (std::optional<F2Vectors> row =
              getMatrixRow(src, form, registersOf(dst)))
        tryAgainst(*row, dst, [&](Side load) {
          return tryCandidate(matrixSide(src, form, *row), std::move(load),
                              *row);
        });
    for (MatrixForm store : getStoreForms())
      for (MatrixForm load : getLoadForms()) {
        std::optional<F2Vectors> row =
            getMatrixRow(src, store, registersOf(dst));
        if (row && row == getMatrixRow(dst, load, *row))
          tryCandidate(matrixSide(src, store, *row),
                       matrixSide(dst, load, *row), *row);
      }
  }

  /// Tries vectors on the other side of a matrix row: the longest beginning of
  /// the row that the side holds in registers.
  void tryAgainst(const F2Vectors &row, const LinearLayout &layout,
                  llvm::function_ref<bool(Side)> attempt) {
    F2Span registers(registersOf(layout));
    unsigned width = 0;
    while (width < std::min<size_t>(row.size(), maxVector) &&
           registers.contains(row[width]))
      ++width;
    while (!attempt(vectorSide(layout, width)) && width != 0)
      --width;
  }

  /// The directions inside a row of 16 bytes (LdMatrix.h), lowest first. If any
  /// register bit will do, one of `preferred` is chosen, if there is one.
  std::optional<F2Vectors>
  getMatrixRow(const LinearLayout &layout, MatrixForm form,
               llvm::ArrayRef<uint64_t> preferred) const {
    llvm::ArrayRef<uint64_t> lanes = layout.getFlatBases(InDim::Lane);
    if (bits > 32 || lanes.size() != 5)
      return std::nullopt;
    F2Vectors row;
    if (form == MatrixForm::Rows) {
      unsigned perWord = llvm::Log2_32(32 / bits);
      extendTo(row, registersOf(layout), perWord);
      if (row.size() != perWord)
        return std::nullopt;
      row.append(lanes.begin(), lanes.begin() + 2);
    } else {
      if (bits != (form == MatrixForm::Transposed ? 16 : 8))
        return std::nullopt;
      row.append(lanes.begin() + 2, lanes.end());
      if (form == MatrixForm::TransposedBytes) {
        extendTo(row, intersectSpans(registersOf(layout), preferred), 4);
        extendTo(row, registersOf(layout), 4);
      }
    }
    if (F2Span(row).getDim() != row.size() ||
        row.size() != llvm::Log2_32(128 / bits))
      return std::nullopt;
    return row;
  }

  /// `row` is that of getMatrixRow.
  Side matrixSide(const LinearLayout &layout, MatrixForm form,
                  const F2Vectors &row) const {
    llvm::ArrayRef<uint64_t> lanes = layout.getFlatBases(InDim::Lane);
    unsigned contiguous = row.size();
    if (form == MatrixForm::Rows)
      return {{layout, contiguous, F2Vectors(lanes.drop_front(2))}, form};
    // Eight rows are one or two bits of registers, then bits of lanes.
    unsigned ofRegisters = form == MatrixForm::Transposed ? 1 : 2;
    F2Vectors wave = extendBasis(F2Span(row), registersOf(layout), ofRegisters);
    wave.append(lanes.begin(), lanes.begin() + 3 - ofRegisters);
    return {{layout, contiguous, wave}, form};
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  /// Constructs the plan of a candidate and keeps it if it is the best.
  bool tryCandidate(Side store, Side load, const F2Vectors &chain) {
    if (chain.size() > bufferBits)
      return false;
    SharedMemoryPlan plan;
    plan.elementBits = bits;
    plan.bufferBits = bufferBits;
    plan.roundBits = space.size() - bufferBits;
    plan.smem = LinearLayout::fromFlatBases(
        InDim::Offset,
        chooseSwizzle(store, load, chain, space, bufferBits, bits),
        src.getOutSizes());
    if (!fillAccess(plan, store, plan.store) ||
        !fillAccess(plan, load, plan.load) || !keepsVectors(plan.store))
      return false;
    if (!best || cost(plan) < cost(*best))
      best = std::move(plan);
    return true;
  }

  /// Wavefronts come first: they dominate the time of large conversions.
  static std::pair<int64_t, int64_t> cost(const SharedMemoryPlan &plan) {
    return {plan.store.getTotalWavefronts() + plan.load.getTotalWavefronts(),
            plan.store.getNumInstructions() + plan.load.getNumInstructions()};
  }

  /// Returns false if the side can't be accessed as the candidate requires.
  bool fillAccess(const SharedMemoryPlan &plan, const Side &side,
                  SharedAccess &access) const {
    LinearLayout offset = getSlots(side.layout, plan.smem);
    std::optional<SharedAccess> found =
        side.form ? planMatrices(offset, bits, plan.bufferBits, *side.form)
                  : planVectors(offset, bits, plan.bufferBits, side.contiguous);
    if (!found)
      return false;
    access = std::move(*found);
    access.freeLanes = side.layout.getFreeMask(InDim::Lane);
    access.freeWarps = side.layout.getFreeMask(InDim::Warp);
    return true;
  }

  /// Returns whether the vectors of a fill are in the buffer as in memory:
  /// registers could be stored in another order, but an instruction that copies
  /// memory can't reorder it.
  bool keepsVectors(const SharedAccess &store) const {
    return llvm::none_of(store.groupMasks, [&](uint32_t mask) {
      return src.applyFlat(InDim::Register, mask) & insideVector;
    });
  }

  /// Maps (register, lane, warp, block) to slots. A CTA's slots are those of
  /// its own elements: block b's tile coordinates are counted from src(b).
  LinearLayout getSlots(const LinearLayout &layout,
                        const LinearLayout &smem) const {
    F2Vectors blocks;
    for (auto [mine, theirs] : llvm::zip_equal(
             layout.getFlatBases(InDim::Block), src.getFlatBases(InDim::Block)))
      blocks.push_back(mine ^ theirs);
    int64_t slots = smem.getInSize(InDim::Offset);
    LinearLayout local = layout.withBases(InDim::Block, blocks);
    return local.invertAndCompose(smem).reshapeOuts({slots});
  }

  const LinearLayout &src, &dst;
  const ConversionOptions &options;
  unsigned bits, maxVector;
  /// A basis of the elements that one CTA exchanges.
  F2Vectors space;
  unsigned bufferBits;
  /// The bits of a flat coordinate that are set inside a fill's vector.
  uint64_t insideVector = 0;
  std::optional<SharedMemoryPlan> best;
};
} // namespace

std::optional<SharedMemoryPlan>
tileiras::planSharedFill(const LinearLayout &src, const LinearLayout &dst,
                         llvm::ArrayRef<uint64_t> vector,
                         const ConversionOptions &options) {
  return SharedMemoryPlanner(src, dst, options)
      .runFill(F2Vectors(vector.begin(), vector.end()));
}

SharedMemoryPlan tileiras::planSharedMemory(const LinearLayout &src,
                                            const LinearLayout &dst,
                                            const ConversionOptions &options) {
  if (auto plan = SharedMemoryPlanner(src, dst, options).run())
    return *plan;
  ConversionOptions inBytes = options;
  inBytes.elementBits = 8;
  return *SharedMemoryPlanner(src, dst, inBytes).run();
}
