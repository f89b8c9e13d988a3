//===- Factories.h - Named constructors of register layouts -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named constructors of register layouts. Each is a product of small identity
// layouts, not a separate kind of layout.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_FACTORIES_H
#define TILEIRAS_LAYOUT_FACTORIES_H

#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

inline constexpr int64_t kLanesPerWarp = 32;

//===----------------------------------------------------------------------===//
// Blocked layouts
//===----------------------------------------------------------------------===//

/// A box of `perThread` elements in each thread, a box of `threadsPerWarp`
/// threads in each warp (product 32), a box of `warps`; in each box the index
/// runs fastest along order[0]. If the tile is smaller than the boxes, it wraps
/// around: threads then replicate (zero bases), and registers that would are
/// left out. If it is larger, the boxes repeat over registers, again along
/// order[0] first. All sizes are powers of two.
[[nodiscard]] LinearLayout blocked(llvm::ArrayRef<int64_t> shape,
                                   llvm::ArrayRef<int64_t> perThread,
                                   llvm::ArrayRef<int64_t> threadsPerWarp,
                                   llvm::ArrayRef<int64_t> warps,
                                   llvm::ArrayRef<unsigned> order);

/// A layout for loads and stores of memory that is contiguous along order[0]
/// (then order[1], …): each thread has a vector of up to `maxVectorBits` along
/// order[0], as long as this leaves no thread without an element; lanes, then
/// warps, continue along order[0] and the dimensions after it; the rest repeats
/// over registers.
[[nodiscard]] LinearLayout coalesced(llvm::ArrayRef<int64_t> shape,
                                     llvm::ArrayRef<unsigned> order,
                                     unsigned elementBits, int64_t numWarps,
                                     unsigned maxVectorBits = 128);

/// The same layout with the row-major order (last dimension fastest).
[[nodiscard]] LinearLayout coalesced(llvm::ArrayRef<int64_t> shape,
                                     unsigned elementBits, int64_t numWarps,
                                     unsigned maxVectorBits = 128);

/// Every thread holds the whole tile, row-major.
[[nodiscard]] LinearLayout replicated(llvm::ArrayRef<int64_t> shape,
                                      int64_t numWarps);

//===----------------------------------------------------------------------===//
// mma.sync fragments (PTX ISA, "Matrix fragments for mma.m16n8k16", …k8, …k32,
// "mma.m8n8k4 with .f64")
//===----------------------------------------------------------------------===//
//
// A fragment layout is atom * warps * repetitions:
//
// * atom: the fragment of one instruction. Register r of the atom is element r
//   of the PTX operand: a_r, b_r, c_r of the ISA's tables, where elements
//   narrower than 32 bits are numbered through the .b32 registers that hold
//   them, lowest bits first.
// * warps: warp index = m + warpsM * (n + warpsN * batch); M is fastest, so
//   that four warps make the 64 rows of a wgmma warpgroup. A is replicated over
//   n and B over m (zero bases); a tile too small for all warps wraps around
//   and is replicated.
// * repetitions, over registers: along N for the accumulator or along K for the
//   operands first, then along M (accumulator, A) or N (B), then along the
//   batch. With R.x atoms of a warp along x, the register index of element r of
//   the atom is
//
//     accumulator  ((batch * R.m + im) * R.n + in) * accElements + r
//     A            ((batch * R.m + im) * R.k + ik) * aElements + r
//     B            ((batch * R.n + in) * R.k + ik) * bElements + r
//
//   where atom (im, in) of warp (m, n) covers the rows from
//   (im * warpsM + m) * atom.m and the columns from (in * warpsN + n) * atom.n.
//
// M and N may be smaller than the atom: it then holds duplicates (zero
// register bases, kept) and the instruction computes rows twice. K must be at
// least atom.k: summing duplicates would be wrong.
// Shapes are M×N, M×K, K×N, optionally with one leading batch dimension.

