// A dot with scales in tensor memory, which threads store there in each iteration, while a producer warp loads the
// tiles by TMA: each wait, arrival, fence, commit, barrier and number of bytes is found missing; the wait for stored
// zeros where there are no iterations, because the wait for stored scales covers both. Numbers are -1, 0, 1 and 2 in
// e4m3, scales a half, 1 and 2 in e8m0; 6 iterations use the stages.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_100
// PASSES: tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-schedule, tileas-assign-tmem, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA a: u32: [sum((0xb8, 0, 0x38, 0x40)[(3 * i + k + b) % 4 ^ (i // 5 % 2)] << 8 * b for b in range(4)) for i in range(128) for k in range(0, 768, 4)]
// DATA b: u32: [sum((0xb8, 0, 0x38, 0x40)[(k + 2 * (n + b)) % 4 ^ (k // 7 % 2)] << 8 * b for b in range(4)) for k in range(768) for n in range(0, 32, 4)]
// DATA p: u32: [sum((126 + (i + s + b) % 3) << 8 * b for b in range(4)) for i in range(128) for s in range(0, 24, 4)]
// DATA q: u32: [sum((126 + (s + 2 * (n + b)) % 3) << 8 * b for b in range(4)) for s in range(24) for n in range(0, 32, 4)]
// LAUNCH: --check=all,tensor-fences --arg ptr:{a} --arg ptr:{b} --arg ptr:{p} --arg ptr:{q} --arg ptr:zeros:f32:4096 --arg i32:6
// EXPECT 4: f32: [sum((-1, 0, 1, 2)[(3 * i + k) % 4 ^ (i // 5 % 2)] * (-1, 0, 1, 2)[(k + 2 * n) % 4 ^ (k // 7 % 2)] * 2 ** ((i + k // 32) % 3 - 1) * 2 ** ((k // 32 + 2 * n) % 3 - 1) for k in range(768)) for i in range(128) for n in range(32)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count|race on tensor memory
// REMOVALS: race on|uninitialised|deadlock|isn't initialised|was initialised at|exceeds the pending count|tensor memory
// NEEDLESS: 12
// LAUNCH no-wait-for-zeros: --arg ptr:{a} --arg ptr:{b} --arg ptr:{p} --arg ptr:{q} --arg ptr:zeros:f32:4096 --arg i32:0
// CHANGE no-wait-for-zeros: (?s)^(.*?)tcgen05.wait::st[^;]*; ==> \1 => this tcgen05.ld.* after the tcgen05.st.* missing: tcgen05.wait::st
// CHANGE no-release: (?s)^(.*?)tcgen05.commit[^;]*; ==> \1 => deadlock: .* waits for parity
// CHANGE no-commit: (?s)^(.*?tcgen05.commit.*?)tcgen05.commit[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE no-scales-of-A: tcgen05.st\S*x4.b32[^;]*; ==> => tensor memory
// CHANGE no-scales-of-B: tcgen05.st\S*x1.b32[^;]*; ==> => tensor memory
// CHANGE no-wait-for-scales: (tcgen05.st\S*x1.b32[^;]*;\s*)tcgen05.wait::st[^;]*; ==> \1 => tensor memory
// CHANGE no-barrier-before-mma: (?s)^(.*?bar\S*sync\s+1, 128;.*?)bar\S*sync\s+1, 128; ==> \1 => tensor memory
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 20480; ==> \1, 16384; => deadlock: .* waits for parity|race on shared memory|uninitialised shared
// CHANGE no-bytes: arrive\.expect_tx(\S*\s+\S+ \[\S+\]), %r\d+; ==> arrive\1; => race on shared memory|uninitialised shared|phase|more bytes

