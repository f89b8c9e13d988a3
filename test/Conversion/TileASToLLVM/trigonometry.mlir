// sin and cos of f32 share the reduction of their angle; those of f64 are the library's.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Up to 105615 by three products, beyond by 96 bits of 2/pi.
  // CHECK: llvm.func @_Z3sind(f64) -> f64
  // CHECK-LABEL: llvm.func internal @__tileiras_reduce_angle(
  // CHECK-SAME: %[[X:.*]]: f32) -> !llvm.struct<(f32, i32)> attributes {memory_effects = #llvm.memory_effects<other = none,{{.*}}>, no_unwind, will_return}
  // CHECK: llvm.intr.fma(%[[X]]
  // CHECK: llvm.cond_br %{{.*}} weights([1, 1048576]), ^bb1, ^bb2(
  // CHECK: ^bb1:
  // CHECK-COUNT-3: llvm.call_intrinsic "llvm.fshl.i32"
  // CHECK: llvm.sitofp %{{.*}} : i64 to f64
  // CHECK: llvm.br ^bb2
  // CHECK-NOT: @__tileiras_reduce_angle
  // CHECK-LABEL: @f
  // CHECK-COUNT-2: llvm.call @__tileiras_reduce_angle(
  nv_tileaa.func @f(%x: tensor<32xf32, #own>) -> tensor<32xf32, #own> {
    %0 = math.sin %x : tensor<32xf32, #own>
    %1 = math.cos %x : tensor<32xf32, #own>
    %2 = arith.addf %0, %1 : tensor<32xf32, #own>
    nv_tileaa.return %2 : tensor<32xf32, #own>
  }
  // CHECK-LABEL: @g
  // CHECK: llvm.call @_Z3sind
  nv_tileaa.func @g(%x: tensor<32xf64, #own>) -> tensor<32xf64, #own> {
    %0 = math.sin %x : tensor<32xf64, #own>
    nv_tileaa.return %0 : tensor<32xf64, #own>
  }
}
