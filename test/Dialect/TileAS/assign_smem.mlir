// Buffers that are live at the same time are disjoint, others share memory.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-smem)))' | FileCheck %s

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>
#s = #nv_tileas.layout<{offset=[[1],[2],[4]]}>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{lane=[[1],[2],[4],[0],[0]]}>
!large = !nv_tileaa.memref<32xf32, shared, layout = #m>
!small = !nv_tileaa.memref<8xf32, shared, layout = #s>
!pipe = !nv_tileas.pipeline<2, full = <threads, 32>, empty = <threads, 32>>
!x = tensor<32xf32, #l>
!y = tensor<8xf32, #k>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @none
  // CHECK-SAME: nv_tileas.shared_memory = 0 : i64
  nv_tileaa.func @none() {
    nv_tileaa.return
  }

  // CHECK-LABEL: @in_turn
  // CHECK-SAME: nv_tileas.shared_memory = 128 : i64
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64}
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64}
  nv_tileaa.func @in_turn(%x: !x) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !large
    %0 = nv_tileas.copy %a atom <universal_copy, 32> : !large -> !x
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %0, %b atom <universal_copy, 32> : !x, !large
    nv_tileaa.return
  }

  // A branch is executed once: buffers that it has read free their memory within it.
  // CHECK-LABEL: @in_a_branch
  // CHECK-SAME: nv_tileas.shared_memory = 128 : i64
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64}
  // CHECK: scf.if
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64}
  nv_tileaa.func @in_a_branch(%x: !x, %c: i1) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !large
    scf.if %c {
      %0 = nv_tileas.copy %a atom <universal_copy, 32> : !large -> !x
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
      nv_tileas.copy %0, %b atom <universal_copy, 32> : !x, !large
    }
    nv_tileaa.return
  }

  // In a loop the next iteration reads it again.
  // CHECK-LABEL: @in_a_loop
  // CHECK-SAME: nv_tileas.shared_memory = 256 : i64
  nv_tileaa.func @in_a_loop(%x: !x, %n: i32) {
    %c0 = arith.constant 0 : i32
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !large
    scf.for %i = %c0 to %n step %n : i32 {
      %0 = nv_tileas.copy %a atom <universal_copy, 32> : !large -> !x
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
      nv_tileas.copy %0, %b atom <universal_copy, 32> : !x, !large
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @together
  // CHECK-SAME: nv_tileas.shared_memory = 160 : i64
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !nv_tileaa.memref<8x
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 32 : i64} : !nv_tileaa.memref<32x
  nv_tileaa.func @together(%x: !x, %y: !y) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %y, %a atom <universal_copy, 32> : !y, !small
    nv_tileas.copy %x, %b atom <universal_copy, 32> : !x, !large
    %0 = nv_tileas.copy %a atom <universal_copy, 32> : !small -> !y
    nv_tileaa.return
  }

  // Within the size that the large one needs anyway, small ones stay disjoint.
  // CHECK-LABEL: @apart
  // CHECK-SAME: nv_tileas.shared_memory = 128 : i64
  // CHECK: offset = 0 : i64} : !nv_tileaa.memref<32x
  // CHECK: offset = 0 : i64} : !nv_tileaa.memref<8x
  // CHECK: offset = 32 : i64} : !nv_tileaa.memref<8x
  // CHECK: offset = 64 : i64} : !nv_tileaa.memref<8x
  nv_tileaa.func @apart(%x: !x, %y: !y) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !large
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    nv_tileas.copy %y, %b atom <universal_copy, 32> : !y, !small
    %c = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    nv_tileas.copy %y, %c atom <universal_copy, 32> : !y, !small
    %d = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    nv_tileas.copy %y, %d atom <universal_copy, 32> : !y, !small
    nv_tileaa.return
  }

  // A buffer that is allocated before a loop and used in it is live as long as the loop; one that is allocated in it is
  // live in one iteration.
  // CHECK-LABEL: @loop
  // CHECK-SAME: nv_tileas.shared_memory = 160 : i64
  // CHECK: offset = 0 : i64} : !nv_tileaa.memref<8x
  // CHECK: scf.for
  // CHECK: offset = 32 : i64} : !nv_tileaa.memref<32x
  // CHECK: }
  // CHECK: offset = 0 : i64} : !nv_tileaa.memref<32x
  nv_tileaa.func @loop(%x: !x, %y: !y, %n: i32) {
    %c0 = arith.constant 0 : i32
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    scf.for %i = %c0 to %n step %n : i32 {
      nv_tileas.copy %y, %a atom <universal_copy, 32> : !y, !small
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
      nv_tileas.copy %x, %b atom <universal_copy, 32> : !x, !large
    }
    %c = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %x, %c atom <universal_copy, 32> : !x, !large
    nv_tileaa.return
  }

  // Buffers of an agent are disjoint from those of others, once for each agent of a group; those that are dead before
  // they start may be anywhere, and shared ones are live until the end.
  // CHECK-LABEL: @agents
  // CHECK-SAME: nv_tileas.shared_memory = 480 : i64
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !nv_tileaa.memref<32x
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !nv_tileaa.memref<8x
  // CHECK: agent_strides = [160, 128]
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 160 : i64} : !nv_tileaa.memref<8x
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 192 : i64} : !nv_tileaa.memref<32x
  // CHECK: }, {
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !nv_tileaa.memref<32x
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !nv_tileaa.memref<32x
  nv_tileaa.func @agents(%x: !x, %y: !y) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !large
    %s = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    nv_tileas.copy %y, %s atom <universal_copy, 32> : !y, !small
    nv_tileas.agent_switch(%s : !small) num_agents_per_group = [2, 1] num_warps = [1, 1] warp_id = [0, 2] {
    ^bb0(%agent: i32, %t: !small):
      %0 = nv_tileas.copy %t atom <universal_copy, 32> : !small -> !y
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
      %c = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
      %1 = nv_tileas.copy %b atom <universal_copy, 32> : !small -> !y
      %2 = nv_tileas.copy %c atom <universal_copy, 32> : !large -> !x
    }, {
    ^bb0(%agent: i32, %t: !small):
      %d = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
      %3 = nv_tileas.copy %d atom <universal_copy, 32> : !large -> !x
      %e = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
      %4 = nv_tileas.copy %e atom <universal_copy, 32> : !large -> !x
    }
    nv_tileaa.return
  }

  // The barriers of a pipeline are live as long as it is used.
  // CHECK-LABEL: @pipeline
  // CHECK-SAME: nv_tileas.shared_memory = 64 : i64
  // CHECK: alloc_mbarrier {offset = 0 : i64}
  // CHECK: alloc_mbarrier {offset = 16 : i64}
  // CHECK: alloc_tensor {alignment = 16 : i64, offset = 32 : i64}
  nv_tileaa.func @pipeline(%y: !y) {
    %full = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !pipe
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !small
    nv_tileas.copy %y, %b atom <universal_copy, 32> : !y, !small
    %i = nv_tileas.async.pipeline.create_iterator %p : !pipe -> !nv_tileas.pipeline_iterator<producer, 2>
    nv_tileaa.return
  }
}