/// The shape of one instruction, and the width of its operands' elements. The
/// records of atoms hold it (tileiras/Target/Atoms.td).
struct MmaShape {
  int64_t m, n, k;
  unsigned operandBits;
};

/// The fragments of one instruction of A (m×k), B (k×n) and the accumulator
/// (m×n). The ISA's tables follow one scheme: four lanes along k (n in the
/// accumulator) with 32 bits each (two elements in the accumulator), eight
/// lanes along the other dimension; registers repeat this along m, then along k
/// (n). With m = 64 the four warps of a warpgroup have 16 rows each (wgmma).
[[nodiscard]] LinearLayout mmaFragmentA(const MmaShape &shape);
[[nodiscard]] LinearLayout mmaFragmentB(const MmaShape &shape);
[[nodiscard]] LinearLayout mmaFragmentC(const MmaShape &shape);

/// The layout that ldmatrix.m16n16.trans.b8 gives a matrix whose 16 rows are 16
/// bytes in memory (PTX ISA, "ldmatrix", "Fragment layout" of .m16n16): byte e
/// of word w is register 4w + e. A word has two rows of two columns, so two
/// words hold the four rows of two columns that one mma operand B has in a
/// lane.
[[nodiscard]] LinearLayout getByteMatrixTransposed();

//===----------------------------------------------------------------------===//
// Scales of mma.sync (PTX ISA, "Block Scaling for mma.sync")
//===----------------------------------------------------------------------===//
//
// An instruction reads the scales of a row of A, or of a column of B, from
// adjacent bytes of one register. Of the four lanes 4g .. 4g + 3 that hold row
// g of a fragment, two provide scales of A: "thread-id" 0 selects the first
// two, 1 the others, and of each two the first has the scales of row g, the
// second those of row g + 8. The scales of column g of B are read from the lane
// that "thread-id", 0 to 3, selects. The other lanes hold the scales of other
// fragments, so that one register serves 2 * 16 rows, or 4 * 8 columns:
//
//   lane 4g + t of A    row g + 8 * (t % 2) of fragment t / 2
//   lane 4g + t of B    column g of fragment t

/// The rows of A or the columns of B.
enum class MmaSide { Rows, Columns };

/// The number of fragments that one register serves.
[[nodiscard]] unsigned mmaScaleSelectors(MmaSide side);

/// `count` scales of a row, in adjacent registers, for the `fragments` of a
/// side: coordinates in atoms, of size 1 along K, by register and warp. The
/// lowest bits of a fragment's register are those of the selector.
[[nodiscard]] LinearLayout
mmaScales(MmaSide side, const LinearLayout &fragments, int64_t count);

/// Turns a layout whose lowest register bit selects one of two adjacent
/// elements along `dim` into a layout of units of two adjacent elements.
[[nodiscard]] LinearLayout joinAdjacent(const LinearLayout &layout,
                                        unsigned dim);

/// The division of a matrix multiplication between warps.
struct MmaWarps {
  int64_t m = 1, n = 1, batch = 1;
  [[nodiscard]] int64_t count() const { return m * n * batch; }
  friend bool operator==(const MmaWarps &, const MmaWarps &) = default;
};

[[nodiscard]] LinearLayout mmaAccumulator(llvm::ArrayRef<int64_t> shape,
                                          MmaWarps warps, const MmaShape &atom);
[[nodiscard]] LinearLayout mmaOperandA(llvm::ArrayRef<int64_t> shape,
                                       MmaWarps warps, const MmaShape &atom);
[[nodiscard]] LinearLayout mmaOperandB(llvm::ArrayRef<int64_t> shape,
                                       MmaWarps warps, const MmaShape &atom);

/// Spreads `numWarps` over an M×N result (`batch` of them) so that as few warps
/// as possible replicate and each warp's block is as square as possible, which
/// minimises the operands that it reads.
[[nodiscard]] MmaWarps chooseMmaWarps(int64_t m, int64_t n, int64_t numWarps,
                                      const MmaShape &atom, int64_t batch = 1);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_FACTORIES_H
