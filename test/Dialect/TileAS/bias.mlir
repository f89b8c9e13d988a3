// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// A small tile that is broadcast over the accumulator is loaded in its layout; the constants are made in the layouts of
// their users.

// CHECK: nv_tileas.dot
// CHECK: %[[BIAS:.*]], %{{.*}} = nv_tileas.tiled_load
// CHECK-NEXT: arith.extf %[[BIAS]]
// CHECK-NEXT: nv_tileas.view
// CHECK-NEXT: nv_tileas.broadcast
// CHECK-NOT: convert_layout
// CHECK: arith.maximumf
// CHECK-NEXT: nv_tileas.convert_layout
// CHECK-NEXT: nv_tileas.tiled_store

!m1 = !nv_tileaa.memref<?xf16, strides = [1]>
!v1 = !nv_tileaa.tiled_view<128, !m1, steps = [128], dims = [0]>
!m = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @bias(%mb: !m1, %mo: !m, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %vb = nv_tileaa.block_tile %mb : !m1 -> !v1
    %vo = nv_tileaa.block_tile %mo : !m -> !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>
    %a = arith.constant dense<1.0> : tensor<64x16xf16>
    %b = arith.constant dense<1.0> : tensor<16x128xf16>
    %z = arith.constant dense<0.0> : tensor<64x128xf32>
    %d = nv_tileaa.dot %a, %b, %z : tensor<64x16xf16>, tensor<16x128xf16>, tensor<64x128xf32>
    %bias, %t0 = nv_tileaa.tiled_load <weak> %vb[%i] {in_bounds = array<i1: true>} : !v1[i32] -> tensor<128xf16>, !nv_tileaa.mem_token
    %bf = arith.extf %bias : tensor<128xf16> to tensor<128xf32>
    %bv = nv_tileaa.view %bf : tensor<128xf32> -> tensor<1x128xf32>
    %bb = nv_tileaa.broadcast %bv : tensor<1x128xf32> -> tensor<64x128xf32>
    %s = arith.addf %d, %bb : tensor<64x128xf32>
    %zero = arith.constant dense<0.0> : tensor<64x128xf32>
    %relu = arith.maximumf %s, %zero : tensor<64x128xf32>
    %t2 = nv_tileaa.tiled_store <weak> %relu, %vo[%i, %i] {in_bounds = array<i1: true, true>} : tensor<64x128xf32>, !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
