//===- BarrierAtoms.td - Barriers and control instructions ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost is that of the issue, and of the 8 bytes of an mbarrier; the waiting
// time depends on the schedule.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_BARRIERATOMS_TD
#define TILEIRAS_TARGET_BARRIERATOMS_TD

include "tileiras/Target/AtomBase.td"

/// PTX ISA, "Parallel synchronization and communication instructions: bar". The
/// size is the number of threads.
class NamedBarrier<string name> : Atom<name> {
  let Ptx = name;
  let TheKind = Barrier;
  let TheLowering = NvvmOp;
  let TheSize = ThreadCount;
  let Threads = 32;
  let MinSize = 32;
  let MaxSize = 1024;
  let SizeIsMultiple = 1;
}

def BarSync : NamedBarrier<"bar.sync">;
def BarArrive : NamedBarrier<"bar.arrive">;

def WarpBarrier : Atom<"bar.warp.sync"> {
  let Ptx = "bar.warp.sync";
  let TheKind = Barrier;
  let TheLowering = NvvmOp;
  let Threads = 32;
}

/// "barrier.cluster" synchronises the threads of all CTAs of the cluster.
class ClusterBarrier<string name> : Atom<name> {
  let Ptx = name;
  let TheKind = Barrier;
  let Threads = 32;
  let Needs = "Clusters";
  let TheLowering = NvvmOp;
}
def ClusterArrive : ClusterBarrier<"barrier.cluster.arrive">;
def ClusterWait : ClusterBarrier<"barrier.cluster.wait">;

/// "mbarrier" is an object of 8 bytes of shared memory.
class MemoryBarrier<string name, string ptx> : Atom<name> {
  let Ptx = ptx;
  let TheKind = Barrier;
  let C = [Shared];
  let SharedBytes = 8;
  let Needs = "Mbarrier";
  let TheLowering = NvvmOp;
}
def MbarrierInit : MemoryBarrier<"mbarrier.init", "mbarrier.init">;
def MbarrierArrive : MemoryBarrier<"mbarrier.arrive", "mbarrier.arrive">;
def MbarrierTest : MemoryBarrier<"mbarrier.test_wait", "mbarrier.test_wait">;
def MbarrierCpAsync : MemoryBarrier<"mbarrier.cp_async_arrive",
                                    "cp.async.mbarrier.arrive.noinc">;
def MbarrierArriveState : MemoryBarrier<"mbarrier.arrive_state",
                                        "mbarrier.arrive">;
let Needs = "MbarrierTryWait" in {
  def MbarrierTry : MemoryBarrier<"mbarrier.try_wait", "mbarrier.try_wait">;
  def MbarrierTryState : MemoryBarrier<"mbarrier.try_wait_state",
                                       "mbarrier.try_wait">;
  def MbarrierExpect : MemoryBarrier<"mbarrier.arrive.expect_tx",
                                     "mbarrier.arrive.expect_tx">;
}
let Needs = "Clusters" in
  def MbarrierArriveCluster : MemoryBarrier<"mbarrier.arrive_cluster",
                                            "mbarrier.arrive">;
let Needs = "Tcgen05", TheCompletion = TensorCommit in
  def MbarrierCommit : MemoryBarrier<"mbarrier.tensor_commit",
                                     "tcgen05.commit.mbarrier::arrive::one">;

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

class ControlAtom<string name, string ptx, string needs> : Atom<name> {
  let Ptx = ptx;
  let TheKind = Control;
  let Needs = needs;
  let TheLowering = NvvmOp;
}

/// PTX ISA, "Non-bulk copy: cp.async.commit_group", "cp.async.wait_group".
def CpAsyncCommit
    : ControlAtom<"cp_async.commit_group", "cp.async.commit_group", "CpAsync">;
def CpAsyncWait
    : ControlAtom<"cp_async.wait_group", "cp.async.wait_group", "CpAsync">;

