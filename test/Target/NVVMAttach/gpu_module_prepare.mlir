// RUN: tileiras-opt --tileir-gpu-module-prepare="compute-capability=90 debug-info=lineinfo" --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: tileiras-opt --tileir-gpu-module-prepare --split-input-file %s | FileCheck %s --check-prefix=NOTHING

// Req: A-04 B-17

// CHECK: gpu.module @empty attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.debug_info = "lineinfo"}
// NOTHING: gpu.module @empty {
gpu.module @empty {}

// -----

// expected-error @+1 {{module was made for sm_80, but sm_90 is asked for}}
gpu.module @other attributes {nv_tileaa.compute_capability = 80 : i32} {}
