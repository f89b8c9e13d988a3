//===- Swizzle.cpp - Shared memory without bank conflicts -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Swizzle.h"

#include "ConversionPlanners.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tileiras;

void tileiras::extendTo(F2Vectors &list, llvm::ArrayRef<uint64_t> more,
                        unsigned limit) {
  if (list.size() < limit)
    list.append(extendBasis(F2Span(list), more, limit - list.size()));
}

/// The subspace that one buffer holds: first all the vectors, then the
/// directions of lanes and warps, so that registers tell the rounds apart.
static F2Vectors chooseBuffer(const SwizzleSide &store, const SwizzleSide &load,
                              llvm::ArrayRef<uint64_t> chain,
                              llvm::ArrayRef<uint64_t> space,
                              unsigned bufferBits) {
  F2Vectors buffer(chain);
  for (InDim in : {InDim::Lane, InDim::Warp})
    for (const SwizzleSide *side : {&store, &load})
      extendTo(buffer, side->layout.getFlatBases(in), bufferBits);
  extendTo(buffer, space, bufferBits);
  return buffer;
}

/// Extends `common` to span(common + candidates), preferring candidates that
/// are independent of `other` and of the threads of `layout`.
static F2Vectors completeAwayFrom(F2Vectors common,
                                  llvm::ArrayRef<uint64_t> candidates,
                                  F2Vectors other, const LinearLayout &layout) {
  for (InDim in : {InDim::Lane, InDim::Warp})
    llvm::append_range(other, layout.getFlatBases(in));
  F2Vectors result = extendBasis(F2Span(other), candidates);
  llvm::append_range(common, result);
  llvm::append_range(result, extendBasis(F2Span(common), candidates));
  return result;
}

/// A space that intersects span(p) and span(q) in zero only: a complement of
/// their sum, and sums of a vector that only p has with one that only q has.
static F2Vectors chooseSegments(const SwizzleSide &store,
                                const SwizzleSide &load, const F2Vectors &p,
                                const F2Vectors &q, const F2Vectors &buffer) {
  F2Vectors common = intersectSpans(p, q);
  // A wide vector's bit must be added to a bit that its side has in registers;
  // else a lane or warp would move inside the vector.
  F2Vectors onlyP, onlyQ;
  if (store.contiguous > load.contiguous) {
    onlyP = extendBasis(F2Span(common), p);
    onlyQ = completeAwayFrom(common, q, p, store.layout);
  } else {
    onlyQ = extendBasis(F2Span(common), q);
    onlyP = completeAwayFrom(common, p, q, load.layout);
  }
  F2Vectors sum = p;
  extendTo(sum, q);
  F2Vectors segments = extendBasis(F2Span(sum), buffer);
  for (auto [e, f] : llvm::zip(onlyP, onlyQ))
    segments.push_back(e ^ f);
  return segments;
}

F2Vectors tileiras::chooseSwizzle(const SwizzleSide &store,
                                  const SwizzleSide &load,
                                  llvm::ArrayRef<uint64_t> chain,
                                  llvm::ArrayRef<uint64_t> space,
                                  unsigned bufferBits, unsigned elementBits) {
  F2Vectors buffer = chooseBuffer(store, load, chain, space, bufferBits);

  // If a vector is narrower than a word, any direction completes the word; one
  // that both sides have in lanes saves banks for both.
  F2Vectors bases(chain);
  unsigned wordBits = elementBits < 32 ? llvm::Log2_32(32 / elementBits) : 0;
  F2Vectors both = intersectSpans(store.wave, load.wave);
  extendTo(bases, intersectSpans(both, buffer), wordBits);
  extendTo(bases, buffer, wordBits);

  // The directions of a wavefront of each side, inside the buffer.
  auto footprint = [&](const SwizzleSide &side) {
    F2Vectors taken(
        llvm::ArrayRef(bases).take_front(std::max(side.contiguous, wordBits)));
    extendTo(taken, intersectSpans(side.wave, buffer));
    return taken;
  };
  F2Vectors p = footprint(store), q = footprint(load);

  unsigned lineBits = llvm::Log2_32(kWavefrontBits / elementBits);
  F2Vectors segments = chooseSegments(store, load, p, q, buffer);
  unsigned numSegments =
      buffer.size() - std::min<size_t>(lineBits, buffer.size());
  assert(segments.size() >= numSegments && "a common complement exists");
  segments.truncate(numSegments);

  // Banks are the rest of the buffer, along the lanes of the store if possible.
  F2Span taken(bases);
  taken.insert(segments);
  F2Vectors preferred = p;
  preferred.append(q);
  preferred.append(buffer);
  bases.append(extendBasis(taken, preferred));
  bases.append(segments);
  bases.append(extendBasis(F2Span(buffer), space));
  return bases;
}
