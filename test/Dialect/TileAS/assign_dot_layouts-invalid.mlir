// The pass alone, on input that it can't take.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts)))'

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k {
  nv_tileaa.func @warps(%a: tensor<8x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x8xf32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    %d = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2xf32>, tensor<2x8xf32>, tensor<8x8xf32>
    // expected-error @below {{expected a layout over 2 warps, got 'tensor<32xf32, #nv_tileas.layout}}
    %e = arith.constant dense<1.0> : tensor<32xf32, #l>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{expected a kernel, with the attribute nv_tileaa.kernel_spec, to spread tiles over its threads}}
  nv_tileaa.func @no_kernel(%a: tensor<8x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x8xf32>) {
    %d = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2xf32>, tensor<2x8xf32>, tensor<8x8xf32>
    nv_tileaa.return
  }
}
