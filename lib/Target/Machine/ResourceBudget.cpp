//===- ResourceBudget.cpp - What each CTA of an SM may take ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/ResourceBudget.h"

#include "tileiras/Target/MachineModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace tileiras;

static constexpr int64_t kLanes = 32;
/// A thread's registers are allocated in units.
static constexpr int64_t kRegisterUnit = 8;
/// The named barriers of a CTA without barrier 0, at which all threads arrive.
static constexpr int64_t kNamedBarriers = 15;

llvm::StringRef tileiras::getUnit(Resource resource) {
  switch (resource) {
  case Resource::Registers:
    return "registers";
  case Resource::SharedMemory:
    return "bytes of shared memory";
  case Resource::TensorMemory:
    return "columns of tensor memory";
  case Resource::Threads:
    return "threads";
  case Resource::NamedBarriers:
    return "named barriers";
  case Resource::CTAs:
    return "CTAs";
  }
  llvm_unreachable("a resource without a unit");
}

Admission ResourceBudget::admits(const ResourceDemand &demand) const {
  int64_t warps = 0, registers = 0;
  for (const ResourceDemand::Partition &each : demand.partitions) {
    warps += each.warps;
    registers +=
        each.warps * kLanes * llvm::alignTo(each.registers, kRegisterUnit);
  }
  const Admission all[] = {
      {Resource::Registers, registers, target.RegistersPerSM / ctas},
      {Resource::SharedMemory,
       demand.sharedMemory + target.SharedMemoryReserved,
       target.SharedMemoryPerSM / ctas},
      {Resource::TensorMemory, demand.tensorMemoryColumns,
       target.TensorMemoryColumns / ctas},
      {Resource::Threads, warps * kLanes,
       std::min<int64_t>(kMaxWarpsOfCTA * kLanes, target.ThreadsPerSM / ctas)},
      {Resource::NamedBarriers, demand.namedBarriers, kNamedBarriers},
      {Resource::CTAs, ctas, target.CTAsPerSM}};
  // The one with the largest part, compared without division.
  return *llvm::max_element(all, [](const Admission &a, const Admission &b) {
    return a.needed * b.available < b.needed * a.available;
  });
}

int64_t tileiras::countAdmittedCTAs(const TargetInfo &target,
                                    const ResourceDemand &demand,
                                    int64_t most) {
  // As few as one of them is refused.
  most = std::min<int64_t>(most, target.CTAsPerSM);
  while (most > 1 && !ResourceBudget(target, most).admits(demand))
    --most;
  return std::max<int64_t>(most, 1);
}
