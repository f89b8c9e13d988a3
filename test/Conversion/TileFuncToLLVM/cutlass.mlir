// Operations of cutlass are left as they are, in a module with a kernel too.
// Req: F-04
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm | FileCheck %s

gpu.module @k {
  // CHECK-LABEL: func.func @kernel
  // CHECK-SAME: nvvm.reqntid = array<i32: 128, 1, 1>
  nv_tileaa.func @kernel() attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  }
  // CHECK-LABEL: func.func @waits
  // CHECK: cutlass.barrier.wait
  func.func @waits(%barrier: !llvm.ptr<3>, %phase: i32) {
    cutlass.barrier.wait %barrier, %phase
    return
  }
}
