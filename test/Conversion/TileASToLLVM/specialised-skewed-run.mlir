// Two dots an iteration, the second of values that threads compute from the first one's accumulator: it starts after
// the first one of the next iteration, and runs while threads process the result of that one. There are one iteration,
// two and several; each wait, arrival and number of bytes is found missing. The query is a unit matrix, so that row i
// of the scores is column i of the keys.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// DEFINE: %{steps} = sed -e '/WAITS:/d' -e '/CHANGE [^n]/d' -e '/CHANGE no-[^w]/d'
// RUN: %{steps} -e 's/i32:7$/i32:1/; s/in range(448)) for i/in range(64)) for i/; s/(6 - n/(0 - n/' %s > %t.one.mlir
// RUN: %python %S/../../Emulator/Inputs/faults.py %t.one.mlir %t.one
// RUN: %{steps} -e 's/i32:7$/i32:2/; s/in range(448)) for i/in range(128)) for i/; s/(6 - n/(1 - n/' %s > %t.two.mlir
// RUN: %python %S/../../Emulator/Inputs/faults.py %t.two.mlir %t.two
//
// TARGETS: sm_90
// PASSES: tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-schedule, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA q: f16: [int(i == k) for i in range(64) for k in range(64)]
// DATA k: f16: [(3 * n + k) % 5 - 2 for n in range(448) for k in range(64)]
// DATA v: f16: [(2 * n + 3 * d) % 7 - 3 for n in range(448) for d in range(64)]
// LAUNCH: --arg ptr:{q} --arg ptr:{k} --arg ptr:{v} --arg ptr:zeros:f32:4096 --arg i32:7
// EXPECT 3: f32: [2 * sum(0.5 ** (6 - n // 64) * ((3 * n + i) % 5 - 2) * ((2 * n + 3 * d) % 7 - 3) for n in range(448)) for i in range(64) for d in range(64)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count
// CHANGE no-release: mbarrier.arrive.shared.b64 [^;]*; ==> => deadlock: .* waits for parity
// CHANGE no-wait: wgmma.wait_group.sync.aligned [01]; ==> => register in use by an asynchronous operation
// CHANGE early-wait: wgmma.wait_group.sync.aligned 0; ==> wgmma.wait_group.sync.aligned 1; => register in use by an asynchronous operation
// CHANGE wait-1: (?s)(\A(?:.*?wgmma\.wait_group){1}\.sync\.aligned )\d; ==> \1 7; => register in use by an asynchronous operation
// CHANGE wait-2: (?s)(\A(?:.*?wgmma\.wait_group){2}\.sync\.aligned )\d; ==> \1 7; => register in use by an asynchronous operation
// CHANGE wait-3: (?s)(\A(?:.*?wgmma\.wait_group){3}\.sync\.aligned )\d; ==> \1 7; => register in use by an asynchronous operation
// CHANGE wait-4: (?s)(\A(?:.*?wgmma\.wait_group){4}\.sync\.aligned )\d; ==> \1 7; => register in use by an asynchronous operation
// CHANGE wait-5: (?s)(\A(?:.*?wgmma\.wait_group){5}\.sync\.aligned )\d; ==> \1 7; => register in use by an asynchronous operation
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 8192; ==> \1, 4096; => deadlock: .* waits for parity|race on shared memory|uninitialised shared

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#column = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,16],[0,32]], lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], warp=[[0,4],[0,8]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!m = !nv_tileaa.memref<448x64xf16, strides = [64, 1]>
!o = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<448x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!vo = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf32, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!tile = tensor<64x64xf16, #row>
!scores = tensor<64x64xf32, #sums>
!t = !nv_tileaa.mem_token

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @attention(%pq: !ptr, %pk: !ptr, %pv: !ptr, %po: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !scores
    %half = arith.constant dense<0.5> : !scores
    %two = arith.constant dense<2.0> : !scores
    %mq = nv_tileaa.make_memref %pq, sizes = [], strides = [] : !ptr -> !m
    %mk = nv_tileaa.make_memref %pk, sizes = [], strides = [] : !ptr -> !m
    %mv = nv_tileaa.make_memref %pv, sizes = [], strides = [] : !ptr -> !m
    %mo = nv_tileaa.make_memref %po, sizes = [], strides = [] : !out -> !o
    %vq = nv_tileaa.block_tile %mq : !m -> !v
    %vk = nv_tileaa.block_tile %mk : !m -> !v
    %vv = nv_tileaa.block_tile %mv : !m -> !v
    %vo = nv_tileaa.block_tile %mo : !o -> !vo
    %q, %t0 = nv_tileas.tiled_load <weak> %vq[%c0, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
    %end = scf.for %j = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (!scores) : i32 {
      %k, %t1 = nv_tileas.tiled_load <weak> %vk[%j, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
      %kt = nv_tileas.permute %k [1, 0] : !tile -> tensor<64x64xf16, #column>
      %s = nv_tileas.dot %q, %kt, %zero <sm90.mma.m64k16.f16.f32, 64> : !tile, tensor<64x64xf16, #column>, !scores
      %more = arith.mulf %s, %two : !scores
      %p = arith.truncf %more : !scores to tensor<64x64xf16, #sums>
      %faded = arith.mulf %acc, %half : !scores
      %x, %t2 = nv_tileas.tiled_load <weak> %vv[%j, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
      %d = nv_tileas.dot %p, %x, %faded <sm90.mma.m64k16.f16.f32, 64> : tensor<64x64xf16, #sums>, !tile, !scores
      scf.yield %d : !scores
    }
    %t3 = nv_tileas.tiled_store <weak> %end, %vo[%c0, %c0] {in_bounds = array<i1: true, true>} : !scores, !vo[i32, i32] -> !t
    nv_tileaa.return
  }
}
