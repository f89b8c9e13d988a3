//===- Memory.h - Global memory of interpreted kernels ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is a set of allocations that know their bounds, and which of their
// bytes hold something. A pointer is an address and the allocation that it was
// made from: an access must lie inside of that one, and not merely in some
// other that happens to be at the address. A pointer made from an integer has
// no allocation of its own, and may access any.
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

/// The number of an allocation, counted from 1; 0 for a pointer that may access
/// any, because it was made from an integer.
using Origin = uint32_t;

struct Pointer {
  uint64_t address = 0;
  Origin origin = 0;
};

/// What a byte of memory holds.
enum class Content : uint8_t {
  Written,
  /// Nothing yet: reading it is a mistake.
  NeverWritten,
  /// A value that the specification leaves open: it may be read and copied, but
  /// must not decide anything.
  Unspecified,
};

struct Allocation {
  std::string name; // in messages
  uint64_t base = 0;
  std::vector<uint8_t> bytes;
  std::vector<Content> contents; // of each byte
  bool isConstant = false;
  bool isAlive = true;
  /// The first store that put something unspecified here.
  std::optional<mlir::Location> firstUnspecified;
};

/// A part of an allocation.
struct Place {
  Allocation *allocation;
  uint64_t offset;
};

class Memory {
public:
  /// The largest allocation that a kernel may make.
  static constexpr uint64_t kMostBytes = uint64_t(1) << 30;

  /// Memory that nothing was written to. Addresses are aligned to 256, or more
  /// if asked for, and apart from each other.
  Pointer allocate(uint64_t size, std::string name, uint64_t alignment = 256);
  /// Memory with contents.
  Pointer allocate(llvm::ArrayRef<uint8_t> bytes, std::string name,
                   uint64_t alignment = 256);
  /// Ends the life of an allocation; accesses through its pointers are mistakes
  /// from then on.
  void release(Origin origin);

  Allocation &getAllocation(Origin origin) { return allocations[origin - 1]; }

  /// What \p size bytes at \p pointer are, or the mistake that an access to
  /// them is, as a phrase behind the name of an operation ("reads …").
  llvm::Expected<Place> locate(Pointer pointer, uint64_t size, bool isWrite);

private:
  Allocation *findByAddress(uint64_t address);

  std::vector<Allocation> allocations; // by growing address
  uint64_t nextAddress = uint64_t(1) << 32;
};

} // namespace tileiras::interpreter

#endif // TILEIRAS_INTERPRETER_MEMORY_H
