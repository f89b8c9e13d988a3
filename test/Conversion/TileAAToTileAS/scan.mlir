// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Two rounds for four elements. The carry is the element before each upper
  // half, spread over the block, and comes first in the combination.
  // CHECK-LABEL: @sum
  // CHECK: nv_tileas.view %arg0 : tensor<8x4x2xf32> -> tensor<8x2x2x2xf32>
  // CHECK: %[[X:.*]] = nv_tileas.view {{.*}} -> tensor<8x1x4x2xf32>
  // CHECK: %[[BITS:.*]] = nv_tileaa.bitcast %[[X]]
  // CHECK: %[[ONE:.*]] = arith.select %{{.*}}, %[[BITS]], %{{.*}} : tensor<8x1x4x2xi1>, tensor<8x1x4x2xi32>
  // CHECK: nv_tileas.reduce %[[ONE]] dim = 2
  // CHECK: arith.ori
  // CHECK: %[[SPREAD:.*]] = nv_tileas.broadcast {{.*}} -> tensor<8x1x4x2xi32>
  // CHECK: %[[CARRY:.*]] = nv_tileaa.bitcast %[[SPREAD]]
  // CHECK: %[[TWO:.*]] = nv_tileaa.splat {{.*}} -> tensor<8x1x4x2xf32>
  // CHECK: %[[SCALED:.*]] = arith.mulf %[[CARRY]], %[[TWO]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[SCALED]]
  // CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[SUM]], %[[X]]
  // CHECK: nv_tileas.view %[[R]] : tensor<8x1x4x2xf32> -> tensor<8x4x2xf32>
  nv_tileaa.func @sum(%x: tensor<8x4x2xf32>) {
    %s = nv_tileaa.scan %x dim = 1 reverse = false identities = [0.0 : f32] : (tensor<8x4x2xf32>) -> tensor<8x4x2xf32> {
    ^bb0(%e: f32, %acc: f32):
      %two = arith.constant 2.0 : f32
      %twice = arith.mulf %acc, %two : f32
      %r = arith.addf %e, %twice : f32
      nv_tileaa.yield %r : f32
    }
    nv_tileaa.return
  }

  // The carry of a reversed scan is the first element of the upper half.
  // CHECK-LABEL: @reverse
  // CHECK: %[[HALF:.*]] = arith.constant dense<1>
  // CHECK: arith.cmpi eq, %{{.*}}, %[[HALF]]
  // CHECK: arith.cmpi ult, %{{.*}}
  nv_tileaa.func @reverse(%x: tensor<2xi32>) {
    %s = nv_tileaa.scan %x dim = 0 reverse = true identities = [0 : i32] : (tensor<2xi32>) -> tensor<2xi32> {
    ^bb0(%e: i32, %acc: i32):
      %r = arith.addi %e, %acc : i32
      nv_tileaa.yield %r : i32
    }
    nv_tileaa.return
  }
}
