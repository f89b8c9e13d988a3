// Where the combiner commutes, the nearest elements are combined first: registers, lanes, warps; elsewhere elements in
// order.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#l = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#rows = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{lane=[[0],[1],[2],[4],[8]], warp=[[16],[32]]}>
#mixed = #nv_tileas.layout<{register=[[4],[1]], lane=[[2],[0],[0],[0],[0]]}>

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
    %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] {commutes} : (tensor<256xf32, #l>) -> f32 {
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
    %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] {commutes} : (tensor<64x4xf32, #rows>) -> tensor<64xf32, #sums> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<64xf32, #sums>
  }

  // In the order of elements: registers 0 and 2, 1 and 3 are adjacent, then the two lanes have the next elements, and
  // the elements four further are in the other register. The first operand is the earlier one.
  // CHECK-LABEL: llvm.func @in_order
  // CHECK: %[[X0:.*]] = llvm.extractvalue %{{.*}}[0]
  // CHECK: %[[X4:.*]] = llvm.extractvalue %{{.*}}[1]
  // CHECK: %[[X1:.*]] = llvm.extractvalue %{{.*}}[2]
  // CHECK: %[[X5:.*]] = llvm.extractvalue %{{.*}}[3]
  // CHECK: %[[LOW:.*]] = llvm.fsub %[[X0]], %[[X1]]
  // CHECK: %[[HIGH:.*]] = llvm.fsub %[[X4]], %[[X5]]
  // CHECK: %[[IS_UPPER:.*]] = llvm.icmp "ne"
  // CHECK: nvvm.shfl.sync bfly
  // CHECK: %[[OTHER:.*]] = llvm.bitcast
  // CHECK: %[[EARLIER:.*]] = llvm.select %[[IS_UPPER]], %[[OTHER]], %[[LOW]]
  // CHECK: %[[LATER:.*]] = llvm.select %[[IS_UPPER]], %[[LOW]], %[[OTHER]]
  // CHECK: %[[LOWS:.*]] = llvm.fsub %[[EARLIER]], %[[LATER]]
  // CHECK: nvvm.shfl.sync bfly
  // CHECK: %[[HIGHS:.*]] = llvm.fsub
  // CHECK-NOT: nvvm.shfl
  // CHECK: llvm.fsub %[[LOWS]], %[[HIGHS]]
  nv_tileaa.func @in_order(%x: tensor<8xf32, #mixed>) -> f32 {
    %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<8xf32, #mixed>) -> f32 {
    ^bb0(%earlier: f32, %later: f32):
      %s = arith.subf %earlier, %later : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : f32
  }
}
