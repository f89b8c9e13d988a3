// Req: F-22, L-06
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm -verify-diagnostics

gpu.module @k {
  nv_tileaa.func @kernel(%x: i32) -> i32 attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80"} {
    // expected-error @+2 {{Kernel functions do not support return with operands}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileaa.return'}}
    nv_tileaa.return %x : i32
  }
}
