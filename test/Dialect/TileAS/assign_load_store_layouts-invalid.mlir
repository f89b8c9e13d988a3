// The pass alone, on input that it refuses.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-load-store-layouts)))'

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8]]}>
gpu.module @k {
  nv_tileaa.func @lanes(%p: tensor<16x!nv_tileaa.ptr<f32>>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %x, %t0 = nv_tileas.load <weak> %p : tensor<16x!nv_tileaa.ptr<f32>> -> tensor<16xf32>, !nv_tileaa.mem_token
    // expected-error @below {{expected a layout over 32 lanes}}
    %e = arith.constant dense<1.0> : tensor<16xf32, #l>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{expected a kernel}}
  nv_tileaa.func @no_kernel(%p: tensor<16x!nv_tileaa.ptr<f32>>) {
    %x, %t0 = nv_tileas.load <weak> %p : tensor<16x!nv_tileaa.ptr<f32>> -> tensor<16xf32>, !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
