// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Two rounds for four elements. The carry is the element before each upper
  // half, spread over the block, and comes first in the combination.
  // CHECK-LABEL: @sum
  // CHECK: nv_tileas.view %arg0 : tensor<8x4x2xf32> -> tensor<8x2x2x2xf32>
  // CHECK: %[[X:.*]] = nv_tileas.view {{.*}} -> tensor<8x1x4x2xf32>
  // CHECK: %[[BITS:.*]] = nv_tileaa.bitcast %[[X]]
  // CHECK: %[[ONE:.*]] = arith.select %{{.*}}, %[[BITS]], %{{.*}} : tensor<8x1x4x2xi1>, tensor<8x1x4x2xi32>
  // CHECK: %[[LAST:.*]] = nv_tileas.reduce %[[ONE]] dim = 2
  // CHECK: arith.ori
  // CHECK: %[[PICKED:.*]] = nv_tileaa.bitcast %[[LAST]] : tensor<8x1x2xi32> -> tensor<8x1x2xf32>
  // CHECK: %[[VIEW:.*]] = nv_tileas.view %[[PICKED]] : tensor<8x1x2xf32> -> tensor<8x1x1x2xf32>
  // CHECK: %[[CARRY:.*]] = nv_tileas.broadcast %[[VIEW]] : tensor<8x1x1x2xf32> -> tensor<8x1x4x2xf32>
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

  // Vectors of four, then two rounds of the four totals, which have a fourth of the registers; in the second, what is
  // before a total comes from the first. At last what is before each vector is combined with its elements.
  // CHECK-LABEL: @vectors
  // CHECK-COUNT-2: arith.addi {{.*}} : tensor<1x{{[48]}}x{{[24]}}x1xi32>
  // CHECK: %[[TOTALS:.*]] = nv_tileas.reduce {{.*}} : (tensor<1x4x4x1xi32>) -> tensor<1x4x1xi32>
  // CHECK: nv_tileas.view %[[TOTALS]] : tensor<1x4x1xi32> -> tensor<1x2x2x1xi32>
  // CHECK: %[[FIRST:.*]] = nv_tileas.broadcast {{.*}} : tensor<1x2x1x1xi32> -> tensor<1x2x2x1xi32>
  // CHECK: arith.addi %{{.*}}, %[[FIRST]]
  // CHECK: %[[SECOND:.*]] = nv_tileas.broadcast {{.*}} : tensor<1x1x1x1xi32> -> tensor<1x1x4x1xi32>
  // CHECK: %[[EARLIER:.*]] = nv_tileas.view %[[FIRST]] : tensor<1x2x2x1xi32> -> tensor<1x1x4x1xi32>
  // CHECK: %[[MORE:.*]] = arith.addi %[[EARLIER]], %[[SECOND]]
  // CHECK: %[[UPPER:.*]] = arith.select %{{.*}}, %[[SECOND]], %[[MORE]]
  // CHECK: %[[BEFORE:.*]] = arith.select %{{.*}}, %[[UPPER]], %[[EARLIER]]
  // CHECK: %[[ONES:.*]] = nv_tileas.view %[[BEFORE]] : tensor<1x1x4x1xi32> -> tensor<1x4x1x1xi32>
  // CHECK: %[[CARRY:.*]] = nv_tileas.broadcast %[[ONES]] : tensor<1x4x1x1xi32> -> tensor<1x4x4x1xi32>
  // CHECK: %[[ALL:.*]] = arith.addi %{{.*}}, %[[CARRY]] : tensor<1x4x4x1xi32>
  // CHECK: arith.select %{{.*}}, %[[ALL]], %{{.*}} : tensor<1x4x4x1xi1>, tensor<1x4x4x1xi32>
  nv_tileaa.func @vectors(%x: tensor<16xi32>) {
    %s = nv_tileaa.scan %x dim = 0 reverse = false identities = [0 : i32] : (tensor<16xi32>) -> tensor<16xi32> {
    ^bb0(%e: i32, %acc: i32):
      %r = arith.addi %e, %acc : i32
      nv_tileaa.yield %r : i32
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
