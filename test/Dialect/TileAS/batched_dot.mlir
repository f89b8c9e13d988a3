// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// The batch is in the highest registers of all three tiles.

// CHECK: #[[ACC:.*]] = #nv_tileas.layout<{register={{.*}}[1,0,0],[2,0,0]], lane={{.*}}, warp={{\[\[}}0,16,0],[0,0,8]]}>
// CHECK: nv_tileas.dot {{.*}}sm80.mma{{.*}} tensor<4x32x32xf32, #[[ACC]]>

!m3 = !nv_tileaa.memref<?x?x?xf16, strides = [?, ?, 1]>
!v3a = !nv_tileaa.tiled_view<4x32x32, !m3, steps = [4, 32, 32], dims = [0, 1, 2]>
#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @batched(%ma: !m3, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %va = nv_tileaa.block_tile %ma : !m3 -> !v3a
    %z = arith.constant dense<0.0> : tensor<4x32x32xf32>
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i, %i] {in_bounds = array<i1: true, true, true>} : !v3a[i32, i32, i32] -> tensor<4x32x32xf16>, !nv_tileaa.mem_token
    %d = nv_tileaa.dot %x, %x, %z : tensor<4x32x32xf16>, tensor<4x32x32xf16>, tensor<4x32x32xf32>
    %h = nv_tileaa.fp_to_fp %d : tensor<4x32x32xf32> -> tensor<4x32x32xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %va[%i, %i, %i] {in_bounds = array<i1: true, true, true>} : tensor<4x32x32xf16>, !v3a[i32, i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
