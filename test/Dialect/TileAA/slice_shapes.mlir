// Slices are followed through all changes of shape, by the bits of the indices of their elements: tiles of more than
// 128 registers of each of 32 threads.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(nv_tileaa.func(tileaa-slice-and-fuse))' | FileCheck %s

!matrix = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!square = !nv_tileaa.tiled_view<128x128, !matrix, steps = [128, 128], dims = [0, 1]>
!wide = !nv_tileaa.tiled_view<2x4096, !matrix, steps = [2, 4096], dims = [0, 1]>
!wider = !nv_tileaa.tiled_view<2x8192, !matrix, steps = [2, 8192], dims = [0, 1]>
!half = !nv_tileaa.tiled_view<64x64, !matrix, steps = [64, 64], dims = [0, 1]>
!t = !nv_tileaa.mem_token

// A slice is within one operand, and its sources are loaded alone.
// CHECK-LABEL: @cat
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c16
// CHECK: [[BIT:%.*]] = arith.shrui [[I]], %c3
// CHECK: [[UPPER:%.*]] = arith.trunci [[BIT]] : i32 to i1
// CHECK: [[SLICE:%.*]] = scf.if [[UPPER]] -> (tensor<2x512xf32>) {
// CHECK:   [[Y:%.*]], %{{.*}} = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<2x512xf32>
// CHECK:   scf.yield [[Y]]
// CHECK: } else {
// CHECK:   [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<2x512xf32>
// CHECK:   [[Z:%.*]] = arith.negf [[X]]
// CHECK:   scf.yield [[Z]]
// CHECK: nv_tileaa.tiled_store <weak> [[SLICE]]
// CHECK-NOT: tensor<2x4096
nv_tileaa.func @cat(%a: !matrix, %b: !matrix, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !matrix -> !wide
  %w = nv_tileaa.block_tile %b : !matrix -> !wider
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !wide [i32, i32] -> tensor<2x4096xf32>, !t
  %y, %l = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !wide [i32, i32] -> tensor<2x4096xf32>, !t
  %z = arith.negf %x : tensor<2x4096xf32>
  %c = nv_tileaa.cat %z, %y dim = 1 : tensor<2x4096xf32>, tensor<2x4096xf32> -> tensor<2x8192xf32>
  %m = nv_tileaa.tiled_store <weak> %c, %w[%i, %i] {in_bounds = array<i1: false, false>} : tensor<2x8192xf32>, !wider [i32, i32] -> !t
  nv_tileaa.return
}

