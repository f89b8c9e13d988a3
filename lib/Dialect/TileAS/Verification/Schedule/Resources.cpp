//===- Resources.cpp - V6: what the SM has --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledKernel.h"
#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Target/MachineModel.h"
#include "tileiras/Target/ResourceBudget.h"

#include <map>

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Adds the registers of warps. Where they reallocate them, all four warps of a
/// warpgroup have the same number: partitions of fewer warps share one with
/// others of that number.
static void addPartitions(const ScheduledKernel &kernel,
                          const TargetInfo &target, ResourceDemand &demand) {
  std::map<int64_t, int64_t> warpsOf;
  int64_t warps = 0, registers = 0;
  for (PartitionAttr partition : kernel.getPartitions()) {
    int64_t own = int64_t(partition.getWarps()) * partition.getReplicas();
    warpsOf[partition.getRegisters()] += own;
    warps += own;
    registers = std::max<int64_t>(registers, partition.getRegisters());
    if (partition.getWarps() > 1 && kernel.getPartitions().size() > 1)
      demand.namedBarriers += partition.getReplicas();
  }
  if (!target.SetMaxNReg || kernel.getPartitions().size() == 1) {
    demand.partitions.push_back({warps, registers});
    return;
  }
  for (auto [each, own] : warpsOf)
    demand.partitions.push_back(
        {int64_t(llvm::alignTo(own, kWarpsPerWarpgroup)), each});
}

/// Whether several partitions use a buffer.
static bool isShared(const ScheduledKernel &kernel,
                     ArrayRef<BufferAccess> accesses) {
  ArrayRef<int32_t> first =
      kernel.getSchedule(accesses.front().scheduled).partitions;
  return llvm::any_of(accesses, [&](const BufferAccess &access) {
    ArrayRef<int32_t> own = kernel.getSchedule(access.scheduled).partitions;
    return own.size() > 1 || own != first;
  });
}

/// Returns the bytes of all buffers in a memory. Partitions run at the same
/// time: only buffers that one of them has to itself may use the same bytes.
static int64_t countBytes(const ScheduledKernel &kernel,
                          nv_tileaa::MemSpace space) {
  int64_t bytes = 0;
  std::map<int32_t, SmallVector<Buffer>> ofPartition;
  auto accesses = kernel.collectAccesses();
  for (Buffer &buffer :
       collectBuffers(kernel.getFunction().getFunctionBody(), space)) {
    BufferSchedule schedule = getBufferSchedule(buffer.op);
    auto found = accesses.find(buffer.op);
    if (!schedule.over.empty() || found == accesses.end())
      continue;
    auto type = dyn_cast<nv_tileaa::StridedMemRefType>(
        buffer.op->getResult(0).getType());
    int64_t copies = schedule.copies * countReplicas(kernel, found->second);
    buffer.bytes = buffer.bytes / type.getStages() * copies;
    if (!isShared(kernel, found->second)) {
      int32_t owner =
          kernel.getSchedule(found->second.front().scheduled).partitions[0];
      ofPartition[owner].push_back(buffer);
      continue;
    }
    bytes = llvm::alignTo(bytes, buffer.alignment) + buffer.bytes;
    // Both sides of a channel have an mbarrier for each copy.
    if (space == nv_tileaa::MemSpace::SHARED)
      bytes += 2 * copies * AllocMBarrierOp::kObjectBytes;
  }
  for (auto &[owner, buffers] : ofPartition)
    bytes += placeBuffers(buffers);
  return bytes;
}

LogicalResult tileiras::verifyResources(const ScheduledKernel &kernel,
                                        const TargetInfo &target) {
  ResourceDemand demand;
  addPartitions(kernel, target, demand);
  demand.sharedMemory = countBytes(kernel, nv_tileaa::MemSpace::SHARED);
  int64_t columns =
      llvm::divideCeil(countBytes(kernel, nv_tileaa::MemSpace::TENSOR),
                       AllocTmemOp::kColumnBytes);
  if (columns != 0)
    demand.tensorMemoryColumns = alignTensorColumns(columns);
  int64_t ctas = kernel.getFunctionSchedule().ctasPerSm;
  Admission admission = ResourceBudget(target, ctas).admits(demand);
  if (admission)
    return success();
  InFlightDiagnostic error = breaksRule(kernel.getFunction(), 6)
                             << "expected to fit " << ctas
                             << " times on an SM of " << target.Name
                             << ", which has " << admission.available << " "
                             << getUnit(admission.binding)
                             << " for each, got a need of " << admission.needed;
  if (admission.binding == Resource::SharedMemory &&
      kernel.getPartitions().size() > 1)
    error.attachNote() << "buffers of several partitions have bytes of their "
                          "own, where one is not over another, "
                          "'tileas.schedule.over'";
  return error;
}
