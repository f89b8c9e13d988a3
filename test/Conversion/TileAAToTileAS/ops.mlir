// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

// Operations that depend on the layout of tiles become nv_tileas; the rest is unchanged. Attributes, segments and
// regions are kept.

!m = !nv_tileaa.memref<?xf32, strides = [1]>
!v = !nv_tileaa.tiled_view<64, !m, steps = [64], dims = [0]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @all
  nv_tileaa.func @all(%m: !m, %p: !nv_tileaa.ptr<f32>, %i: i32) {
    // CHECK: nv_tileaa.create_mem_token
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    // CHECK: nv_tileaa.block_tile
    %v = nv_tileaa.block_tile %m : !m -> !v
    // CHECK: nv_tileas.tiled_load <relaxed> scope <gpu> %{{.*}}[%{{.*}}] token = %{{.*}} padding <nan> {allow_tma = false, in_bounds = array<i1: false>, latency = 3 : i64, note = 1 : i32}
    %x, %t0 = nv_tileaa.tiled_load <relaxed> scope <gpu> %v[%i] token = %token padding <nan> {in_bounds = array<i1: false>, latency = 3 : i64, allow_tma = false, note = 1 : i32} : !v[i32] -> tensor<64xf32>, !nv_tileaa.mem_token
    // CHECK: nv_tileas.make_range
    %r = nv_tileaa.make_range : tensor<64xi32>
    // CHECK: nv_tileaa.splat
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
    // CHECK: nv_tileaa.addptr
    %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
    // CHECK: nv_tileas.load <weak>
    %y, %t1 = nv_tileaa.load <weak> %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !nv_tileaa.mem_token
    // CHECK: nv_tileas.store <weak>
    %t2 = nv_tileaa.store <weak> %pp, %y token = %t1 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32> -> !nv_tileaa.mem_token
    // CHECK: nv_tileas.tiled_store <weak>
    %t3 = nv_tileaa.tiled_store <weak> %x, %v[%i] {in_bounds = array<i1: true>} : tensor<64xf32>, !v[i32] -> !nv_tileaa.mem_token
    // CHECK: nv_tileas.view
    %w = nv_tileaa.view %x : tensor<64xf32> -> tensor<8x8xf32>
    // CHECK: nv_tileas.permute %{{.*}} [1, 0]
    %q = nv_tileaa.permute %w [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
    // CHECK: nv_tileas.extract_slice
    %e = nv_tileaa.extract %q[%i, %i] : tensor<8x8xf32> -> tensor<1x8xf32>
    // CHECK: nv_tileas.broadcast
    %b = nv_tileaa.broadcast %e : tensor<1x8xf32> -> tensor<8x8xf32>
    // CHECK: nv_tileas.cat %{{.*}}, %{{.*}} dim = 1
    %c = nv_tileaa.cat %b, %b dim = 1 : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x16xf32>
    // CHECK: nv_tileas.reduce %{{.*}} dim = 0 identities = [0.000000e+00 : f32]
    // CHECK: nv_tileaa.yield
    %s = nv_tileaa.reduce %c dim = 0 identities = [0.0 : f32] {commutes} : (tensor<8x16xf32>) -> tensor<16xf32> {
    ^bb0(%el: f32, %acc: f32):
      %sum = arith.addf %el, %acc : f32
      nv_tileaa.yield %sum : f32
    }
    // CHECK: nv_tileaa.return
    nv_tileaa.return
  }
}
