// A persistent loop: a warp loads tiles that four warps add up, five iterations for each over three stages, so that
// tiles begin at different stages and phases.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_90 sm_100
// PASSES: tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers
// DATA a: f32: range(2560)
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f32:512 --arg i32:4 --arg i32:5
// EXPECT 1: f32: [sum(128 * (5 * t + k) + j for k in range(5)) for t in range(4) for j in range(128)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity

#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64]]}>
#one = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
#four = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!ptr = !nv_tileaa.ptr<f32>
!ring = !nv_tileaa.memref<128xf32, shared, layout = #line, stages = 3>
!stage = !nv_tileaa.memref<128xf32, shared, layout = #line>
!bars = !nv_tileas.mbarrier<3>
!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 4>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @add_up(%from: !ptr, %to: !ptr, %tiles: i32, %steps: i32) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars {producer_group = 0 : i32, consumer_group = 1 : i32} -> !p
    nv_tileas.agent_switch(%from, %to, %tiles, %steps, %ring, %p : !ptr, !ptr, i32, i32, !ring, !p)
        num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0] {
    ^bb0(%agent: i32, %a: !ptr, %b: !ptr, %n: i32, %m: i32, %r: !ring, %q: !p):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c128 = arith.constant 128 : i32
      %range = nv_tileas.make_range : tensor<128xi32, #one>
      %ptrs = nv_tileaa.splat %a : !ptr -> tensor<128x!ptr, #one>
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !from
      %end = scf.for %t = %c0 to %n step %c1 iter_args(%i = %first) -> (!from) : i32 {
        %tile = arith.muli %t, %m : i32
        %done = scf.for %k = %c0 to %m step %c1 iter_args(%j = %i) -> (!from) : i32 {
          %step = arith.addi %tile, %k : i32
          %start = arith.muli %step, %c128 : i32
          %starts = nv_tileaa.splat %start : i32 -> tensor<128xi32, #one>
          %at = arith.addi %starts, %range : tensor<128xi32, #one>
          %there = nv_tileaa.addptr %ptrs, %at : tensor<128x!ptr, #one>, tensor<128xi32, #one>
          %x, %token = nv_tileas.load <weak> %there : tensor<128x!ptr, #one> -> tensor<128xf32, #one>, !nv_tileaa.mem_token
          %next = nv_tileas.async.pipeline.produce_one %q[%j] : !p, !from {
          ^bb0(%stage: i32):
            %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
            nv_tileas.copy %x, %s atom <universal_copy, 128> : tensor<128xf32, #one>, !stage
          }
          scf.yield %next : !from
        }
        scf.yield %done : !from
      }
    }, {
    ^bb0(%agent: i32, %a: !ptr, %b: !ptr, %n: i32, %m: i32, %r: !ring, %q: !p):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c128 = arith.constant 128 : i32
      %zero = arith.constant dense<0.0> : tensor<128xf32, #four>
      %range = nv_tileas.make_range : tensor<128xi32, #four>
      %ptrs = nv_tileaa.splat %b : !ptr -> tensor<128x!ptr, #four>
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !to
      %end = scf.for %t = %c0 to %n step %c1 iter_args(%i = %first) -> (!to) : i32 {
        %done, %sum = scf.for %k = %c0 to %m step %c1 iter_args(%j = %i, %acc = %zero) -> (!to, tensor<128xf32, #four>) : i32 {
          %next, %x = nv_tileas.async.pipeline.consume_one %q[%j] : !p, !to -> tensor<128xf32, #four> {
          ^bb0(%stage: i32):
            %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
            %y = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> tensor<128xf32, #four>
            nv_tileas.async.pipeline.yield %y : tensor<128xf32, #four>
          }
          %more = arith.addf %acc, %x : tensor<128xf32, #four>
          scf.yield %next, %more : !to, tensor<128xf32, #four>
        }
        %start = arith.muli %t, %c128 : i32
        %starts = nv_tileaa.splat %start : i32 -> tensor<128xi32, #four>
        %at = arith.addi %starts, %range : tensor<128xi32, #four>
        %there = nv_tileaa.addptr %ptrs, %at : tensor<128x!ptr, #four>, tensor<128xi32, #four>
        %token = nv_tileas.store <weak> %there, %sum : tensor<128x!ptr, #four>, tensor<128xf32, #four> -> !nv_tileaa.mem_token
        scf.yield %done : !to
      }
    }
    nv_tileaa.return
  }
}