// Only the part is loaded, where it is extracted: it needs no loop.
// CHECK-LABEL: @extract
// CHECK-NOT: scf.for
// CHECK: nv_tileaa.block_tile {{.*}} -> <64x64, {{.*}}, steps = [64, 64], dims = [0, 1]>
// CHECK: [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<64x64xf32>
// CHECK: [[Y:%.*]] = arith.negf [[X]] : tensor<64x64xf32>
// CHECK: nv_tileaa.tiled_store <weak> [[Y]]
// CHECK-NOT: tensor<128x128
nv_tileaa.func @extract(%a: !matrix, %b: !matrix, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !matrix -> !square
  %w = nv_tileaa.block_tile %b : !matrix -> !half
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !square [i32, i32] -> tensor<128x128xf32>, !t
  %y = arith.negf %x : tensor<128x128xf32>
  %p = nv_tileaa.extract %y[%i, %i] : tensor<128x128xf32> -> tensor<64x64xf32>
  %m = nv_tileaa.tiled_store <weak> %p, %w[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x64xf32>, !half [i32, i32] -> !t
  nv_tileaa.return
}

// A write after the extract stays after the load.
// CHECK-LABEL: @write_behind_extract
// CHECK: [[X:%.*]], [[LOADED:%.*]] = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<64x64xf32>
// CHECK: [[BOTH:%.*]] = nv_tileaa.join_mem_token {{.*}}[[LOADED]]
// CHECK: nv_tileaa.tiled_store <weak> [[X]], {{.*}} token = [[BOTH]]
nv_tileaa.func @write_behind_extract(%a: !matrix, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !matrix -> !square
  %w = nv_tileaa.block_tile %a : !matrix -> !half
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !square [i32, i32] -> tensor<128x128xf32>, !t
  %p = nv_tileaa.extract %x[%i, %i] : tensor<128x128xf32> -> tensor<64x64xf32>
  %m = nv_tileaa.tiled_store <weak> %p, %w[%i, %i] token = %k {in_bounds = array<i1: false, false>} : tensor<64x64xf32>, !half [i32, i32] -> !t
  nv_tileaa.return
}

// -----

!matrix = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!line = !nv_tileaa.memref<?xf32, strides = [1]>
!wide = !nv_tileaa.tiled_view<2x4096, !matrix, steps = [2, 4096], dims = [0, 1]>
!square = !nv_tileaa.tiled_view<128x64, !matrix, steps = [128, 64], dims = [0, 1]>
!flat = !nv_tileaa.tiled_view<8192, !line, steps = [8192], dims = [0]>
!t = !nv_tileaa.mem_token

// Slices smaller than a row: the highest bit selects the row, the others the part of it.
// CHECK-LABEL: @rows
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c8
// CHECK-DAG: [[ROW:%.*]] = arith.shrui [[I]], %c2
// CHECK-DAG: [[PART:%.*]] = arith.andi [[I]], %c3
// CHECK-DAG: [[AT0:%.*]] = arith.extui [[ROW]]
// CHECK-DAG: [[AT1:%.*]] = arith.extui [[PART]]
// CHECK: nv_tileaa.tiled_load <weak> {{.*}} -> tensor<1x1024xf32>
// CHECK: nv_tileaa.view {{.*}} : tensor<1x1024xf32> -> tensor<1024xf32>
nv_tileaa.func @rows(%a: !matrix, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !matrix -> !wide
  %w = nv_tileaa.block_tile %b : !line -> !flat
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !wide [i32, i32] -> tensor<2x4096xf32>, !t
  %y = nv_tileaa.view %x : tensor<2x4096xf32> -> tensor<8192xf32>
  %m = nv_tileaa.tiled_store <weak> %y, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !flat [i32] -> !t
  nv_tileaa.return
}

// Every second column, in slices of the result: strided elements are loaded through pointers, and those outside give
// the padding.
// CHECK-LABEL: @apart
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c8
// CHECK: nv_tileaa.make_range : tensor<32xi32>
// CHECK: [[RANGE:%.*]] = nv_tileaa.make_range : tensor<32xi32>
// CHECK: [[PAIR:%.*]] = nv_tileaa.splat {{.*}} : i32 -> tensor<32xi32>
// CHECK: [[TWO:%.*]] = arith.constant dense<2> : tensor<32xi32>
// CHECK: [[EVEN:%.*]] = arith.muli [[RANGE]], [[TWO]] : tensor<32xi32>
// CHECK: arith.addi [[PAIR]], [[EVEN]] : tensor<32xi32>
// CHECK: arith.cmpi ult, {{.*}} : tensor<32xi64>
// CHECK: nv_tileaa.addptr {{.*}} : tensor<32x32x!nv_tileaa.ptr<f32>>
// CHECK: [[PADDING:%.*]] = arith.constant dense<0xFF800000> : tensor<32x32xf32>
// CHECK: nv_tileaa.load <weak> {{.*}}, mask = {{.*}}, other = [[PADDING]]
// CHECK-NOT: tensor<128x64xf32>
nv_tileaa.func @apart(%p: !nv_tileaa.ptr<f32>, %n: i32, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %a = nv_tileaa.make_memref %p, sizes = [%n, %n], strides = [%n] : <f32> sizes i32, i32 strides i32 -> !matrix
  %v = nv_tileaa.block_tile %a : !matrix -> !square
  %w = nv_tileaa.block_tile %b : !line -> !flat
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] padding <neg_inf> {in_bounds = array<i1: true, false>} : !square [i32, i32] -> tensor<128x64xf32>, !t
  %y = nv_tileaa.view %x : tensor<128x64xf32> -> tensor<128x32x2xf32>
  %z = nv_tileaa.permute %y [2, 0, 1] : tensor<128x32x2xf32> -> tensor<2x128x32xf32>
  %f = nv_tileaa.view %z : tensor<2x128x32xf32> -> tensor<8192xf32>
  %m = nv_tileaa.tiled_store <weak> %f, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !flat [i32] -> !t
  nv_tileaa.return
}

// An array of which only the view is known has no addresses.
// CHECK-LABEL: @unknown_array
// CHECK-NOT: scf.for
nv_tileaa.func @unknown_array(%a: !matrix, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !matrix -> !square
  %w = nv_tileaa.block_tile %b : !line -> !flat
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: true, false>} : !square [i32, i32] -> tensor<128x64xf32>, !t
  %y = nv_tileaa.view %x : tensor<128x64xf32> -> tensor<4096x2xf32>
  %z = nv_tileaa.permute %y [1, 0] : tensor<4096x2xf32> -> tensor<2x4096xf32>
  %f = nv_tileaa.view %z : tensor<2x4096xf32> -> tensor<8192xf32>
  %m = nv_tileaa.tiled_store <weak> %f, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !flat [i32] -> !t
  nv_tileaa.return
}
