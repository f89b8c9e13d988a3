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

  std::map<uint64_t, Allocation> allocations; // by base
  uint64_t next = uint64_t(1) << 36;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_GLOBALMEMORY_H
