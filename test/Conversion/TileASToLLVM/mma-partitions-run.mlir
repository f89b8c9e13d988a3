// Two dots an iteration, the second of values that threads compute from the first, with an accumulator that each
// iteration halves. MMA warps start them. Each wait, arrival, fence, commit, barrier and number of bytes is found
// missing. The query is two unit matrices, so that row i of the scores is column i mod 64 of the keys.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-schedule)))' | FileCheck %s
// TARGETS: sm_100
// PASSES: tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-schedule, tileas-assign-tmem, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA q: f16: [int(i % 64 == k) for i in range(128) for k in range(64)]
// DATA k: f16: [(3 * n + k) % 5 - 2 for n in range(704) for k in range(64)]
// DATA v: f16: [(2 * n + 3 * d) % 7 - 3 for n in range(704) for d in range(64)]
// LAUNCH: --check=all,tensor-fences --arg ptr:{q} --arg ptr:{k} --arg ptr:{v} --arg ptr:zeros:f32:8192 --arg i32:11
// EXPECT 3: f32: [sum(0.5 ** (10 - n // 64) * ((3 * n + i % 64) % 5 - 2) * ((2 * n + 3 * d) % 7 - 3) for n in range(704)) for i in range(128) for d in range(64)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count|race on tensor memory|tensor memory
// REMOVALS: race on|uninitialised|deadlock|isn't initialised|was initialised at|exceeds the pending count|tensor memory
// CHANGE no-named-barrier: bar\S*sync\s+1, 320; ==>  => tensor memory|race on shared memory|uninitialised shared
// CHANGE no-fence-after-the-query: (?s)^(.*?)fence\.proxy\.async\.shared::cta; ==> \1 => proxy
// CHANGE scores-never-free: (?s)^(.*?)mbarrier\.arrive\.shared\.b64[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE accumulator-never-full: (?s)^((?:.*?mbarrier\.arrive\.shared\.b64[^;]*;){1}.*?)mbarrier\.arrive\.shared\.b64[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE keys-never-free: (?s)^(.*?)tcgen05\.commit[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE scores-never-full: (?s)^((?:.*?tcgen05\.commit[^;]*;){1}.*?)tcgen05\.commit[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE values-never-free: (?s)^((?:.*?tcgen05\.commit[^;]*;){2}.*?)tcgen05\.commit[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE accumulator-never-free: (?s)^((?:.*?tcgen05\.commit[^;]*;){3}.*?)tcgen05\.commit[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE no-wait-for-stored-zeros: (?s)^(.*?)tcgen05\.wait::st[^;]*; ==> \1 => tensor memory
// CHANGE no-wait-for-stored-accumulator: (?s)^((?:.*?tcgen05\.wait::st[^;]*;){1}.*?)tcgen05\.wait::st[^;]*; ==> \1 => tensor memory
// CHANGE no-wait-for-scores: (?s)^(.*?)tcgen05\.wait::ld[^;]*; ==> \1 => this tcgen05.mma .* after the tcgen05.ld
// CHANGE no-wait-for-loaded-accumulator: (?s)^((?:.*?tcgen05\.wait::ld[^;]*;){1}.*?)tcgen05\.wait::ld[^;]*; ==> \1 => this tcgen05.st.* after the tcgen05.ld.* missing: tcgen05.wait::ld
// CHANGE no-wait-for-results: (?s)^((?:.*?tcgen05\.wait::ld[^;]*;){2}.*?)tcgen05\.wait::ld[^;]*; ==> \1 => this tcgen05.dealloc.* missing: tcgen05.wait::ld
// CHANGE no-fence-before-scores-are-read: (?s)^(.*?)tcgen05\.fence::after_thread_sync; ==> \1 => this tcgen05.ld.* after the tcgen05.mma .* missing: tcgen05.fence::after_thread_sync
// CHANGE no-fence-before-scores-are-free: (?s)^(.*?)tcgen05\.fence::before_thread_sync; ==> \1 => this tcgen05.mma .* after the tcgen05.ld.* missing: tcgen05.fence::before_thread_sync
// CHANGE no-fence-before-mma: (tcgen05\.fence::after_thread_sync;)(?=[^{}]*?tcgen05\.mma) ==> => this tcgen05.mma .* missing: tcgen05.fence::after_thread_sync
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 8192; ==> \1, 4096; => deadlock: .* waits for parity|race on shared memory|uninitialised shared

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0],[16,0]]}>
#column = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,32]], lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], warp=[[0,4],[0,8],[0,16]]}>
#query = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0],[64,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0],[16,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0],[0,32]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!mq = !nv_tileaa.memref<128x64xf16, strides = [64, 1]>
!m = !nv_tileaa.memref<704x64xf16, strides = [64, 1]>
!o = !nv_tileaa.memref<128x64xf32, strides = [64, 1]>
!vq = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<128x64xf16, strides = [64, 1]>, steps = [128, 64], dims = [0, 1]>
!v = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<704x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!vo = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<128x64xf32, strides = [64, 1]>, steps = [128, 64], dims = [0, 1]>
!tile = tensor<64x64xf16, #row>
!scores = tensor<128x64xf32, #sums>
!t = !nv_tileaa.mem_token

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @attention(%pq: !ptr, %pk: !ptr, %pv: !ptr, %po: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !scores
    %half = arith.constant dense<0.5> : !scores
    %mq = nv_tileaa.make_memref %pq, sizes = [], strides = [] : !ptr -> !mq
    %mk = nv_tileaa.make_memref %pk, sizes = [], strides = [] : !ptr -> !m
    %mv = nv_tileaa.make_memref %pv, sizes = [], strides = [] : !ptr -> !m
    %mo = nv_tileaa.make_memref %po, sizes = [], strides = [] : !out -> !o
    %vq = nv_tileaa.block_tile %mq : !mq -> !vq
    %vk = nv_tileaa.block_tile %mk : !m -> !v
    %vv = nv_tileaa.block_tile %mv : !m -> !v
    %vo = nv_tileaa.block_tile %mo : !o -> !vo
    %q, %t0 = nv_tileas.tiled_load <weak> %vq[%c0, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !vq[i32, i32] -> tensor<128x64xf16, #query>, !t
    %end = scf.for %j = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (!scores) : i32 {
      %k, %t1 = nv_tileas.tiled_load <weak> %vk[%j, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
      %kt = nv_tileas.permute %k [1, 0] : !tile -> tensor<64x64xf16, #column>
      %s = nv_tileas.dot %q, %kt, %zero <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #query>, tensor<64x64xf16, #column>, !scores
      %p = arith.truncf %s : !scores to tensor<128x64xf16, #sums>
      %faded = arith.mulf %acc, %half : !scores
      %x, %t2 = nv_tileas.tiled_load <weak> %vv[%j, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
      %d = nv_tileas.dot %p, %x, %faded <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #sums>, !tile, !scores
      scf.yield %d : !scores
    }
    %t3 = nv_tileas.tiled_store <weak> %end, %vo[%c0, %c0] {in_bounds = array<i1: true, true>} : !scores, !vo[i32, i32] -> !t
    nv_tileaa.return
  }
}

// The producer, the threads, and the MMA warp of each dot; scores are filled by MMAs and released by threads, the
// accumulator the other way.
// CHECK-LABEL: @attention
// CHECK-DAG: producer_group = 2 : i32{{.*}} -> !nv_tileas.pipeline<1, full = <mma, 1>, empty = <threads, 8>>
// CHECK-DAG: producer_group = 1 : i32{{.*}} -> !nv_tileas.pipeline<1, full = <threads, 8>, empty = <mma, 1>>
// CHECK: nv_tileas.agent_switch
// CHECK-SAME: num_agents_per_group = [1, 1, 1, 1] num_warps = [1, 8, 1, 1] warp_id = [8, 0, 9, 10]
// CHECK: nv_tileas.async.tiled_tma_load
// CHECK: nv_tileas.async.tiled_tma_load
// CHECK: }, {
// CHECK: nv_tileas.barrier id = 1 threads = 320
// CHECK-NEXT: nv_tileas.copy {{.*}} atom <tmem_store
// CHECK: scf.for
// CHECK-NOT: tensor<128x64xf32
// CHECK-SAME: -> (!nv_tileas.pipeline_iterator<{{[a-z]+}}, 1>, !nv_tileas.pipeline_iterator<{{[a-z]+}}, 1>)
// CHECK-NOT: tmem_dot
// CHECK: nv_tileas.async.pipeline.consumer_wait
// CHECK-NEXT: nv_tileas.copy {{.*}} atom <tmem_load
// CHECK-NEXT: nv_tileas.async.pipeline.consumer_release
// CHECK: producer_acquire
// CHECK-NEXT: nv_tileas.copy {{.*}} atom <tmem_load
// CHECK: nv_tileas.copy {{.*}} atom <tmem_store
// CHECK: producer_commit
// CHECK: scf.yield
// CHECK: producer_acquire
// CHECK: nv_tileas.copy {{.*}} atom <tmem_load
// CHECK: }, {
// CHECK: nv_tileas.barrier id = 1 threads = 320
// CHECK: scf.for
// CHECK: producer_acquire
// CHECK: consume_one_async
// CHECK: nv_tileas.async.tmem_dot {{.*}} accumulate
// CHECK: consumer_release
// CHECK: producer_commit
// CHECK: }, {
// CHECK: nv_tileas.barrier id = 1 threads = 320
// CHECK: scf.for
// CHECK: nv_tileas.async.pipeline.consumer_wait
// CHECK: consume_one_async
// CHECK: nv_tileas.async.tmem_dot
// CHECK-NOT: accumulate
// CHECK: consumer_release
// CHECK: consumer_release
