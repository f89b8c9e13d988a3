//===- LinearLayout.h - Placements of tiles as maps over F2 -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Placements of tiles
// ------------------
// Every extent of a tile is a power of two, and so is the number of registers,
// lanes, warps and CTAs that hold it. A placement then is a function from the
// bits of a hardware index to the bits of a tile coordinate, and every
// placement that GPUs ask for (blocked, strided, the fragments of mma, swizzled
// shared memory, replicated, permuted) is *linear over F2*: the coordinate of
// an index is the XOR of the coordinates of the index's set bits. See Zhou et
// al., "Linear Layouts: Robust Code Generation of Efficient Tensor Computation
// Using F2", 2025.
//
// A LinearLayout stores just that: for each bit of each input dimension its
// *basis*, the coordinate of this bit alone.
//
// A worked example
// ----------------
// Take an 8x8 tile, two registers per thread holding adjacent elements of a
// row, four threads covering a row (lane bits 0 and 1), eight rows of threads
// (lane bits 2, 3, 4): the accumulator of mma.m8n8k4.f64. Its bases,
//
//     register bit 0 -> (0,1)
//     lane     bit 0 -> (0,2)    bit 1 -> (0,4)
//              bit 2 -> (1,0)    bit 3 -> (2,0)    bit 4 -> (4,0)
//
// written {register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}. Register 1
// of lane 13 = 0b01101 holds (0,1) ^ (0,2) ^ (1,0) ^ (2,0) = (3,3).
//
// A basis of all zeros is a bit that changes nothing: the tile is *replicated*
// over that bit. Reducing the rows of the tile above (dropOut(0)) leaves
// {register=[[1]], lane=[[2],[4],[0],[0],[0]]}: eight values, held eight times.
//
// Conversions are quotients: `src.invertAndCompose(dst)` maps an index under
// src to the index of the same element under dst. If it is the identity,
// nothing moves; if lanes and warps map to themselves, registers are renamed;
// if warps do, lanes shuffle; otherwise the tile goes through shared memory
// (ConversionPlan.h). A swizzle of shared memory is a layout Offset -> tile.
//
// Conventions
// -----------
// * Input dimensions are the fixed set InDim. An absent dimension and one of
//   size 1 are the same thing: no bases.
// * Output dimensions are numbered 0 … rank-1, with power-of-two sizes. A basis
//   is kept *flat*: the row-major index of its coordinate, last dimension
//   fastest, in one uint64_t. So XOR of flat bases is XOR of coordinates, a
//   row-major reshape changes no basis, and algebra is on 64-bit words.
// * An input index packs into one word as well, in the order of InDim with
//   Register in the lowest bits. The output of an inverse is such a packed
//   index: rank kNumInDims, output dimension outDimOf(d) for input dimension
//   d. Hence `compose` needs no names: flat output feeds packed input.
// * Values are immutable; every operation is O(bits^2) and never visits
//   elements. Preconditions are asserted. A rank-0 tile has one element; all
//   of its bases are zero.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_LINEARLAYOUT_H
#define TILEIRAS_LAYOUT_LINEARLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tileiras {

/// The meaning of an input bit. Registers count elements of the tile, not
/// 32-bit machine registers. Offset counts elements in linear memory.
/// TensorLane and TensorColumn address tensor memory (PTX ISA, "Tensor Memory
/// Addressing"): 128 lanes, and columns of 32 bits.
enum class InDim : uint8_t {
  Register,
  Lane,
  Warp,
  Block,
  Offset,
  TensorLane,
  TensorColumn
};

inline constexpr unsigned kNumInDims = 7;
inline constexpr std::array<InDim, kNumInDims> kAllInDims = {
    InDim::Register, InDim::Lane,       InDim::Warp,        InDim::Block,
    InDim::Offset,   InDim::TensorLane, InDim::TensorColumn};

/// Returns "register", "lane", "warp", "block", "offset", "tensor_lane" or
/// "tensor_column".
[[nodiscard]] llvm::StringRef getInDimName(InDim dim);

