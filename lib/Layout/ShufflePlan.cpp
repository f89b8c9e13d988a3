//===- ShufflePlan.cpp - Conversions inside warps -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under `pull`, register d of lane l needs source register A d + B l of lane C
// d + D l (plus parts linear in the warp, which are constants here). In one
// round a lane publishes a single register, so all lanes that read from it must
// require the same one. Let lane l work on register t + E l in round t: it
// reads from lane C t + D' l, register A t + B' l, where
//   D' = D + C E,   B' = B + A E.
// That is consistent if D' l = 0 implies B' l = 0: E must make the lanes that
// read from one lane, but from different registers, read elsewhere first. The
// publisher s then sends the register of any reader: A t + B' D'⁺ (s + C t).
// Every matrix is linear over F2, and so are all three functions of a round.
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanners.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"

using namespace tileiras;

unsigned ShufflePlan::getSendRegister(unsigned round, unsigned lane,
                                      unsigned warp) const {
  return sendRegister.apply(round, lane, warp)[0];
}
unsigned ShufflePlan::getSourceLane(unsigned round, unsigned lane,
                                    unsigned warp) const {
  return sourceLane.apply(round, lane, warp)[0];
}
unsigned ShufflePlan::getWriteRegister(unsigned round, unsigned lane,
                                       unsigned warp) const {
  return writeRegister.apply(round, lane, warp)[0];
}

int64_t ShufflePlan::getNumShuffles(unsigned elementBits) const {
  if (!movesLanes)
    return 0;
  int64_t perElement = std::max(1u, elementBits / 32), moving = 0;
  for (unsigned round = 0; round < numRounds; round += packElements)
    moving += movesLanesIn(round);
  return moving * perElement;
}

bool ShufflePlan::movesLanesIn(unsigned round) const {
  if (!movesLanes)
    return false;
  for (auto [bit, basis] :
       llvm::enumerate(sourceLane.getFlatBases(InDim::Lane)))
    if (basis != uint64_t(1) << bit)
      return true;
  return sourceLane.getOutMask(InDim::Warp) != 0 ||
         sourceLane.applyFlat(InDim::Register, round) != 0;
}

/// Bits of the index that differ between threads.
static unsigned countThreadBits(const LinearLayout &index) {
  F2Span span(index.getFlatBases(InDim::Lane));
  span.insert(index.getFlatBases(InDim::Warp));
  return span.getDim();
}

int64_t ShufflePlan::getNumSelects() const {
  int64_t selects = 0;
  for (const LinearLayout *index : {&sendRegister, &writeRegister}) {
    unsigned bits = countThreadBits(*index);
    int64_t tree = int64_t(numRounds) * ((int64_t(1) << bits) - 1);
    selects += std::min(tree, bits * index->getOutSize(0));
  }
  return selects;
}

namespace {
/// A linear map as the images of its input bits.
using Images = F2Vectors;

class ShufflePlanner {
public:
  ShufflePlanner(const LinearLayout &pull, const LinearLayout &dst)
      : pull(pull), dst(dst) {
    for (uint64_t mask : getKernel(dst.getFlatBases(InDim::Register)))
      plan.copyMasks.push_back(mask);
    F2Vectors copies(plan.copyMasks.begin(), plan.copyMasks.end());
    roundMasks = extendBasis(F2Span(copies),
                             unitVectors(dst.getInBits(InDim::Register)));
    for (uint64_t mask : roundMasks) {
      uint64_t index = pull.applyFlat(InDim::Register, mask);
      a.push_back(part(InDim::Register, index));
      c.push_back(part(InDim::Lane, index));
    }
    b = parts(InDim::Lane, InDim::Register);
    d = parts(InDim::Lane, InDim::Lane);
    bWarp = parts(InDim::Warp, InDim::Register);
    dWarp = parts(InDim::Warp, InDim::Lane);
  }

  std::optional<ShufflePlan> run(unsigned elementBits) {
    if (!findSkew())
      return std::nullopt;
    plan.numRounds = 1u << roundMasks.size();
    buildRounds();
    findPacking(elementBits);
    return plan;
  }

private:
  /// Returns index `dim` of a packed index under src.
  uint64_t part(InDim dim, uint64_t index) const {
    return pull.unflatten(index)[outDimOf(dim)];
  }
  Images parts(InDim from, InDim to) const {
    Images images;
    for (uint64_t index : pull.getFlatBases(from))
      images.push_back(part(to, index));
    return images;
  }

