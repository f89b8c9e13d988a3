// Rows of 16 bytes are matrices whatever the width of their elements: operands of 8 and of 32 bits are read by ldmatrix where memory is contiguous along K.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async{extended-smem=true})))' | FileCheck %s

!bytes = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x?xi8, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>
!words = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [64, 32], dims = [0, 1]>

#rows8 = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[32,0]], lane=[[0,16],[0,32],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#columns8 = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[0,32]], lane=[[16,0],[32,0],[0,1],[0,2],[0,4]], warp=[[0,8],[0,16]]}>
#a8 = #nv_tileas.layout<{register=[[0,1],[0,2],[8,0],[0,16],[0,32],[32,0]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#b8 = #nv_tileas.layout<{register=[[1,0],[2,0],[16,0],[32,0],[0,16],[0,32]], lane=[[4,0],[8,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,8]]}>
#rows32 = #nv_tileas.layout<{register=[[0,1],[0,2],[16,0],[32,0]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#a32 = #nv_tileas.layout<{register=[[8,0],[0,4],[0,8],[0,16],[32,0]], lane=[[0,1],[0,2],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,16],[0,32],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,8]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {

// CHECK-LABEL: @bytes
nv_tileaa.func @bytes(%x: !bytes, %y: !bytes, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0> : tensor<64x64xi32, #acc>
  %r = scf.for %k = %zero to %n step %one iter_args(%acc = %c) -> (tensor<64x64xi32, #acc>) : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !bytes[i32, i32] -> tensor<64x64xi8, #rows8>, !nv_tileaa.mem_token
    // CHECK: nv_tileas.copy %{{.*}} atom <ldsm, 4> {{.*}} -> tensor<64x64xi8
    %a = nv_tileas.convert_layout %l : tensor<64x64xi8, #rows8> -> tensor<64x64xi8, #a8>
    %m, %u = nv_tileas.tiled_load <weak> %y[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !bytes[i32, i32] -> tensor<64x64xi8, #rows8>, !nv_tileaa.mem_token
    %p = nv_tileas.permute %m [1, 0] : tensor<64x64xi8, #rows8> -> tensor<64x64xi8, #columns8>
    // CHECK: nv_tileas.copy %{{.*}} atom <ldsm, 4> {{.*}} -> tensor<64x64xi8
    %b = nv_tileas.convert_layout %p : tensor<64x64xi8, #columns8> -> tensor<64x64xi8, #b8>
    %d = nv_tileas.dot %a, %b, %acc <sm80.mma.m16n8k32.i8.i32> {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : tensor<64x64xi8, #a8>, tensor<64x64xi8, #b8>, tensor<64x64xi32, #acc>
    scf.yield %d : tensor<64x64xi32, #acc>
  }
  nv_tileaa.return
}

// CHECK-LABEL: @words
nv_tileaa.func @words(%x: !words, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !words[i32, i32] -> tensor<64x32xf32, #rows32>, !nv_tileaa.mem_token
    // CHECK: nv_tileas.copy %{{.*}} atom <ldsm, 4> {{.*}} -> tensor<64x32xf32
    %a = nv_tileas.convert_layout %l : tensor<64x32xf32, #rows32> -> tensor<64x32xf32, #a32>
    %b = nv_tileaa.fp_to_fp %a : tensor<64x32xf32, #a32> -> tensor<64x32xtf32, #a32>
  }
  nv_tileaa.return
}
}
