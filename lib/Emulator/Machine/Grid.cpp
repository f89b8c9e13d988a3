//===- Grid.cpp - All CTAs of a launch --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each host thread is an SM: it takes clusters until none are left, and keeps
// several resident if one waits for a later one.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <condition_variable>
#include <thread>

using namespace llvm;

namespace tileiras::emu {

namespace {
/// The instructions after which another cluster becomes resident next to one
/// that hasn't ended, since it may wait for a later one.
constexpr uint64_t kClusterSlice = uint64_t(1) << 24;
/// The maximum number of resident clusters, and of instructions of a slice, in
/// a random schedule.
constexpr uint64_t kRandomResidents = 4, kRandomSlice = 1 << 14;
/// The number of rounds with only idle clusters that is a deadlock.
constexpr unsigned kIdleRounds = 4;

/// Detects that all threads have been idle since the last progress. An epoch
/// begins with each progress; a thread that has been idle for long enough in
/// one epoch reports it.
class IdleWatch {
public:
  explicit IdleWatch(unsigned threads) : idleEpochs(threads) {}

  void progress(unsigned) { ++epoch; }
  uint64_t now() const { return epoch; }
  /// Thread \p number has been idle during all of epoch \p since.
  void idled(unsigned number, uint64_t since) { idleEpochs[number] = since; }
  /// Thread \p number has no clusters any more.
  void left(unsigned number) { idleEpochs[number] = kLeft; }
  bool allIdle() const {
    uint64_t current = epoch;
    return all_of(idleEpochs, [&](const std::atomic<uint64_t> &since) {
      return since == kLeft || since == current;
    });
  }

private:
  static constexpr uint64_t kLeft = ~uint64_t(0);
  std::atomic<uint64_t> epoch = 1;
  std::vector<std::atomic<uint64_t>> idleEpochs; // 0: busy
};

/// One thread's share of the grid.
class Worker {
public:
  Worker(Launch &launch, unsigned number, IdleWatch &watch)
      : processor(launch, number), launch(launch), watch(watch) {}

  void run() {
    while (!launch.faulted()) {
      admit();
      if (resident.empty())
        break;
      runResidents();
      if (isDeadlocked())
        resident.front()->reportDeadlock();
    }
    watch.left(processor.number);
  }

  Processor processor;

private:
  bool isRandom() const {
    return launch.config.schedule.kind == Schedule::Random;
  }

  void admit() {
    Dim3 id;
    uint64_t requested = isRandom()
                             ? 1 + processor.random.below(kRandomResidents)
                             : resident.size() + 1;
    while (resident.size() < requested && hasMemory() &&
           launch.takeCluster(id)) {
      resident.push_back(std::make_unique<Cluster>(processor, id));
      processor.counters.ctas += launch.cluster.count();
      noteProgress();
    }
  }

  /// Returns whether there is memory for one more cluster; a single cluster
  /// always has memory.
  bool hasMemory() const {
    return resident.empty() || processor.hasMemory(launch.clusterBytes);
  }

  uint64_t nextSlice() {
    uint64_t slice =
        isRandom() ? 1 + processor.random.below(kRandomSlice) : kClusterSlice;
    for (uint64_t limit :
         {launch.config.maxInstructions, launch.config.maxStalledInstructions})
      if (limit)
        slice = std::min(limit, slice);
    return slice;
  }

  void runResidents() {
    bool allIdle = true;
    for (std::unique_ptr<Cluster> &cluster : resident) {
      Cluster::Outcome outcome = cluster->run(nextSlice());
      if (outcome == Cluster::Outcome::Fault || launch.faulted())
        return;
      if (outcome != Cluster::Outcome::Finished) {
        if (overLimit())
          return cluster->reportUnfinished();
        if (isStalled())
          return cluster->reportStalled();
      }
      allIdle &= outcome == Cluster::Outcome::Idle;
      if (outcome == Cluster::Outcome::Finished) {
        cluster.reset();
        launch.clusterEnded();
      }
    }
    erase_if(resident, [](const auto &cluster) { return !cluster; });
    if (!allIdle)
      noteProgress();
  }

