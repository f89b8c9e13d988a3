// RUN: tileiras-opt --attach-nvvm-target --split-input-file --verify-diagnostics %s

// Req: A-08 A-09

// expected-error @+1 {{failed to get compute capability.}}
gpu.module @nothing {}

// -----

// expected-error @+1 {{failed to get compute capability.}}
gpu.module @malformed attributes {nv_tileaa.target_spec = "90"} {}

// -----

// expected-error @+1 {{failed to get compute capability.}}
gpu.module @unknown attributes {nv_tileaa.compute_capability = 42 : i32} {}