  /// Finds E (`skew`, counted in rounds).
  bool findSkew() {
    unsigned numLanes = d.size();
    skew.assign(numLanes, 0);
    F2Span readLanes;   // the image of D'
    F2Span read;        // the image of D, numbered by lane bit
    F2Span disputed;    // B k for the chosen k in the kernel of D
    F2Vectors disputes; // their skews
    for (unsigned lane = 0; lane != numLanes; ++lane)
      readLanes.insert(d[lane]);
    for (unsigned lane = 0; lane != numLanes; ++lane) {
      std::optional<uint64_t> others = read.solve(d[lane]);
      read.insert(d[lane]);
      if (!others)
        continue;
      // k = lane bit + others reads the same lane; the loop asks whether it
      // requires another register, and one that no earlier dispute has settled.
      uint64_t required = b[lane] ^ select<uint64_t>(b, *others);
      if (std::optional<uint64_t> settled = disputed.solve(required)) {
        skew[lane] = select<uint64_t>(disputes, *settled);
        disputed.insert(required);
        disputes.push_back(skew[lane]);
        continue;
      }
      auto *round = llvm::find_if(c, [&](uint64_t elsewhere) {
        return !readLanes.contains(elsewhere);
      });
      if (round == c.end())
        return false;
      readLanes.insert(*round);
      skew[lane] = uint64_t(1) << (round - c.begin());
      disputed.insert(required);
      disputes.push_back(skew[lane]);
    }
    return true;
  }

  void buildRounds() {
    Images dSkewed, bSkewed, write;
    for (auto [lane, rounds] : llvm::enumerate(skew)) {
      dSkewed.push_back(d[lane] ^ select<uint64_t>(c, rounds));
      bSkewed.push_back(b[lane] ^ select<uint64_t>(a, rounds));
      write.push_back(select<uint64_t>(roundMasks, rounds));
    }
    // B' D'⁺ on all lanes: lanes from which no lane reads send anything.
    unsigned numLanes = d.size();
    F2Span image(dSkewed);
    image.insert(unitVectors(numLanes));
    auto sent = [&](uint64_t lane) {
      uint64_t readers = *image.solve(lane) & ((uint64_t(1) << numLanes) - 1);
      return select<uint64_t>(bSkewed, readers);
    };

    Images sendByRound, sendByLane, sendByWarp;
    for (auto [reg, lane] : llvm::zip_equal(a, c))
      sendByRound.push_back(reg ^ sent(lane));
    for (unsigned lane = 0; lane != numLanes; ++lane)
      sendByLane.push_back(sent(uint64_t(1) << lane));
    for (auto [reg, lane] : llvm::zip_equal(bWarp, dWarp))
      sendByWarp.push_back(reg ^ sent(lane));

    int64_t srcRegisters = pull.getOutSize(outDimOf(InDim::Register));
    int64_t srcLanes = pull.getOutSize(outDimOf(InDim::Lane));
    plan.sendRegister =
        makeIndex(srcRegisters, sendByRound, sendByLane, sendByWarp);
    plan.sourceLane = makeIndex(srcLanes, c, dSkewed, dWarp);
    plan.writeRegister = makeIndex(dst.getNumRegisters(), roundMasks, write,
                                   Images(dWarp.size(), 0));
    plan.movesLanes = !(plan.sourceLane.isTrivialOver(InDim::Register) &&
                        plan.sourceLane.isTrivialOver(InDim::Warp) &&
                        plan.sourceLane.onlyIn(InDim::Lane).isIdentity());
  }

  static LinearLayout makeIndex(int64_t size, const Images &rounds,
                                const Images &lanes, const Images &warps) {
    return LinearLayout::fromFlatBases(InDim::Register, rounds, {size})
        .withBases(InDim::Lane, lanes)
        .withBases(InDim::Warp, warps);
  }

  /// Returns whether q bits can be packed: rounds below 2^q select registers
  /// below 2^q on both sides, in the same lane, and nothing else changes those
  /// bits.
  bool canPack(unsigned q) const {
    if (q > roundMasks.size())
      return false;
    uint64_t low = (uint64_t(1) << q) - 1;
    for (const LinearLayout *index : {&plan.sendRegister, &plan.writeRegister})
      for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp})
        for (auto [bit, image] : llvm::enumerate(index->getFlatBases(in))) {
          bool packed = in == InDim::Register && bit < q;
          if (packed ? image != uint64_t(1) << bit : (image & low) != 0)
            return false;
        }
    return llvm::all_of(llvm::ArrayRef(c).take_front(q),
                        [](uint64_t lane) { return lane == 0; });
  }

  void findPacking(unsigned elementBits) {
    unsigned q = 0;
    while ((elementBits << (q + 1)) <= 32 && canPack(q + 1))
      ++q;
    plan.packElements = 1u << q;
  }

  const LinearLayout &pull, &dst;
  F2Vectors roundMasks; // dst register of each bit of the round
  Images a, b, c, d, bWarp, dWarp, skew;
  ShufflePlan plan;
};
} // namespace

std::optional<ShufflePlan> tileiras::planShuffle(const LinearLayout &pull,
                                                 const LinearLayout &dst,
                                                 unsigned elementBits) {
  return ShufflePlanner(pull, dst).run(elementBits);
}
