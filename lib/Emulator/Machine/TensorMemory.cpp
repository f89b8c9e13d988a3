//===- TensorMemory.cpp - The tensor memory of a CTA ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/TensorMemory.h"

#include "llvm/ADT/STLExtras.h"

namespace tileiras::emu {

std::optional<unsigned> TensorMemory::allocate(unsigned columns) {
  for (unsigned first = 0; first + columns <= kColumns; first += kUnit) {
    unsigned free = 0;
    while (free < columns && !inUse[first + free])
      ++free;
    if (free < columns)
      continue;
    for (unsigned column = first; column < first + columns; ++column) {
      inUse[column] = true;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        written[lane * kColumns + column] = false;
    }
    allocations.push_back({first, columns});
    lastSize = columns;
    return first;
  }
  return std::nullopt;
}

bool TensorMemory::release(unsigned first, unsigned columns) {
  auto found = llvm::find_if(allocations, [&](const Allocation &allocation) {
    return allocation.first == first && allocation.columns == columns;
  });
  if (found == allocations.end())
    return false;
  for (unsigned column = first; column < first + columns; ++column)
    inUse[column] = false;
  allocations.erase(found);
  return true;
}

unsigned TensorMemory::allocated() const { return inUse.count(); }

std::string TensorMemory::problem(unsigned lane, unsigned column,
                                  bool isRead) const {
  auto message = [&](const char *what) {
    return std::string(isRead ? "read of " : "write to ") + what +
           " tensor memory: lane " + std::to_string(lane) + ", column " +
           std::to_string(column);
  };
  if (lane >= kLanes || column >= kColumns)
    return message("no");
  if (!inUse[column])
    return message("unallocated");
  if (isRead && !written[lane * kColumns + column])
    return message("uninitialised");
  return "";
}

} // namespace tileiras::emu
