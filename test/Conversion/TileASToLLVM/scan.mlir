// Adjacent elements of a thread one after another, then one shuffle for each bit of the lane, and one for the total
// before a thread.
// RUN: tileiras-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
#many = #nv_tileas.layout<{register=[[1],[2],[512]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @warp
  // CHECK-COUNT-3: llvm.fadd
  // CHECK-NOT: llvm.fadd
  // CHECK-COUNT-5: nvvm.shfl.sync idx
  // CHECK: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl
  // CHECK-COUNT-3: llvm.fadd
  // CHECK-NOT: llvm.fadd
  // CHECK: llvm.return
  nv_tileaa.func @warp(%x: tensor<128xf32, #l>) -> tensor<128xf32, #l> {
    %s = nv_tileas.scan %x dim = 0 reverse = false identities = [0.0 : f32] : (tensor<128xf32, #l>) -> tensor<128xf32, #l> {
    ^bb0(%e: f32, %a: f32):
      %r = arith.addf %e, %a : f32
      nv_tileaa.yield %r : f32
    }
    nv_tileaa.return %s : tensor<128xf32, #l>
  }

  // Each thread has two runs, with six shuffles each; one more has its total. Warps synchronise once.
  // CHECK-LABEL: llvm.func @warps
  // CHECK-COUNT-14: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl
  // CHECK: nvvm.barrier0
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @warps(%x: tensor<1024xf32, #many>) -> tensor<1024xf32, #many> {
    %s = nv_tileas.scan %x dim = 0 reverse = false identities = [0.0 : f32] : (tensor<1024xf32, #many>) -> tensor<1024xf32, #many> {
    ^bb0(%e: f32, %a: f32):
      %r = arith.addf %e, %a : f32
      nv_tileaa.yield %r : f32
    }
    nv_tileaa.return %s : tensor<1024xf32, #many>
  }
}
