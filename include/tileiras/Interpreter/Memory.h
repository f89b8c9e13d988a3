//===- Memory.h - Global memory of interpreted kernels ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is a set of allocations that know their bounds, and the state of each
// of their bytes. A pointer is an address and the allocation from which it was
// made: an access must be inside that allocation, and not merely in some other
// that happens to have the address. A pointer made from an integer belongs to
// no allocation, and may access any.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRETER_MEMORY_H
#define TILEIRAS_INTERPRETER_MEMORY_H

#include "mlir/IR/Location.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileiras::interpreter {

/// The index of an allocation, counted from 1; 0 for a pointer that may access
/// any, because it was made from an integer.
using Origin = uint32_t;

struct Pointer {
  uint64_t address = 0;
  Origin origin = 0;
};

/// The content of a byte of memory.
enum class Content : uint8_t {
  Written,
  /// The byte was never written: reading it is a fault.
  NeverWritten,
  /// The specification leaves the value open: it may be read and copied, but
  /// must not affect control flow, addresses or masks.
  Unspecified,
};

struct Allocation {
  std::string name; // for messages
  uint64_t base = 0;
  std::vector<uint8_t> bytes;
  std::vector<Content> contents; // one for each byte
  bool isConstant = false;
  bool isAlive = true;
  /// The first store that wrote something unspecified here.
  std::optional<mlir::Location> firstUnspecified;
};

/// A part of an allocation.
struct AllocationOffset {
  Allocation *allocation;
  uint64_t offset;
};

class Memory {
public:
  /// The largest allocation that a kernel may make.
  static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

  /// Allocates memory that was never written. Addresses are aligned to 256, or
  /// more if asked for, and allocations are not adjacent.
  Pointer allocate(uint64_t size, std::string name, uint64_t alignment = 256);
  /// Allocates memory with contents.
  Pointer allocate(llvm::ArrayRef<uint8_t> bytes, std::string name,
                   uint64_t alignment = 256);
  /// Ends the life of an allocation; later accesses through its pointers are
  /// faults.
  void release(Origin origin);

  Allocation &getAllocation(Origin origin) { return allocations[origin - 1]; }

  /// Returns the location of \p size bytes at \p pointer, or the fault of an
  /// access to them, as a phrase after the name of an operation ("reads …").
  llvm::Expected<AllocationOffset> locate(Pointer pointer, uint64_t size,
                                          bool isWrite);

private:
  Allocation *findByAddress(uint64_t address);

  std::vector<Allocation> allocations; // sorted by address
  uint64_t nextAddress = uint64_t(1) << 32;
};

} // namespace tileiras::interpreter

#endif // TILEIRAS_INTERPRETER_MEMORY_H
