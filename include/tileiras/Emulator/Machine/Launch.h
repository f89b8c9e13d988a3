//===- Launch.h - What all CTAs of a launch share ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_LAUNCH_H
#define TILEIRAS_EMULATOR_MACHINE_LAUNCH_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Machine/Frame.h"
#include "tileiras/Emulator/Machine/GlobalMemory.h"
#include "tileiras/Emulator/Machine/Monitor.h"

#include <atomic>
#include <mutex>

namespace tileiras::emu {

/// The module's variables and constants in one machine.
struct LoadedModule {
  llvm::StringMap<uint64_t> addresses;
  /// The constant pool, every value 32 times, as the CTA of rank 0 sees it.
  std::vector<RegisterUnit> constants;
  /// Where in it addresses in .shared are, and their widths in bytes.
  std::vector<std::pair<uint32_t, unsigned>> sharedAddresses;
};

/// Extents in threads and CTAs, after the kernel's directives.
struct LaunchShape {
  Dim3 grid, block, cluster;
  bool explicitCluster = false;
};

/// Used by several threads: what isn't atomic or behind a lock stays as it is
/// from the start of the launch to its end.
struct Launch {
  Launch(const Program &program, const Function &kernel,
         const LaunchConfig &config, GlobalMemory &memory,
         llvm::ArrayRef<uint8_t> parameters, const LoadedModule &loaded,
         llvm::raw_ostream &output, const LaunchShape &shape);

  const Program &program;
  const Function &kernel;
  const LaunchConfig &config;
  GlobalMemory &memory;
  const std::vector<uint8_t> parameters; // aligned as the types want it
  llvm::raw_ostream &output;
  const Dim3 grid, block, cluster;
  const bool explicitCluster;
  const uint64_t sharedBytes; // per CTA
  /// Registers, parameters, local and shared memory before any call.
  const uint64_t clusterBytes;
  /// Of each thread, at the start; nothing: not stated, or nobody asks.
  const std::optional<uint32_t> registers;
  /// Are products of matrices summed as an H200 does (AlignedSums.h)?
  const bool sumsAsHopper;
  unsigned processors = 1;

  /// Who wants to know what happens; null: nobody.
  Monitor *monitor() const { return watcher; }
  void setMonitor(Monitor *monitor) { watcher = monitor; }
  /// The constant pool as CTAs of \p rank in their cluster see it.
  RegisterUnit *constantsOf(unsigned rank) { return constants[rank].data(); }

  /// The next cluster nobody has taken, in the schedule's order; false when
  /// there is none.
  bool takeCluster(Dim3 &id);
  bool hasClusters() const;
  /// Tells who wants to know how far the launch is.
  void clusterEnded();

  /// Something happened in a cluster that others can see. `progress` counts.
  void noteProgress() { progressMade.fetch_add(1, std::memory_order_relaxed); }
  uint64_t progress() const {
    return progressMade.load(std::memory_order_relaxed);
  }
  /// On the thread that launches: asks the host whether to stop.
  void askHost() {
    if (config.isStopped && config.isStopped())
      stopWanted = true;
  }
  bool isStopped() const { return stopWanted.load(std::memory_order_relaxed); }

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
  std::atomic<bool> stopWanted = false;
  std::atomic<bool> isFaulted = false;
  std::mutex faultLock;
  std::unique_ptr<KernelError> fault;
};

/// Runs all CTAs of \p launch; false when one of them stopped with a fault.
/// Sums what happened into \p counters.
bool runGrid(Launch &launch, Counters &counters);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LAUNCH_H
