// The reason against wider vectors: the missing promise, and who gives it.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-access-atoms)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>&1 | FileCheck %s

#l = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[1,0]], lane=[[0,8],[0,16],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
!rows = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!loose = !nv_tileaa.memref<?x?xf16, strides = [?, ?]>
!view = !nv_tileaa.tiled_view<64x32, !rows, steps = [64, 32], dims = [0, 1]>
!looseview = !nv_tileaa.tiled_view<64x32, !loose, steps = [64, 32], dims = [0, 1]>
!overlapping = !nv_tileaa.tiled_view<64x32, !rows, steps = [64, 1], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @why(%p: !nv_tileaa.ptr<f16>, %n: i32, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %q = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f16>
    %c4 = arith.constant 4 : i32
    %s4 = arith.muli %n, %c4 : i32
    %s8 = arith.addi %s4, %s4 : i32
    // A multiple of 4, which is not enough.
    %a = nv_tileaa.make_memref %q, sizes = [%n, %n], strides = [%s4] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !rows
    %va = nv_tileaa.block_tile %a : !rows -> !view
    // CHECK: tiled_load of 64 bits a thread at a time, not 128: stride 0 of the array is not promised to be a multiple of 8 elements (stride_divisible_by of cuTile Python, assume div_by)
    %x, %t = nv_tileas.tiled_load <weak> %va[%i, %i] {alignment = 8 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #l>, !nv_tileaa.mem_token
    %e = nv_tileaa.assume #nv_tileaa.div_by<8>, %s8 : i32
    %c = nv_tileaa.make_memref %p, sizes = [%n, %n], strides = [%e] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !rows
    %vc = nv_tileaa.block_tile %c : !rows -> !view
    // CHECK: tiled_load of 16 bits a thread at a time, not 128: the base of the array is not promised to be a multiple of 16 bytes (base_addr_divisible_by of cuTile Python, assume div_by)
    %x2, %t2 = nv_tileas.tiled_load <weak> %vc[%i, %i] {alignment = 2 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #l>, !nv_tileaa.mem_token
    %d = nv_tileaa.make_memref %q, sizes = [%n, %n], strides = [%n, %n] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32, i32 -> !loose
    %vd = nv_tileaa.block_tile %d : !loose -> !looseview
    // CHECK: tiled_load of 16 bits a thread at a time, not 128: no stride of the array is known to be one (stride_constant of cuTile Python, a constant stride in the view's type)
    %x3, %t3 = nv_tileas.tiled_load <weak> %vd[%i, %i] {alignment = 2 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : !looseview[i32, i32] -> tensor<64x32xf16, #l>, !nv_tileaa.mem_token
    %f = nv_tileaa.make_memref %q, sizes = [%n, %n], strides = [%e] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !rows
    %vf = nv_tileaa.block_tile %f : !rows -> !overlapping
    // CHECK: tiled_load of 16 bits a thread at a time, not 128: tiles don't begin at multiples of 8 elements of a row
    %x4, %t4 = nv_tileas.tiled_load <weak> %vf[%i, %i] {alignment = 2 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : !overlapping[i32, i32] -> tensor<64x32xf16, #l>, !nv_tileaa.mem_token
    // Rows begin where vectors do: the sizes don't matter.
    // CHECK: tiled_load of 128 bits a thread at a time
    %vg = nv_tileaa.block_tile %f : !rows -> !view
    %x5, %t5 = nv_tileas.tiled_load <weak> %vg[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #l>, !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
