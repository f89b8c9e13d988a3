// A from registers: the result of a dot is an operand of the next one, in the same registers. B of the second is
// contiguous along N, B of the first along K (a view of the same bytes).
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-assign-smem
// DATA a: f16: [(3 * i + k) % 5 - 2 for i in range(64) for k in range(64)]
// DATA b: f16: [(2 * k + 3 * n) % 3 - 1 for k in range(64) for n in range(64)]
// LAUNCH: --arg ptr:{a} --arg ptr:{b} --arg ptr:zeros:f32:4096
// EXPECT 2: f32: (lambda a, b: (lambda p: [sum(p[i][k] * b[k][n] for k in range(64)) for i in range(64) for n in range(64)])([[sum(a[i][k] * b[n][k] for k in range(64)) for n in range(64)] for i in range(64)]))([[(3 * i + k) % 5 - 2 for k in range(64)] for i in range(64)], [[(2 * k + 3 * n) % 3 - 1 for n in range(64)] for k in range(64)])

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
// 128 bytes of a row, swizzled.
#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
#transposed = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[0,8],[0,16],[0,32]]}>
#p = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!m = !nv_tileaa.memref<64x64xf16, strides = [64, 1]>
!c = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf32, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!buffer = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!seen = !nv_tileaa.memref<64x64xf16, shared, layout = #transposed>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @products(%pa: !ptr, %pb: !ptr, %pc: !out) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %never = arith.constant false
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : !ptr -> !m
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !m
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !out -> !c
    %va = nv_tileaa.block_tile %ma : !m -> !v
    %vb = nv_tileaa.block_tile %mb : !m -> !v
    %vc = nv_tileaa.block_tile %mc : !c -> !vc
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
    %x, %t0 = nv_tileas.tiled_load <weak> %va[%c0, %c0] padding <zero> {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16, #row>, !nv_tileaa.mem_token
    %y, %t1 = nv_tileas.tiled_load <weak> %vb[%c0, %c0] padding <zero> {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16, #row>, !nv_tileaa.mem_token
    nv_tileas.copy %x, %a atom <universal_copy, 128> : tensor<64x64xf16, #row>, !buffer
    nv_tileas.copy %y, %b atom <universal_copy, 128> : tensor<64x64xf16, #row>, !buffer
    nv_tileas.async.proxy_fence
    // FAULT no-fence: => race on shared memory.*missing: fence.proxy.async
    nv_tileas.barrier
    // FAULT no-barrier: => race on shared memory|uninitialised shared
    %bt = nv_tileas.buffer_view %b : !buffer -> !seen
    %f = nv_tileas.async.dot %a, %bt, %zero <sm90.mma.m64k16.f16.f32, 64> accumulate(%never) : !buffer, !seen, tensor<64x64xf32, #sums> -> !future
    %d = nv_tileas.async.future_wait %f : !future -> tensor<64x64xf32, #sums>
    // FAULT early: %d = nv_tileas.async.future_wait %f {pending = 1 : i64} : !future -> tensor<64x64xf32, #sums> => register in use by an asynchronous operation.* no thread has waited for
    %p = nv_tileaa.fp_to_fp %d : tensor<64x64xf32, #sums> -> tensor<64x64xf16, #p>
    %g = nv_tileas.async.dot %p, %b, %zero <sm90.mma.m64k16.f16.f32, 64> : tensor<64x64xf16, #p>, !buffer, tensor<64x64xf32, #sums> -> !future
    %e, %kept = nv_tileas.async.future_wait %g keep(%p : tensor<64x64xf16, #p>) : !future -> tensor<64x64xf32, #sums>, tensor<64x64xf16, #p>
    %t = nv_tileas.tiled_store <weak> %e, %vc[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf32, #sums>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