  /// Returns whether this thread has run more instructions than the
  /// configuration allows.
  bool overLimit() const {
    uint64_t limit = launch.config.maxInstructions;
    return limit && processor.clock > limit;
  }

  /// Returns whether this thread has run more instructions than allowed since
  /// the last progress of the launch. Only progress that other threads can see
  /// counts, which a correct kernel makes now and then.
  bool isStalled() {
    if (std::exchange(changesSeen, processor.globalChanges) !=
        processor.globalChanges)
      launch.noteProgress();
    if (std::exchange(seenProgress, launch.progress()) != launch.progress())
      progressAt = processor.clock;
    uint64_t limit = launch.config.maxStalledInstructions;
    return limit && processor.clock - progressAt > limit;
  }

  void noteProgress() {
    watch.progress(processor.number);
    idleRounds = 0;
  }

  bool isDeadlocked() {
    if (resident.empty() || launch.faulted() ||
        (launch.hasClusters() && hasMemory()))
      return false;
    if (idleRounds == 0 || idleSince != watch.now()) {
      idleSince = watch.now();
      idleRounds = 0;
    }
    if (++idleRounds < kIdleRounds)
      return false;
    watch.idled(processor.number, idleSince);
    return watch.allIdle();
  }

  Launch &launch;
  IdleWatch &watch;
  std::vector<std::unique_ptr<Cluster>> resident;
  uint64_t changesSeen = 0;                  // of global memory, by this thread
  uint64_t seenProgress = 0, progressAt = 0; // of the launch; our clock
  uint64_t idleSince = 0;
  unsigned idleRounds = 0;
};

/// Waits for a number of threads, and calls a function meanwhile.
class Countdown {
public:
  explicit Countdown(unsigned count) : count(count) {}

  void arrive() {
    std::lock_guard guard(lock);
    --count;
    allArrived.notify_one();
  }
  void wait(function_ref<void()> meanwhile) {
    constexpr std::chrono::milliseconds Interval(20);
    std::unique_lock guard(lock);
    while (!allArrived.wait_for(guard, Interval, [&] { return !count; }))
      meanwhile();
  }

private:
  std::mutex lock;
  std::condition_variable allArrived;
  unsigned count;
};

/// Returns whether kernels of the program allocate or free memory.
bool takesMemory(const Program &program) {
  return program.functionByName.contains("malloc") ||
         program.functionByName.contains("free");
}

/// Uses one thread if the order matters: for a schedule, for a monitor, which
/// relies on the order in which it is told of accesses, or if the list of
/// allocations changes.
unsigned threadsOf(const Launch &launch) {
  if (launch.config.schedule.kind != Schedule::InOrder || launch.monitor() ||
      takesMemory(launch.program))
    return 1;
  unsigned threads = launch.config.threads;
  if (!threads)
    threads = std::max(1u, std::thread::hardware_concurrency());
  uint64_t clusters = launch.grid.count() / launch.cluster.count();
  uint64_t fit = launch.config.maxResidentBytes /
                 std::max<uint64_t>(1, launch.clusterBytes);
  return unsigned(std::min<uint64_t>({threads, clusters, fit}));
}
} // namespace

bool runGrid(Launch &launch, Counters &counters) {
  launch.processors = threadsOf(launch);
  Monitor *monitor = launch.monitor();
  if (monitor)
    monitor->launchStart(launch);
  IdleWatch watch(launch.processors);
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned number = 0; number < launch.processors; ++number)
    workers.push_back(std::make_unique<Worker>(launch, number, watch));
  Countdown others(launch.processors);
  std::vector<std::thread> threads;
  for (unsigned number = 1; number < launch.processors; ++number)
    threads.emplace_back([&, number] {
      workers[number]->run();
      others.arrive();
    });
  if (!workers.empty())
    workers[0]->run();
  others.arrive();
  others.wait([&] { launch.askHost(); });
  for (std::thread &thread : threads)
    thread.join();
  for (std::unique_ptr<Worker> &worker : workers)
    worker->processor.addCounters(counters);
  if (monitor)
    monitor->launchEnd(launch);
  return !launch.faulted();
}

} // namespace tileiras::emu
