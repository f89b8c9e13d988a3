// sinh and cosh of f32 are computed from one exponential, tanh from another; near zero sinh and tanh are polynomials.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @f
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: %[[SINH:.*]] = llvm.select
  // CHECK: llvm.intr.copysign(%[[SINH]]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK-NOT: llvm.select
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: %[[TANH:.*]] = llvm.select
  // CHECK: llvm.intr.copysign(%[[TANH]]
  nv_tileaa.func @f(%x: tensor<32xf32, #own>) -> tensor<32xf32, #own> {
    %0 = math.sinh %x : tensor<32xf32, #own>
    %1 = math.cosh %0 : tensor<32xf32, #own>
    %2 = math.tanh %1 : tensor<32xf32, #own>
    nv_tileaa.return %2 : tensor<32xf32, #own>
  }
}
