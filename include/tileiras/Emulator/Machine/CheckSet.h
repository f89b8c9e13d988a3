//===- CheckSet.h - Mistakes that a launch checks ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds, alignment and deadlocks are always checked: they cost nothing in
// addition to the access. The others may be chosen by name.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_CHECKSET_H
#define TILEIRAS_EMULATOR_MACHINE_CHECKSET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tileiras::emu {

struct CheckSet {
  /// Unordered conflicting accesses of different warps.
  bool races = true;
  /// Unordered conflicting accesses of the lanes of one warp.
  bool laneRaces = true;
  /// Unordered writes of one value are races too, as PTX has it.
  bool sameValue = false;
  /// Reads of shared and local memory that nothing has written.
  bool uninitialized = true;
  /// Registers used before they are written, or before an asynchronous result
  /// is in them.
  bool registers = true;
  /// Misused mbarriers.
  bool mbarriers = true;
  /// Asynchronous operations that no thread has waited for when a CTA ends.
  bool unfinished = true;
  /// Instructions that not all warps of a warpgroup execute alike.
  bool warpgroups = true;
  /// Accesses to tensor memory that are ordered by barriers with release and
  /// acquire, but not by tcgen05.fence.
  bool tensorFences = false;

  static CheckSet none();
  /// Switches \p name on or off; "all" is all but same-value
  /// and tensor-fences.
  llvm::Error set(llvm::StringRef name, bool value);
  /// Returns whether any of the checks needs a monitor.
  bool needsMonitor() const {
    return races || laneRaces || registers || mbarriers || unfinished ||
           warpgroups || tensorFences;
  }
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_CHECKSET_H
