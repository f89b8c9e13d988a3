// The accumulator stays in flight from iteration to iteration, while the buffers of the next one are filled: each wait,
// barrier and fence is found missing.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-assign-smem
// DATA a: f16: [(3 * i + k) % 7 - 3 for i in range(64) for k in range(256)]
// DATA b: f16: [(2 * k + 3 * n) % 5 - 2 for k in range(256) for n in range(64)]
// LAUNCH: --arg ptr:{a} --arg ptr:{b} --arg ptr:zeros:f32:4096 --arg i32:4
// EXPECT 2: f32: [sum(((3 * i + k) % 7 - 3) * ((2 * k + 3 * n) % 5 - 2) for k in range(256)) for i in range(64) for n in range(64)]

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
// 128 bytes of a row, swizzled.
#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!a = !nv_tileaa.memref<64x256xf16, strides = [256, 1]>
!b = !nv_tileaa.memref<256x64xf16, strides = [64, 1]>
!c = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!va = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x256xf16, strides = [256, 1]>, steps = [64, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<256x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf32, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!ring = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 2>
!stage = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %pb: !ptr, %pc: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : !ptr -> !a
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !b
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !out -> !c
    %a = nv_tileaa.block_tile %ma : !a -> !va
    %b = nv_tileaa.block_tile %mb : !b -> !vb
    %c = nv_tileaa.block_tile %mc : !c -> !vc
    %ringA = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %ringB = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %start = nv_tileas.async.to_async %zero : tensor<64x64xf32, #sums> -> !future
    %end = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %slot = arith.andi %k, %c1 : i32
      %sa = nv_tileas.buffer_view %ringA[%slot] : !ring -> !stage
      %sb = nv_tileas.buffer_view %ringB[%slot] : !ring -> !stage
      %x, %t0 = nv_tileas.tiled_load <weak> %a[%c0, %k] padding <zero> {in_bounds = array<i1: true, true>} : !va[i32, i32] -> tensor<64x64xf16, #row>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileas.tiled_load <weak> %b[%k, %c0] padding <zero> {in_bounds = array<i1: true, true>} : !vb[i32, i32] -> tensor<64x64xf16, #row>, !nv_tileaa.mem_token
      // All warps are done with the dot of two iterations before.
      nv_tileas.barrier
      // FAULT no-first-barrier: => race on shared memory
      nv_tileas.copy %x, %sa atom <universal_copy, 128> : tensor<64x64xf16, #row>, !stage
      nv_tileas.copy %y, %sb atom <universal_copy, 128> : tensor<64x64xf16, #row>, !stage
      nv_tileas.async.proxy_fence
      // FAULT no-fence: => race on shared memory.*missing: fence.proxy.async
      nv_tileas.barrier
      // FAULT no-second-barrier: => race on shared memory|uninitialised shared
      %f = nv_tileas.async.dot %sa, %sb, %acc <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !future -> !future
      %g = nv_tileas.async.future_wait %f {pending = 1 : i64} : !future -> !future
      // FAULT one-too-late: %g = nv_tileas.async.future_wait %f {pending = 2 : i64} : !future -> !future => race on shared memory
      scf.yield %g : !future
    }
    %sums = nv_tileas.async.future_wait %end : !future -> tensor<64x64xf32, #sums>
    // FAULT early: %sums = nv_tileas.async.future_wait %end {pending = 1 : i64} : !future -> tensor<64x64xf32, #sums> => register in use by an asynchronous operation.* no thread has waited for
    %t = nv_tileas.tiled_store <weak> %sums, %c[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf32, #sums>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
