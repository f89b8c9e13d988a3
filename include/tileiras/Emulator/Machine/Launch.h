//===- Launch.h - Shared state of a launch ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a launch that all its host threads share: the program, the
// parameters, the queue of clusters and the first fault.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_LAUNCH_H
#define TILEIRAS_EMULATOR_MACHINE_LAUNCH_H

#include "tileiras/Emulator/Machine/Frame.h"
#include "tileiras/Emulator/Machine/GlobalMemory.h"
#include "tileiras/Emulator/Machine/LaunchConfig.h"
#include "tileiras/Emulator/Machine/LaunchShape.h"
#include "tileiras/Emulator/Machine/Monitor.h"

#include <atomic>
#include <mutex>

namespace tileiras::emu {

/// The module's variables and constants in one machine.
struct LoadedModule {
  llvm::StringMap<uint64_t> addresses;
  /// The constant pool, every value 32 times, as the CTA of rank 0 sees it.
  std::vector<RegisterUnit> constants;
  /// The positions of addresses in .shared in the pool, and their widths in
  /// bytes.
  std::vector<std::pair<uint32_t, unsigned>> sharedAddresses;
};

/// A launch is used by several threads: members that are neither atomic nor
/// guarded by a lock don't change from its start to its end.
struct Launch {
  Launch(const Program &program, const Function &kernel,
         const LaunchConfig &config, GlobalMemory &memory,
         llvm::ArrayRef<uint8_t> parameters, const LoadedModule &loaded,
         llvm::raw_ostream &output, const LaunchShape &shape);

  const Program &program;
  const Function &kernel;
  const LaunchConfig &config;
  GlobalMemory &memory;
  const std::vector<uint8_t> parameters; // aligned as the types require
  llvm::raw_ostream &output;
  const Dim3 grid, block, cluster;
  const bool explicitCluster;
  const uint64_t sharedBytes; // per CTA
  /// Registers, parameters, local and shared memory before any call.
  const uint64_t clusterBytes;
  /// The registers of each thread at the start; nothing if the kernel states
  /// none or has no setmaxnreg.
  const std::optional<uint32_t> registers;
  /// Whether matrix products are accumulated as on an H200
  /// (AlignedAccumulate.h).
  const bool accumulatesAsHopper;
  unsigned processors = 1;

  /// The monitor of the launch, or null.
  Monitor *monitor() const { return watcher; }
  void setMonitor(Monitor *monitor) { watcher = monitor; }
  /// The constant pool for CTAs of \p rank in their cluster.
  RegisterUnit *constantsOf(unsigned rank) { return constants[rank].data(); }

  /// Sets \p id to the next cluster that no processor has taken, in the
  /// schedule's order; returns false if none is left.
  bool takeCluster(Dim3 &id);
  bool hasClusters() const;
  /// Calls LaunchConfig::progress.
  void clusterEnded();

  /// Counts an event in a cluster that other clusters can see; see `progress`.
  void noteProgress() { progressMade.fetch_add(1, std::memory_order_relaxed); }
  uint64_t progress() const {
    return progressMade.load(std::memory_order_relaxed);
  }
  /// Asks the host whether to stop; called by the thread that launches.
  void askHost() {
    if (config.isStopped && config.isStopped())
      stopRequested = true;
  }
  bool isStopped() const {
    return stopRequested.load(std::memory_order_relaxed);
  }

  /// The first mistake stops the launch; later ones are not kept.
  void report(std::unique_ptr<KernelError> error);
  bool faulted() const { return isFaulted.load(std::memory_order_relaxed); }
  std::unique_ptr<KernelError> takeFault() { return std::move(fault); }

  /// Held while a thread of the launch prints.
  std::mutex outputLock;

private:
  void makeOrder();

  Monitor *watcher;
  std::vector<std::vector<RegisterUnit>> constants; // by rank
  uint64_t totalClusters = 0, stride = 1, offset = 0;
  std::atomic<uint64_t> nextCluster = 0;
  uint64_t endedClusters = 0; // under progressLock
  std::mutex progressLock;
  std::atomic<uint64_t> progressMade = 0;
  std::atomic<bool> stopRequested = false;
  std::atomic<bool> isFaulted = false;
  std::mutex faultLock;
  std::unique_ptr<KernelError> fault;
};

/// Runs all CTAs of \p launch and adds their counters to \p counters; returns
/// false if one of them stopped with a fault.
bool runGrid(Launch &launch, Counters &counters);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LAUNCH_H
