//===- ConversionPlan.h - Conversions between two layouts of a tile -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion from layout `src` to layout `dst` of the same tile is determined
// by one linear map, `pull` = dst.invertAndCompose(src): it takes the index
// (register, lane, warp, block) of an element under dst to the index of the
// same element under src. The less of it differs from the identity, the
// cheaper:
//
//   nothing                       Nop
//   registers, alike everywhere   Registers: renaming, no instruction
//   registers and lanes           Shuffle: selects and shfl.sync.idx
//   warps                         SharedMemory: store, barrier, load
//   CTAs                          CrossBlock: not planned here
//
// Shared memory: choosing the swizzle
// -----------------------------------
// A layout of the buffer is a basis of the tile's space, in the order of the
// offset's bits. Three groups of bits matter (Zhou et al., section 5.4):
//
//   offset = | segment | bank | vector |
//
// The vector bits must be register bits on a side that moves them in one
// instruction. One wavefront of shared memory serves 32 banks of 4 bytes, so it
// moves the vectors of as many lanes as fill 128 bytes: 32 lanes of 4 bytes, 8
// lanes of 16. Let P be the span of vector and those lanes on the store side, Q
// on the load side. Two lanes collide when they differ in the segment but not
// in the bank: when the segment space S intersects P (or Q) beyond zero. Over
// F2, two subspaces of dimension at most 7 + 3 - log2(elementBits) always have
// a common complement of the missing dimension: complement(P + Q) together with
// sums e_i + f_i of independent bits e_i of P outside Q and f_i of Q outside P;
// these sums are the "XOR" of a swizzle. So a conversion between two register
// layouts never needs a bank conflict.
//
// If the buffer is smaller than the tile, the tile is cut into rounds by linear
// functions of the coordinate that are constant on lanes and warps if possible,
// so that a round concerns some registers of every thread. Rounds are the top
// bits of the offset: with `bufferBits` bits in a buffer, slot >> bufferBits is
// the round and the rest is the offset in the buffer.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_CONVERSIONPLAN_H
#define TILEIRAS_LAYOUT_CONVERSIONPLAN_H

#include "tileiras/Layout/LdMatrix.h"
#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

enum class ConversionKind { Nop, Registers, Shuffle, SharedMemory, CrossBlock };

/// Returns "nop", "registers", "shuffle", "shared" or "cross-block".
[[nodiscard]] llvm::StringRef getConversionKindName(ConversionKind kind);

struct ConversionOptions {
  /// The size of an element in memory: 4, 8, 16, 32, 64 or 128 (i1 is stored as
  /// i8). Elements of 4 bits are moved in pairs, one byte each; where the
  /// layouts hold no such pairs, the plan gives each element a byte.
  unsigned elementBits = 32;
  /// The widest single access of shared memory.
  unsigned maxVectorBits = 128;
  /// Shared memory that the conversion may use, in bytes; at least 1024.
  int64_t maxSharedBytes = 48 * 1024;
  /// Whether the target has ldmatrix (sm_75), its transposed form for bytes
  /// (sm_100), or stmatrix (sm_90).
  bool useLdMatrix = false;
  bool useLdMatrixBytes = false;
  bool useStMatrix = false;
  /// A shuffle is planned only if it needs at most this many instructions
  /// (shuffles and selects); above, shared memory is faster.
  int64_t maxShuffleInstructions = 64;
};

//===----------------------------------------------------------------------===//
// Shuffle
//===----------------------------------------------------------------------===//

/// The rounds of a conversion within warps. In round t, every lane
///   1. publishes its source register  sendRegister(t, lane, warp),
///   2. reads what lane                sourceLane(t, lane, warp) published,
///   3. writes it to register          writeRegister(t, lane, warp).
/// The three layouts map (Register = t, Lane, Warp) to a flat index. A register
/// that depends on lane or warp is a select; where sourceLane is the lane
/// itself (`movesLanes` is false) no shuffle is needed.
/// Registers of dst that only replicate others are filled afterwards: register
/// r ^ mask, for each of copyMasks, is equal to r.
struct ShufflePlan {
  unsigned numRounds = 0;
  bool movesLanes = true;
  LinearLayout sendRegister, sourceLane, writeRegister;
  llvm::SmallVector<uint32_t> copyMasks;
  /// Rounds t … t + packElements - 1 (t a multiple) differ only in that all
  /// registers are ^ 0, 1, …: they can share a shuffle of packed elements.
  unsigned packElements = 1;

  /// Whether any lane reads from another in this round.
  [[nodiscard]] bool movesLanesIn(unsigned round) const;
  /// The number of shfl instructions of all rounds, each moving up to 32 bits.
  [[nodiscard]] int64_t getNumShuffles(unsigned elementBits) const;
  /// The number of selects for the registers that depend on lane or warp: b
  /// bits choose one of 2^b registers by a tree in every round, or permute all
  /// registers at once in b levels.
  [[nodiscard]] int64_t getNumSelects() const;
  [[nodiscard]] unsigned getSendRegister(unsigned round, unsigned lane,
                                         unsigned warp) const;
  [[nodiscard]] unsigned getSourceLane(unsigned round, unsigned lane,
                                       unsigned warp) const;
  [[nodiscard]] unsigned getWriteRegister(unsigned round, unsigned lane,
                                          unsigned warp) const;
};

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Describes how one side's registers are stored to or loaded from the buffer.
/// The registers of a thread split into vectors: element e of vector g is
/// register
///   select(groupMasks, g) ^ select(vectorMasks, e)
/// (select as in LdMatrix.h) and is e elements after the vector's start, whose
/// slot is offset(that register with e = 0, lane, warp).
struct SharedAccess {
  /// Maps (Register, Lane, Warp) to a flat slot: round << bufferBits | element
  /// offset.
  LinearLayout offset;
  llvm::SmallVector<uint32_t> vectorMasks, groupMasks;
  /// Registers r and r ^ mask hold the same element (replication). Only one is
  /// stored and loaded; after a load, the others are copied.
  llvm::SmallVector<uint32_t> copyMasks;
  /// Threads with a set bit of these masks in their lane or warp only repeat
  /// others: they need not store (storing is harmless, since equal values go to
  /// equal addresses). Loads ignore the masks.
  uint64_t freeLanes = 0, freeWarps = 0;
  /// True if the round of a vector depends on the lane, or on the warp: the
  /// access in a round then needs the predicate getRound(…) == round. Otherwise
  /// the round of each vector is known at compile time.
  bool roundDependsOnLane = false, roundDependsOnWarp = false;
  /// The wavefronts of one access of one warp (vector or matrix instruction);
  /// the minimum without replication is max(1, 32 * vector bits / 1024).
  unsigned wavefronts = 1;
  /// If set, the side moves with ldmatrix/stmatrix instead; rowAddress then
  /// gives slots.
  std::optional<MatrixAccess> matrix;

