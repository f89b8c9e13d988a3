// log of f32: subnormal numbers are normalised; the exponent is the difference of the bits and those of sqrt(1/2).
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @f
  // CHECK: %[[SMALL:.*]] = llvm.fcmp "olt" %[[X:[^,]*]], %
  // CHECK: %[[NORMAL:.*]] = llvm.select %[[SMALL]], %{{.*}}, %[[X]]
  // CHECK: %[[E:.*]] = llvm.sitofp %{{.*}} : i32 to f32
  // CHECK: llvm.intr.fma(%[[E]]
  // CHECK: %[[OTHER:.*]] = llvm.icmp "uge"
  // CHECK: llvm.select %[[OTHER]]
  // CHECK: %[[ZERO:.*]] = llvm.fcmp "oeq" %[[NORMAL]], %
  // CHECK: llvm.select %[[ZERO]]
  nv_tileaa.func @f(%x: tensor<32xf32, #own>) -> tensor<32xf32, #own> {
    %0 = math.log %x : tensor<32xf32, #own>
    nv_tileaa.return %0 : tensor<32xf32, #own>
  }
  // CHECK-LABEL: @g
  // CHECK: llvm.call @_Z3logd
  nv_tileaa.func @g(%x: tensor<32xf64, #own>) -> tensor<32xf64, #own> {
    %0 = math.log %x : tensor<32xf64, #own>
    nv_tileaa.return %0 : tensor<32xf64, #own>
  }
}