/// The output dimension of an inverse that holds input dimension `dim`. The
/// lowest bits are last: Register is the last dimension, TensorColumn the
/// first.
[[nodiscard]] constexpr unsigned outDimOf(InDim dim) {
  return kNumInDims - 1 - static_cast<unsigned>(dim);
}

/// A tile coordinate, one entry per output dimension.
using Coords = llvm::SmallVector<int64_t, 4>;

class LinearLayout {
public:
  /// The bases of one input dimension as coordinates, lowest bit first.
  struct DimBases {
    InDim dim;
    llvm::SmallVector<Coords> bases;
  };

  /// Constructs the layout of one element, rank 0, held by one register of one
  /// thread.
  LinearLayout() = default;

  //===--------------------------------------------------------------------===//
  // Building blocks
  //===--------------------------------------------------------------------===//

  /// The unit of operator*: it has no input, and every output size is 1.
  [[nodiscard]] static LinearLayout unit(unsigned rank);

  /// Maps index i of `in` to coordinate i of output `out`; the other outputs
  /// have size 1.
  [[nodiscard]] static LinearLayout
  identity1D(int64_t size, InDim in, unsigned out = 0, unsigned rank = 1);

  /// Maps index i of `in` to coordinate i*stride of `out`, whose size is
  /// size*stride.
  [[nodiscard]] static LinearLayout strided1D(int64_t size, int64_t stride,
                                              InDim in, unsigned out = 0,
                                              unsigned rank = 1);

  /// Maps `size` indices of `in` to the same element.
  [[nodiscard]] static LinearLayout zeros(int64_t size, InDim in,
                                          unsigned rank = 1);

  /// Constructs a layout from coordinates. Each must be within `outSizes`.
  [[nodiscard]] static LinearLayout fromBases(llvm::ArrayRef<DimBases> inputs,
                                              llvm::ArrayRef<int64_t> outSizes);

  /// Constructs a layout with one input from flat bases.
  [[nodiscard]] static LinearLayout
  fromFlatBases(InDim dim, llvm::ArrayRef<uint64_t> flat,
                llvm::ArrayRef<int64_t> outSizes);

  /// Replaces the bases of `dim` (flat; within the output space).
  [[nodiscard]] LinearLayout withBases(InDim dim,
                                       llvm::ArrayRef<uint64_t> flat) const;

  //===--------------------------------------------------------------------===//
  // Facts
  //===--------------------------------------------------------------------===//

  [[nodiscard]] unsigned getRank() const { return outSizes.size(); }
  [[nodiscard]] llvm::ArrayRef<int64_t> getOutSizes() const { return outSizes; }
  [[nodiscard]] int64_t getOutSize(unsigned dim) const { return outSizes[dim]; }
  /// log2 of the number of elements of the output space.
  [[nodiscard]] unsigned getOutBits() const;

  [[nodiscard]] unsigned getInBits(InDim dim) const {
    return inBits[static_cast<unsigned>(dim)];
  }
  [[nodiscard]] unsigned getTotalInBits() const { return bases.size(); }
  [[nodiscard]] int64_t getInSize(InDim dim) const {
    return int64_t(1) << getInBits(dim);
  }
  [[nodiscard]] int64_t getNumRegisters() const {
    return getInSize(InDim::Register);
  }
  [[nodiscard]] int64_t getNumLanes() const { return getInSize(InDim::Lane); }
  [[nodiscard]] int64_t getNumWarps() const { return getInSize(InDim::Warp); }

  [[nodiscard]] llvm::ArrayRef<uint64_t> getFlatBases(InDim dim) const {
    return llvm::ArrayRef(bases).slice(getFirstBit(dim), getInBits(dim));
  }
  [[nodiscard]] uint64_t getFlatBasis(InDim dim, unsigned bit) const {
    return getFlatBases(dim)[bit];
  }
  [[nodiscard]] Coords getBasis(InDim dim, unsigned bit) const;
  /// All flat bases in the order of the packed index.
  [[nodiscard]] llvm::ArrayRef<uint64_t> getAllFlatBases() const {
    return bases;
  }
  /// The first bit of `dim` in a packed index.
  [[nodiscard]] unsigned getFirstBit(InDim dim) const;

