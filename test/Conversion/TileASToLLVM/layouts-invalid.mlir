// Passes check the layouts that they read, because text may enter here.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-materialize-convert-layout)))'

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_layout() {
    // expected-error @below {{expected a layout, got 'tensor<32xf32>'}}
    %0 = arith.constant dense<1.0> : tensor<32xf32>
    %1 = nv_tileas.convert_layout %0 : tensor<32xf32> -> tensor<32xf32>
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[0]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @warps(%x: tensor<32xf32, #l>) {
    // expected-error @below {{expected a layout over 1 warps, got 'tensor<32xf32, #nv_tileas.layout<{lane=}}
    %0 = nv_tileas.convert_layout %x : tensor<32xf32, #l> -> tensor<32xf32, #k>
    nv_tileaa.return
  }
}
