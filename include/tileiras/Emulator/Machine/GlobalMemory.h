//===- GlobalMemory.h - Allocations of device memory ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H
#define TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H

#include "tileiras/Emulator/Fault.h"
#include "tileiras/Emulator/Machine/MemoryPlace.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

namespace tileiras::emu {

struct Allocation {
  uint64_t base = 0;
  uint64_t size = 0;
  uint8_t *data = nullptr;
  bool readOnly = false;
  /// A kernel has taken it from the heap.
  bool isOfHeap = false;
  /// The size of memory that a kernel has given back, which has none any more.
  uint64_t givenBack = 0;
  std::string name;
  struct Free {
    void operator()(void *data) const { std::free(data); }
  };
  std::unique_ptr<uint8_t, Free> owned;

  bool contains(uint64_t address, uint64_t bytes) const {
    return address - base < size && bytes <= size - (address - base);
  }
};

/// Exact allocations: what lies between two of them belongs to nobody, so that
/// one byte too far is seen. Addresses are the same in every run.
class GlobalMemory {
public:
  /// Zeros; null when the host has no memory for them.
  Allocation *allocate(uint64_t size, llvm::StringRef name);
  Allocation &mapHost(void *pointer, uint64_t size, llvm::StringRef name);
  bool release(uint64_t base);

  /// Memory that a kernel takes while it runs. It holds no zeros, and is
  /// aligned to 16 bytes and no more. Null when all that kernels have taken
  /// would be more than \p limit bytes, or the host has no memory for it.
  Allocation *takeFromHeap(uint64_t size, uint64_t limit);
  /// Ends the life of what begins at \p base; false if that isn't of the heap,
  /// or was given back before. It is kept as a place without memory, since
  /// warps remember allocations.
  bool giveBack(uint64_t base);
  /// Forgets what was given back; no kernel runs.
  void forgetGivenBack();

  /// The allocation that holds \p address; null when none does.
  const Allocation *find(uint64_t address) const;
  /// Checked memory for an access; null and the reason in \p problem when it
  /// isn't allowed. \p hit becomes the allocation, for the next access.
  uint8_t *bytes(uint64_t address, uint64_t bytes, Access access,
                 const Allocation *&hit, Problem &problem) const;
  /// "12 bytes after the end of 'a' (4096 bytes at 0x…)", for messages.
  std::string describe(uint64_t address, uint64_t bytes) const;

  bool hostPointersAllowed = false;

private:
  Allocation &insert(Allocation allocation);
  Allocation *allocateAt(uint64_t base, uint64_t size, llvm::StringRef name);

  std::map<uint64_t, Allocation> allocations; // by base
  uint64_t heapBytes = 0;                     // taken, and not given back
  uint64_t next = uint64_t(1) << 36;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H
