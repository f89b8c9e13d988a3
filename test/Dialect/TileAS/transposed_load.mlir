// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// The load is coalesced along the dimension of unit stride, the store along its own; between them the tile is converted
// once, as f16, in vectors for four f32.

// CHECK: #[[LOAD:.*]] = #nv_tileas.layout<{register={{\[\[}}1,0],[2,0],[4,0],
// CHECK: nv_tileas.tiled_load {{.*}} -> tensor<64x32xf16, #[[LOAD]]>
// CHECK: nv_tileas.permute
// CHECK: nv_tileas.convert_layout {{.*}} -> tensor<32x64xf16
// CHECK: arith.extf
// CHECK: nv_tileas.tiled_store

!mt = !nv_tileaa.memref<?x?xf16, strides = [1, ?]>
!m = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @transposed(%ma: !mt, %mb: !m, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %va = nv_tileaa.block_tile %ma : !mt -> !nv_tileaa.tiled_view<64x32, !mt, steps = [64, 32], dims = [0, 1]>
    %vb = nv_tileaa.block_tile %mb : !m -> !nv_tileaa.tiled_view<32x64, !m, steps = [32, 64], dims = [0, 1]>
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 64, 1>, in_bounds = array<i1: false, false>} : !nv_tileaa.tiled_view<64x32, !mt, steps = [64, 32], dims = [0, 1]>[i32, i32] -> tensor<64x32xf16>, !nv_tileaa.mem_token
    %p = nv_tileaa.permute %x [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
    %e = arith.extf %p : tensor<32x64xf16> to tensor<32x64xf32>
    %t2 = nv_tileaa.tiled_store <weak> %e, %vb[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : tensor<32x64xf32>, !nv_tileaa.tiled_view<32x64, !m, steps = [32, 64], dims = [0, 1]>[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
