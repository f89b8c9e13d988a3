// sin, cos and tan share the reduction of their angle.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // f64 below 2^30 is reduced by three multiplications, beyond by 192 bits of 2/pi from a table.
  // CHECK-LABEL: llvm.func internal @__tileiras_reduce_angle_f64(
  // CHECK-SAME: -> !llvm.struct<(f64, f64, i32)>
  // CHECK: llvm.cond_br
  // CHECK: llvm.mlir.addressof @__tileiras_two_over_pi : !llvm.ptr<4>
  // CHECK-COUNT-4: llvm.load
  // CHECK: llvm.mlir.global internal constant @__tileiras_two_over_pi({{.*}}addr_space = 4 : i32
  // f32 up to 105615 is reduced by three multiplications, beyond by 96 bits of 2/pi.
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
  // CHECK: llvm.call @__tileiras_reduce_angle_f64(
  // CHECK: llvm.fdiv
  nv_tileaa.func @g(%x: tensor<32xf64, #own>) -> tensor<32xf64, #own> {
    %0 = math.sin %x : tensor<32xf64, #own>
    %1 = math.tan %0 : tensor<32xf64, #own>
    nv_tileaa.return %1 : tensor<32xf64, #own>
  }
}
