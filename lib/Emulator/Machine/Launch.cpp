//===- Launch.cpp - Shared state of a launch --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/ISA/AddressSpaces.h"
#include "tileiras/Emulator/Machine/Lanes.h"
#include "tileiras/Emulator/Machine/RegisterPool.h"

#include <numeric>

using namespace llvm;

namespace tileiras::emu {

/// Shared and local memory have a flag for each byte.
static uint64_t clusterBytesOf(const Function &kernel, const LaunchShape &shape,
                               uint64_t sharedBytes) {
  uint64_t warps = divideCeil(shape.block.count(), kWarpSize);
  uint64_t perWarp =
      frameBytesOf(kernel) + 2 * kWarpSize * alignTo(kernel.localBytes, 16);
  return shape.cluster.count() * (warps * perWarp + 2 * sharedBytes);
}

Launch::Launch(const Program &program, const Function &kernel,
               const LaunchConfig &config, GlobalMemory &memory,
               ArrayRef<uint8_t> parameters, const LoadedModule &loaded,
               raw_ostream &output, const LaunchShape &shape)
    : program(program), kernel(kernel), config(config), memory(memory),
      parameters(parameters.begin(), parameters.end()), output(output),
      grid(shape.grid), block(shape.block), cluster(shape.cluster),
      explicitCluster(shape.explicitCluster),
      sharedBytes(program.staticShared + config.dynamicShared),
      clusterBytes(clusterBytesOf(kernel, shape, sharedBytes)),
      registers(registersAtEntry(program, kernel)),
      accumulatesAsHopper(!config.exactSums &&
                          StringRef(program.target).starts_with("sm_90")),
      watcher(config.monitor) {
  for (unsigned rank = 0; rank < cluster.count(); ++rank) {
    constants.push_back(loaded.constants);
    for (auto [unit, bytes] : loaded.sharedAddresses)
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        void *cells = &constants.back()[unit];
        if (bytes == 8)
          Lanes<uint64_t>(cells).set(lane, Lanes<uint64_t>(cells)[lane] +
                                               sharedBaseOf(rank));
        else
          Lanes<uint32_t>(cells).set(lane, Lanes<uint32_t>(cells)[lane] +
                                               sharedBaseOf(rank));
      }
  }
  makeOrder();
}

//===-- Order of clusters -----------------------------------------------===//

/// The n-th cluster to be taken has index (offset + n * stride) mod total,
/// which is a permutation if the stride has no common divisor with the total.
void Launch::makeOrder() {
  totalClusters = grid.count() / cluster.count();
  if (totalClusters == 0)
    return;
  switch (config.schedule.kind) {
  case Schedule::InOrder:
    return;
  case Schedule::Adversarial: // the last one first
    stride = offset = totalClusters - 1;
    return;
  case Schedule::Random:
    RandomNumbers random(~config.schedule.seed);
    offset = random.below(totalClusters);
    do {
      stride = 1 + random.below(totalClusters);
    } while (std::gcd(stride, totalClusters) != 1);
  }
}

bool Launch::takeCluster(Dim3 &id) {
  uint64_t taken = nextCluster.fetch_add(1);
  if (taken >= totalClusters)
    return false;
  uint64_t number =
      uint64_t((offset + __uint128_t(taken) * stride) % totalClusters);
  Dim3 shape{grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  id = {uint32_t(number % shape.x), uint32_t(number / shape.x % shape.y),
        uint32_t(number / shape.x / shape.y)};
  return true;
}

bool Launch::hasClusters() const { return nextCluster.load() < totalClusters; }

void Launch::clusterEnded() {
  noteProgress();
  if (!config.progress)
    return;
  std::lock_guard<std::mutex> guard(progressLock);
  config.progress(++endedClusters * cluster.count(), grid.count());
}

//===-- Mistakes --------------------------------------------------------===//

void Launch::report(std::unique_ptr<KernelError> error) {
  std::lock_guard<std::mutex> guard(faultLock);
  if (fault)
    return;
  fault = std::move(error);
  isFaulted.store(true);
}

} // namespace tileiras::emu
