//===- LaunchShape.cpp - Grid, block and cluster ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/LaunchShape.h"
#include "tileiras/Emulator/ISA/Limits.h"
#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Machine/RegisterPool.h"

#include "llvm/Support/Compiler.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

std::string text(Dim3 d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " +
         std::to_string(d.z) + ")";
}

/// Refuses a launch. Calls are not merged, so that utils/check-diagnostics can
/// tell which were made.
[[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE Error refuse(const Twine &message) {
  return createStringError(message);
}

/// The block of the launch; see Machine::launch for (1,1,1).
Expected<Dim3> chooseBlock(const Function &kernel, Dim3 block) {
  if (kernel.requiredBlock) {
    if (block == Dim3() || block == *kernel.requiredBlock)
      block = *kernel.requiredBlock;
    else
      return refuse("kernel '" + kernel.name + "' requires blocks " +
                    text(*kernel.requiredBlock) + ", got " + text(block));
  }
  if (kernel.maximumBlock && block.count() > kernel.maximumBlock->count())
    return refuse("kernel '" + kernel.name + "' allows " +
                  Twine(kernel.maximumBlock->count()) +
                  " threads per block, got " + text(block));
  if (block.count() == 0 || block.count() > kMaxBlockThreads)
    return refuse("a block has 1 to " + Twine(kMaxBlockThreads) +
                  " threads, got " + text(block));
  return block;
}

/// The cluster of the launch, which the kernel or the configuration states.
Expected<Dim3> chooseCluster(const Function &kernel, const LaunchConfig &config,
                             Dim3 grid) {
  Dim3 cluster =
      config.cluster.value_or(kernel.requiredCluster.value_or(Dim3()));
  if (kernel.requiredCluster && !(cluster == *kernel.requiredCluster))
    return refuse("kernel '" + kernel.name + "' requires clusters " +
                  text(*kernel.requiredCluster) + ", got " + text(cluster));
  uint64_t largest = kernel.maximumCluster.value_or(kMaxClusterSize);
  if (cluster.count() == 0 || cluster.count() > largest)
    return refuse("a cluster has 1 to " + Twine(largest) + " CTAs, got " +
                  text(cluster));
  if (kernel.explicitCluster && !config.cluster && !kernel.requiredCluster)
    return refuse("kernel '" + kernel.name +
                  "' must be launched with explicit clusters");
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return refuse("a grid of " + text(grid) + " CTAs is not made of clusters " +
                  text(cluster));
  return cluster;
}

/// The grid in CTAs, also if the configuration counts clusters.
Expected<Dim3> chooseGrid(const Function &kernel, Dim3 grid) {
  Dim3 each = kernel.blocksAreClusters ? kernel.requiredCluster.value_or(Dim3())
                                       : Dim3();
  uint64_t x = uint64_t(grid.x) * each.x, y = uint64_t(grid.y) * each.y,
           z = uint64_t(grid.z) * each.z;
  if (x <= kMaxGridX && y <= kMaxGridYZ && z <= kMaxGridYZ)
    return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
  return refuse("a grid has at most " +
                text({kMaxGridX, kMaxGridYZ, kMaxGridYZ}) + " CTAs, got (" +
                Twine(x) + ", " + Twine(y) + ", " + Twine(z) + ")");
}

} // namespace

Expected<LaunchShape> chooseShape(const Function &kernel,
                                  const LaunchConfig &config) {
  LaunchShape shape;
  Expected<Dim3> grid = chooseGrid(kernel, config.grid);
  if (!grid)
    return grid.takeError();
  shape.grid = *grid;
  Expected<Dim3> block = chooseBlock(kernel, config.block);
  if (!block)
    return block.takeError();
  shape.block = *block;
  Expected<Dim3> cluster = chooseCluster(kernel, config, shape.grid);
  if (!cluster)
    return cluster.takeError();
  shape.cluster = *cluster;
  shape.explicitCluster = config.cluster || kernel.requiredCluster;
  return shape;
}

Error checkRegisters(const Launch &launch) {
  uint64_t warps = divideCeil(launch.block.count(), kWarpSize);
  uint64_t needed = warps * kWarpSize * launch.registers.value_or(0);
  if (needed <= kRegistersPerSM)
    return Error::success();
  return refuse("kernel '" + launch.kernel.name + "' has " +
                Twine(*launch.registers) + " registers a thread, which makes " +
                Twine(needed) + " for a CTA of " + Twine(warps) +
                " warps; a multiprocessor has " + Twine(kRegistersPerSM));
}

} // namespace tileiras::emu
