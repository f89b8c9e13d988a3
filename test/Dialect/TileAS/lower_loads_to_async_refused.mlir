// The reasons why loads of loops are not in flight, or go to registers.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async{extended-smem=true})))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[32,0],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#places = #nv_tileas.layout<{register=[[32]], lane=[[0],[0],[1],[2],[4]], warp=[[8],[16]]}>
!view = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 32], dims = [0, 1]>
!sparse = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [1, 32], dims = [0, 1], sparse = 0>
!stage = !nv_tileaa.memref<64x32xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>>
!token = !nv_tileaa.mem_token
!p = !nv_tileaa.ptr<i32>
!tile = tensor<64x32xf16, #rows>

// CHECK-NOT: async.copy
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @order(%x: !view, %i: i32, %n: i32, %q: !p) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first = nv_tileaa.create_mem_token : !token
  %r = scf.for %k = %zero to %n step %one iter_args(%before = %first) -> (!token) : i32 {
    // REMARK: a load of a loop is not in flight: a token orders it with other accesses of the loop
    %l0, %t0 = nv_tileas.tiled_load <weak> %x[%i, %k] token = %before padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c0 = nv_tileas.convert_layout %l0 : !tile -> tensor<64x32xf16, #a>
    // REMARK: a load of a loop is not in flight: it synchronises with other threads
    %l1, %t1 = nv_tileas.tiled_load <relaxed> scope <gpu> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c1 = nv_tileas.convert_layout %l1 : !tile -> tensor<64x32xf16, #a>
    // REMARK: a load of a loop is not in flight: where its tile is depends on a load that is ordered with other accesses of the loop
    %j, %w = nv_tileas.load <weak> %q token = %t0 : !p -> i32, !token
    %l2, %t2 = nv_tileas.tiled_load <weak> %x[%i, %j] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c2 = nv_tileas.convert_layout %l2 : !tile -> tensor<64x32xf16, #a>
    scf.yield %t0 : !token
  }
  nv_tileaa.return
}

nv_tileaa.func @positions(%x: !view, %i: i32, %n: i32, %q: !p, %some: i1, %pages: tensor<1xi32, #nv_tileas.layout<{register=[], lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]]}>>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    // REMARK: a load of a loop is not in flight: where its tile is takes more than scalars
    %u = nv_tileaa.unsplat %pages : tensor<1xi32, #nv_tileas.layout<{register=[], lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]]}>> -> i32
    %l0, %t0 = nv_tileas.tiled_load <weak> %x[%i, %u] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c0 = nv_tileas.convert_layout %l0 : !tile -> tensor<64x32xf16, #a>
    // REMARK: a load of a loop is not in flight: where its tile is depends on a condition or loop of the iteration
    %e = scf.if %some -> (i32) {
      scf.yield %k : i32
    } else {
      scf.yield %zero : i32
    }
    %l1, %t1 = nv_tileas.tiled_load <weak> %x[%i, %e] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c1 = nv_tileas.convert_layout %l1 : !tile -> tensor<64x32xf16, #a>
    // REMARK: a load of a loop is not in flight: where its tile is depends on an operation with effects, which can't run ahead
    %old, %w = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %q, %one : !p, i32 -> !token
    %l2, %t2 = nv_tileas.tiled_load <weak> %x[%i, %old] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c2 = nv_tileas.convert_layout %l2 : !tile -> tensor<64x32xf16, #a>
    // REMARK: a load of a loop is not in flight: its readers and its rows allow no copies of 4 bytes or more
    %l3, %t3 = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 2 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c3 = nv_tileas.convert_layout %l3 : !tile -> tensor<64x32xf16, #a>
  }
  nv_tileaa.return
}

nv_tileaa.func @readers(%x: !view, %i: i32, %n: i32, %some: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    // REMARK: a load of a loop goes to registers: threads compute with what they load
    %l0, %t0 = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c0 = arith.negf %l0 : !tile
    // REMARK: a load of a loop goes to registers: it has several readers
    %l1, %t1 = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c1 = arith.mulf %l1, %l1 : !tile
    // REMARK: a load of a loop goes to registers: its reader takes it without shared memory
    %l2, %t2 = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c2 = nv_tileas.convert_layout %l2 : !tile -> !tile
    // REMARK: a load of a loop goes to registers: its reader is under a condition of the loop
    %l3, %t3 = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    scf.if %some {
      %c3 = nv_tileas.convert_layout %l3 : !tile -> tensor<64x32xf16, #a>
    }
  }
  nv_tileaa.return
}

nv_tileaa.func @gathered(%x: !sparse, %i: i32, %n: i32, %places: tensor<64xi32, #places>, %s: !stage) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    // REMARK: a load of a loop is not in flight: its rows are gathered
    %l0, %t0 = nv_tileas.tiled_load <weak> %x[%places, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, true>} : !sparse[tensor<64xi32, #places>, i32] -> !tile, !token
    %c0 = nv_tileas.convert_layout %l0 : !tile -> tensor<64x32xf16, #a>
  }
  nv_tileaa.return
}

nv_tileaa.func @counted_otherwise(%x: !view, %i: i32, %n: i32, %s: i32, %b: !stage) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // REMARK: the loads of a loop are not in flight: it counts in unsigned numbers
  scf.for unsigned %k = %zero to %n step %one : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c = nv_tileas.convert_layout %l : !tile -> tensor<64x32xf16, #a>
  }
  // REMARK: the loads of a loop are not in flight: its step is not a constant of at most 1024
  scf.for %k = %zero to %n step %s : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    %c = nv_tileas.convert_layout %l : !tile -> tensor<64x32xf16, #a>
  }
  scf.for %k = %zero to %n step %one : i32 {
    // REMARK: a load of a loop goes to registers: its buffer is not filled by it alone in each iteration
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> !tile, !token
    nv_tileas.copy %l, %b atom <universal_copy, 128> : !tile, !stage
  }
  nv_tileaa.return
}
}
