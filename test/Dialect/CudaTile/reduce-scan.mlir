// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4x8xf32>
    %b = constant <i32: 1> : tile<4x8xi32>
    // CHECK: %reduce = reduce %{{.*}} dim=1 identities=[0.000000e+00 : f32] : tile<4x8xf32> -> tile<4xf32>
    // CHECK-NEXT: (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    %0 = reduce %a dim=1 identities=[0.0 : f32] : tile<4x8xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      %s = addf %x, %acc : tile<f32>
      // CHECK: yield %{{.*}} : tile<f32>
      yield %s : tile<f32>
    }
    // CHECK: %reduce_0:2 = reduce %{{.*}}, %{{.*}} dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<8xf32>, tile<8xi32>
    // CHECK-NEXT: (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    %1:2 = reduce %a, %b dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<8xf32>, tile<8xi32>
    (%x: tile<f32>, %xa: tile<f32>, %y: tile<i32>, %ya: tile<i32>) {
      %c = cmpf greater_than ordered %x, %xa : tile<f32> -> tile<i1>
      %s = select %c, %x, %xa : tile<i1>, tile<f32>
      %t = select %c, %y, %ya : tile<i1>, tile<i32>
      yield %s, %t : tile<f32>, tile<i32>
    }
    // CHECK: scan %{{.*}} dim=1 reverse=true identities=[0 : i32] : tile<4x8xi32> -> tile<4x8xi32>
    // CHECK-NEXT: (%arg0: tile<i32>, %arg1: tile<i32>) {
    %2 = scan %b dim=1 reverse=true identities=[0 : i32] : tile<4x8xi32> -> tile<4x8xi32>
    (%x: tile<i32>, %acc: tile<i32>) {
      %s = addi %x, %acc : tile<i32>
      yield %s : tile<i32>
    }
  }
}
