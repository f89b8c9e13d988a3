// Two dots an iteration, the second of values that threads compute from the first: of a row less its largest score so
// far. Two warpgroups have half of each row and exchange their maxima. An iteration's scores are read, and their
// maximum is found, while the probabilities of the iteration before are computed. Each wait, arrival, fence, commit and
// barrier is found missing. The query is two unit matrices, so that row i of the scores is column i mod 64 of the keys,
// which are larger by 1 in each iteration.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-legalize-reduce, tileas-materialize-shared-results, tileas-materialize-convert-layout, tileas-materialize-schedule)))' | FileCheck %s
// TARGETS: sm_100
// PASSES: tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-legalize-reduce, tileas-materialize-shared-results, tileas-materialize-convert-layout, tileas-materialize-schedule, tileas-assign-tmem, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA q: f16: [int(i % 64 == k) for i in range(128) for k in range(64)]
// DATA k: f16: [(3 * n + k) % 5 + n // 64 for n in range(640) for k in range(64)]
// DATA v: f16: [(2 * n + 3 * d) % 7 - 3 for n in range(640) for d in range(64)]
// LAUNCH: --check=all,tensor-fences --arg ptr:{q} --arg ptr:{k} --arg ptr:{v} --arg ptr:zeros:f32:8192 --arg i32:10
// EXPECT 3: f32: [sum(0.5 ** (9 - n // 64) * ((3 * n + i % 64) % 5 - 4) * ((2 * n + 3 * d) % 7 - 3) + (3 * n + i % 64) % 5 - 4 for n in range(640)) for i in range(128) for d in range(64)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count|race on tensor memory|tensor memory
// REMOVALS: race on|uninitialised|deadlock|isn't initialised|was initialised at|exceeds the pending count|tensor memory

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0],[16,0]]}>
#column = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,32]], lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], warp=[[0,4],[0,8],[0,16]]}>
#query = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0],[64,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0],[16,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0],[0,32]]}>
#rows = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64],[0]]}>
#rows1 = #nv_tileas.layout<{lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0],[0,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!mq = !nv_tileaa.memref<128x64xf16, strides = [64, 1]>
!m = !nv_tileaa.memref<640x64xf16, strides = [64, 1]>
!o = !nv_tileaa.memref<128x64xf32, strides = [64, 1]>
!vq = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<128x64xf16, strides = [64, 1]>, steps = [128, 64], dims = [0, 1]>
!v = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<640x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!vo = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<128x64xf32, strides = [64, 1]>, steps = [128, 64], dims = [0, 1]>
!tile = tensor<64x64xf16, #row>
!scores = tensor<128x64xf32, #sums>
!rows = tensor<128xf32, #rows>
!rows1 = tensor<128x1xf32, #rows1>
!t = !nv_tileaa.mem_token

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @attention(%pq: !ptr, %pk: !ptr, %pv: !ptr, %po: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !scores
    %half = arith.constant dense<0.5> : !scores
    %none = arith.constant dense<0.0> : !rows
    %low = arith.constant dense<-100.0> : !rows
    %mq = nv_tileaa.make_memref %pq, sizes = [], strides = [] : !ptr -> !mq
    %mk = nv_tileaa.make_memref %pk, sizes = [], strides = [] : !ptr -> !m
    %mv = nv_tileaa.make_memref %pv, sizes = [], strides = [] : !ptr -> !m
    %mo = nv_tileaa.make_memref %po, sizes = [], strides = [] : !out -> !o
    %vq = nv_tileaa.block_tile %mq : !mq -> !vq
    %vk = nv_tileaa.block_tile %mk : !m -> !v
    %vv = nv_tileaa.block_tile %mv : !m -> !v
    %vo = nv_tileaa.block_tile %mo : !o -> !vo
    %q, %t0 = nv_tileas.tiled_load <weak> %vq[%c0, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !vq[i32, i32] -> tensor<128x64xf16, #query>, !t
    %end:3 = scf.for %j = %c0 to %steps step %c1 iter_args(%acc = %zero, %most = %low, %total = %none) -> (!scores, !rows, !rows) : i32 {
      %k, %t1 = nv_tileas.tiled_load <weak> %vk[%j, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
      %kt = nv_tileas.permute %k [1, 0] : !tile -> tensor<64x64xf16, #column>
      %s = nv_tileas.dot %q, %kt, %zero <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #query>, tensor<64x64xf16, #column>, !scores
      %largest = nv_tileas.reduce %s dim = 1 identities = [0xFF800000 : f32] {commutes} : (!scores) -> !rows {
      ^bb0(%a: f32, %b: f32):
        %max = arith.maxnumf %a, %b : f32
        nv_tileaa.yield %max : f32
      }
      %now = arith.maxnumf %most, %largest : !rows
      %now1 = nv_tileas.view %now : !rows -> !rows1
      %nows = nv_tileas.broadcast %now1 : !rows1 -> !scores
      %less = arith.subf %s, %nows : !scores
      %sum = nv_tileas.reduce %less dim = 1 identities = [0.0 : f32] {commutes} : (!scores) -> !rows {
      ^bb0(%a: f32, %b: f32):
        %add = arith.addf %a, %b : f32
        nv_tileaa.yield %add : f32
      }
      %totals = arith.addf %total, %sum : !rows
      %p = arith.truncf %less : !scores to tensor<128x64xf16, #sums>
      %faded = arith.mulf %acc, %half : !scores
      %x, %t2 = nv_tileas.tiled_load <weak> %vv[%j, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
      %d = nv_tileas.dot %p, %x, %faded <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #sums>, !tile, !scores
      scf.yield %d, %now, %totals : !scores, !rows, !rows
    }
    %total1 = nv_tileas.view %end#2 : !rows -> !rows1
    %totals = nv_tileas.broadcast %total1 : !rows1 -> !scores
    %both = arith.addf %end#0, %totals : !scores
    %t3 = nv_tileas.tiled_store <weak> %both, %vo[%c0, %c0] {in_bounds = array<i1: true, true>} : !scores, !vo[i32, i32] -> !t
    nv_tileaa.return
  }
}

// The first iteration's scores are read before the loop; in an iteration the next one's scores and maximum, and both
// exchanges at once; the rest of the last iteration is after the loop.
// CHECK-LABEL: @attention
// CHECK: nv_tileas.agent_switch
// CHECK: }, {
// CHECK: %[[ANY:.*]] = arith.cmpi slt
// CHECK: scf.if %[[ANY]]
// CHECK: nv_tileas.async.pipeline.consumer_wait
// CHECK: %[[FIRST:.*]] = nv_tileas.copy {{.*}} atom <tmem_load
// CHECK: nv_tileas.async.pipeline.consumer_release
// CHECK: %[[FOUND:.*]] = nv_tileas.copy {{.*}} atom <ldsm, 2> {{.*}} -> tensor<128x2xf32
// CHECK-NOT: nv_tileas.copy
// CHECK: scf.for {{.*}} iter_args({{.*}}, %[[SCORES:.*]] = %[[FIRST]], %[[HERE:.*]] = %[[FOUND]])
// CHECK: nv_tileas.async.pipeline.consumer_wait
// CHECK-NEXT: %[[NEXT:.*]] = nv_tileas.copy {{.*}} atom <tmem_load
// CHECK-NEXT: nv_tileas.async.pipeline.consumer_release
// CHECK: nv_tileas.reduce %[[HERE]] dim = 1
// CHECK: arith.subf %[[SCORES]]
// CHECK: %[[SUM:.*]] = nv_tileas.reduce {{.*}} dim = 2 identities = [0.000000e+00 : f32]
// CHECK: nv_tileas.view %[[NEXT]]
// CHECK: %[[MAX:.*]] = nv_tileas.reduce {{.*}} dim = 2 identities = [0xFF800000 : f32]
// CHECK: nv_tileas.copy %[[MAX]], %[[A:.*]] atom
// CHECK-NEXT: nv_tileas.copy %[[SUM]], %[[B:.*]] atom
// CHECK-NEXT: %[[FOUNDNEXT:.*]] = nv_tileas.copy %[[A]] atom
// CHECK-NEXT: nv_tileas.copy %[[B]] atom
// CHECK: nv_tileas.async.pipeline.producer_acquire
// CHECK: nv_tileas.async.pipeline.producer_commit
// CHECK: scf.yield {{.*}}, %[[NEXT]], %[[FOUNDNEXT]]
// CHECK-NOT: consumer_wait
// CHECK: nv_tileas.async.pipeline.producer_commit
// CHECK: scf.yield
// CHECK: } else {
