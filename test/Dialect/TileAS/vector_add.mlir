// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-insert-memory-barriers,tileas-verify-layouts)))' | FileCheck %s

// Loads, sum and store share one layout: no conversion, no barrier.

// CHECK: #[[LAYOUT:.*]] = #nv_tileas.layout<{register=
// CHECK-NOT: convert_layout
// CHECK-NOT: barrier
// CHECK: %[[A:.*]], %{{.*}} = nv_tileas.tiled_load <weak>
// CHECK-SAME: -> tensor<1024xf32, #[[LAYOUT]]>
// CHECK: %[[B:.*]], %{{.*}} = nv_tileas.tiled_load
// CHECK: %[[C:.*]] = arith.addf %[[A]], %[[B]] : tensor<1024xf32, #[[LAYOUT]]>
// CHECK: nv_tileas.tiled_store <weak> %[[C]]

!m = !nv_tileaa.memref<?xf32, strides = [1]>
!v = !nv_tileaa.tiled_view<1024, !m, steps = [1024], dims = [0]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @vector_add(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>,
                             %c: !nv_tileaa.ptr<f32>, %n: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %ma = nv_tileaa.make_memref %a, sizes = [%n], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !m
    %mb = nv_tileaa.make_memref %b, sizes = [%n], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !m
    %mc = nv_tileaa.make_memref %c, sizes = [%n], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !m
    %va = nv_tileaa.block_tile %ma : !m -> !v
    %vb = nv_tileaa.block_tile %mb : !m -> !v
    %vc = nv_tileaa.block_tile %mc : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i] token = %token padding <zero> {in_bounds = array<i1: false>} : !v[i32] -> tensor<1024xf32>, !nv_tileaa.mem_token
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i] token = %token padding <zero> {in_bounds = array<i1: false>} : !v[i32] -> tensor<1024xf32>, !nv_tileaa.mem_token
    %z = arith.addf %x, %y : tensor<1024xf32>
    %t2 = nv_tileaa.tiled_store <weak> %z, %vc[%i] token = %token {in_bounds = array<i1: false>} : tensor<1024xf32>, !v[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
