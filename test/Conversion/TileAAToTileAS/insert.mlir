// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

// The part is repeated over the tile, and selected in the block of the indices.

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @insert
  // CHECK: %[[ONES:.*]] = nv_tileas.view %{{.*}} -> tensor<1x8x1x2xf32>
  // CHECK: %[[MANY:.*]] = nv_tileas.broadcast %[[ONES]] : {{.*}} -> tensor<1x8x4x2xf32>
  // CHECK: %[[PART:.*]] = nv_tileas.view %[[MANY]] : {{.*}} -> tensor<8x8xf32>
  // CHECK: %[[X:.*]] = nv_tileas.make_range : tensor<8xi32>
  // CHECK: %[[ONE:.*]] = arith.constant dense<1>
  // CHECK: %[[BLOCK:.*]] = arith.shrui %[[X]], %[[ONE]]
  // CHECK: %[[J:.*]] = nv_tileaa.splat %arg3
  // CHECK: arith.cmpi eq, %[[BLOCK]], %[[J]]
  // CHECK: %[[MASK:.*]] = nv_tileas.broadcast {{.*}} -> tensor<8x8xi1>
  // CHECK: arith.select %[[MASK]], %[[PART]], %arg1
  nv_tileaa.func @insert(%part: tensor<8x2xf32>, %tile: tensor<8x8xf32>, %i: i32, %j: i32) {
    %r = nv_tileaa.insert %part, %tile[%i, %j] : tensor<8x2xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
    nv_tileaa.return
  }

  // The part is the whole tile: no selection.
  // CHECK-LABEL: @replace
  // CHECK-NOT: select
  nv_tileaa.func @replace(%part: tensor<8xf32>, %tile: tensor<8xf32>, %i: i32) {
    %r = nv_tileaa.insert %part, %tile[%i] : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
    nv_tileaa.return
  }
}
