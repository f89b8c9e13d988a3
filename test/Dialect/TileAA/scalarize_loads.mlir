// A tile from which single numbers are extracted is loaded number by number, if they are known to be in the array.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-scalarize-loads)))' | FileCheck %s

!rows = !nv_tileaa.memref<?x5xi64, strides = [5, 1]>
!row = !nv_tileaa.tiled_view<1x8, !nv_tileaa.memref<?x5xi64, strides = [5, 1]>, steps = [1, 8], dims = [0, 1]>

gpu.module @k {
  // CHECK-LABEL: @list
  // CHECK-SAME: %[[P:.*]]: !nv_tileaa.ptr<i64>, %[[N:.*]]: i32, %[[I:.*]]: i32
  // CHECK-NOT: tiled_load
  // CHECK: %[[WIDE:.*]] = arith.extui %[[I]] : i32 to i64
  // CHECK: %[[FIVE:.*]] = arith.constant 5 : i64
  // CHECK: %[[ROW:.*]] = arith.muli %[[WIDE]], %[[FIVE]]
  // CHECK: %[[TWO:.*]] = arith.constant 2 : i64
  // CHECK: %[[AT:.*]] = arith.addi %[[ROW]], %[[TWO]]
  // CHECK: %[[Q:.*]] = nv_tileaa.addptr %[[P]], %[[AT]]
  // CHECK: %[[X:.*]], %{{.*}} = nv_tileaa.load <weak> %[[Q]] token = %{{.*}} {alignment = 8 : i64, read_only} : !nv_tileaa.ptr<i64> -> i64
  // CHECK: %[[Y:.*]], %{{.*}} = nv_tileaa.load
  // CHECK-NOT: extract
  // CHECK: arith.addi %[[X]], %[[Y]]
  nv_tileaa.func @list(%p: !nv_tileaa.ptr<i64>, %n: i32, %i: i32) -> i64 {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %t = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : !nv_tileaa.ptr<i64> sizes i32 -> !rows
    %v = nv_tileaa.block_tile %m : !rows -> !row
    %x, %u = nv_tileaa.tiled_load <weak> %v[%i, %c0] token = %t {alignment = 8 : i64, in_bounds = array<i1: true, false>, read_only} : !row[i32, i32] -> tensor<1x8xi64>, !nv_tileaa.mem_token
    %y = nv_tileaa.extract %x[%c0, %c2] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z = nv_tileaa.unsplat %y : tensor<1x1xi64> -> i64
    %a = nv_tileaa.extract %x[%c0, %c4] : tensor<1x8xi64> -> tensor<1x1xi64>
    %b = nv_tileaa.unsplat %a : tensor<1x1xi64> -> i64
    %sum = arith.addi %z, %b : i64
    nv_tileaa.return %sum : i64
  }

  // Not where the row, or the number in it, may be outside, something else reads the tile, or an access is ordered
  // after it.
  // CHECK-LABEL: @stay
  // CHECK-COUNT-4: nv_tileaa.tiled_load
  // CHECK-NOT: nv_tileaa.load
  nv_tileaa.func @stay(%p: !nv_tileaa.ptr<i64>, %n: i32, %i: i32) -> i64 {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c6 = arith.constant 6 : i32
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : !nv_tileaa.ptr<i64> sizes i32 -> !rows
    %v = nv_tileaa.block_tile %m : !rows -> !row
    %x0, %u0 = nv_tileaa.tiled_load <weak> %v[%i, %c0] {alignment = 8 : i64, in_bounds = array<i1: false, false>} : !row[i32, i32] -> tensor<1x8xi64>, !nv_tileaa.mem_token
    %y0 = nv_tileaa.extract %x0[%c0, %c2] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z0 = nv_tileaa.unsplat %y0 : tensor<1x1xi64> -> i64
    %x1, %u1 = nv_tileaa.tiled_load <weak> %v[%i, %c0] {alignment = 8 : i64, in_bounds = array<i1: true, false>} : !row[i32, i32] -> tensor<1x8xi64>, !nv_tileaa.mem_token
    %y1 = nv_tileaa.extract %x1[%c0, %c6] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z1 = nv_tileaa.unsplat %y1 : tensor<1x1xi64> -> i64
    %x2, %u2 = nv_tileaa.tiled_load <weak> %v[%i, %c0] {alignment = 8 : i64, in_bounds = array<i1: true, false>} : !row[i32, i32] -> tensor<1x8xi64>, !nv_tileaa.mem_token
    %y2 = nv_tileaa.extract %x2[%c0, %c2] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z2 = nv_tileaa.unsplat %y2 : tensor<1x1xi64> -> i64
    %twice = arith.addi %x2, %x2 : tensor<1x8xi64>
    %y3 = nv_tileaa.extract %twice[%c0, %c2] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z3 = nv_tileaa.unsplat %y3 : tensor<1x1xi64> -> i64
    %x4, %u4 = nv_tileaa.tiled_load <weak> %v[%i, %c0] {alignment = 8 : i64, in_bounds = array<i1: true, false>} : !row[i32, i32] -> tensor<1x8xi64>, !nv_tileaa.mem_token
    %y4 = nv_tileaa.extract %x4[%c0, %c2] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z4 = nv_tileaa.unsplat %y4 : tensor<1x1xi64> -> i64
    %last = nv_tileaa.store <weak> %p, %z4 token = %u4 : !nv_tileaa.ptr<i64>, i64 -> !nv_tileaa.mem_token
    %s0 = arith.addi %z0, %z1 : i64
    %s1 = arith.addi %s0, %z2 : i64
    %s2 = arith.addi %s1, %z3 : i64
    nv_tileaa.return %s2 : i64
  }
}
