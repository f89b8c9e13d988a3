// pow of f32: a logarithm of two parts, with special cases for zeros and infinities, and a polynomial for the power.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK: llvm.func @_Z3powdd(f64, f64) -> f64
  // CHECK-LABEL: @f
  // CHECK: %[[A:.*]] = llvm.intr.fabs(%[[X:.*]]) : (f32) -> f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: llvm.fcmp "oeq" %[[A]]
  // CHECK-NOT: ex2
  // CHECK: llvm.intr.trunc(%[[Y:.*]]) : (f32) -> f32
  // CHECK: llvm.fcmp "uno" %[[X]], %[[Y]]
  nv_tileaa.func @f(%x: tensor<32xf32, #own>, %y: tensor<32xf32, #own>) -> tensor<32xf32, #own> {
    %0 = math.powf %x, %y : tensor<32xf32, #own>
    nv_tileaa.return %0 : tensor<32xf32, #own>
  }
  // CHECK-LABEL: @g
  // CHECK: llvm.call @_Z3powdd
  nv_tileaa.func @g(%x: tensor<32xf64, #own>) -> tensor<32xf64, #own> {
    %0 = math.powf %x, %x : tensor<32xf64, #own>
    nv_tileaa.return %0 : tensor<32xf64, #own>
  }
}
