// The facts of accesses, from promises and from the computation of addresses.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(nv_tileaa.func(tileaa-annotate-accesses))' | FileCheck %s

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!lineView = !nv_tileaa.tiled_view<512, !line, steps = [512], dims = [0]>

// Runs are as long as the size of the array allows; the address of a tile is a
// multiple of its size, if the base is.
// CHECK-LABEL: @line
// CHECK: nv_tileaa.tiled_load {{.*}} {alignment = 16 : i64, contiguity = array<i64: 16>, in_bounds = array<i1: false>
nv_tileaa.func @line(%p: !nv_tileaa.ptr<f32>, %n: i32, %i: i32) {
  %base = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f32>
  %size = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
  %m = nv_tileaa.make_memref %base, sizes = [%size], strides = [] : <f32> sizes i32 -> !line
  %v = nv_tileaa.block_tile %m : !line -> !lineView
  %t, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !lineView [i32] -> tensor<512xf32>, !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!lineView = !nv_tileaa.tiled_view<512, !line, steps = [512], dims = [0]>

// Promises are found through any number of operations, and through loops.
// CHECK-LABEL: @loop
// CHECK: nv_tileaa.tiled_load {{.*}} {alignment = 64 : i64, contiguity = array<i64: 512>, in_bounds = array<i1: true>
nv_tileaa.func @loop(%p: !nv_tileaa.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c512 = arith.constant 512 : i32
  %base = nv_tileaa.assume #nv_tileaa.div_by<64>, %p : !nv_tileaa.ptr<f32>
  %tiles = arith.minsi %n, %m : i32
  %size = arith.muli %tiles, %c512 : i32
  scf.for %i = %c0 to %tiles step %c1 iter_args(%moving = %base) -> (!nv_tileaa.ptr<f32>) : i32 {
    %a = nv_tileaa.make_memref %moving, sizes = [%size], strides = [] : <f32> sizes i32 -> !line
    %v = nv_tileaa.block_tile %a : !line -> !lineView
    %t, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !lineView [i32] -> tensor<512xf32>, !nv_tileaa.mem_token
    %next = nv_tileaa.addptr %moving, %size : !nv_tileaa.ptr<f32>, i32
    scf.yield %next : !nv_tileaa.ptr<f32>
  }
  nv_tileaa.return
}

// -----

!matrix = !nv_tileaa.memref<?x?xf16, strides = [1, ?]>
!matrixView = !nv_tileaa.tiled_view<64x32, !matrix, steps = [64, 32], dims = [0, 1]>

// Runs lie along the dimension of stride one; rows are as aligned as their
// distance.
// CHECK-LABEL: @columns
// CHECK: nv_tileaa.tiled_store {{.*}} {alignment = 8 : i64, contiguity = array<i64: 64, 1>, in_bounds = array<i1: true, false>
nv_tileaa.func @columns(%p: !nv_tileaa.ptr<f16>, %n: i32, %s: i32, %i: i32, %t: tensor<64x32xf16>) {
  %base = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f16>
  %rows = nv_tileaa.assume #nv_tileaa.div_by<64>, %n : i32
  %stride = nv_tileaa.assume #nv_tileaa.div_by<4>, %s : i32
  %m = nv_tileaa.make_memref %base, sizes = [%rows, %n], strides = [%stride] : <f16> sizes i32, i32 strides i32 -> !matrix
  %v = nv_tileaa.block_tile %m : !matrix -> !matrixView
  %k = nv_tileaa.tiled_store <weak> %t, %v[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x32xf16>, !matrixView [i32, i32] -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

// Only the hardware's requirements of each access are known.
// CHECK-LABEL: @unknown
// CHECK: nv_tileaa.load {{.*}} {alignment = 4 : i64, contiguity = array<i64: 1>}
// CHECK: nv_tileaa.atomic_rmw {{.*}} {alignment = 4 : i64}
nv_tileaa.func @unknown(%p: tensor<64x!nv_tileaa.ptr<f32>>, %q: !nv_tileaa.ptr<f32>, %x: f32) {
  %t, %k = nv_tileaa.load <weak> %p : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !nv_tileaa.mem_token
  %old, %k2 = nv_tileaa.atomic_rmw <addf> <relaxed> <gpu> %q, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

// Rows at random positions, each of which is a run: the parts of a gather of rows. The mask changes at most every 16
// elements.
// CHECK-LABEL: @gather_rows
// CHECK: nv_tileaa.load {{.*}} {alignment = 16 : i64, contiguity = array<i64: 1, 16>}
nv_tileaa.func @gather_rows(%p: !nv_tileaa.ptr<f16>, %n: i32, %s: i32, %index: tensor<16xi32>) {
  %base = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f16>
  %width = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
  %stride = nv_tileaa.assume #nv_tileaa.div_by<16>, %s : i32
  %row = nv_tileaa.view %index : tensor<16xi32> -> tensor<16x1xi32>
  %rows = nv_tileaa.broadcast %row : tensor<16x1xi32> -> tensor<16x256xi32>
  %strides = nv_tileaa.splat %stride : i32 -> tensor<16x256xi32>
  %start = arith.muli %rows, %strides : tensor<16x256xi32>
  %line = nv_tileaa.make_range : tensor<256xi32>
  %column = nv_tileaa.view %line : tensor<256xi32> -> tensor<1x256xi32>
  %columns = nv_tileaa.broadcast %column : tensor<1x256xi32> -> tensor<16x256xi32>
  %widths = nv_tileaa.splat %width : i32 -> tensor<16x256xi32>
  %mask = arith.cmpi slt, %columns, %widths : tensor<16x256xi32>
  %offset = arith.addi %start, %columns : tensor<16x256xi32>
  %bases = nv_tileaa.splat %base : !nv_tileaa.ptr<f16> -> tensor<16x256x!nv_tileaa.ptr<f16>>
  %pointers = nv_tileaa.addptr %bases, %offset : tensor<16x256x!nv_tileaa.ptr<f16>>, tensor<16x256xi32>
  %t, %k = nv_tileaa.load <weak> %pointers, mask = %mask : tensor<16x256x!nv_tileaa.ptr<f16>>, mask tensor<16x256xi1> -> tensor<16x256xf16>, !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

// A remainder keeps runs that it does not cut; no fact holds for numbers that may be negative.
// CHECK-LABEL: @wrapped_around
// CHECK: nv_tileaa.load {{.*}} {alignment = 16 : i64, contiguity = array<i64: 8>}
// CHECK: nv_tileaa.load {{.*}} {alignment = 16 : i64, contiguity = array<i64: 8>}
// CHECK: nv_tileaa.load {{.*}} {alignment = 4 : i64, contiguity = array<i64: 1>}
nv_tileaa.func @wrapped_around(%p: !nv_tileaa.ptr<f32>, %n: i32, %s: i32) {
  %base = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f32>
  %size = nv_tileaa.assume #nv_tileaa.div_by<8>, %n : i32
  %positive = nv_tileaa.assume #nv_tileaa.bounded<lb = 1>, %size : i32
  %bases = nv_tileaa.splat %base : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %sizes = nv_tileaa.splat %positive : i32 -> tensor<64xi32>
  %line = nv_tileaa.make_range : tensor<64xi32>

  %u = arith.remui %line, %sizes : tensor<64xi32>
  %pu = nv_tileaa.addptr %bases, %u : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %tu, %ku = nv_tileaa.load <weak> %pu : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !nv_tileaa.mem_token

  %id = nv_tileaa.get_program_id <x> : i32
  %c64 = arith.constant 64 : i32
  %first = arith.muli %id, %c64 : i32
  %firsts = nv_tileaa.splat %first : i32 -> tensor<64xi32>
  %here = arith.addi %firsts, %line : tensor<64xi32>
  %r = arith.remsi %here, %sizes : tensor<64xi32>
  %pr = nv_tileaa.addptr %bases, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %tr, %kr = nv_tileaa.load <weak> %pr : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !nv_tileaa.mem_token

  %x = arith.muli %s, %c64 : i32
  %xs = nv_tileaa.splat %x : i32 -> tensor<64xi32>
  %anywhere = arith.addi %xs, %line : tensor<64xi32>
  %q = arith.remsi %anywhere, %sizes : tensor<64xi32>
  %pq = nv_tileaa.addptr %bases, %q : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %tq, %kq = nv_tileaa.load <weak> %pq : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

// Promises about tensors.
// CHECK-LABEL: @promised
// CHECK: nv_tileaa.load {{.*}} {alignment = 16 : i64, contiguity = array<i64: 4>}
// CHECK: nv_tileaa.store {{.*}} {alignment = 16 : i64, contiguity = array<i64: 2>}
nv_tileaa.func @promised(%p: tensor<64x!nv_tileaa.ptr<f32>>, %m: tensor<64xi1>, %x: tensor<64xf32>) {
  %groups = nv_tileaa.assume #nv_tileaa.div_by<16, every 4 along 0>, %p : tensor<64x!nv_tileaa.ptr<f32>>
  %t, %k = nv_tileaa.load <weak> %groups : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !nv_tileaa.mem_token
  %pairs = nv_tileaa.assume #nv_tileaa.same_elements<2>, %m : tensor<64xi1>
  %near = nv_tileaa.assume #nv_tileaa.div_by<16, every 2 along 0>, %p : tensor<64x!nv_tileaa.ptr<f32>>
  %k2 = nv_tileaa.store <weak> %near, %x, mask = %pairs : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>, mask tensor<64xi1> -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

!matrix = !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
!matrixView = !nv_tileaa.tiled_view<32x64, !matrix, steps = [32, 64], dims = [0, 1]>
!sparseView = !nv_tileaa.tiled_view<32x64, !matrix, steps = [1, 1], dims = [0, 1], sparse = 0>

// Sizes and strides are promised not to be negative, so that 32 signed bits hold them: the limit of an i64 counts, not
// its type. Tiles of a gather_scatter_view start anywhere.
// CHECK-LABEL: @narrow
// CHECK: nv_tileaa.tiled_load {{.*}}, index_bits = 32 : i32}
// CHECK: nv_tileaa.tiled_load {{.*}}, index_bits = 64 : i32}
// CHECK: nv_tileaa.tiled_load {{.*}}, index_bits = 64 : i32}
nv_tileaa.func @narrow(%p: !nv_tileaa.ptr<f32>, %n: i64, %s: i64, %i: i32, %index: tensor<32xi32>) {
  %size = nv_tileaa.assume #nv_tileaa.bounded<lb = 0, ub = 100000>, %n : i64
  %stride = nv_tileaa.assume #nv_tileaa.bounded<lb = 0, ub = 2147483647>, %s : i64
  %m = nv_tileaa.make_memref %p, sizes = [%size], strides = [%stride] : <f32> sizes i64 strides i64 -> !matrix
  %v = nv_tileaa.block_tile %m : !matrix -> !matrixView
  %t, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !matrixView [i32, i32] -> tensor<32x64xf32>, !nv_tileaa.mem_token
  %wide = nv_tileaa.make_memref %p, sizes = [%size], strides = [%s] : <f32> sizes i64 strides i64 -> !matrix
  %w = nv_tileaa.block_tile %wide : !matrix -> !matrixView
  %t2, %k2 = nv_tileaa.tiled_load <weak> %w[%i, %i] {in_bounds = array<i1: false, false>} : !matrixView [i32, i32] -> tensor<32x64xf32>, !nv_tileaa.mem_token
  %rows = nv_tileaa.block_tile %m : !matrix -> !sparseView
  %t3, %k3 = nv_tileaa.tiled_load <weak> %rows[%index, %i] {in_bounds = array<i1: false, false>} : !sparseView [tensor<32xi32>, i32] -> tensor<32x64xf32>, !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

!matrix = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!matrixView = !nv_tileaa.tiled_view<64x32, !matrix, steps = [64, 32], dims = [0, 1]>

// Sizes are unknown: elements may be inside or outside one by one, but the alignment of rows is known.
// CHECK-LABEL: @row_starts
// CHECK: nv_tileaa.tiled_load {{.*}} {alignment = 16 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>
nv_tileaa.func @row_starts(%p: !nv_tileaa.ptr<f16>, %n: i32, %s: i32, %i: i32) {
  %base = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f16>
  %stride = nv_tileaa.assume #nv_tileaa.div_by<8>, %s : i32
  %m = nv_tileaa.make_memref %base, sizes = [%n, %n], strides = [%stride] : <f16> sizes i32, i32 strides i32 -> !matrix
  %v = nv_tileaa.block_tile %m : !matrix -> !matrixView
  %t, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !matrixView [i32, i32] -> tensor<64x32xf16>, !nv_tileaa.mem_token
  nv_tileaa.return
}
