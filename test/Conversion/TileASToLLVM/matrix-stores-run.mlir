// Registers are stored to buffers by stmatrix: to the two halves of a tile one after the other, where warps have one of
// them; from warps of which two are replicas; and transposed.
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90 sm_100 sm_120
// PASSES: tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-access-atoms
// DATA a: f16: [i % 2039 for i in range(4096)]
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f16:12288
// EXPECT 1: f16: [i % 4096 % 2039 for i in range(6144)] + [0] * 2048 + [i % 2039 for i in range(4096)]
// CHANGE no-barrier: (stmatrix[^;]*;\s*)bar\.sync\s+0; ==> \1 => race on shared memory

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#swizzled32 = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#repeated = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#transposed = #nv_tileas.layout<{register=[[1,0],[0,8],[8,0],[16,0],[32,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,16],[0,32]]}>
#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#row32 = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!from = !nv_tileaa.memref<64x64xf16, strides = [64, 1]>
!to = !nv_tileaa.memref<192x64xf16, strides = [64, 1]>
!source = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!source32 = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<64x64xf16, strides = [64, 1]>, steps = [32, 64], dims = [0, 1]>
!target = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<192x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!target32 = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<192x64xf16, strides = [64, 1]>, steps = [32, 64], dims = [0, 1]>
!halves = !nv_tileaa.memref<64x64xf16, shared, layout = #swizzled, parts = 2>
!whole = !nv_tileaa.memref<64x64xf16, shared, layout = #swizzled>
!half = !nv_tileaa.memref<32x64xf16, shared, layout = #swizzled32>
!token = !nv_tileaa.mem_token

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @move(%from: !ptr, %to: !ptr) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %a = nv_tileaa.make_memref %from, sizes = [], strides = [] : !ptr -> !from
    %b = nv_tileaa.make_memref %to, sizes = [], strides = [] : !ptr -> !to
    %tiles = nv_tileaa.block_tile %a : !from -> !source
    %tiles32 = nv_tileaa.block_tile %a : !from -> !source32
    %results = nv_tileaa.block_tile %b : !to -> !target
    %results32 = nv_tileaa.block_tile %b : !to -> !target32

    %x, %t0 = nv_tileas.tiled_load <weak> %tiles[%c0, %c0] {in_bounds = array<i1: true, true>} : !source[i32, i32] -> tensor<64x64xf16, #sums>, !token
    %m0 = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !halves
    nv_tileas.copy %x, %m0 atom <stsm, 4> part 0 : tensor<64x64xf16, #sums>, !halves
    %x0 = nv_tileas.copy %m0 atom <universal_copy, 128> part 0 : !halves -> tensor<64x64xf16, #row>
    nv_tileas.copy %x, %m0 atom <stsm, 4> part 1 : tensor<64x64xf16, #sums>, !halves
    %x1 = nv_tileas.copy %m0, %x0 atom <universal_copy, 128> part 1 : !halves, tensor<64x64xf16, #row> -> tensor<64x64xf16, #row>
    %t1 = nv_tileas.tiled_store <weak> %x1, %results[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf16, #row>, !target[i32, i32] -> !token

    %y, %t2 = nv_tileas.tiled_load <weak> %tiles32[%c0, %c0] {in_bounds = array<i1: true, true>} : !source32[i32, i32] -> tensor<32x64xf16, #repeated>, !token
    %m1 = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !half
    nv_tileas.copy %y, %m1 atom <stsm, 4> : tensor<32x64xf16, #repeated>, !half
    %y0 = nv_tileas.copy %m1 atom <universal_copy, 128> : !half -> tensor<32x64xf16, #row32>
    %t3 = nv_tileas.tiled_store <weak> %y0, %results32[%c2, %c0] {in_bounds = array<i1: true, true>} : tensor<32x64xf16, #row32>, !target32[i32, i32] -> !token

    %z, %t4 = nv_tileas.tiled_load <weak> %tiles[%c0, %c0] {in_bounds = array<i1: true, true>} : !source[i32, i32] -> tensor<64x64xf16, #transposed>, !token
    %m2 = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !whole
    nv_tileas.copy %z, %m2 atom <stsm.trans, 4> : tensor<64x64xf16, #transposed>, !whole
    %z0 = nv_tileas.copy %m2 atom <universal_copy, 128> : !whole -> tensor<64x64xf16, #row>
    %t5 = nv_tileas.tiled_store <weak> %z0, %results[%c2, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf16, #row>, !target[i32, i32] -> !token
    nv_tileaa.return
  }
}
