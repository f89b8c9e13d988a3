// The producer of a persistent kernel is at the next tile while consumers store: the outer loop carries iterators, and
// the last stage of a tile is released after the loop. Five iterations a tile over three stages, as in a loop before it
// is split.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-attach-tma-desc-args, tileas-materialize-schedule, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA a: f16: [(3 * i + k) % 7 - 3 for i in range(64) for k in range(160)]
// DATA b: f16: [(2 * k + 3 * n) % 5 - 2 for k in range(160) for n in range(192)]
// LAUNCH: --arg ptr:{a} --arg ptr:{b} --arg ptr:zeros:f32:12288 --arg i32:3 --arg i32:5
// EXPECT 2: f32: [sum(((3 * i + k) % 7 - 3) * ((2 * k + 3 * n) % 5 - 2) for k in range(160)) for i in range(64) for n in range(192)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count
// CHANGE no-release: mbarrier.arrive.shared.b64 [^;]*; ==> => deadlock: .* waits for parity
// CHANGE no-first-release: (?s)^(.*?)mbarrier.arrive.shared.b64 [^;]*; ==> \1 => deadlock: .* waits for parity
// CHANGE no-last-release: (?s)^(.*)mbarrier.arrive.shared.b64 [^;]*; ==> \1 => deadlock: .* waits for parity
// CHANGE early-release: wgmma.wait_group.sync.aligned 1; ==> => race on shared memory

#panelA = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16],[8,0],[16,0],[32,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!a = !nv_tileaa.memref<64x160xf16, strides = [160, 1]>
!b = !nv_tileaa.memref<160x192xf16, strides = [192, 1]>
!c = !nv_tileaa.memref<64x192xf32, strides = [192, 1]>
!va = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<64x160xf16, strides = [160, 1]>, steps = [64, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<160x192xf16, strides = [192, 1]>, steps = [32, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x192xf32, strides = [192, 1]>, steps = [64, 64], dims = [0, 1]>
!ringA = !nv_tileaa.memref<64x32xf16, shared, layout = #panelA, stages = 3>
!stageA = !nv_tileaa.memref<64x32xf16, shared, layout = #panelA>
!ringB = !nv_tileaa.memref<32x64xf16, shared, layout = #panelB, stages = 3>
!stageB = !nv_tileaa.memref<32x64xf16, shared, layout = #panelB>
!descA = !nv_tileas.tma_descriptor_iter<!va, !stageA>
!descB = !nv_tileas.tma_descriptor_iter<!vb, !stageB>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>
!bars = !nv_tileas.mbarrier<3>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %pb: !ptr, %pc: !out, %tiles: i32, %steps: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : !ptr -> !a
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !b
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !out -> !c
    %a = nv_tileaa.block_tile %ma : !a -> !va
    %b = nv_tileaa.block_tile %mb : !b -> !vb
    %c = nv_tileaa.block_tile %mc : !c -> !vc
    %da = nv_tileas.make_tiled_tma_desc %a : !va -> !descA
    %db = nv_tileas.make_tiled_tma_desc %b : !vb -> !descB
    %ringA = nv_tileas.alloc_tensor {alignment = 512 : i64} : !ringA
    %ringB = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ringB
    %bars = nv_tileas.alloc_mbarrier : !bars
    %bar0 = nv_tileas.buffer_view %bars[%c0] : !bars -> !nv_tileas.mbarrier
    %init0 = nv_tileas.async.mbarrier_init %bar0, %c1 : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
    %bar1 = nv_tileas.buffer_view %bars[%c1] : !bars -> !nv_tileas.mbarrier
    %init1 = nv_tileas.async.mbarrier_init %bar1, %c1 : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
    %bar2 = nv_tileas.buffer_view %bars[%c2] : !bars -> !nv_tileas.mbarrier
    %init2 = nv_tileas.async.mbarrier_init %bar2, %c1 : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
    nv_tileas.async.proxy_fence
    nv_tileas.barrier
    %start = nv_tileas.async.to_async %zero : tensor<64x64xf32, #sums> -> !future
    %end:2 = scf.for %n = %c0 to %tiles step %c1 iter_args(%slot0 = %c0, %phase0 = %c0) -> (i32, i32) : i32 {
      %r:3 = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %start, %slot = %slot0, %phase = %phase0) -> (!future, i32, i32) : i32 {
        %bar = nv_tileas.buffer_view %bars[%slot] : !bars -> !nv_tileas.mbarrier
        %sa = nv_tileas.buffer_view %ringA[%slot] : !ringA -> !stageA
        %t0 = nv_tileas.async.tiled_tma_load %da, %sa[%c0, %k], %bar atom <tma_load, 2> : !descA, !stageA[i32, i32], !nv_tileas.mbarrier
        %sb = nv_tileas.buffer_view %ringB[%slot] : !ringB -> !stageB
        %t1 = nv_tileas.async.tiled_tma_load %db, %sb[%k, %n], %bar atom <tma_load, 2> : !descB, !stageB[i32, i32], !nv_tileas.mbarrier
        nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !nv_tileas.mbarrier
        nv_tileas.async.mbarrier_wait %bar, %phase : !nv_tileas.mbarrier
        nv_tileas.barrier
        %ra = nv_tileas.buffer_view %ringA[%slot] : !ringA -> !stageA
        %rb = nv_tileas.buffer_view %ringB[%slot] : !ringB -> !stageB
        %f = nv_tileas.async.dot %ra, %rb, %acc <sm90.mma.m64k16.f16.f32, 64> : !stageA, !stageB, !future -> !future
        %g = nv_tileas.async.future_wait %f {pending = 1 : i64} : !future -> !future
        %up = arith.addi %slot, %c1 : i32
        %wraps = arith.cmpi eq, %up, %c3 : i32
        %next = arith.select %wraps, %c0, %up : i32
        %round = arith.addi %phase, %c1 : i32
        %more = arith.select %wraps, %round, %phase : i32
        scf.yield %g, %next, %more : !future, i32, i32
      }
      %sum = nv_tileas.async.future_wait %r#0 : !future -> tensor<64x64xf32, #sums>
      %t2 = nv_tileas.tiled_store <weak> %sum, %c[%c0, %n] {in_bounds = array<i1: true, true>} : tensor<64x64xf32, #sums>, !vc[i32, i32] -> !nv_tileaa.mem_token
      scf.yield %r#1, %r#2 : i32, i32
    }
    nv_tileaa.return
  }
}
