// The pass alone, on input that it refuses.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-remove-layout-conversions)))'

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k {
  nv_tileaa.func @incomplete() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    // expected-error @below {{expected a layout, got 'tensor<32xf32>'}}
    %0 = arith.constant dense<1.0> : tensor<32xf32>
    %1 = nv_tileas.convert_layout %0 : tensor<32xf32> -> tensor<32xf32, #l>
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k {
  // expected-error @below {{expected a kernel}}
  nv_tileaa.func @no_kernel() {
    %0 = arith.constant dense<1.0> : tensor<32xf32, #l>
    %1 = nv_tileas.convert_layout %0 : tensor<32xf32, #l> -> tensor<32xf32, #l>
    nv_tileaa.return
  }
}
