// Protocols become instructions, the integers that they wait for, and loops that poll.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-cutlass-to-cute-nvgpu))' -split-input-file | FileCheck %s

!state = !cutlass.pipeline_state<3>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: func.func @barriers
  // CHECK-SAME: %[[B:.*]]: !llvm.ptr<3>, %[[PHASE:.*]]: i32, %[[FIRST:.*]]: i1
  func.func @barriers(%b: !llvm.ptr<3>, %phase: i32, %first: i1) {
    // CHECK: %[[COUNT:.*]] = llvm.mlir.constant(32 : i32)
    // CHECK: %[[B0:.*]] = llvm.getelementptr %[[B]][%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    // CHECK: cute_nvgpu.mbarrier.init %[[B0]], %[[COUNT]] if %[[FIRST]]
    // CHECK: cute_nvgpu.mbarrier.init %{{.*}}, %[[COUNT]] if %[[FIRST]]
    cutlass.barrier.init %b count 2 arrivals 32 if %first
    // The parity of the phase, until it has ended.
    // CHECK: %[[PARITY:.*]] = llvm.and %[[PHASE]], %{{.*}} : i32
    // CHECK: scf.while
    // CHECK: %[[READY:.*]] = cute_nvgpu.mbarrier.try_wait %[[B]], %[[PARITY]]
    // CHECK: %[[AGAIN:.*]] = llvm.xor %[[READY]], %{{.*}} : i1
    // CHECK: scf.condition(%[[AGAIN]])
    cutlass.barrier.wait %b, %phase
    return
  }

  // A loop carries a state as two integers. The producer begins at phase 1.
  // CHECK-LABEL: func.func @producer
  func.func @producer(%full: !llvm.ptr<3>, %empty: !llvm.ptr<3>, %n: i32, %first: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[S0:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: %[[P0:.*]] = llvm.mlir.constant(1 : i32)
    %s0 = cutlass.pipeline.make_state <producer> : !state
    // CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %[[S0]], %[[P:.*]] = %[[P0]]) -> (i32, i32)
    %end = scf.for %k = %c0 to %n step %c1 iter_args(%s = %s0) -> (!state) : i32 {
      // CHECK: scf.if %[[FIRST:.*]] {
      // CHECK: llvm.getelementptr %{{.*}}[%[[S]]]
      // CHECK: cute_nvgpu.mbarrier.try_wait %{{.*}}, %[[P]]
      cutlass.pipeline.producer_acquire %empty[%s] if %first : !state
      // CHECK: %[[AT:.*]] = llvm.getelementptr %{{.*}}[%[[S]]]
      // CHECK: llvm.store %[[S]], %[[AT]]
      // CHECK: llvm.store %[[P]], %[[AT]]
      %at = cutlass.pipeline.get_barrier %full[%s] : !llvm.ptr<3>, !state
      %stage = cutlass.pipeline.get_stage %s : !state
      %phase = cutlass.pipeline.get_phase %s : !state
      llvm.store %stage, %at : i32, !llvm.ptr<3>
      llvm.store %phase, %at : i32, !llvm.ptr<3>
      // CHECK: scf.if %[[FIRST]] {
      // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(4096 : i32)
      // CHECK: cute_nvgpu.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
      cutlass.pipeline.producer_commit %full[%s] <transactions> bytes 4096 if %first : !state
      // CHECK: cute_nvgpu.mbarrier.cp_async_arrive
      cutlass.pipeline.producer_commit %full[%s] <copies> : !state
      // CHECK: cute_nvgpu.mbarrier.arrive
      cutlass.pipeline.producer_commit %full[%s] <thread> : !state
      // CHECK: %[[NEXT:.*]] = llvm.add %[[S]], %{{.*}} : i32
      // CHECK: %[[BEHIND:.*]] = llvm.icmp "eq" %[[NEXT]], %{{.*}} : i32
      // CHECK: %[[S1:.*]] = llvm.select %[[BEHIND]], %{{.*}}, %[[NEXT]]
      // CHECK: %[[CHANGE:.*]] = llvm.zext %[[BEHIND]]
      // CHECK: %[[P1:.*]] = llvm.xor %[[P]], %[[CHANGE]]
      // CHECK: scf.yield %[[S1]], %[[P1]]
      %next = cutlass.pipeline.advance %s : !state
      scf.yield %next : !state
    }
    return
  }

  // CHECK-LABEL: func.func @consumer
  func.func @consumer(%full: !llvm.ptr<3>, %empty: !llvm.ptr<3>, %lane0: i1) {
    // CHECK-COUNT-2: llvm.mlir.constant(0 : i32)
    %s = cutlass.pipeline.make_state <consumer> : !state
    // CHECK: cute_nvgpu.mbarrier.try_wait
    cutlass.pipeline.consumer_wait %full[%s] : !state
    // CHECK: cute_nvgpu.bar.warp.sync
    // CHECK: scf.if %{{.*}} {
    // CHECK-NEXT: cute_nvgpu.mbarrier.arrive
    cutlass.pipeline.consumer_release %empty[%s] <warp> if %lane0 : !state
    return
  }

  // Threads of two CTAs release a stage, and arrive at both CTAs.
  // CHECK-LABEL: func.func @cluster
  func.func @cluster(%empty: !llvm.ptr<3>, %lane0: i1) {
    %s = cutlass.pipeline.make_state <consumer> : !state
    // CHECK: %[[HERE:.*]] = llvm.getelementptr
    // CHECK: cute_nvgpu.bar.warp.sync
    // CHECK: scf.if %{{.*}} {
    // CHECK: %[[FIRST:.*]] = cute_nvgpu.mapa %[[HERE]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
    // CHECK: cute_nvgpu.mbarrier.arrive_cluster %[[FIRST]]
    // CHECK: %[[SECOND:.*]] = cute_nvgpu.mapa %[[HERE]], %{{.*}}
    // CHECK: cute_nvgpu.mbarrier.arrive_cluster %[[SECOND]]
    cutlass.pipeline.consumer_release %empty[%s] <warp> ctas 2 if %lane0 : !state
    return
  }

  // CHECK-LABEL: func.func @turns
  // CHECK-SAME: %[[B:.*]]: !llvm.ptr<3>, %[[AGENT:.*]]: i32
  func.func @turns(%b: !llvm.ptr<3>, %agent: i32, %lane0: i1) {
    // The first agent begins.
    // CHECK: %[[ISFIRST:.*]] = llvm.icmp "eq" %[[AGENT]], %{{.*}} : i32
    // CHECK: %[[PHASE:.*]] = llvm.zext %[[ISFIRST]] : i1 to i32
    %s = cutlass.seq_bar.make_state %agent : !cutlass.pipeline_state<1>
    // CHECK: %[[OWN:.*]] = llvm.getelementptr %[[B]][%[[AGENT]]]
    // CHECK: cute_nvgpu.mbarrier.try_wait %[[OWN]], %[[PHASE]]
    cutlass.seq_bar.wait %b[%agent], %s : !cutlass.pipeline_state<1>
    // CHECK: %[[NEXT:.*]] = llvm.add %[[AGENT]], %{{.*}} : i32
    // CHECK: %[[ISLAST:.*]] = llvm.icmp "eq" %[[NEXT]], %{{.*}} : i32
    // CHECK: %[[OTHER:.*]] = llvm.select %[[ISLAST]], %{{.*}}, %[[NEXT]]
    // CHECK: %[[THERE:.*]] = llvm.getelementptr %[[B]][%[[OTHER]]]
    // CHECK: cute_nvgpu.bar.warp.sync
    // CHECK: scf.if
    // CHECK-NEXT: cute_nvgpu.mbarrier.arrive %[[THERE]]
    cutlass.seq_bar.arrive %b[%agent] of 2 if %lane0
    return
  }
}

// -----

// On targets whose waits can't sleep.
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: func.func @test_wait
  func.func @test_wait(%b: !llvm.ptr<3>, %phase: i32) {
    // CHECK: cute_nvgpu.mbarrier.test_wait
    // CHECK-NOT: cutlass
    cutlass.barrier.wait %b, %phase
    return
  }
}
