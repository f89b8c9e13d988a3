//===- SiteTable.h - Where a program emits diagnostics --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file that LocateSites writes for a program, that RecordSites marks while
// the program runs, and that utils/check-diagnostics reads: a SiteTable, then
// its entries by address.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_UTILS_DIAGNOSTICS_SITETABLE_H
#define TILEIRAS_UTILS_DIAGNOSTICS_SITETABLE_H

#include <cstdint>

namespace tileiras {

/// An instruction that runs only if a site runs.
struct SiteEntry {
  uint64_t address; // in the file
  uint32_t site;    // its line in the list of sites
  uint32_t ran;     // 1 as soon as any process ran it
};

struct SiteTable {
  /// The time and size are of the program that was read: a later one has other
  /// addresses.
  uint64_t modified; // nanoseconds since 1970
  uint64_t size;
  uint64_t numEntries;

  SiteEntry *entries() { return reinterpret_cast<SiteEntry *>(this + 1); }
};

} // namespace tileiras

#endif // TILEIRAS_UTILS_DIAGNOSTICS_SITETABLE_H
