// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-insert-memory-barriers,tileas-verify-layouts)))' | FileCheck %s

// The reduced tile has the layout of the rows, and is broadcast without a conversion.

// CHECK-NOT: convert_layout
// CHECK: nv_tileas.reduce
// CHECK: nv_tileas.view
// CHECK: nv_tileas.broadcast
// CHECK: arith.subf
// CHECK: nv_tileas.reduce
// CHECK: arith.divf
// CHECK: nv_tileas.tiled_store

!m = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<16x256, !m, steps = [16, 256], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @softmax(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %n: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %zero = arith.constant 0 : i32
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %ma = nv_tileaa.make_memref %a, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %b, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32, i32 strides i32 -> !m
    %va = nv_tileaa.block_tile %ma : !m -> !v
    %vb = nv_tileaa.block_tile %mb : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %zero] token = %token padding <neg_inf> {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<16x256xf32>, !nv_tileaa.mem_token
    %max = nv_tileaa.reduce %x dim = 1 identities = [0xFF800000 : f32] {commutes} : (tensor<16x256xf32>) -> tensor<16xf32> {
    ^bb0(%e: f32, %acc: f32):
      %r = arith.maximumf %e, %acc : f32
      nv_tileaa.yield %r : f32
    }
    %maxv = nv_tileaa.view %max : tensor<16xf32> -> tensor<16x1xf32>
    %maxb = nv_tileaa.broadcast %maxv : tensor<16x1xf32> -> tensor<16x256xf32>
    %d = arith.subf %x, %maxb : tensor<16x256xf32>
    %e = math.exp %d : tensor<16x256xf32>
    %sum = nv_tileaa.reduce %e dim = 1 identities = [0.0 : f32] {commutes} : (tensor<16x256xf32>) -> tensor<16xf32> {
    ^bb0(%el: f32, %acc: f32):
      %r = arith.addf %el, %acc : f32
      nv_tileaa.yield %r : f32
    }
    %sumv = nv_tileaa.view %sum : tensor<16xf32> -> tensor<16x1xf32>
    %sumb = nv_tileaa.broadcast %sumv : tensor<16x1xf32> -> tensor<16x256xf32>
    %q = arith.divf %e, %sumb : tensor<16x256xf32>
    %t2 = nv_tileaa.tiled_store <weak> %q, %vb[%i, %zero] token = %token {in_bounds = array<i1: false, false>} : tensor<16x256xf32>, !v[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
