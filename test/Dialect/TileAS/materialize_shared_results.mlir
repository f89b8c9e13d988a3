// A result that one thread computed for all goes to other warps through a buffer, and only then.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-materialize-shared-results)))' | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#lanes = #nv_tileas.layout<{lane=[[0],[1],[2],[4],[8]], warp=[[16],[32]]}>
#warps = #nv_tileas.layout<{register=[[32]], lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
!ptr = !nv_tileaa.ptr<i32>
!t = !nv_tileaa.mem_token
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Threads with separate elements, lanes of one warp, and weak loads need none.
  // CHECK-LABEL: @none
  // CHECK-NOT: alloc_tensor
  // CHECK: nv_tileaa.return
  nv_tileaa.func @none(%p: tensor<128x!ptr, #own>, %q: tensor<64x!ptr, #lanes>, %w: tensor<64x!ptr, #warps>) -> (tensor<128xi32, #own>, tensor<64xi32, #lanes>, tensor<64xi32, #warps>) {
    %0, %t0 = nv_tileas.load <acquire> scope <sys> %p : tensor<128x!ptr, #own> -> tensor<128xi32, #own>, !t
    %1, %t1 = nv_tileas.load <relaxed> scope <sys> %q : tensor<64x!ptr, #lanes> -> tensor<64xi32, #lanes>, !t
    %2, %t2 = nv_tileas.load <weak> %w : tensor<64x!ptr, #warps> -> tensor<64xi32, #warps>, !t
    nv_tileaa.return %0, %1, %2 : tensor<128xi32, #own>, tensor<64xi32, #lanes>, tensor<64xi32, #warps>
  }

  // CHECK-LABEL: @tile
  // CHECK: %[[OLD:.*]], %{{.*}} = nv_tileas.atomic_rmw
  // CHECK-NEXT: %[[BUFFER:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<64xi32, shared
  // CHECK-NEXT: nv_tileas.copy %[[OLD]], %[[BUFFER]]
  // CHECK-NEXT: %[[SHARED:.*]] = nv_tileas.copy %[[BUFFER]]
  // CHECK-NEXT: nv_tileaa.return %[[SHARED]]
  nv_tileaa.func @tile(%p: tensor<64x!ptr, #warps>, %x: tensor<64xi32, #warps>) -> tensor<64xi32, #warps> {
    %old, %t = nv_tileas.atomic_rmw <xor> <relaxed> <gpu> %p, %x : tensor<64x!ptr, #warps>, tensor<64xi32, #warps> -> !t
    nv_tileaa.return %old : tensor<64xi32, #warps>
  }

  // CHECK-LABEL: @scalar
  // CHECK: %[[OLD:.*]], %{{.*}} = nv_tileas.atomic_cas
  // CHECK-NEXT: %[[BUFFER:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<1xi32, shared
  // CHECK-NEXT: nv_tileas.copy %[[OLD]], %[[BUFFER]] atom <universal_copy, 32> : i32
  // CHECK-NEXT: %[[SHARED:.*]] = nv_tileas.copy %[[BUFFER]] atom <universal_copy, 32> : {{.*}} -> i32
  // CHECK-NEXT: nv_tileaa.return %[[SHARED]]
  nv_tileaa.func @scalar(%p: !ptr, %x: i32, %y: i32) -> i32 {
    %old, %t = nv_tileas.atomic_cas <release> <sys> %p, %x, %y : !ptr, i32 -> !t
    nv_tileaa.return %old : i32
  }

  // CHECK-LABEL: @unused
  // CHECK-NOT: alloc_tensor
  // CHECK: nv_tileaa.return
  nv_tileaa.func @unused(%p: !ptr, %x: i32) {
    %old, %t = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %p, %x : !ptr, i32 -> !t
    nv_tileaa.return
  }
}
