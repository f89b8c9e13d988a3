// A dot of arrays of f32 that TMA rounds to tf32. B is contiguous along N, so the transposed dot is computed, with its
// left operand from registers, slice by slice: each wait, arrival and fence is found missing. Some numbers of A have
// more bits than tf32, and are rounded to the nearest, ties to even: 1 + 3 / 2^11 becomes 1 + 2 / 2^10. The array of A
// has 40 rows.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-fold-rounding-into-tma{tensor-maps=parameter}, tileas-transpose-dot, tileas-assign-dot-layouts, tileas-assign-load-store-layouts, tileas-propagate-layouts, tileas-remove-layout-conversions, cse, tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-convert-layout, tileas-materialize-schedule, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA a: f32: [v + 3 / 2048 * (v == 1) for i in range(40) for k in range(384) for v in [(3 * i + k) % 7 - 3]]
// DATA b: f32: [(2 * k + 3 * n) % 5 - 2 for k in range(384) for n in range(64)]
// LAUNCH: --arg ptr:{a} --arg i32:40 --arg ptr:{b} --arg ptr:zeros:f32:4096 --arg i32:12
// EXPECT 3: f32: [sum((v + (v == 1) / 512) * ((2 * k + 3 * n) % 5 - 2) for k in range(384) for v in [(3 * i + k) % 7 - 3]) if i < 40 else 0 for i in range(64) for n in range(64)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count
// CHANGE no-release: mbarrier.arrive.shared.b64 [^;]*; ==> => deadlock: .* waits for parity
// CHANGE no-fence: wgmma.fence.sync.aligned; ==> => wgmma.fence
// CHANGE early-registers: wgmma.wait_group.sync.aligned 1; ==> => register in use by an asynchronous operation
// CHANGE no-last-wait: wgmma.wait_group.sync.aligned 0; ==> => register in use by an asynchronous operation

!ptr = !nv_tileaa.ptr<f32>
!a = !nv_tileaa.memref<?x384xf32, strides = [384, 1]>
!b = !nv_tileaa.memref<384x64xf32, strides = [64, 1]>
!c = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!va = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x384xf32, strides = [384, 1]>, steps = [64, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<384x64xf32, strides = [64, 1]>, steps = [32, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf32, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %rows: i32, %pb: !ptr, %pc: !ptr, %steps: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ma = nv_tileaa.make_memref %pa, sizes = [%rows], strides = [] : !ptr sizes i32 -> !a
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !b
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !ptr -> !c
    %a = nv_tileaa.block_tile %ma : !a -> !va
    %b = nv_tileaa.block_tile %mb : !b -> !vb
    %c = nv_tileaa.block_tile %mc : !c -> !vc
    %end = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x, %t0 = nv_tileas.tiled_load <weak> %a[%c0, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: false, true>} : !va[i32, i32] -> tensor<64x32xf32>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileas.tiled_load <weak> %b[%k, %c0] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !vb[i32, i32] -> tensor<32x64xf32>, !nv_tileaa.mem_token
      %xr = nv_tileaa.fp_to_fp %x : tensor<64x32xf32> -> tensor<64x32xtf32>
      %yr = nv_tileaa.fp_to_fp %y : tensor<32x64xf32> -> tensor<32x64xtf32>
      %d = nv_tileas.dot %xr, %yr, %acc <sm80.mma.m16n8k8.tf32.f32> : tensor<64x32xtf32>, tensor<32x64xtf32>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %t2 = nv_tileas.tiled_store <weak> %end, %c[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf32>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
