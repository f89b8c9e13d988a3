//===- RelaxedMemory.h - Memory that host threads share ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clusters run on several host threads and share global memory; accesses that a
// kernel doesn't order happen at the same time. Naturally aligned values up to
// 64 bits are therefore moved by relaxed atomic accesses of the host: no torn
// values, no data races in the terms of C++. Fences and atomic operations of
// the kernel, which give the order, are the host's.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_RELAXEDMEMORY_H
#define TILEIRAS_EMULATOR_MACHINE_RELAXEDMEMORY_H

#include "tileiras/Emulator/Machine/Lanes.h"

#include <cstddef>
#include <cstring>

namespace tileiras::emu {

template <class T> T loadRelaxed(const uint8_t *from) {
  if constexpr (sizeof(T) == 16) {
    Wide128 value{loadRelaxed<uint64_t>(from), loadRelaxed<uint64_t>(from + 8)};
    return std::bit_cast<T>(value);
  } else {
    return std::bit_cast<T>(__atomic_load_n(
        reinterpret_cast<const Bits<T> *>(from), __ATOMIC_RELAXED));
  }
}

template <class T> void storeRelaxed(uint8_t *to, T value) {
  if constexpr (sizeof(T) == 16) {
    auto halves = std::bit_cast<Wide128>(value);
    storeRelaxed(to, halves.low);
    storeRelaxed(to + 8, halves.high);
  } else {
    __atomic_store_n(reinterpret_cast<Bits<T> *>(to),
                     std::bit_cast<Bits<T>>(value), __ATOMIC_RELAXED);
  }
}

/// Calls move(offset, word) for pieces of \p bytes bytes at \p memory: aligned
/// words of 64 bits and single bytes around them.
template <class Move>
void forEachPiece(const uint8_t *memory, size_t bytes, Move move) {
  size_t at = 0;
  auto isAligned = [&] {
    return (reinterpret_cast<uintptr_t>(memory) + at) % 8 == 0;
  };
  for (; at < bytes && !isAligned(); ++at)
    move(at, uint8_t());
  for (; bytes - at >= 8; at += 8)
    move(at, uint64_t());
  for (; at < bytes; ++at)
    move(at, uint8_t());
}

/// memcpy from memory that others may write.
inline void copyFromMemory(void *to, const uint8_t *memory, size_t bytes) {
  forEachPiece(memory, bytes, [&]<class Word>(size_t at, Word) {
    Word word = loadRelaxed<Word>(memory + at);
    std::memcpy(static_cast<uint8_t *>(to) + at, &word, sizeof(Word));
  });
}

/// memcpy to memory that others may read.
inline void copyToMemory(uint8_t *memory, const void *from, size_t bytes) {
  forEachPiece(memory, bytes, [&]<class Word>(size_t at, Word word) {
    std::memcpy(&word, static_cast<const uint8_t *>(from) + at, sizeof(Word));
    storeRelaxed(memory + at, word);
  });
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_RELAXEDMEMORY_H
