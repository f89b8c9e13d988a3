// A dot in tensor memory whose tiles a producer warp loads by TMA: each wait, arrival, fence, commit, barrier and
// number of bytes is found missing. The array of A has 100 rows; 12 iterations use the stages.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_100
// PASSES: tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-schedule, tileas-assign-tmem, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA a: f16: [(3 * i + k) % 7 - 3 for i in range(100) for k in range(384)]
// DATA b: f16: [(2 * k + 3 * n) % 5 - 2 for k in range(384) for n in range(64)]
// LAUNCH: --check=all,tensor-fences --arg ptr:{a} --arg i32:100 --arg ptr:{b} --arg ptr:zeros:f32:8192 --arg i32:12
// EXPECT 3: f32: [sum(((3 * i + k) % 7 - 3) * ((2 * k + 3 * n) % 5 - 2) for k in range(384)) if i < 100 else 0 for i in range(128) for n in range(64)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count|race on tensor memory
// STAGES 6: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count|race on tensor memory
// REMOVALS: race on|uninitialised|deadlock|isn't initialised|was initialised at|exceeds the pending count|tensor memory
// CHANGE no-release: (?s)^(.*?)tcgen05.commit[^;]*; ==> \1 => deadlock: .* waits for parity
// CHANGE no-last-commit: (?s)^(.*)tcgen05.commit[^;]*; ==> \1 => deadlock: .* waits for
// CHANGE no-zeros: tcgen05.st.sync[^;]*; ==> => tensor memory
// CHANGE no-wait-for-zeros: tcgen05.wait::st[^;]*; ==> => tensor memory|max abs error
// CHANGE no-barrier-before-mma: (tcgen05.fence::before_thread_sync;\s*)bar\S*sync\s+1, 128; ==> \1 => tensor memory
// CHANGE no-barrier-after-allocation: (?s)^(.*?)bar\S*sync\s+1, 128; ==> \1 => race on shared memory|uninitialised shared
// CHANGE no-barrier-before-the-end: (?s)^(.*)bar\S*sync\s+1, 128; ==> \1 => unallocated tensor memory|race on tensor memory: this tcgen05.dealloc
// CHANGE no-wait-for-accumulator: tcgen05.wait::ld[^;]*; ==> => this tcgen05.dealloc.* after the tcgen05.ld.* missing: tcgen05.wait::ld
// CHANGE no-fence-after-zeros: (?s)^(.*?)tcgen05.fence::before_thread_sync; ==> \1 => this tcgen05.mma .* after the tcgen05.st.* missing: tcgen05.fence::before_thread_sync
// CHANGE no-fence-before-mma: (?s)^(.*?)tcgen05.fence::after_thread_sync; ==> \1 => this tcgen05.mma .* missing: tcgen05.fence::after_thread_sync
// CHANGE no-fence-before-loads: (?s)^(.*)tcgen05.fence::after_thread_sync; ==> \1 => this tcgen05.ld.* after the tcgen05.mma .* missing: tcgen05.fence::after_thread_sync
// CHANGE nothing-given-back: tcgen05.dealloc[^;]*; ==> => 64 columns of tensor memory are still allocated
// CHANGE no-init-fence: fence.mbarrier_init.release.cluster; ==> => no fence.mbarrier_init or fence.proxy.async
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 12288; ==> \1, 8192; => deadlock: .* waits for parity|race on shared memory|uninitialised shared
// CHANGE too-many-bytes: (mov\.b32\s+%r\d+), 12288; ==> \1, 16384; => deadlock: .* waits for parity
// CHANGE no-bytes: arrive\.expect_tx(\S*\s+\S+ \[\S+\]), %r\d+; ==> arrive\1; => race on shared memory|uninitialised shared|phase|more bytes

#rowA = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0],[64,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#rowB = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!a = !nv_tileaa.memref<?x384xf16, strides = [384, 1]>
!b = !nv_tileaa.memref<384x64xf16, strides = [64, 1]>
!c = !nv_tileaa.memref<128x64xf32, strides = [64, 1]>
!va = !nv_tileaa.tiled_view<128x32, !nv_tileaa.memref<?x384xf16, strides = [384, 1]>, steps = [128, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<384x64xf16, strides = [64, 1]>, steps = [32, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<128x64xf32, strides = [64, 1]>, steps = [128, 64], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %rows: i32, %pb: !ptr, %pc: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #sums>
    %ma = nv_tileaa.make_memref %pa, sizes = [%rows], strides = [] : !ptr sizes i32 -> !a
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !b
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !out -> !c
    %a = nv_tileaa.block_tile %ma : !a -> !va
    %b = nv_tileaa.block_tile %mb : !b -> !vb
    %c = nv_tileaa.block_tile %mc : !c -> !vc
    %end = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #sums>) : i32 {
      %x, %t0 = nv_tileas.tiled_load <weak> %a[%c0, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, true>} : !va[i32, i32] -> tensor<128x32xf16, #rowA>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileas.tiled_load <weak> %b[%k, %c0] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !vb[i32, i32] -> tensor<32x64xf16, #rowB>, !nv_tileaa.mem_token
      %d = nv_tileas.dot %x, %y, %acc <sm100.mma.m128k16.f16.f32, 64> : tensor<128x32xf16, #rowA>, tensor<32x64xf16, #rowB>, tensor<128x64xf32, #sums>
      scf.yield %d : tensor<128x64xf32, #sums>
    }
    %t2 = nv_tileas.tiled_store <weak> %end, %c[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<128x64xf32, #sums>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