  /// Converts a row-major index to a coordinate and back, in this layout's
  /// output space.
  [[nodiscard]] Coords unflatten(uint64_t flat) const;
  [[nodiscard]] uint64_t flatten(llvm::ArrayRef<int64_t> coords) const;

  /// The coordinate of the element at a hardware index.
  [[nodiscard]] Coords apply(uint64_t reg, uint64_t lane = 0, uint64_t warp = 0,
                             uint64_t block = 0) const;
  /// The same, flat, for one input dimension, the others being 0.
  [[nodiscard]] uint64_t applyFlat(InDim dim, uint64_t index) const;
  /// The same, flat, for a packed index.
  [[nodiscard]] uint64_t applyPacked(uint64_t packed) const;
  /// Packs an index (see the conventions above) and takes it apart.
  [[nodiscard]] uint64_t pack(uint64_t reg, uint64_t lane = 0,
                              uint64_t warp = 0, uint64_t block = 0) const;
  [[nodiscard]] uint64_t unpack(InDim dim, uint64_t packed) const;

  /// Returns whether every element is held.
  [[nodiscard]] bool isSurjective() const;
  /// Returns whether no element is held twice.
  [[nodiscard]] bool isInjective() const;
  [[nodiscard]] bool isInvertible() const {
    return isSurjective() && isInjective();
  }
  /// Returns whether all bases of `dim` are zero (or there are none): `dim`
  /// does not matter.
  [[nodiscard]] bool isTrivialOver(InDim dim) const;
  /// Returns whether in- and output sizes agree and packed index i holds flat
  /// coordinate i.
  [[nodiscard]] bool isIdentity() const;

  /// Bit i is set when bit i of `dim` adds nothing to the lower bits and the
  /// lower dimensions: clearing it is always possible without losing an
  /// element. For bases that are zero this is replication in the plain sense. A
  /// thread owns its elements when (index & mask) == 0.
  [[nodiscard]] uint64_t getFreeMask(InDim dim) const;
  /// Bit i is set when the basis of bit i of `dim` is zero.
  [[nodiscard]] uint64_t getZeroMask(InDim dim) const;
  /// The flat output bits that depend on `dim`.
  [[nodiscard]] uint64_t getOutMask(InDim dim) const;

  //===--------------------------------------------------------------------===//
  // Algebra
  //===--------------------------------------------------------------------===//

  /// The direct sum: `this` gets the fast bits of every input and every output,
  /// `slower` the bits above them. Both have the same rank. Associative, not
  /// commutative; sizes multiply.
  [[nodiscard]] LinearLayout operator*(const LinearLayout &slower) const;

  /// Returns outer ∘ this: the inputs of `this`, the outputs of `outer`. The
  /// flat output of `this` is the packed input of `outer`, which must have at
  /// least that many bits.
  [[nodiscard]] LinearLayout compose(const LinearLayout &outer) const;

  /// The inverse, of an invertible layout: Offset (flat coordinate) to packed
  /// index, with rank kNumInDims.
  [[nodiscard]] LinearLayout invert() const;

  /// For any layout, R with L∘R∘L = L. Every element in the image maps to one
  /// of its indices, the one that uses the lowest input bits; the result never
  /// sets a bit of getFreeMask. Elements outside the image map to anything.
  [[nodiscard]] LinearLayout pseudoInvert() const;

  /// The quotient: R from the inputs of `this` to the packed inputs of `dst`
  /// with dst∘R = this. The outputs of `this` must all be in the image of `dst`
  /// (true when `dst` is surjective). If `dst` replicates, R moves as little as
  /// possible: a block bit stays a block bit, a warp bit a warp bit and a lane
  /// bit a lane bit wherever this can be made to hold by adding bits of lower
  /// dimensions.
  [[nodiscard]] LinearLayout invertAndCompose(const LinearLayout &dst) const;

