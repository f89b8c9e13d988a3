// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// Threads hold blocks of the result; K is in the highest registers of a and b.

// CHECK-DAG: #[[ACC:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[0,2],[1,0]], lane={{\[\[}}0,4],[0,8],[0,16],[2,0],[4,0]], warp={{\[\[}}8,0],[16,0]]}>
// CHECK-DAG: #[[A:.*]] = #nv_tileas.layout<{register={{\[\[}}1,0],[0,1],[0,2],[0,4],[0,8],[0,16]], lane={{\[\[}}0,0],[0,0],[0,0],[2,0],[4,0]], warp={{\[\[}}8,0],[16,0]]}>
// CHECK-DAG: #[[B:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[0,2],[1,0],[2,0],[4,0],[8,0],[16,0]], lane={{\[\[}}0,4],[0,8],[0,16],[0,0],[0,0]], warp={{\[\[}}0,0],[0,0]]}>
// CHECK: nv_tileas.dot {{.*}}fma{{.*}} tensor<32x32xf32, #[[A]]>, tensor<32x32xf32, #[[B]]>, tensor<32x32xf32, #[[ACC]]>

!m = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @fma(%ma: !m, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %va = nv_tileaa.block_tile %ma : !m -> !nv_tileaa.tiled_view<32x32, !m, steps = [32, 32], dims = [0, 1]>
    %z = arith.constant dense<0.0> : tensor<32x32xf32>
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: true, true>} : !nv_tileaa.tiled_view<32x32, !m, steps = [32, 32], dims = [0, 1]>[i32, i32] -> tensor<32x32xf32>, !nv_tileaa.mem_token
    %d = nv_tileaa.dot %x, %x, %z : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
    %t2 = nv_tileaa.tiled_store <weak> %d, %va[%i, %i] {in_bounds = array<i1: true, true>} : tensor<32x32xf32>, !nv_tileaa.tiled_view<32x32, !m, steps = [32, 32], dims = [0, 1]>[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
