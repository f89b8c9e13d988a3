//===- GlobalMemory.h - Allocations of device memory ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The global memory of a machine as a map of allocations with exact bounds:
// memory that the emulator owns, mapped memory of the host, and the heap of
// kernels.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H
#define TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H

#include "tileiras/Emulator/Machine/Fault.h"
#include "tileiras/Emulator/Machine/MemoryLocation.h"

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
  /// Whether a kernel has allocated it from the heap.
  bool isOfHeap = false;
  /// The former size of memory that a kernel has freed; the allocation is now
  /// empty.
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

/// Allocations are exact: the gaps between them are unmapped, so that an access
/// one byte out of bounds is found. Addresses are the same in every run, and an
/// address is reused only after all others have been used.
///
/// It is thread-safe in this respect: other threads of the host may allocate,
/// and look addresses up by `findForHost`, while kernels run. A kernel finds
/// without a lock the allocations that existed when the launch began and those
/// that it has made itself; newer allocations are kept in a separate map until
/// it ends.
class GlobalMemory {
public:
  GlobalMemory();

  /// The alignment of every allocation, as the driver has it.
  static constexpr uint64_t kAlignment = 512;

  /// Allocates zeros at a multiple of \p alignment, a power of two, and of
  /// `kAlignment`; null if the host has no memory for them.
  Allocation *allocate(uint64_t size, llvm::StringRef name,
                       uint64_t alignment = kAlignment);
  Allocation &mapHost(void *pointer, uint64_t size, llvm::StringRef name);
  /// Frees an allocation; while kernels run, only one that was made since they
  /// began.
  bool release(uint64_t base);

  /// Kernels run from now on, until `thaw`.
  void freeze();
  /// No kernel runs any more: forgets the memory that kernels have freed.
  void thaw();

  /// Allocates memory for a kernel while it runs. It holds no zeros, and is
  /// aligned to 16 bytes only. Null if the heap would exceed \p limit bytes, or
  /// the host has no memory for it.
  Allocation *takeFromHeap(uint64_t size, uint64_t limit);
  /// Frees the heap allocation that begins at \p base; returns false if it
  /// isn't from the heap, or was freed before. An empty allocation is kept,
  /// since warps remember allocations.
  bool giveBack(uint64_t base);

  /// The allocation that contains \p address; null if none does. Only kernels,
  /// or callers that know that none runs, may call it.
  const Allocation *find(uint64_t address) const;
  /// The same, for other threads of the host.
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
                                      uint64_t alignment = kAlignment) const;

  /// Guards `recent`, and all changes of `allocations` while kernels run.
  mutable std::mutex lock;
  Allocations allocations, recent;
  bool isFrozen = false;
  std::atomic<bool> hasRecent = false;
  uint64_t heapBytes = 0; // allocated, and not freed
  uint64_t next;          // where to look for a free address
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H
