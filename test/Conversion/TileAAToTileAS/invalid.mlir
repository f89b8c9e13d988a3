// RUN: tileiras-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))'

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @scan() {
    %a = arith.constant dense<1.0> : tensor<8xf32>
    // expected-error @+1 {{'nv_tileaa.scan' op scans are not supported yet}}
    %s = nv_tileaa.scan %a dim = 0 reverse = false identities = [0.0 : f32] : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%el: f32, %acc: f32):
      %sum = arith.addf %el, %acc : f32
      nv_tileaa.yield %sum : f32
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{failed to get compute capability.}}
  nv_tileaa.func @no_target() {
    nv_tileaa.return
  }
}
