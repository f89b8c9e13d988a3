//===- CuteNVGPUBarrier.td - Barriers, fences, setmaxnreg --*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These instructions synchronise threads: named barriers of a CTA, mbarriers in
// shared memory, barriers of a cluster, and fences between proxies (PTX ISA,
// "Parallel Synchronization and Communication Instructions"). elect.sync and
// setmaxnreg, which warp-specialised kernels need next to them, are here too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBARRIER_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBARRIER_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

//===----------------------------------------------------------------------===//
// Named barriers
//===----------------------------------------------------------------------===//

class CuteNVGPU_BarOp<string record> : CuteNVGPU_RecordOp<record> {
  let hasVerifier = 1;
}

def CuteNVGPU_BarSyncOp : CuteNVGPU_BarOp<"bar.sync"> {
  let summary = "synchronises threads of the CTA at a barrier";
  let description = [{
    PTX ISA, "bar". Without operands, all threads of the CTA synchronise at
    barrier 0. With `id` (0 to 15) and `threads`, a multiple of 32, that number
    of threads do, including those that only arrive (`bar.arrive`). If `id` is
    not a constant, the kernel uses all 16 barriers.

    ```mlir
    cute_nvgpu.bar.sync
    cute_nvgpu.bar.sync id(%one) threads 128
    ```
  }];
  let arguments = (ins Optional<I32>:$id, OptionalAttr<I32Attr>:$threads);
  let assemblyFormat = [{
    (`id` `(` $id^ `)`)? (`threads` $threads^)? attr-dict
  }];
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, Value(), IntegerAttr());
  }]>];
}

def CuteNVGPU_BarArriveOp : CuteNVGPU_BarOp<"bar.arrive"> {
  let summary = "arrives at a barrier without waiting";
  let description = [{
    PTX ISA, "bar". `threads` counts the threads that arrive and those that
    wait.

    ```mlir
    cute_nvgpu.bar.arrive id(%one) threads 128
    ```
  }];
  let arguments = (ins I32:$id, I32Attr:$threads);
  let assemblyFormat = "`id` `(` $id `)` `threads` $threads attr-dict";
}

def CuteNVGPU_BarWarpSyncOp : CuteNVGPU_RecordOp<"bar.warp.sync"> {
  let summary = "synchronises threads of the warp";
  let description = [{
    PTX ISA, "bar.warp.sync". Bit i of `mask` is set if lane i participates.
  }];
  let arguments = (ins I32:$mask);
  let assemblyFormat = "$mask attr-dict";
}

//===----------------------------------------------------------------------===//
// Barriers in shared memory
//===----------------------------------------------------------------------===//

def CuteNVGPU_MbarrierInitOp : CuteNVGPU_RecordOp<"mbarrier.init"> {
  let summary = "initialises an mbarrier in 8 bytes of shared memory";
  let description = [{
    PTX ISA, "mbarrier.init". `count` arrivals complete a phase. There is no
    effect if `predicate` is false.

    ```mlir
    cute_nvgpu.mbarrier.init %barrier, %count if %first : !llvm.ptr<3>
    ```
  }];
  let arguments = (ins Arg<CuteNVGPU_Shared, "", [MemWrite]>:$barrier,
                       I32:$count, Optional<I1>:$predicate);
  let assemblyFormat = [{
    $barrier `,` $count (`if` $predicate^)? attr-dict `:` qualified(type($barrier))
  }];
}

