// A tile from which single numbers are extracted is loaded number by number.
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

  // Where the row may be outside, the load has a condition.
  // CHECK-LABEL: @guarded
  // CHECK-SAME: %[[P:.*]]: !nv_tileaa.ptr<i64>, %[[N:.*]]: i32, %[[I:.*]]: i32
  // CHECK-NOT: tiled_load
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK: arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[ROWS:.*]] = arith.extui %[[N]] : i32 to i64
  // CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %[[ROWS]]
  // CHECK: nv_tileaa.load <weak> %{{.*}}, mask = %[[INSIDE]], other = %[[ZERO]]
  nv_tileaa.func @guarded(%p: !nv_tileaa.ptr<i64>, %n: i32, %i: i32) -> i64 {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : !nv_tileaa.ptr<i64> sizes i32 -> !rows
    %v = nv_tileaa.block_tile %m : !rows -> !row
    %x, %u = nv_tileaa.tiled_load <weak> %v[%i, %c0] {alignment = 8 : i64, in_bounds = array<i1: false, false>} : !row[i32, i32] -> tensor<1x8xi64>, !nv_tileaa.mem_token
    %y = nv_tileaa.extract %x[%c0, %c2] : tensor<1x8xi64> -> tensor<1x1xi64>
    %z = nv_tileaa.unsplat %y : tensor<1x1xi64> -> i64
    nv_tileaa.return %z : i64
  }

  // A tile of one element, with a stride that is not known, is used as a number and as a tile. Its stride is unsigned.
  // CHECK-LABEL: @one
  // CHECK-SAME: %[[P:.*]]: !nv_tileaa.ptr<i32>, %[[S:.*]]: i32, %[[I:.*]]: i32
  // CHECK: %[[WIDE:.*]] = arith.extui %[[I]] : i32 to i64
  // CHECK: %[[STRIDE:.*]] = arith.extui %[[S]] : i32 to i64
  // CHECK: %[[PLACE:.*]] = arith.muli %{{.*}}, %[[STRIDE]]
  // CHECK: %[[SUM:.*]] = arith.addi %[[PLACE]], %{{.*}}
  // CHECK: nv_tileaa.addptr %[[P]], %[[SUM]]
  // CHECK: %[[X:.*]], %{{.*}} = nv_tileaa.load <weak> %{{.*}}, mask = %{{.*}}, other = %{{.*}} -> i32
  // CHECK: %[[TILE:.*]] = nv_tileaa.splat %[[X]] : i32 -> tensor<1xi32>
  // CHECK: nv_tileaa.return %[[X]], %[[TILE]]
  nv_tileaa.func @one(%p: !nv_tileaa.ptr<i32>, %s: i32, %i: i32) -> (i32, tensor<1xi32>) {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [%s] : !nv_tileaa.ptr<i32> strides i32 -> !nv_tileaa.memref<7xi32, strides = [?]>
    %v = nv_tileaa.block_tile %m : !nv_tileaa.memref<7xi32, strides = [?]> -> !nv_tileaa.tiled_view<1, !nv_tileaa.memref<7xi32, strides = [?]>, steps = [1], dims = [0]>
    %x, %u = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !nv_tileaa.tiled_view<1, !nv_tileaa.memref<7xi32, strides = [?]>, steps = [1], dims = [0]>[i32] -> tensor<1xi32>, !nv_tileaa.mem_token
    %z = nv_tileaa.unsplat %x : tensor<1xi32> -> i32
    nv_tileaa.return %z, %x : i32, tensor<1xi32>
  }

  // Not where nothing is a number, or an element outside is no zero.
  // CHECK-LABEL: @tile
  // CHECK-COUNT-2: nv_tileaa.tiled_load
  // CHECK-NOT: nv_tileaa.load
  nv_tileaa.func @tile(%p: !nv_tileaa.ptr<f32>, %n: i32, %i: i32) -> (tensor<1xf32>, f32) {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !nv_tileaa.memref<?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : !nv_tileaa.memref<?xf32, strides = [1]> -> !nv_tileaa.tiled_view<1, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [1], dims = [0]>
    %x, %u = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !nv_tileaa.tiled_view<1, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [1], dims = [0]>[i32] -> tensor<1xf32>, !nv_tileaa.mem_token
    %y, %w = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>, padding_value = #nv_tileaa.padding_value<neg_inf>} : !nv_tileaa.tiled_view<1, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [1], dims = [0]>[i32] -> tensor<1xf32>, !nv_tileaa.mem_token
    %z = nv_tileaa.unsplat %y : tensor<1xf32> -> f32
    nv_tileaa.return %x, %z : tensor<1xf32>, f32
  }

  // Not where the number is outside, something else reads the tile, or an access is ordered after it.
  // CHECK-LABEL: @stay
  // CHECK-COUNT-3: nv_tileaa.tiled_load
  // CHECK-NOT: nv_tileaa.load
  nv_tileaa.func @stay(%p: !nv_tileaa.ptr<i64>, %n: i32, %i: i32) -> i64 {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c6 = arith.constant 6 : i32
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : !nv_tileaa.ptr<i64> sizes i32 -> !rows
    %v = nv_tileaa.block_tile %m : !rows -> !row
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
    %s0 = arith.addi %z1, %z1 : i64
    %s1 = arith.addi %s0, %z2 : i64
    %s2 = arith.addi %s1, %z3 : i64
    nv_tileaa.return %s2 : i64
  }
}