/// PTX ISA, "Data movement and conversion instructions: mapa".
def Mapa : ControlAtom<"mapa", "mapa", "Clusters">;

/// PTX ISA, "Asynchronous wgmma instructions".
class WgmmaControl<string name> : ControlAtom<name, name, "Wgmma"> {
  let Threads = 128;
}
def WgmmaFence : WgmmaControl<"wgmma.fence">;
def WgmmaCommit : WgmmaControl<"wgmma.commit_group">;
def WgmmaWait : WgmmaControl<"wgmma.wait_group">;

/// PTX ISA, "membar / fence": orders accesses of threads and those of TMA, bulk
/// copies and matrix units.
def FenceProxyAsync
    : ControlAtom<"fence.proxy.async", "fence.proxy.async", "BulkCopy">;

/// The fence orders the initialisation of mbarriers before copies that signal
/// them.
def FenceMbarrierInit : ControlAtom<"fence.mbarrier_init",
                                    "fence.mbarrier_init.release.cluster",
                                    "BulkCopy">;

/// PTX ISA, "Bulk copy: cp.async.bulk.commit_group" and
/// "cp.async.bulk.wait_group".
def BulkCommit : ControlAtom<"bulk.commit_group", "cp.async.bulk.commit_group",
                             "BulkCopy">;
def BulkWait
    : ControlAtom<"bulk.wait_group", "cp.async.bulk.wait_group", "BulkCopy">;

/// PTX ISA, "prefetch, prefetchu".
def PrefetchTensormap
    : ControlAtom<"prefetch.tensormap", "prefetch.tensormap", "Tma">;

/// PTX ISA, "Data movement and conversion instructions: tensormap.replace".
def TensormapReplace
    : ControlAtom<"tensormap.replace", "tensormap.replace", "Tma"> {
  let TheLowering = Intrinsic;
}

/// PTX ISA, "membar / fence": orders writes to tensor maps before copies that
/// read these.
def FenceTensormapRelease
    : ControlAtom<"fence.proxy.tensormap.release",
                  "fence.proxy.tensormap::generic.release", "Tma">;
def FenceTensormapAcquire
    : ControlAtom<"fence.proxy.tensormap.acquire",
                  "fence.proxy.tensormap::generic.acquire", "Tma">;

/// PTX ISA, "Parallel synchronization and communication instructions: elect".
def ElectSync : ControlAtom<"elect.sync", "elect.sync", "Tma"> {
  let Threads = 32;
}

/// PTX ISA, "Tensor Memory Allocation and Management Instructions".
class TensorMemoryControl<string name> : ControlAtom<name, name, "Tcgen05"> {
  let Threads = 32;
}
def TensorAlloc : TensorMemoryControl<"tcgen05.alloc">;
def TensorDealloc : TensorMemoryControl<"tcgen05.dealloc">;
def TensorRelinquish
    : TensorMemoryControl<"tcgen05.relinquish_alloc_permit">;

/// "tcgen05.wait" waits for loads or stores of this warp.
def TensorWaitLoads : TensorMemoryControl<"tcgen05.wait_ld"> {
  let Ptx = "tcgen05.wait::ld";
}
def TensorWaitStores : TensorMemoryControl<"tcgen05.wait_st"> {
  let Ptx = "tcgen05.wait::st";
}

/// "tcgen05.fence" precedes and follows the synchronisation of threads.
def TensorFenceBefore
    : ControlAtom<"tcgen05.fence_before", "tcgen05.fence::before_thread_sync",
                  "Tcgen05">;
def TensorFenceAfter
    : ControlAtom<"tcgen05.fence_after", "tcgen05.fence::after_thread_sync",
                  "Tcgen05">;

/// PTX ISA, "Miscellaneous instructions: setmaxnreg".
def SetMaxNRegs : ControlAtom<"setmaxnreg", "setmaxnreg", "SetMaxNReg"> {
  let Threads = 128;
}

#endif // TILEIRAS_TARGET_BARRIERATOMS_TD
