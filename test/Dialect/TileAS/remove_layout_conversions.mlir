// Cheap tiles are computed in the required layout, small tiles are loaded and stored in it, and a tile that only one
// branch needs is converted there.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-remove-layout-conversions)))' | FileCheck %s

// CHECK: #[[WANTED:.*]] = #nv_tileas.layout<{lane={{\[}}[2],[1],[4],[8],[16]]}>

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]]}>
!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<64xf32, strides = [1]>
!v = !nv_tileaa.tiled_view<32, !m, steps = [32], dims = [0]>
#l16 = #nv_tileas.layout<{register=[[32],[64],[128],[256]], lane=[[1],[2],[4],[8],[16]]}>
#k16 = #nv_tileas.layout<{register=[[1],[2],[4],[8]], lane=[[16],[32],[64],[128],[256]]}>
#o16 = #nv_tileas.layout<{register=[[256],[2],[4],[8]], lane=[[16],[32],[64],[128],[1]]}>
!n = !nv_tileaa.memref<2048xf32, strides = [1]>
!w = !nv_tileaa.tiled_view<512, !n, steps = [512], dims = [0]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @f(%v: !v, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK-NOT: convert_layout
    // CHECK: nv_tileas.tiled_load {{.*}} -> tensor<32xf32, #[[WANTED]]>
    // CHECK: nv_tileas.make_range : tensor<32xi32, #[[WANTED]]>
    // CHECK: nv_tileas.tiled_store {{.*}} : tensor<32xf32, #[[WANTED]]>
    %x, %t0 = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[i32] -> tensor<32xf32, #l>, !t
    %u = nv_tileas.convert_layout %x : tensor<32xf32, #l> -> tensor<32xf32, #k>
    %r = nv_tileas.make_range : tensor<32xi32, #l>
    %rk = nv_tileas.convert_layout %r : tensor<32xi32, #l> -> tensor<32xi32, #k>
    %f = arith.sitofp %rk : tensor<32xi32, #k> to tensor<32xf32, #k>
    %y = arith.addf %u, %f : tensor<32xf32, #k>
    %c = nv_tileas.convert_layout %y : tensor<32xf32, #k> -> tensor<32xf32, #l>
    %t1 = nv_tileas.tiled_store <weak> %c, %v[%i] {in_bounds = array<i1: true>} : tensor<32xf32, #l>, !v[i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @branches
  nv_tileaa.func @branches(%v: !w, %i: i32, %c: i1) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: %[[X:.*]], %{{.*}} = nv_tileas.tiled_load
    %x, %t0 = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !w[i32] -> tensor<512xf32, #l16>, !t
    // In the opposite case, both branches need it, or a loop does in each of its iterations:
    // CHECK-NEXT: %[[BOTH:.*]] = nv_tileas.convert_layout %[[X]]
    %u = nv_tileas.convert_layout %x : tensor<512xf32, #l16> -> tensor<512xf32, #k16>
    %o = nv_tileas.convert_layout %x : tensor<512xf32, #l16> -> tensor<512xf32, #o16>
    // CHECK-NEXT: scf.if
    %y = scf.if %c -> tensor<512xf32, #k16> {
      // CHECK-NEXT: %[[ONE:.*]] = nv_tileas.convert_layout %[[X]]
      // CHECK-NEXT: arith.negf %[[ONE]]
      %n = arith.negf %o : tensor<512xf32, #o16>
      %nk = nv_tileas.convert_layout %n : tensor<512xf32, #o16> -> tensor<512xf32, #k16>
      scf.yield %nk : tensor<512xf32, #k16>
    } else {
      // CHECK: else
      // CHECK-NEXT: scf.yield %[[BOTH]]
      scf.yield %u : tensor<512xf32, #k16>
    }
    %z = arith.addf %y, %u : tensor<512xf32, #k16>
    %t1 = nv_tileas.tiled_store <weak> %z, %v[%i] {in_bounds = array<i1: true>} : tensor<512xf32, #k16>, !w[i32] -> !t
    nv_tileaa.return
  }
}
