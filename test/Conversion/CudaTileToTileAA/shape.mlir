// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @constants
  entry @constants() {
    // CHECK: arith.constant 1.500000e+00 : f32
    %0 = constant <f32: 1.5> : tile<f32>
    // CHECK: arith.constant dense<0> : tensor<2x4xi32>
    %1 = constant <i32: 0> : tile<2x4xi32>
    // CHECK: arith.constant dense<[1, 2]> : tensor<2xi32>
    %2 = constant <i32: [1, 2]> : tile<2xi32>
    // CHECK: arith.constant true
    %3 = constant <i1: true> : tile<i1>
    return
  }

  // The front ends' way to broadcast a scalar is one splat.
  // CHECK-LABEL: @splat
  // CHECK-SAME: (%[[X:.*]]: f32)
  entry @splat(%x: tile<f32>) {
    %0 = reshape %x : tile<f32> -> tile<1x1xf32>
    // CHECK: nv_tileaa.splat %[[X]] : f32 -> tensor<8x4xf32>
    // CHECK-NOT: nv_tileaa.broadcast
    %1 = broadcast %0 : tile<1x1xf32> -> tile<8x4xf32>
    return
  }

  // CHECK-LABEL: @move
  entry @move(%k: tile<i32>) {
    %i = iota : tile<8xi32>
    // CHECK: %[[V:.*]] = nv_tileaa.view %{{.*}} : tensor<8xi32> -> tensor<8x1xi32>
    %0 = reshape %i : tile<8xi32> -> tile<8x1xi32>
    // CHECK: %[[B:.*]] = nv_tileaa.broadcast %[[V]] : tensor<8x1xi32> -> tensor<8x4xi32>
    %1 = broadcast %0 : tile<8x1xi32> -> tile<8x4xi32>
    // CHECK: nv_tileaa.permute %[[B]] [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
    %2 = permute %1 [1, 0] : tile<8x4xi32> -> tile<4x8xi32>
    // CHECK: nv_tileaa.cat %[[B]], %[[B]] dim = 0 : tensor<8x4xi32>, tensor<8x4xi32> -> tensor<16x4xi32>
    %3 = cat %1, %1 dim = 0 : tile<8x4xi32>, tile<8x4xi32> -> tile<16x4xi32>
    // CHECK: %[[E:.*]] = nv_tileaa.extract %[[B]][%[[K:.*]], %[[K]]] : tensor<8x4xi32> -> tensor<1x1xi32>
    %4 = extract %1[%k, %k] : tile<8x4xi32> -> tile<1x1xi32>
    // CHECK: nv_tileaa.insert %[[E]], %[[B]][%[[K]], %[[K]]] : tensor<1x1xi32>, tensor<8x4xi32> -> tensor<8x4xi32>
    %5 = insert %4, %1[%k, %k] : tile<1x1xi32>, tile<8x4xi32>
    // CHECK: nv_tileaa.unsplat %[[E]] : tensor<1x1xi32> -> i32
    %6 = reshape %4 : tile<1x1xi32> -> tile<i32>
    return
  }
}