def CuteNVGPU_MbarrierArriveOp : CuteNVGPU_RecordOp<"mbarrier.arrive"> {
  let summary = "arrives at an mbarrier";
  let description = [{
    PTX ISA, "mbarrier.arrive": releases this thread's earlier accesses at CTA
    scope.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_MbarrierArriveStateOp
    : CuteNVGPU_RecordOp<"mbarrier.arrive_state"> {
  let summary = "arrives at an mbarrier and returns the phase";
  let description = [{
    PTX ISA, "mbarrier.arrive", whose state `mbarrier.try_wait_state` needs.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier);
  let results = (outs I64:$state);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_MbarrierArriveExpectTxOp
    : CuteNVGPU_RecordOp<"mbarrier.arrive.expect_tx"> {
  let summary = "adds to the phase's expected bytes, and arrives";
  let description = [{
    PTX ISA, "mbarrier.arrive.expect_tx". There is no effect if `predicate` is
    false.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier, I32:$bytes,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $barrier `,` $bytes (`if` $predicate^)? attr-dict `:` qualified(type($barrier))
  }];
}

def CuteNVGPU_MbarrierCpAsyncArriveOp
    : CuteNVGPU_RecordOp<"mbarrier.cp_async_arrive"> {
  let summary = "arrives when this thread's earlier cp.async are complete";
  let description = [{
    PTX ISA, "cp.async.mbarrier.arrive.noinc": the count that the mbarrier was
    initialised with includes this arrival.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

class CuteNVGPU_MbarrierWaitOp<string record> : CuteNVGPU_RecordOp<record> {
  let arguments = (ins CuteNVGPU_Shared:$barrier, I32:$parity);
  let results = (outs I1:$ready);
  let assemblyFormat = "$barrier `,` $parity attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_MbarrierTestWaitOp
    : CuteNVGPU_MbarrierWaitOp<"mbarrier.test_wait"> {
  let summary = "tests whether the phase of this parity is complete";
  let description = [{
    PTX ISA, "mbarrier.test_wait.parity". If it is, the thread acquires all that
    the arrivals released. The parity of the first phase is 0.
  }];
}

def CuteNVGPU_MbarrierTryWaitOp
    : CuteNVGPU_MbarrierWaitOp<"mbarrier.try_wait"> {
  let summary = "waits for the phase of this parity up to a time limit";
  let description = [{
    PTX ISA, "mbarrier.try_wait.parity": as `mbarrier.test_wait`, but the thread
    may be suspended until the phase is complete or the time limit is reached.
  }];
}

def CuteNVGPU_MbarrierTryWaitStateOp
    : CuteNVGPU_RecordOp<"mbarrier.try_wait_state"> {
  let summary = "waits for the phase of an arrival up to a time limit";
  let description = [{
    PTX ISA, "mbarrier.try_wait", with the state of `mbarrier.arrive_state`.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier, I64:$state);
  let results = (outs I1:$ready);
  let assemblyFormat = "$barrier `,` $state attr-dict `:` qualified(type($barrier))";
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

def CuteNVGPU_MapaOp : CuteNVGPU_RecordOp<"mapa", [Pure]> {
  let summary = "maps a shared-memory address to another CTA of the cluster";
  let description = [{
    PTX ISA, "mapa".

    ```mlir
    %there = cute_nvgpu.mapa %here, %rank : !llvm.ptr<3> -> !llvm.ptr<7>
    ```
  }];
  let arguments = (ins CuteNVGPU_Shared:$address, I32:$rank);
  let results = (outs CuteNVGPU_SharedCluster:$there);
  let assemblyFormat = [{
    $address `,` $rank attr-dict
    `:` qualified(type($address)) `->` qualified(type($there))
  }];
}

def CuteNVGPU_MbarrierArriveClusterOp
    : CuteNVGPU_RecordOp<"mbarrier.arrive_cluster"> {
  let summary = "arrives at an mbarrier of a CTA of the cluster";
  let description = [{
    PTX ISA, "mbarrier.arrive.release.cta.shared::cluster": signals that this
    thread has finished reading a buffer, which others may overwrite. It does
    not publish the thread's writes, for which the scope of the cluster would be
    necessary.
  }];
  let arguments = (ins CuteNVGPU_SharedCluster:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_ClusterArriveOp : CuteNVGPU_RecordOp<"barrier.cluster.arrive"> {
  let summary = "arrives at the barrier of the cluster";
  let description = [{
    PTX ISA, "barrier.cluster.arrive": releases this thread's earlier accesses.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_ClusterWaitOp : CuteNVGPU_RecordOp<"barrier.cluster.wait"> {
  let summary = "waits until all threads of the cluster have arrived";
  let description = [{
    PTX ISA, "barrier.cluster.wait": threads that have exited count as arrived.
    The thread acquires all that the others released.
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Proxy fences, elected lanes, registers
//===----------------------------------------------------------------------===//

def CuteNVGPU_FenceProxyAsyncOp : CuteNVGPU_RecordOp<"fence.proxy.async"> {
  let summary = "orders this thread's shared-memory accesses and async ones";
  let description = [{
    PTX ISA, "fence.proxy.async.shared::cta": a fence between accesses of this
    thread to shared memory and those of TMA, bulk copies and matrix units.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_FenceMbarrierInitOp : CuteNVGPU_RecordOp<"fence.mbarrier_init"> {
  let summary = "orders mbarrier.init before async accesses";
  let description = [{
    PTX ISA, "fence.mbarrier_init.release.cluster": bulk copies and other CTAs
    of the cluster observe the mbarriers that this thread has initialised.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_ElectSyncOp : CuteNVGPU_RecordOp<"elect.sync"> {
  let summary = "true in the elected lane of the warp";
  let description = [{
    PTX ISA, "elect.sync", with all threads of the warp: always elects the same
    one. In a branch on the result the assembler knows that operands are uniform
    in the warp.

    ```mlir
    %is_elected = cute_nvgpu.elect.sync
    ```
  }];
  let results = (outs I1:$is_elected);
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_SetMaxNRegOp : CuteNVGPU_RecordOp<"setmaxnreg"> {
  let summary = "changes the number of registers of a warpgroup's threads";
  let description = [{
    PTX ISA, "setmaxnreg": each thread has `registers` registers afterwards, a
    multiple of 8 from 24 to 256. All warps of the warpgroup execute it.

    ```mlir
    cute_nvgpu.setmaxnreg <inc> 240
    ```
  }];
  let arguments = (ins CuteNVGPU_RegisterChangeAttr:$change,
                       I32Attr:$registers);
  let assemblyFormat = "$change $registers attr-dict";
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBARRIER_TD
