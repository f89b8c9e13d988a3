// The reasons why loads of loops don't use TMA.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async{tensor-maps=parameter})))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

#short = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#crossed = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[4,0],[8,0],[16,0],[32,0]], warp=[[1,0],[2,0]]}>
#load = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#operand = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[32,0],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
!array = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 32], dims = [0, 1]>
!narrow = !nv_tileaa.tiled_view<64x4, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 4], dims = [0, 1]>
!small = !nv_tileaa.memref<64x4xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>>
!rows = !nv_tileaa.memref<64x32xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>>
!columns = !nv_tileaa.memref<64x32xf16, shared, layout = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[0,1],[0,2],[0,4],[0,8],[0,16]]}>>

// CHECK-NOT: tma
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // REMARK: a load of a loop does not go by TMA: rows of the tile have fewer than 16 bytes
  nv_tileaa.func @short_rows(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !small) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !narrow
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 8 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !narrow[i32, i32] -> tensor<64x4xf16, #short>, !nv_tileaa.mem_token
      %y = nv_tileas.convert_layout %x : tensor<64x4xf16, #short> -> tensor<64x4xf16, #crossed>
      nv_tileas.copy %y, %b atom <universal_copy, 16> : tensor<64x4xf16, #crossed>, !small
    }
    nv_tileaa.return
  }

  // The alignment of rows is not known, and the missing promise is named.
  // REMARK: a load of a loop does not go by TMA: rows are not known to start at multiples of 16 bytes: stride 0 of the array is not promised to be a multiple of 8 elements (stride_divisible_by of cuTile Python, assume div_by)
  nv_tileaa.func @rows_anywhere(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !rows) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %q = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f16>
    %s4 = nv_tileaa.assume #nv_tileaa.div_by<4>, %k : i32
    %a = nv_tileaa.make_memref %q, sizes = [%m, %k], strides = [%s4] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 8 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !rows
    }
    nv_tileaa.return
  }

  // The base.
  // REMARK: a load of a loop does not go by TMA: rows are not known to start at multiples of 16 bytes: the base of the array is not promised to be a multiple of 16 bytes (base_addr_divisible_by of cuTile Python, assume div_by)
  nv_tileaa.func @base_anywhere(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !rows) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %s8 = nv_tileaa.assume #nv_tileaa.div_by<8>, %k : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%s8] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 2 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !rows
    }
    nv_tileaa.return
  }

  // A buffer has columns where the array has rows.
  // REMARK: a load of a loop does not go by TMA: the reader of the tile requires another order
  nv_tileaa.func @other_order(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %b = nv_tileas.alloc_tensor {alignment = 128 : i64} : !columns
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      nv_tileas.copy %x, %b atom <universal_copy, 16> : tensor<64x32xf16, #load>, !columns
    }
    nv_tileaa.return
  }

  // mbarriers are initialised before all loops; no value carries the state of their rings through a loop that does not count.
  // REMARK: a load of a loop does not go by TMA: its loop is inside of a loop that does not count
  nv_tileaa.func @uncounted(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !rows, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.while : () -> () {
      scf.condition(%yes)
    } do {
      scf.for %s = %c0 to %k step %c1 : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
        %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
        nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !rows
      }
      scf.yield
    }
    nv_tileaa.return
  }

  // A warp that fills stages would come to the loop inside first, or last.
  // REMARK: a load of a loop does not go by TMA: a loop stands in its loop
  nv_tileaa.func @around(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !rows, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !rows
      scf.if %yes {
        scf.for %o = %c0 to %k step %c1 : i32 {
          nv_tileas.barrier
        }
      }
    }
    nv_tileaa.return
  }

  // A map is made out of all conditions.
  // REMARK: a load of a loop does not go by TMA: its array is made under a condition
  nv_tileaa.func @array_under_condition(%p: !nv_tileaa.ptr<f16>, %q: !nv_tileaa.ptr<i32>, %m: i32, %k: i32, %i: i32, %b: !rows, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.if %yes {
      %size, %u = nv_tileas.load <weak> %q : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
      %a = nv_tileaa.make_memref %p, sizes = [%size, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
      %v = nv_tileaa.block_tile %a : !array -> !view
      scf.for %s = %c0 to %k step %c1 : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
        %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
        nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !rows
      }
    }
    nv_tileaa.return
  }

  // The launcher can't make a map of an array that an enclosing loop changes.
  // REMARK: a load of a loop does not go by TMA: its array changes in the loop
  nv_tileaa.func @array(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !rows) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %n = %c0 to %m step %c1 : i32 {
      %a = nv_tileaa.make_memref %p, sizes = [%n, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
      %v = nv_tileaa.block_tile %a : !array -> !view
      scf.for %s = %c0 to %k step %c1 : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
        %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
        nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !rows
      }
    }
    nv_tileaa.return
  }
}
