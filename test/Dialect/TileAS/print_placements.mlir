// The partition, stage, order and copies of each copy of a ring that is not expanded yet, and which agents wait for each
// other. Nothing is changed.
// RUN: tileiras-opt %s --tileas-print-placements -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: tileiras-opt %s --tileas-print-placements 2>/dev/null > %t.after && tileiras-opt %s | diff - %t.after

#threads = #nv_tileas.layout<{register=[[0,1],[8,0],[16,0],[32,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
!ring = !nv_tileaa.memref<64x64xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<64x64xf32, shared, layout = #m>
!bars = !nv_tileas.mbarrier<3>
!p = !nv_tileas.pipeline<3, full = <threads, 1>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!view = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>

// CHECK: placements of @sum
// CHECK-NEXT: partition 0: #nv_tileas.partition<"compute", warps = 1>
// CHECK-NEXT: loop at kernel.py:4:5
// CHECK-NEXT: nv_tileas.async.copy kernel.py:5:9 {partition = [0], stage = 0, order = 0} copies = 3
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<64x64xf32, #threads>, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage loc("kernel.py":5:9)
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g) loc("kernel.py":7:3)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> : !stage -> tensor<64x64xf32, #threads> loc("kernel.py":8:7)
    %sum = arith.addf %acc, %x : tensor<64x64xf32, #threads> loc("kernel.py":9:1)
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<64x64xf32, #threads>, i32
  } loc("kernel.py":4:5)
  nv_tileaa.return
}

// The first agent fills a stage of p after it has read one of q, and the second one a stage of q after one of p.
// CHECK: placements of @deadlock
// CHECK-NEXT: partition 0: #nv_tileas.partition<"load", warps = 1>
// CHECK-NEXT: partition 1: #nv_tileas.partition<"load", warps = 1>
// CHECK-NEXT: loop at kernel.py:20:3
// CHECK-NEXT: deadlock: {{.*}}wait of partition 0 -> release of partition 0 -> acquire of partition 0 -> commit of partition 0 -> wait of partition 1{{.*}}
nv_tileaa.func @deadlock(%n: i32) {
  %b0 = nv_tileas.alloc_mbarrier : !bars
  %b1 = nv_tileas.alloc_mbarrier : !bars
  %b2 = nv_tileas.alloc_mbarrier : !bars
  %b3 = nv_tileas.alloc_mbarrier : !bars
  %p = nv_tileas.async.pipeline.create_pipeline %b0, %b1 : !bars, !bars {producer_group = 0 : i32, consumer_group = 1 : i32} -> !p
  %q = nv_tileas.async.pipeline.create_pipeline %b2, %b3 : !bars, !bars {producer_group = 1 : i32, consumer_group = 0 : i32} -> !p
  nv_tileas.agent_switch(%n, %p, %q : i32, !p, !p) num_agents_per_group = [1, 1] num_warps = [1, 1] warp_id = [0, 1] {
  ^bb0(%agent: i32, %steps: i32, %out: !p, %in: !p):
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = nv_tileas.async.pipeline.create_iterator %out : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %in : !p -> !to
    %r:2 = scf.for %k = %zero to %steps step %one iter_args(%fill = %i, %read = %j) -> (!from, !to) : i32 {
      %next = nv_tileas.async.pipeline.consume_one %in[%read] : !p, !to {
      ^bb0(%stage: i32):
      }
      %later = nv_tileas.async.pipeline.produce_one %out[%fill] : !p, !from {
      ^bb0(%stage: i32):
      }
      scf.yield %later, %next : !from, !to
    } loc("kernel.py":20:3)
  }, {
  ^bb0(%agent: i32, %steps: i32, %in: !p, %out: !p):
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = nv_tileas.async.pipeline.create_iterator %out : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %in : !p -> !to
    %r:2 = scf.for %k = %zero to %steps step %one iter_args(%fill = %i, %read = %j) -> (!from, !to) : i32 {
      %next = nv_tileas.async.pipeline.consume_one %in[%read] : !p, !to {
      ^bb0(%stage: i32):
      }
      %later = nv_tileas.async.pipeline.produce_one %out[%fill] : !p, !from {
      ^bb0(%stage: i32):
      }
      scf.yield %later, %next : !from, !to
    } loc("kernel.py":20:3)
  }
  nv_tileaa.return
}
}
