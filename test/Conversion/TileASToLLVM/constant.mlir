// Splats are one scalar; other literals are read from a table.
// Req: L-02, L-03, L-04
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#l = #nv_tileas.layout<{lane=[[1],[2],[0],[0],[0]], warp=[[0],[0]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK: llvm.mlir.global internal constant @tile_constant_{{[0-9]+}}(dense<[3, 1, 4, 1]> : tensor<4xi32>) {addr_space = 1 : i32, alignment = 16 : i64}
  // CHECK-LABEL: llvm.func @literals
  // CHECK: llvm.mlir.constant(2.500000e+00 : f32)
  // CHECK: llvm.mlir.addressof @tile_constant_
  // CHECK: llvm.load {{.*}} : !llvm.ptr<1> -> i32
  func.func @literals() -> (f32, tensor<4xf32, #l>, tensor<4xi32, #l>) {
    %0 = arith.constant 1.5 : f32
    %1 = arith.constant dense<2.5> : tensor<4xf32, #l>
    %2 = arith.constant dense<[3, 1, 4, 1]> : tensor<4xi32, #l>
    return %0, %1, %2 : f32, tensor<4xf32, #l>, tensor<4xi32, #l>
  }
}
