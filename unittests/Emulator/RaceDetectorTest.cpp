//===- RaceDetectorTest.cpp - Orders of the memory model ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The race detector and its clocks alone, without a kernel: a test makes
// accesses and synchronisations of a few warps and asks for races.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/RaceDetector.h"

#include "gtest/gtest.h"

using namespace tileiras::emu;

namespace {

/// Two CTAs of a cluster of two and one of another, two warps each.
class RaceDetector : public ::testing::Test {
protected:
  WarpClock &warp(unsigned cta, unsigned number = 0) {
    return warps[2 * cta + number];
  }
  bool write(WarpClock &w, uint64_t address, unsigned bytes = 4,
             unsigned lane = 0) {
    return access(w, address, bytes, {.writes = true}, lane);
  }
  bool read(WarpClock &w, uint64_t address, unsigned bytes = 4,
            unsigned lane = 0) {
    return access(w, address, bytes, {}, lane);
  }
  /// Returns whether there is a race.
  bool access(WarpClock &w, uint64_t address, unsigned bytes, AccessKind kind,
              unsigned lane = 0) {
    return memory
        .access(w, {address, bytes, kind, {w.agent(), w.tick()}, 1, lane})
        .has_value();
  }
  bool async(WarpClock &w, uint64_t address, AccessKind kind, Epoch by) {
    kind.throughAsyncProxy = true;
    return memory.access(w, {address, 4, kind, by, 1, 0}).has_value();
  }
  void barrier(std::initializer_list<WarpClock *> members) {
    Knowledge all;
    for (WarpClock *each : members)
      all.join(each->release());
    for (WarpClock *each : members)
      each->acquire(all, ~0u);
  }

