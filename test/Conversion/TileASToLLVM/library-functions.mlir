// A device library that the user selects has all functions: our own code is not used.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm=library-functions=true | FileCheck %s
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s --check-prefix=OWN

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // OWN-NOT: llvm.call @_Z
  // CHECK-LABEL: @f
  nv_tileaa.func @f(%x: tensor<32xf32, #own>) -> tensor<32xf32, #own> {
    // CHECK: llvm.call @_Z3expf(
    %0 = math.exp %x : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z4exp2f(
    %1 = math.exp2 %0 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z3logf(
    %2 = math.log %1 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z4log2f(
    %3 = math.log2 %2 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z3sinf(
    %4 = math.sin %3 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z3cosf(
    %5 = math.cos %4 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z3tanf(
    %6 = math.tan %5 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z4sinhf(
    %7 = math.sinh %6 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z4coshf(
    %8 = math.cosh %7 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z4tanhf(
    %9 = math.tanh %8 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z5rsqrtf(
    %10 = math.rsqrt %9 : tensor<32xf32, #own>
    // CHECK: llvm.call @_Z3powff(
    %11 = math.powf %10, %x : tensor<32xf32, #own>
    nv_tileaa.return %11 : tensor<32xf32, #own>
  }
  // CHECK-LABEL: @g
  nv_tileaa.func @g(%x: tensor<32xf64, #own>) -> tensor<32xf64, #own> {
    // CHECK: llvm.call @_Z3expd(
    %0 = math.exp %x : tensor<32xf64, #own>
    // CHECK: llvm.call @_Z4exp2d(
    %1 = math.exp2 %0 : tensor<32xf64, #own>
    // CHECK: llvm.call @_Z5rsqrtd(
    %2 = math.rsqrt %1 : tensor<32xf64, #own>
    nv_tileaa.return %2 : tensor<32xf64, #own>
  }
}

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>

// The library has no functions of pairs.
gpu.module @pairs attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @pair
  // CHECK-COUNT-2: llvm.call @_Z3expf({{.*}}) : (f32) -> f32
  nv_tileaa.func @pair(%x: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %0 = math.exp %x : tensor<64xf32, #pair>
    nv_tileaa.return %0 : tensor<64xf32, #pair>
  }
}