#rowA = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[16,0],[32,0],[64,0]], lane=[[0,16],[0,32],[0,64],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#rowB = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[64,0]], lane=[[0,16],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#ofA = #nv_tileas.layout<{register=[[0,1],[0,2],[32,0],[64,0]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[0,0],[0,0]]}>
#ofB = #nv_tileas.layout<{register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,0],[0,0]]}>
!ptr = !nv_tileaa.ptr<f8E4M3FN>
!scales = !nv_tileaa.ptr<f8E8M0FNU>
!out = !nv_tileaa.ptr<f32>
!a = !nv_tileaa.memref<128x768xf8E4M3FN, strides = [768, 1]>
!b = !nv_tileaa.memref<768x32xf8E4M3FN, strides = [32, 1]>
!p = !nv_tileaa.memref<128x24xf8E8M0FNU, strides = [24, 1]>
!q = !nv_tileaa.memref<24x32xf8E8M0FNU, strides = [32, 1]>
!c = !nv_tileaa.memref<128x32xf32, strides = [32, 1]>
!va = !nv_tileaa.tiled_view<128x128, !nv_tileaa.memref<128x768xf8E4M3FN, strides = [768, 1]>, steps = [128, 128], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<128x32, !nv_tileaa.memref<768x32xf8E4M3FN, strides = [32, 1]>, steps = [128, 32], dims = [0, 1]>
!vp = !nv_tileaa.tiled_view<128x4, !nv_tileaa.memref<128x24xf8E8M0FNU, strides = [24, 1]>, steps = [128, 4], dims = [0, 1]>
!vq = !nv_tileaa.tiled_view<4x32, !nv_tileaa.memref<24x32xf8E8M0FNU, strides = [32, 1]>, steps = [4, 32], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x32, !nv_tileaa.memref<128x32xf32, strides = [32, 1]>, steps = [128, 32], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %pb: !ptr, %pp: !scales, %pq: !scales, %pc: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x32xf32, #sums>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : !ptr -> !a
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !b
    %mp = nv_tileaa.make_memref %pp, sizes = [], strides = [] : !scales -> !p
    %mq = nv_tileaa.make_memref %pq, sizes = [], strides = [] : !scales -> !q
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !out -> !c
    %a = nv_tileaa.block_tile %ma : !a -> !va
    %b = nv_tileaa.block_tile %mb : !b -> !vb
    %p = nv_tileaa.block_tile %mp : !p -> !vp
    %q = nv_tileaa.block_tile %mq : !q -> !vq
    %c = nv_tileaa.block_tile %mc : !c -> !vc
    %end = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x32xf32, #sums>) : i32 {
      %x, %t0 = nv_tileas.tiled_load <weak> %a[%c0, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, true>} : !va[i32, i32] -> tensor<128x128xf8E4M3FN, #rowA>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileas.tiled_load <weak> %b[%k, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, true>} : !vb[i32, i32] -> tensor<128x32xf8E4M3FN, #rowB>, !nv_tileaa.mem_token
      %sp, %t2 = nv_tileas.tiled_load <weak> %p[%c0, %k] {in_bounds = array<i1: true, true>} : !vp[i32, i32] -> tensor<128x4xf8E8M0FNU, #ofA>, !nv_tileaa.mem_token
      %sq, %t3 = nv_tileas.tiled_load <weak> %q[%k, %c0] {in_bounds = array<i1: true, true>} : !vq[i32, i32] -> tensor<4x32xf8E8M0FNU, #ofB>, !nv_tileaa.mem_token
      %d = nv_tileas.dot %x, %y, %acc scales %sp, %sq <sm100.mma.m128k32.mxf8f6f4.f32, 32> : tensor<128x128xf8E4M3FN, #rowA>, tensor<128x32xf8E4M3FN, #rowB>, tensor<128x32xf32, #sums> scales tensor<128x4xf8E8M0FNU, #ofA>, tensor<4x32xf8E8M0FNU, #ofB>
      scf.yield %d : tensor<128x32xf32, #sums>
    }
    %t4 = nv_tileas.tiled_store <weak> %end, %c[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<128x32xf32, #sums>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