  Agents agents{{4, 1, 1}, {2, 1, 1}, 2};
  std::vector<WarpClock> warps = [this] {
    std::vector<WarpClock> made;
    for (unsigned cta = 0; cta < 4; ++cta)
      for (unsigned number = 0; number < 2; ++number)
        made.emplace_back(agents, cta, number);
    return made;
  }();
  CheckedMemory memory{CheckedMemory::Global, agents};
};

TEST_F(RaceDetector, ConflictsNeedAWrite) {
  EXPECT_FALSE(read(warp(0), 0));
  EXPECT_FALSE(read(warp(1), 0));
  EXPECT_TRUE(write(warp(2), 0));
  EXPECT_FALSE(write(warp(0), 64));
  EXPECT_TRUE(read(warp(0, 1), 64));
}

TEST_F(RaceDetector, EveryReaderMustBeKnown) {
  EXPECT_FALSE(read(warp(0), 0));
  EXPECT_FALSE(read(warp(0, 1), 0));
  EXPECT_FALSE(read(warp(1), 0));
  barrier({&warp(0), &warp(0, 1)});
  EXPECT_TRUE(write(warp(0), 0)); // warp(1) has read too
}

TEST_F(RaceDetector, BarrierOrders) {
  EXPECT_FALSE(write(warp(0), 0));
  barrier({&warp(0), &warp(0, 1)});
  EXPECT_FALSE(read(warp(0, 1), 0));
  EXPECT_FALSE(read(warp(0), 0));
  EXPECT_TRUE(write(warp(0), 0)); // the other warp reads since the barrier
}

TEST_F(RaceDetector, ReleaseCoversOnlyWhatWasBefore) {
  EXPECT_FALSE(write(warp(0), 0));
  Knowledge given = warp(0).release();
  EXPECT_FALSE(write(warp(0), 4));
  warp(1).acquire(given, ~0u);
  EXPECT_FALSE(read(warp(1), 0));
  EXPECT_TRUE(read(warp(1), 4));
}

TEST_F(RaceDetector, CellsAreAsNarrowAsAccesses) {
  EXPECT_FALSE(write(warp(0), 0, 16));
  EXPECT_FALSE(write(warp(1), 16, 2));
  EXPECT_FALSE(write(warp(2), 18, 2));
  EXPECT_FALSE(write(warp(3), 20, 1));
  EXPECT_FALSE(write(warp(2), 21, 1));
  EXPECT_TRUE(write(warp(3), 15, 1));
  EXPECT_TRUE(read(warp(0), 16, 4));
  // The write crosses the end of a page.
  EXPECT_FALSE(write(warp(0), 1016, 16));
  EXPECT_TRUE(read(warp(1), 1028));
}

TEST_F(RaceDetector, LanesOfAWarp) {
  EXPECT_FALSE(write(warp(0), 0, 4, 3));
  EXPECT_FALSE(read(warp(0), 0, 4, 3));
  EXPECT_TRUE(read(warp(0), 0, 4, 4));
  warp(0).syncLanes(~0u);
  EXPECT_FALSE(read(warp(0), 0, 4, 4));
  EXPECT_FALSE(read(warp(0), 0, 4, 5));
  EXPECT_FALSE(write(warp(0), 0, 4, 4)); // lane 5 has read it before
  EXPECT_TRUE(write(warp(0), 0, 4, 5));
  warp(0).syncLanes(0xffff);
  EXPECT_FALSE(write(warp(0), 32, 4, 20));
  warp(0).syncLanes(0xffff);
  EXPECT_TRUE(read(warp(0), 32, 4, 21));
}

/// One lane releases its own actions, and those that it is ordered after.
TEST_F(RaceDetector, ReleasesOfSingleLanes) {
  write(warp(0), 0, 4, 7);
  warp(0).syncLanes(~0u);
  write(warp(0), 16, 4, 0);
  write(warp(0), 32, 4, 7);
  warp(1).acquire(warp(0).release(1), ~0u);
  EXPECT_FALSE(read(warp(1), 0));
  EXPECT_FALSE(read(warp(1), 16));
  EXPECT_TRUE(read(warp(1), 32));
}

/// All lanes together release the actions of the warp, one after the other.
TEST_F(RaceDetector, ReleasesOfAllLanes) {
  for (unsigned lane = 0; lane < 32; ++lane)
    read(warp(0), 0, 4, lane);
  Knowledge all;
  for (unsigned lane = 0; lane < 31; ++lane)
    all.join(warp(0).release(1u << lane));
  Knowledge most = all;
  all.join(warp(0).release(1u << 31));
  warp(1).acquire(all, ~0u);
  EXPECT_FALSE(write(warp(1), 0));
  for (unsigned lane = 0; lane < 32; ++lane)
    read(warp(0), 64, 4, lane);
  warp(2).acquire(most, ~0u);
  EXPECT_TRUE(write(warp(2), 64));
}

TEST_F(RaceDetector, StrongAccessesOfIncludingScopes) {
  AccessKind wide{true, true, Scope::Gpu}, narrow{true, true, Scope::Cta};
  EXPECT_FALSE(access(warp(0), 0, 4, wide));
  EXPECT_FALSE(access(warp(1), 0, 4, wide));
  EXPECT_TRUE(access(warp(2), 0, 4, narrow));
  EXPECT_FALSE(access(warp(0), 64, 4, narrow));
  EXPECT_FALSE(access(warp(0, 1), 64, 4, narrow));
  EXPECT_TRUE(read(warp(0, 1), 0)); // weak
}

//===-- Release and acquire patterns ------------------------------------===//

constexpr uint64_t kData = 0, kFlag = 256;

TEST_F(RaceDetector, ReleaseAcquire) {
  write(warp(0), kData);
  memory.release(warp(0), kFlag, true, Scope::Gpu, false, 2);
  memory.observe(warp(2), kFlag, true, Scope::Gpu, 3);
  EXPECT_FALSE(read(warp(2), kData));
}

TEST_F(RaceDetector, ScopesMustIncludeBoth) {
  write(warp(0), kData);
  memory.release(warp(0), kFlag, true, Scope::Cluster, false, 2);
  memory.observe(warp(1), kFlag, true, Scope::Cluster, 3);
  EXPECT_FALSE(read(warp(1), kData));
  memory.observe(warp(2), kFlag, true, Scope::Gpu, 3);
  EXPECT_TRUE(read(warp(2), kData));
  ASSERT_NE(warp(2).missedRelease({warp(0).agent(), 1}, 0), nullptr);
  EXPECT_EQ(warp(2).missedRelease({warp(0).agent(), 1}, 0)->reason,
            MissedRelease::WriterScope);

  memory.release(warp(0), kFlag, true, Scope::Gpu, false, 2);
  memory.observe(warp(3), kFlag, true, Scope::Cta, 3);
  EXPECT_TRUE(write(warp(3), kData));
  EXPECT_EQ(warp(3).missedRelease({warp(0).agent(), 1}, 0)->reason,
            MissedRelease::ReaderScope);
}

TEST_F(RaceDetector, FencesMakePatterns) {
  write(warp(0), kData);
  warp(0).fence(Scope::Gpu, true, true, 2);
  memory.release(warp(0), kFlag, false, Scope::Gpu, false, 3);
  memory.observe(warp(2), kFlag, false, Scope::Gpu, 4);
  EXPECT_TRUE(read(warp(2), kData)); // nothing has acquired yet
  EXPECT_EQ(warp(2).missedRelease({warp(0).agent(), 1}, 0)->reason,
            MissedRelease::NotAcquired);
  memory.observe(warp(3), kFlag, false, Scope::Gpu, 4);
  warp(3).fence(Scope::Gpu, true, true, 5);
  EXPECT_FALSE(read(warp(3), kData));
}

TEST_F(RaceDetector, AFenceReleasesWhatIsBeforeIt) {
  warp(0).fence(Scope::Gpu, true, true, 2);
  write(warp(0), kData);
  memory.release(warp(0), kFlag, false, Scope::Gpu, false, 3);
  memory.observe(warp(2), kFlag, true, Scope::Gpu, 4);
  EXPECT_TRUE(read(warp(2), kData));
}

TEST_F(RaceDetector, RelaxedWriteReleasesNothing) {
  write(warp(0), kData);
  memory.release(warp(0), kFlag, false, Scope::Gpu, false, 3);
  memory.observe(warp(2), kFlag, true, Scope::Gpu, 4);
  EXPECT_TRUE(read(warp(2), kData));
  EXPECT_EQ(warp(2).missedRelease({warp(0).agent(), 1}, 0)->reason,
            MissedRelease::NotReleased);
}

/// Two warps increment a counter: a warp that reads both increments acquires
/// both (release sequences).
TEST_F(RaceDetector, AtomicsKeepEarlierReleases) {
  write(warp(0), kData);
  memory.release(warp(0), kFlag, true, Scope::Gpu, true, 2);
  write(warp(1), kData + 4);
  memory.release(warp(1), kFlag, true, Scope::Gpu, true, 2);
  memory.observe(warp(2), kFlag, true, Scope::Gpu, 4);
  EXPECT_FALSE(read(warp(2), kData));
  EXPECT_FALSE(read(warp(2), kData + 4));
}

/// A later plain write replaces the release.
TEST_F(RaceDetector, StoresReplaceReleases) {
  write(warp(0), kData);
  memory.release(warp(0), kFlag, true, Scope::Gpu, false, 2);
  memory.release(warp(1), kFlag, true, Scope::Gpu, false, 2);
  memory.observe(warp(2), kFlag, true, Scope::Gpu, 4);
  EXPECT_TRUE(read(warp(2), kData));
}

TEST_F(RaceDetector, ReleasesAreCumulative) {
  write(warp(0), kData);
  barrier({&warp(0), &warp(0, 1)});
  memory.release(warp(0, 1), kFlag, true, Scope::Gpu, false, 2);
  memory.observe(warp(1), kFlag, true, Scope::Gpu, 3);
  memory.release(warp(1), kFlag + 4, true, Scope::Gpu, false, 2);
  memory.observe(warp(2), kFlag + 4, true, Scope::Gpu, 3);
  EXPECT_FALSE(read(warp(2), kData));
}

//===-- Engines and proxies ---------------------------------------------===//

TEST_F(RaceDetector, GroupsAreOrderedByWaiting) {
  Epoch first{agents.engine(0, 0, Engine::CopyGroup), 1};
  Epoch second{first.agent, 2};
  auto copy = [&](uint64_t address, Epoch by) {
    return memory.access(warp(0), {address, 4, {.writes = true}, by, 1, 0})
        .has_value();
  };
  EXPECT_FALSE(copy(0, first));
  EXPECT_FALSE(copy(4, second));
  EXPECT_TRUE(copy(4, first)); // two copies to one place
  warp(0).complete(first);
  EXPECT_FALSE(read(warp(0), 0));
  EXPECT_TRUE(read(warp(0), 4));
  EXPECT_TRUE(read(warp(0, 1), 0)); // no barrier after the wait
  barrier({&warp(0), &warp(0, 1)});
  EXPECT_FALSE(read(warp(0, 1), 0));
}

/// The same lane writes again at the same time, but another access came
/// between.
TEST_F(RaceDetector, AnOperationUnderWayIsSeenByItsIssuer) {
  write(warp(0), 0);
  Epoch copy{agents.engine(0, 0, Engine::CopyGroup), 1};
  EXPECT_FALSE(memory.access(warp(0), {0, 4, {}, copy, 1, 0}).has_value());
  EXPECT_TRUE(write(warp(0), 0));
}

TEST_F(RaceDetector, AsyncReadsNeedAProxyFence) {
  Epoch store{agents.engine(0, 0, Engine::BulkRead), 1};
  write(warp(0, 1), 0);
  barrier({&warp(0), &warp(0, 1)});
  EXPECT_TRUE(async(warp(0), 0, {}, store));
  write(warp(0, 1), 64);
  warp(0, 1).fenceAsync();
  barrier({&warp(0), &warp(0, 1)});
  EXPECT_FALSE(async(warp(0), 64, {}, store));
  // The fence may also be in the issuing warp, after the barrier.
  write(warp(0, 1), 128);
  barrier({&warp(0), &warp(0, 1)});
  warp(0).fenceAsync();
  EXPECT_FALSE(async(warp(0), 128, {}, store));
}

TEST_F(RaceDetector, AsyncWritesAfterReadsNeedOnlyOrder) {
  Epoch phase{agents.mbarrier(0, 0), 1};
  read(warp(0, 1), 0);
  EXPECT_TRUE(async(warp(0), 0, {.writes = true}, phase));
  read(warp(0, 1), 64);
  barrier({&warp(0), &warp(0, 1)});
  EXPECT_FALSE(async(warp(0), 64, {.writes = true}, phase));
  EXPECT_TRUE(read(warp(0, 1), 64));
  warp(0).complete(phase);
  EXPECT_FALSE(async(warp(0), 64, {}, {agents.mbarrier(0, 1), 1}));
}

} // namespace
