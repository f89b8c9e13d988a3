// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// Indices along the sparse dimension have the layout of the tile's rows.

// CHECK: #[[INDEX:.*]] = #nv_tileas.layout<{register={{\[\[}}16],[32]]
// CHECK-NOT: convert_layout
// CHECK: nv_tileas.tiled_load {{.*}}[tensor<64xi32, #[[INDEX]]>, i32]
// CHECK: nv_tileas.tiled_store {{.*}}[tensor<64xi32, #[[INDEX]]>, i32]

!m = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!sv = !nv_tileaa.tiled_view<64x32, !m, steps = [1, 32], dims = [0, 1], sparse = 0>
#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @gather(%mo: !m, %p: !nv_tileaa.ptr<i32>, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>>
    %r = nv_tileaa.make_range : tensor<64xi32>
    %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
    %ix, %t0 = nv_tileaa.load <weak> %pp : tensor<64x!nv_tileaa.ptr<i32>> -> tensor<64xi32>, !nv_tileaa.mem_token
    %v = nv_tileaa.block_tile %mo : !m -> !sv
    %x, %t1 = nv_tileaa.tiled_load <weak> %v[%ix, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 32>, in_bounds = array<i1: true, true>} : !sv[tensor<64xi32>, i32] -> tensor<64x32xf32>, !nv_tileaa.mem_token
    %y = arith.addf %x, %x : tensor<64x32xf32>
    %t2 = nv_tileaa.tiled_store <weak> %y, %v[%r, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 32>, in_bounds = array<i1: true, true>} : tensor<64x32xf32>, !sv[tensor<64xi32>, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
