// Async copies fill the stages: a stage is full when the copies of all threads of the producer are done. Written
// iteration by iteration, with a second pair of consumers.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_90
// PASSES: tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers
// DATA a: f32: range(1792)
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f32:512 --arg i32:7
// EXPECT 1: f32: [(g + 1) * sum(256 * k + j for k in range(7)) for g in range(2) for j in range(256)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity

#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64],[128]]}>
#two = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128]]}>
#four = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!ptr = !nv_tileaa.ptr<f32>
!array = !nv_tileaa.memref<1792xf32, strides = [1]>
!view = !nv_tileaa.tiled_view<256, !nv_tileaa.memref<1792xf32, strides = [1]>, steps = [256], dims = [0]>
!ring = !nv_tileaa.memref<256xf32, shared, layout = #line, stages = 2>
!stage = !nv_tileaa.memref<256xf32, shared, layout = #line>
!bars = !nv_tileas.mbarrier<2>
!p = !nv_tileas.pipeline<2, full = <cp_async, 64>, empty = <threads, 256>>
!from = !nv_tileas.pipeline_iterator<producer, 2>
!to = !nv_tileas.pipeline_iterator<consumer, 2>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @add_up(%from: !ptr, %to: !ptr, %steps: i32) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars {producer_group = 1 : i32, consumer_group = 0 : i32} -> !p
    nv_tileas.agent_switch(%from, %to, %steps, %ring, %p : !ptr, !ptr, i32, !ring, !p)
        num_agents_per_group = [2, 1] num_warps = [4, 2] warp_id = [0, 8] {
    ^bb0(%agent: i32, %a: !ptr, %b: !ptr, %m: i32, %r: !ring, %q: !p):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c256 = arith.constant 256 : i32
      %zero = arith.constant dense<0.0> : tensor<256xf32, #four>
      %number = arith.addi %agent, %c1 : i32
      %factor = arith.sitofp %number : i32 to f32
      %factors = nv_tileaa.splat %factor : f32 -> tensor<256xf32, #four>
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !to
      %end, %sum = scf.for %k = %c0 to %m step %c1 iter_args(%i = %first, %acc = %zero) -> (!to, tensor<256xf32, #four>) : i32 {
        %t = nv_tileas.async.pipeline.consumer_wait %q[%i] : !p, !to
        %x = nv_tileas.async.pipeline.consumer_read %t, %q[%i] : !p, !to -> tensor<256xf32, #four> {
        ^bb0(%stage: i32):
          %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
          %y = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> tensor<256xf32, #four>
          nv_tileas.async.pipeline.yield %y : tensor<256xf32, #four>
        }
        nv_tileas.async.pipeline.consumer_release %t, %q[%i] : !p, !to
        %next = nv_tileas.async.pipeline.inc_iter %i : !to
        %more = arith.addf %acc, %x : tensor<256xf32, #four>
        scf.yield %next, %more : !to, tensor<256xf32, #four>
      }
      %product = arith.mulf %sum, %factors : tensor<256xf32, #four>
      %start = arith.muli %agent, %c256 : i32
      %starts = nv_tileaa.splat %start : i32 -> tensor<256xi32, #four>
      %range = nv_tileas.make_range : tensor<256xi32, #four>
      %at = arith.addi %starts, %range : tensor<256xi32, #four>
      %ptrs = nv_tileaa.splat %b : !ptr -> tensor<256x!ptr, #four>
      %there = nv_tileaa.addptr %ptrs, %at : tensor<256x!ptr, #four>, tensor<256xi32, #four>
      %token = nv_tileas.store <weak> %there, %product : tensor<256x!ptr, #four>, tensor<256xf32, #four> -> !nv_tileaa.mem_token
    }, {
    ^bb0(%agent: i32, %a: !ptr, %b: !ptr, %m: i32, %r: !ring, %q: !p):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %array = nv_tileaa.make_memref %a, sizes = [], strides = [] : !ptr -> !array
      %view = nv_tileaa.block_tile %array : !array -> !view
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !from
      %end = scf.for %k = %c0 to %m step %c1 iter_args(%i = %first) -> (!from) : i32 {
        %t = nv_tileas.async.pipeline.producer_acquire %q[%i] : !p, !from
        nv_tileas.async.pipeline.producer_write %t, %q[%i] : !p, !from {
        ^bb0(%stage: i32):
          %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
          %c = nv_tileas.async.copy %view[%k] to %s atom <simt_async_copy, 16> threads(#two)
              {alignment = 16 : i64, contiguity = array<i64: 4>, in_bounds = array<i1: true>} : !view[i32], !stage
        }
        nv_tileas.async.pipeline.producer_commit %t, %q[%i] : !p, !from
        %next = nv_tileas.async.pipeline.inc_iter %i : !from
        scf.yield %next : !from
      }
    }
    nv_tileaa.return
  }
}
