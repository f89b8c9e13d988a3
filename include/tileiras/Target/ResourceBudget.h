//===- ResourceBudget.h - What each CTA of an SM may take -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several CTAs run on an SM, each has an equal part of the SM's
// registers, shared memory, tensor memory and threads. A demand is what a
// kernel takes, or at least has to take; its partitions are groups of warps
// with as many registers each (setmaxnreg).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_RESOURCEBUDGET_H
#define TILEIRAS_TARGET_RESOURCEBUDGET_H

#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/SmallVector.h"

namespace tileiras {

/// Registers are those of all threads, shared memory is in bytes with what the
/// driver reserves, tensor memory in columns.
enum class Resource {
  Registers,
  SharedMemory,
  TensorMemory,
  Threads,
  NamedBarriers,
  CTAs
};

/// Returns the unit, as in "needs 12 …".
llvm::StringRef getUnit(Resource resource);

struct ResourceDemand {
  struct Partition {
    /// Registers are those of each thread.
    int64_t warps, registers;
  };

  llvm::SmallVector<Partition> partitions;
  int64_t sharedMemory = 0, tensorMemoryColumns = 0, namedBarriers = 0;
};

/// The resource of which the largest part is taken.
struct Admission {
  Resource binding;
  int64_t needed, available;

  /// Returns how many are missing; none if the demand is admitted.
  int64_t getMissing() const {
    return std::max<int64_t>(needed - available, 0);
  }
  explicit operator bool() const { return needed <= available; }
};

class ResourceBudget {
public:
  /// That of each of `ctas` CTAs on an SM.
  ResourceBudget(const TargetInfo &target, int64_t ctas)
      : target(target), ctas(ctas) {}

  Admission admits(const ResourceDemand &demand) const;

private:
  const TargetInfo &target;
  int64_t ctas;
};

/// Returns how many CTAs with this demand an SM admits, up to `most`; at least
/// one.
int64_t countAdmittedCTAs(const TargetInfo &target,
                          const ResourceDemand &demand, int64_t most);

} // namespace tileiras

#endif // TILEIRAS_TARGET_RESOURCEBUDGET_H
