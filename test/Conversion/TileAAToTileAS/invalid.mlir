// RUN: tileiras-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))'

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @scan_with_branch(%a: tensor<8xi32>) {
    // expected-error @+1 {{'nv_tileaa.scan' op a combination by other than element-wise operations is not supported}}
    %s = nv_tileaa.scan %a dim = 0 reverse = false identities = [0 : i32] : (tensor<8xi32>) -> tensor<8xi32> {
    ^bb0(%el: i32, %acc: i32):
      %c = arith.cmpi slt, %el, %acc : i32
      %r = scf.if %c -> i32 {
        scf.yield %el : i32
      } else {
        scf.yield %acc : i32
      }
      nv_tileaa.yield %r : i32
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @scan_tf32(%a: tensor<8xtf32>) {
    // expected-error @+1 {{'nv_tileaa.scan' op only tiles of integers and floats in memory formats are supported}}
    %s = nv_tileaa.scan %a dim = 0 reverse = false identities = [0.0 : tf32] : (tensor<8xtf32>) -> tensor<8xtf32> {
    ^bb0(%el: tf32, %acc: tf32):
      nv_tileaa.yield %el : tf32
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