  /// Returns rest with this == faster * rest, if it exists.
  [[nodiscard]] std::optional<LinearLayout>
  divideLeft(const LinearLayout &faster) const;

  //===--------------------------------------------------------------------===//
  // Changes of the output space by tile operations
  //===--------------------------------------------------------------------===//

  /// Row-major reinterpretation; the number of elements stays.
  [[nodiscard]] LinearLayout reshapeOuts(llvm::ArrayRef<int64_t> sizes) const;
  /// Output i of the result is output order[i] of this (as transposition of a
  /// tensor does it).
  [[nodiscard]] LinearLayout permuteOuts(llvm::ArrayRef<unsigned> order) const;
  /// Removes output `dim`: the layout of the result of a reduction along it.
  /// All inputs stay; their bases may become zero.
  [[nodiscard]] LinearLayout dropOut(unsigned dim) const;
  /// Does the same, but the output stays, with size 1: the layout of a value
  /// that is about to be broadcast to `this` along `dim`.
  [[nodiscard]] LinearLayout projectOut(unsigned dim) const;
  /// Inserts an output of size 1 before output `dim` (0 ≤ dim ≤ rank).
  [[nodiscard]] LinearLayout expandOut(unsigned dim) const;
  /// Keeps coordinates below `sizes` (each divides the present size): bases
  /// lose the bits above and may become zero; the tile wraps around.
  [[nodiscard]] LinearLayout wrapTo(llvm::ArrayRef<int64_t> sizes) const;
  /// Covers `sizes` (multiples of the present sizes) by adding register bits,
  /// output order[0] first, then order[1], …
  [[nodiscard]] LinearLayout repeatTo(llvm::ArrayRef<int64_t> sizes,
                                      llvm::ArrayRef<unsigned> order) const;

  //===--------------------------------------------------------------------===//
  // Changing the inputs
  //===--------------------------------------------------------------------===//

  /// Returns the layout without input `dim` (as if its index were always 0).
  [[nodiscard]] LinearLayout withoutIn(InDim dim) const;
  /// Returns the layout of input `dim` only.
  [[nodiscard]] LinearLayout onlyIn(InDim dim) const;
  /// Removes the zero bases of `dim`; also returns the remaining indices, by
  /// new index: new register i is old register second[i].
  [[nodiscard]] std::pair<LinearLayout, llvm::SmallVector<unsigned>>
  removeZeroBases(InDim dim = InDim::Register) const;

  //===--------------------------------------------------------------------===//
  // Text, equality
  //===--------------------------------------------------------------------===//

  /// Prints {register=[[0,1]], lane=[[0,2],[0,4]], warp=[[1,0]], out=[8,8]}.
  /// Inputs without bases are left out, and so is `out` if it follows from the
  /// bases: when each size is the smallest that holds all of them. `{}` is the
  /// rank-0 layout.
  void print(llvm::raw_ostream &os) const;
  [[nodiscard]] std::string str() const;
  /// Reads the output of print; white space is free.
  [[nodiscard]] static llvm::Expected<LinearLayout> parse(llvm::StringRef text);

  friend bool operator==(const LinearLayout &lhs, const LinearLayout &rhs) {
    return lhs.outSizes == rhs.outSizes && lhs.inBits == rhs.inBits &&
           lhs.bases == rhs.bases;
  }
  friend llvm::hash_code hash_value(const LinearLayout &layout);

private:
  /// Adds a bit above those of `dim`.
  void append(InDim dim, uint64_t flat);
  /// Sets the bases of `dim`.
  void assign(InDim dim, llvm::ArrayRef<uint64_t> flat);
  /// Returns the layout with every basis mapped into another output space.
  LinearLayout mapFlat(llvm::ArrayRef<int64_t> sizes,
                       llvm::function_ref<uint64_t(uint64_t)> map) const;

  /// The flat bases in the order of the packed index, and their number by
  /// input.
  llvm::SmallVector<uint64_t, 16> bases;
  std::array<uint8_t, kNumInDims> inBits = {};
  Coords outSizes;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const LinearLayout &layout);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_LINEARLAYOUT_H
