// The kind of wait depends on the target.
// RUN: not tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-cutlass-to-cute-nvgpu))' 2>&1 | FileCheck %s
// CHECK: Failed to get ComputeCapability
gpu.module @k {
  func.func @f(%b: !llvm.ptr<3>, %phase: i32) {
    cutlass.barrier.wait %b, %phase
    return
  }
}
