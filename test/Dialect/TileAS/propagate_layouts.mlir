// A tile without a layout gets that of its anchored users and operands, or the default one; every tensor gets one.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-propagate-layouts)))' | FileCheck %s

// CHECK: #[[TILE:.*]] = #nv_tileas.layout<{register={{\[}}[0,1]], lane={{\[}}[0,2],[1,0],[2,0],[4,0],[8,0]]}>
// CHECK: #[[TURNED:.*]] = #nv_tileas.layout<{register={{\[}}[1,0]], lane={{\[}}[2,0],[0,1],[0,2],[0,4],[0,8]]}>
// CHECK: #[[ROWS:.*]] = #nv_tileas.layout<{lane={{\[}}[0],[1],[2],[4],[8]]}>
// CHECK: #[[DEFAULT:.*]] = #nv_tileas.layout<{register={{\[}}[0,1]], lane={{\[}}[0,2],[0,4],[0,8],[1,0],[2,0]]}>

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[1,0],[2,0],[4,0],[8,0]]}>
!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<16x4, !m, steps = [16, 4], dims = [0, 1]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @class(%v: !v, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %x, %t0 = nv_tileas.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<16x4xf32, #l>, !t
    // CHECK-NOT: convert_layout
    // CHECK: math.absf %{{.*}} : tensor<16x4xf32, #[[TILE]]>
    // CHECK: nv_tileas.permute {{.*}} -> tensor<4x16xf32, #[[TURNED]]>
    // CHECK: nv_tileas.reduce {{.*}} -> tensor<16xf32, #[[ROWS]]>
    %u = nv_tileas.convert_layout %x : tensor<16x4xf32, #l> -> tensor<16x4xf32>
    %y = math.absf %u : tensor<16x4xf32>
    %z = nv_tileas.permute %y [1, 0] : tensor<16x4xf32> -> tensor<4x16xf32>
    %s = nv_tileas.reduce %z dim = 0 identities = [0.0 : f32] {commutes} : (tensor<4x16xf32>) -> tensor<16xf32> {
    ^bb0(%e: f32, %acc: f32):
      %r = arith.addf %e, %acc : f32
      nv_tileaa.yield %r : f32
    }
    %c = nv_tileas.convert_layout %y : tensor<16x4xf32> -> tensor<16x4xf32, #l>
    %t1 = nv_tileas.tiled_store <weak> %c, %v[%i, %i] {in_bounds = array<i1: true, true>} : tensor<16x4xf32, #l>, !v[i32, i32] -> !t
    nv_tileaa.return
  }
  nv_tileaa.func @default() attributes {nv_tileaa.kernel_spec = #spec} {
    %c = arith.constant dense<1.0> : tensor<4x16xf32>
    // CHECK: math.exp %{{.*}} : tensor<4x16xf32, #[[DEFAULT]]>
    %y = math.exp %c : tensor<4x16xf32>
    nv_tileaa.return
  }
}
