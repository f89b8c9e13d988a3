//===- BarrierAtoms.td - Where threads meet -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost is that of the issue, and of the 8 bytes of an mbarrier; how long
// threads wait, a schedule says.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_BARRIERATOMS_TD
#define TILEIRAS_TARGET_BARRIERATOMS_TD

include "tileiras/Target/AtomBase.td"

/// PTX ISA, "Parallel synchronization and communication instructions: bar".
/// The size is how many threads meet.
class NamedBarrier<string name> : Atom<name> {
  let TheKind = Barrier;
  let TheSize = ThreadCount;
  let Threads = 32;
  let MinSize = 32;
  let MaxSize = 1024;
  let SizeIsMultiple = 1;
}

def BarSync : NamedBarrier<"bar.sync"> {
  let Ptx = "bar.sync";
  let TheLowering = NvvmBarrier;
}
def BarArrive : NamedBarrier<"bar.arrive"> { let Ptx = "bar.arrive"; }

def WarpBarrier : Atom<"bar.warp.sync"> {
  let Ptx = "bar.warp.sync";
  let TheKind = Barrier;
  let Threads = 32;
}

/// "barrier.cluster": the threads of all CTAs of the cluster.
class ClusterBarrier<string name> : Atom<name> {
  let Ptx = name;
  let TheKind = Barrier;
  let Threads = 32;
  let Needs = "Clusters";
}
def ClusterArrive : ClusterBarrier<"barrier.cluster.arrive">;
def ClusterWait : ClusterBarrier<"barrier.cluster.wait">;

/// "mbarrier": 8 bytes of shared memory.
class MemoryBarrier<string name, string ptx> : Atom<name> {
  let Ptx = ptx;
  let TheKind = Barrier;
  let C = [Shared];
  let SharedBytes = 8;
  let Needs = "Mbarrier";
}
def MbarrierInit : MemoryBarrier<"mbarrier.init", "mbarrier.init">;
def MbarrierArrive : MemoryBarrier<"mbarrier.arrive", "mbarrier.arrive">;
def MbarrierTest : MemoryBarrier<"mbarrier.test_wait", "mbarrier.test_wait">;
def MbarrierCpAsync : MemoryBarrier<"mbarrier.cp_async_arrive",
                                    "cp.async.mbarrier.arrive.noinc">;
let Needs = "MbarrierTryWait" in {
  def MbarrierTry : MemoryBarrier<"mbarrier.try_wait", "mbarrier.try_wait">;
  def MbarrierExpect : MemoryBarrier<"mbarrier.arrive.expect_tx",
                                     "mbarrier.arrive.expect_tx">;
}
let Needs = "Tcgen05", TheCompletion = TensorCommit in
  def MbarrierCommit : MemoryBarrier<"mbarrier.tensor_commit",
                                     "tcgen05.commit.mbarrier::arrive::one">;

#endif // TILEIRAS_TARGET_BARRIERATOMS_TD