  [[nodiscard]] unsigned getVectorElements() const {
    return 1u << vectorMasks.size();
  }
  [[nodiscard]] unsigned getNumVectors() const {
    return 1u << groupMasks.size();
  }
  /// The number of instructions of one warp, and of their wavefronts.
  [[nodiscard]] int64_t getNumInstructions() const;
  [[nodiscard]] int64_t getTotalWavefronts() const;
  /// The registers of vector `group`, in the order of their addresses.
  [[nodiscard]] llvm::SmallVector<unsigned>
  getVectorRegisters(unsigned group) const;
};

/// Plans how `registers` are stored to or loaded from a given buffer: `memory`
/// is bijective, Offset → tile coordinate, and 2^bufferBits of its offsets fit
/// into the buffer at a time. Accesses are vectors of 2^log2Elements elements.
/// Returns nullopt if the registers of a thread do not hold such vectors
/// contiguously, or if the vectors are less than a byte.
[[nodiscard]] std::optional<SharedAccess>
planSharedVectors(const LinearLayout &registers, const LinearLayout &memory,
                  unsigned elementBits, unsigned bufferBits,
                  unsigned log2Elements);

/// Plans the same with ldmatrix or stmatrix in a form; returns nullopt if the
/// registers are not such fragments.
[[nodiscard]] std::optional<SharedAccess>
planSharedMatrices(const LinearLayout &registers, const LinearLayout &memory,
                   unsigned elementBits, unsigned bufferBits, MatrixForm form);

struct SharedMemoryPlan {
  /// Offset (slot) → tile coordinate: the swizzle. It is bijective, unless a
  /// cluster shares the tile: then it covers the elements of CTA 0, and the
  /// slots of CTA b's elements are those of their coordinates ^ src(block b).
  LinearLayout smem;
  /// The size that was asked for, or 8 if that is 4 and elements are moved one
  /// by one.
  unsigned elementBits = 32;
  /// log2 of the elements in the buffer, and of the number of rounds.
  unsigned bufferBits = 0, roundBits = 0;
  SharedAccess store, load;

  [[nodiscard]] int64_t getBufferBytes() const {
    return (int64_t(1) << bufferBits) * elementBits / 8;
  }
  [[nodiscard]] unsigned getNumRounds() const { return 1u << roundBits; }
  /// The round of a slot.
  [[nodiscard]] uint64_t getRound(uint64_t slot) const {
    return slot >> bufferBits;
  }
  [[nodiscard]] uint64_t getElementOffset(uint64_t slot) const {
    return slot & ((uint64_t(1) << bufferBits) - 1);
  }
};

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

struct ConversionPlan {
  ConversionKind kind = ConversionKind::Nop;
  /// Maps (register, lane, warp, block) of dst to the packed index of src.
  LinearLayout pull;
  /// For the kinds Registers and Nop: register i of dst is register
  /// sourceRegisters[i] of src, in the same thread.
  llvm::SmallVector<unsigned> sourceRegisters;
  /// Exactly the plan of `kind` is set.
  std::optional<ShufflePlan> shuffle;
  std::optional<SharedMemoryPlan> shared;
};

/// Both layouts have the same output sizes and are surjective.
[[nodiscard]] ConversionPlan planConversion(const LinearLayout &src,
                                            const LinearLayout &dst,
                                            const ConversionOptions &options);

/// Plans the conversion through shared memory between any two layouts of a
/// tile, even if registers and shuffles would do.
[[nodiscard]] SharedMemoryPlan
planSharedMemory(const LinearLayout &src, const LinearLayout &dst,
                 const ConversionOptions &options);

/// Plans the same for elements that are stored by an instruction that moves
/// vectors of memory as they are (cp.async): `vector` holds the flat coordinate
/// of the second, third, fifth, … element of the vector that begins at element
/// 0. Returns nullopt if threads hold no such vectors.
[[nodiscard]] std::optional<SharedMemoryPlan>
planSharedFill(const LinearLayout &src, const LinearLayout &dst,
               llvm::ArrayRef<uint64_t> vector,
               const ConversionOptions &options);

/// Counts the wavefronts of one access of a warp: each lane accesses
/// `vectorElements` contiguous elements from offset(lane). Without conflicts
/// and replication that is max(1, 32 * vectorElements * elementBits / 1024). An
/// access of 64 (128) bits per lane is served half (quarter) warp by half warp;
/// a bank is 4 bytes wide; equal words are served together.
[[nodiscard]] unsigned bankConflicts(const LinearLayout &offset,
                                     unsigned elementBits,
                                     unsigned vectorElements);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_CONVERSIONPLAN_H
