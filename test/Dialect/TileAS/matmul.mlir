// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-insert-memory-barriers,tileas-verify-layouts)))' | FileCheck %s

// The accumulator stays in fragments all through the loop and is narrowed there; operands are loaded coalesced and then
// converted, the result likewise.

// CHECK: #[[ACC:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[8,0],[0,16],[0,32],[0,64],[32,0]], lane={{\[\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp={{\[\[}}16,0],[0,8]]}>
// CHECK: %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<64x128xf32, #[[ACC]]>
// CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %[[INIT]]) -> (tensor<64x128xf32, #[[ACC]]>)
// CHECK: nv_tileas.tiled_load
// CHECK: %[[A:.*]] = nv_tileas.convert_layout
// CHECK: nv_tileas.tiled_load
// CHECK: %[[B:.*]] = nv_tileas.convert_layout
// CHECK: nv_tileas.dot %[[A]], %[[B]], %[[C]] <sm80.mma.m16n8k16.f16.f32>
// CHECK-NEXT: scf.yield
// CHECK: %[[H:.*]] = arith.truncf
// CHECK: %[[S:.*]] = nv_tileas.convert_layout %[[H]]
// CHECK: nv_tileas.tiled_store <weak> %[[S]]

!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<64x32, !m, steps = [64, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x128, !m, steps = [32, 128], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @matmul(%a: !nv_tileaa.ptr<f16>, %b: !nv_tileaa.ptr<f16>,
                         %c: !nv_tileaa.ptr<f16>, %n: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %j = nv_tileaa.get_program_id <y> : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<64x128xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %ma = nv_tileaa.make_memref %a, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %b, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mc = nv_tileaa.make_memref %c, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %va = nv_tileaa.block_tile %ma : !m -> !va
    %vb = nv_tileaa.block_tile %mb : !m -> !vb
    %vc = nv_tileaa.block_tile %mc : !m -> !vc
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<64x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<64x32xf16>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %j] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<32x128xf16>, !nv_tileaa.mem_token
      %d = nv_tileaa.dot %x, %y, %acc : tensor<64x32xf16>, tensor<32x128xf16>, tensor<64x128xf32>
      scf.yield %d : tensor<64x128xf32>
    }
    %h = arith.truncf %r : tensor<64x128xf32> to tensor<64x128xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %j] token = %token {in_bounds = array<i1: false, false>} : tensor<64x128xf16>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
