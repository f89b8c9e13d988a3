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

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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
/// one byte too far is seen. Addresses are the same in every run, and one is
/// used again only after all others have been.
///
/// Thread-safe so far that other threads of the host may allocate, and look
/// addresses up by `findForHost`, while kernels run. What a kernel finds
/// without a lock is what there was when the launch began, and what the kernel
/// itself has taken; newer allocations wait in a map of their own until it
/// ends.
class GlobalMemory {
public:
  GlobalMemory();

  /// Of every allocation, as of the driver's.
  static constexpr uint64_t Alignment = 512;

  /// Zeros at a multiple of \p alignment, a power of two, and of `Alignment`;
  /// null when the host has no memory for them.
  Allocation *allocate(uint64_t size, llvm::StringRef name,
                       uint64_t alignment = Alignment);
  Allocation &mapHost(void *pointer, uint64_t size, llvm::StringRef name);
  /// While kernels run, only what was allocated since they began.
  bool release(uint64_t base);

  /// From now on, until `thaw`, kernels run.
  void freeze();
  /// None runs any more: what they gave back is forgotten.
  void thaw();

  /// Memory that a kernel takes while it runs. It holds no zeros, and is
  /// aligned to 16 bytes and no more. Null when all that kernels have taken
  /// would be more than \p limit bytes, or the host has no memory for it.
  Allocation *takeFromHeap(uint64_t size, uint64_t limit);
  /// Ends the life of what begins at \p base; false if that isn't of the heap,
  /// or was given back before. It is kept as a place without memory, since
  /// warps remember allocations.
  bool giveBack(uint64_t base);

  /// The allocation that holds \p address; null when none does. For kernels,
  /// and for those who know that none runs.
  const Allocation *find(uint64_t address) const;
  /// The same for other threads of the host.
  const Allocation *findForHost(uint64_t address) const;
  /// The allocation that begins at \p base, which may be empty.
  Allocation *at(uint64_t base);
  /// Checked memory for an access; null and the reason in \p problem when it
  /// isn't allowed. \p hit becomes the allocation, for the next access.
  uint8_t *bytes(uint64_t address, uint64_t bytes, Access access,
                 const Allocation *&hit, Problem &problem) const;
  /// "12 bytes after the end of 'a' (4096 bytes at 0x…)", for messages.
  std::string describe(uint64_t address, uint64_t bytes) const;

  bool hostPointersAllowed = false;

private:
  using Allocations = std::map<uint64_t, Allocation>; // by base

  Allocation &insert(Allocation allocation, Allocations &where);
  Allocation *allocateAt(uint64_t base, uint64_t size, llvm::StringRef name,
                         Allocations &where);
  std::optional<uint64_t> freeAddress(uint64_t size, uint64_t offset,
                                      uint64_t alignment = Alignment) const;

  /// Of `recent`, and of whatever changes `allocations` while kernels run.
  mutable std::mutex lock;
  Allocations allocations, recent;
  bool isFrozen = false;
  std::atomic<bool> hasRecent = false;
  uint64_t heapBytes = 0; // taken, and not given back
  uint64_t next;          // where to look for a free address
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H
