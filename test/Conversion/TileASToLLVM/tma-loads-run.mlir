// A thread copies tiles of 16 x 32 to a ring of three stages by TMA, four warps
// add them up. The array has 76 rows, so the last tile ends with zeros. 
// persistent loop: of five steps each over three stages.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90 sm_100 sm_120
// PASSES: tileas-attach-tma-desc-args, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers
// DATA a: f32: range(7680)
// LAUNCH: --arg ptr:{a} --arg i32:76 --arg i32:96 --arg ptr:zeros:f32:1536 --arg i32:3 --arg i32:5
// EXPECT 3: f32: [sum(96 * (16 * k + r) + 32 * t + c for k in range(5) if 16 * k + r < 76) for t in range(3) for r in range(16) for c in range(32)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count
// CHANGE no-init-fence: fence.mbarrier_init.release.cluster; ==> => no fence.mbarrier_init or fence.proxy.async
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 2048; ==> \1, 1024; => deadlock: .* waits for parity
// CHANGE too-many-bytes: (mov\.b32\s+%r\d+), 2048; ==> \1, 4096; => deadlock: .* waits for parity
// CHANGE no-bytes: arrive\.expect_tx(\S*\s+\S+ \[\S+\]), %r\d+; ==> arrive\1; => race on shared memory|uninitialised shared|phase|more bytes

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
#four = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
!ptr = !nv_tileaa.ptr<f32>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!sums = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<48x32xf32, strides = [32, 1]>, steps = [16, 32], dims = [0, 1]>
!ring = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled, stages = 3>
!stage = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !stage>
!bars = !nv_tileas.mbarrier<3>
!p = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 2048>, empty = <threads, 4>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @add_up(%from: !ptr, %rows: i32, %pitch: i32, %to: !ptr, %tiles: i32, %steps: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %array = nv_tileaa.make_memref %from, sizes = [%rows], strides = [%pitch] : !ptr sizes i32 strides i32 -> !array
    %view = nv_tileaa.block_tile %array : !array -> !view
    %desc = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars {producer_group = 0 : i32, consumer_group = 1 : i32} -> !p
    nv_tileas.agent_switch(%desc, %to, %tiles, %steps, %ring, %p : !desc, !ptr, i32, i32, !ring, !p)
        num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0] {
    ^bb0(%agent: i32, %d: !desc, %b: !ptr, %n: i32, %m: i32, %r: !ring, %q: !p):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !from
      %end = scf.for %t = %c0 to %n step %c1 iter_args(%i = %first) -> (!from) : i32 {
        %done = scf.for %k = %c0 to %m step %c1 iter_args(%j = %i) -> (!from) : i32 {
          %next = nv_tileas.async.pipeline.produce_one_async %q[%j] : !p, !from {
          ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
            %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
            %c = nv_tileas.async.tiled_tma_load %d, %s[%k, %t], %bar atom <tma_load, 2> : !desc, !stage[i32, i32], !nv_tileas.mbarrier
          }
          scf.yield %next : !from
        }
        scf.yield %done : !from
      }
    }, {
    ^bb0(%agent: i32, %d: !desc, %b: !ptr, %n: i32, %m: i32, %r: !ring, %q: !p):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %zero = arith.constant dense<0.0> : tensor<16x32xf32, #four>
      %sums = nv_tileaa.make_memref %b, sizes = [], strides = [] : !ptr -> !nv_tileaa.memref<48x32xf32, strides = [32, 1]>
      %out = nv_tileaa.block_tile %sums : !nv_tileaa.memref<48x32xf32, strides = [32, 1]> -> !sums
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !to
      %end = scf.for %t = %c0 to %n step %c1 iter_args(%i = %first) -> (!to) : i32 {
        %done, %sum = scf.for %k = %c0 to %m step %c1 iter_args(%j = %i, %acc = %zero) -> (!to, tensor<16x32xf32, #four>) : i32 {
          %next, %token, %x = nv_tileas.async.pipeline.consume_one_async %q[%j] : !p, !to -> tensor<16x32xf32, #four> {
          ^bb0(%stage: i32):
            %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
            %y = nv_tileas.copy %s atom <universal_copy, 128> : !stage -> tensor<16x32xf32, #four>
            nv_tileas.async.pipeline.yield %y : tensor<16x32xf32, #four>
          }
          %more = arith.addf %acc, %x : tensor<16x32xf32, #four>
          nv_tileas.async.pipeline.consumer_release %token, %q[%j] : !p, !to
          scf.yield %next, %more : !to, tensor<16x32xf32, #four>
        }
        %stored = nv_tileas.tiled_store <weak> %sum, %out[%t, %c0] {in_bounds = array<i1: true, true>} : tensor<16x32xf32, #four>, !sums[i32, i32] -> !nv_tileaa.mem_token
        scf.yield %done : !to
      }
    }
    nv_tileaa.return
  }
}
