//===- CuteNVGPUBarrier.td - Where threads meet, and registers change hands -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBARRIER_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBARRIER_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

//===----------------------------------------------------------------------===//
// Barriers with a number
//===----------------------------------------------------------------------===//

class CuteNVGPU_BarOp<string record> : CuteNVGPU_RecordOp<record> {
  let hasVerifier = 1;
}

def CuteNVGPU_BarSyncOp : CuteNVGPU_BarOp<"bar.sync"> {
  let summary = "threads of the CTA meet";
  let description = [{
    PTX ISA, "bar". Without operands: all threads of the CTA, at barrier 0. With
    `id` (0 to 15), and `threads`, a multiple of 32: that many, those that arrive
    (`bar.arrive`) included. An `id` that is no constant takes all 16 barriers.

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
  let summary = "tells threads that wait at a barrier, and goes on";
  let description = [{
    PTX ISA, "bar". `threads` counts those that arrive and those that wait.

    ```mlir
    cute_nvgpu.bar.arrive id(%one) threads 128
    ```
  }];
  let arguments = (ins I32:$id, I32Attr:$threads);
  let assemblyFormat = "`id` `(` $id `)` `threads` $threads attr-dict";
}

def CuteNVGPU_BarWarpSyncOp : CuteNVGPU_RecordOp<"bar.warp.sync"> {
  let summary = "threads of the warp meet";
  let description = [{
    PTX ISA, "bar.warp.sync". Bit i of `mask` is set if lane i takes part.
  }];
  let arguments = (ins I32:$mask);
  let assemblyFormat = "$mask attr-dict";
}

//===----------------------------------------------------------------------===//
// Barriers in shared memory
//===----------------------------------------------------------------------===//

def CuteNVGPU_MbarrierInitOp : CuteNVGPU_RecordOp<"mbarrier.init"> {
  let summary = "8 bytes of shared memory become an mbarrier";
  let description = [{
    PTX ISA, "mbarrier.init". `count` arrivals end a phase. Where `predicate` is
    false nothing happens.

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
  let summary = "this thread arrives at an mbarrier";
  let description = [{
    PTX ISA, "mbarrier.arrive": releases what this thread did before, to the
    CTA.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_MbarrierArriveStateOp
    : CuteNVGPU_RecordOp<"mbarrier.arrive_state"> {
  let summary = "this thread arrives, and learns in which phase";
  let description = [{
    PTX ISA, "mbarrier.arrive", for `mbarrier.try_wait_state`.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier);
  let results = (outs I64:$state);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_MbarrierArriveExpectTxOp
    : CuteNVGPU_RecordOp<"mbarrier.arrive.expect_tx"> {
  let summary = "this thread arrives, and the phase takes so many bytes more";
  let description = [{
    PTX ISA, "mbarrier.arrive.expect_tx". Where `predicate` is false nothing
    happens.
  }];
  let arguments = (ins CuteNVGPU_Shared:$barrier, I32:$bytes,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $barrier `,` $bytes (`if` $predicate^)? attr-dict `:` qualified(type($barrier))
  }];
}

def CuteNVGPU_MbarrierCpAsyncArriveOp
    : CuteNVGPU_RecordOp<"mbarrier.cp_async_arrive"> {
  let summary = "arrives when the copies that this thread has started are done";
  let description = [{
    PTX ISA, "cp.async.mbarrier.arrive.noinc": the arrival is one of those that
    the mbarrier was initialised with.
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
  let summary = "whether the phase of this parity has ended";
  let description = [{
    PTX ISA, "mbarrier.test_wait.parity". If it has, the thread acquires what
    those released who arrived. The parity of the first phase is 0.
  }];
}

def CuteNVGPU_MbarrierTryWaitOp
    : CuteNVGPU_MbarrierWaitOp<"mbarrier.try_wait"> {
  let summary = "waits a while; whether the phase of this parity has ended";
  let description = [{
    PTX ISA, "mbarrier.try_wait.parity": as `mbarrier.test_wait`, but the thread
    may sleep until the phase ends or a time is over.
  }];
}

def CuteNVGPU_MbarrierTryWaitStateOp
    : CuteNVGPU_RecordOp<"mbarrier.try_wait_state"> {
  let summary = "waits a while; whether the phase of an arrival has ended";
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
  let summary = "the same place of shared memory in another CTA of the cluster";
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
  let summary = "this thread arrives at an mbarrier of a CTA of the cluster";
  let description = [{
    PTX ISA, "mbarrier.arrive.release.cta.shared::cluster": says that this
    thread has read what others may overwrite. It hands over nothing that the
    thread has written: that would take the scope of the cluster.
  }];
  let arguments = (ins CuteNVGPU_SharedCluster:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_ClusterArriveOp : CuteNVGPU_RecordOp<"barrier.cluster.arrive"> {
  let summary = "tells all threads of the cluster that this one is here";
  let description = [{
    PTX ISA, "barrier.cluster.arrive": releases what this thread did before.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_ClusterWaitOp : CuteNVGPU_RecordOp<"barrier.cluster.wait"> {
  let summary = "waits until all threads of the cluster have arrived";
  let description = [{
    PTX ISA, "barrier.cluster.wait": those that have ended count as arrived. The
    thread acquires what the others released.
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Order between proxies, registers
//===----------------------------------------------------------------------===//

def CuteNVGPU_FenceProxyAsyncOp : CuteNVGPU_RecordOp<"fence.proxy.async"> {
  let summary = "what this thread did to shared memory comes before async accesses";
  let description = [{
    PTX ISA, "fence.proxy.async.shared::cta": between accesses of this thread to
    shared memory and those of TMA, bulk copies and matrix units.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_FenceMbarrierInitOp : CuteNVGPU_RecordOp<"fence.mbarrier_init"> {
  let summary = "mbarriers that this thread made come before async accesses";
  let description = [{
    PTX ISA, "fence.mbarrier_init.release.cluster": bulk copies and other CTAs of
    the cluster see them initialised.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_ElectSyncOp : CuteNVGPU_RecordOp<"elect.sync"> {
  let summary = "whether this is the thread that acts for its warp";
  let description = [{
    PTX ISA, "elect.sync", of all threads of the warp: always the same one. What
    stands behind a branch on it has operands that are those of the warp, which
    the assembler knows.

    ```mlir
    %is_elected = cute_nvgpu.elect.sync
    ```
  }];
  let results = (outs I1:$is_elected);
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_SetMaxNRegOp : CuteNVGPU_RecordOp<"setmaxnreg"> {
  let summary = "a warpgroup takes or gives back registers";
  let description = [{
    PTX ISA, "setmaxnreg": every thread has `registers` of them afterwards, a
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
