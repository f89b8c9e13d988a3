// Bodies read the converted arguments: functions come first. The target must be
// known.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

// Req: F-26, L-05
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected the function boundary to be converted before, by convert-nv-tile-func-to-llvm}}
  nv_tileaa.func @kernel() {
    nv_tileaa.return
  }
}

// -----

// Req: G-08
// expected-error @+1 {{Failed to get ComputeCapability}}
gpu.module @k {
  func.func @kernel() {
    return
  }
}
