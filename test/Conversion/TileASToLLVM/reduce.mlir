// Nearest first: registers, lanes, warps.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#l = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#rows = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{lane=[[0],[1],[2],[4],[8]], warp=[[16],[32]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // One addition in the thread, five by shuffles, three of the other warps'.
  // CHECK-LABEL: llvm.func @all
  // CHECK: llvm.fadd
  // CHECK: nvvm.shfl.sync bfly
  // CHECK-COUNT-4: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: nvvm.barrier0
  // CHECK: "@$2 st.shared.b32 $0, $1;"
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK-COUNT-3: llvm.fadd
  nv_tileaa.func @all(%x: tensor<256xf32, #l>) -> f32 {
    %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<256xf32, #l>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : f32
  }

  // Along rows that one warp holds: shared memory is not needed.
  // CHECK-LABEL: llvm.func @rows
  // CHECK-COUNT-1: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: nvvm.barrier
  // CHECK: llvm.return
  nv_tileaa.func @rows(%x: tensor<64x4xf32, #rows>) -> tensor<64xf32, #sums> {
    %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] : (tensor<64x4xf32, #rows>) -> tensor<64xf32, #sums> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<64xf32, #sums>
  }
}
