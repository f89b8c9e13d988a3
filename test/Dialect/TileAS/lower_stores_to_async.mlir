// Tiles that are converted through shared memory to be stored are stored from there by TMA.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-stores-to-async{tensor-maps=parameter})))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-stores-to-async{tensor-maps=device})))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t --check-prefix=DEVICE
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=PAYS
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-stores-to-async)))' | FileCheck %s --check-prefix=NONE
// RUN: sed 's/= 90 : i32/= 80 : i32/' %s | tileiras-opt --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-stores-to-async{tensor-maps=parameter})))' | FileCheck %s --check-prefix=NONE

// NONE-NOT: tiled_tma

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0]], lane=[[32,0],[0,1],[0,2],[0,4],[0,8]], warp=[[0,16],[0,32]]}>
#row3 = #nv_tileas.layout<{register=[[0,0,1],[0,0,2],[0,0,4],[0,16,0],[0,32,0]], lane=[[0,0,8],[0,0,16],[0,0,32],[0,1,0],[0,2,0]], warp=[[0,4,0],[0,8,0]]}>
#largesums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64],[0,128],[64,0],[128,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#largerow = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[4,0],[8,0],[16,0],[32,0],[64,0],[128,0]], lane=[[0,8],[0,16],[0,32],[0,64],[0,128]], warp=[[1,0],[2,0]]}>
#tall = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#tallrow = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0],[64,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#left = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#right = #nv_tileas.layout<{register=[[1,0],[8,0],[0,8],[0,16],[0,32]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,0]]}>
#small = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4]], lane=[[0,8],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#smallsums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[32,0],[16,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!array = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>
!narrow = !nv_tileaa.tiled_view<64x16, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 16], dims = [0, 1]>
!tallview = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [128, 64], dims = [0, 1]>
!large = !nv_tileaa.tiled_view<256x256, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [256, 256], dims = [0, 1]>
!batch = !nv_tileaa.memref<?x?x?xf16, strides = [?, ?, 1]>
!batches = !nv_tileaa.tiled_view<1x64x64, !nv_tileaa.memref<?x?x?xf16, strides = [?, ?, 1]>, steps = [1, 64, 64], dims = [0, 1, 2]>
!tile = tensor<64x64xf16, #sums>
!token = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @once
  // CHECK: %[[V:.*]] = nv_tileaa.block_tile
  // CHECK-NEXT: %[[DESC:.*]] = nv_tileas.make_tiled_tma_desc %[[V]]
  // CHECK-NEXT: %[[B:.*]] = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<64x64xf16, shared, layout = #[[SMEM:.*]]>
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[B]] atom <stsm, 4>
  // CHECK-NEXT: nv_tileas.async.proxy_fence
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.async.tiled_tma_store %[[B]], %[[DESC]][%{{.*}}, %{{.*}}] atom <tma_store, 2>
  // CHECK-NEXT: nv_tileas.async.tma_store_wait() pending = 0 read
  // CHECK-NEXT: nv_tileaa.return
  // DEVICE-LABEL: @once
  // DEVICE-NOT: tiled_tma
  // PAYS: remark: {{.*}}a store does not go by TMA: a kernel without loops does not pay for finding tensor maps
  nv_tileaa.func @once(%p: !ptr, %m: i32, %n: i32, %i: i32, %x: !tile) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %y = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t = nv_tileas.tiled_store <weak> %y, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    nv_tileaa.return
  }

  // The buffer is seen by its writers through the views and permutations of the tile.
  // CHECK-LABEL: @moved
  // CHECK: %[[B:.*]] = nv_tileas.alloc_tensor {{.*}}<1x64x64xf16, shared
  // CHECK-NEXT: %[[S:.*]] = nv_tileas.buffer_view %[[B]] : {{.*}}<1x64x64xf16{{.*}} -> !nv_tileaa.memref<64x64xf16, shared
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[S]] atom <stsm, 4>
  // CHECK: nv_tileas.async.tiled_tma_store %[[B]], %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] atom <tma_store, 3>
  nv_tileaa.func @moved(%p: !ptr, %m: i32, %n: i32, %i: i32, %x: !tile) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.assume #nv_tileaa.div_by<8>, %n : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %m, %n], strides = [%d, %d] : !ptr sizes i32, i32, i32 strides i32, i32 -> !batch
    %v = nv_tileaa.block_tile %a : !batch -> !batches
    %y = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %z = nv_tileas.view %y : tensor<64x64xf16, #row> -> tensor<1x64x64xf16, #row3>
    %t = nv_tileas.tiled_store <weak> %z, %v[%i, %i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 1, 8>, in_bounds = array<i1: true, false, false>} : tensor<1x64x64xf16, #row3>, !batches[i32, i32, i32] -> !token
    nv_tileaa.return
  }

  // In a loop the buffer exists once; it is written again after it was read, and here after the store before is
  // complete, as a token says.
  // CHECK-LABEL: @again
  // CHECK: %[[DESC:.*]] = nv_tileas.make_tiled_tma_desc
  // CHECK: %[[B:.*]] = nv_tileas.alloc_tensor
  // CHECK: scf.for %{{.*}} iter_args(%[[T:.*]] = %{{.*}})
  // CHECK: nv_tileas.async.tma_store_wait() pending = 0{{$}}
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[B]] atom <stsm, 4>
  // CHECK: nv_tileas.async.tiled_tma_store %[[B]]
  // CHECK-NEXT: nv_tileas.async.tma_store_wait() pending = 0 read
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  // CHECK: scf.yield %[[T]]
  // CHECK: nv_tileas.async.tma_store_wait() pending = 0 read
  // DEVICE-LABEL: @again
  // DEVICE-NOT: tiled_tma
  // PAYS: remark: {{.*}}a store does not go by TMA: a loop without dots does not pay for finding tensor maps
  nv_tileaa.func @again(%p: !ptr, %q: !ptr, %m: i32, %n: i32, %x: !tile) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %b = nv_tileaa.make_memref %q, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %w = nv_tileaa.block_tile %b : !array -> !view
    %first = nv_tileaa.create_mem_token : !token
    %last = scf.for %i = %m to %n step %n iter_args(%before = %first) -> (!token) : i32 {
      %sum = scf.for %k = %m to %n step %n iter_args(%acc = %x) -> (!tile) : i32 {
        %s = arith.addf %acc, %x : !tile
        scf.yield %s : !tile
      }
      %y = nv_tileas.convert_layout %sum : !tile -> tensor<64x64xf16, #row>
      %after = nv_tileas.tiled_store <weak> %y, %v[%i, %i] token = %before {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
      %z = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
      %t = nv_tileas.tiled_store <weak> %z, %w[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
      scf.yield %after : !token
    }
    nv_tileaa.return
  }

  // In a dot loop maps are looked up, for tiles of more bytes. An empty array's map has an element, to which nothing is
  // stored.
  // DEVICE-LABEL: @product
  // DEVICE: nv_tileas.make_tiled_tma_desc
  // DEVICE: %[[M:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : i32
  // DEVICE: %[[N:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : i32
  // DEVICE: %[[SOME:.*]] = arith.andi %[[M]], %[[N]]
  // DEVICE-NEXT: scf.if %[[SOME]] {
  // DEVICE-NEXT: nv_tileas.async.tiled_tma_store
  // DEVICE-NOT: nv_tileas.async.tiled_tma_store
  // PAYS: remark: {{.*}}a store does not go by TMA: threads store it in few instructions
  nv_tileaa.func @product(%p: !ptr, %m: i32, %n: i32, %i: i32, %x: tensor<128x64xf16, #tall>, %s: !tile, %l: tensor<128x16xf16, #left>, %r: tensor<16x64xf16, #right>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !tallview
    %w = nv_tileaa.block_tile %a : !array -> !view
    %sum = scf.for %k = %m to %n step %n iter_args(%acc = %x) -> (tensor<128x64xf16, #tall>) : i32 {
      %d = nv_tileas.dot %l, %r, %acc <sm80.mma.m16n8k16.f16.f16> : tensor<128x16xf16, #left>, tensor<16x64xf16, #right>, tensor<128x64xf16, #tall>
      scf.yield %d : tensor<128x64xf16, #tall>
    }
    %y = nv_tileas.convert_layout %sum : tensor<128x64xf16, #tall> -> tensor<128x64xf16, #tallrow>
    %t = nv_tileas.tiled_store <weak> %y, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : tensor<128x64xf16, #tallrow>, !tallview[i32, i32] -> !token
    %z = nv_tileas.convert_layout %s : !tile -> tensor<64x64xf16, #row>
    %u = nv_tileas.tiled_store <weak> %z, %w[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    nv_tileaa.return
  }

  // REMARK: remark: {{.*}}a store does not go by TMA: the program forbids it
  // REMARK: remark: {{.*}}a store does not go by TMA: it orders other accesses
  // REMARK: remark: {{.*}}a store does not go by TMA: rows are not known to start at multiples of 16 bytes: stride 0 of the array is not promised to be a multiple of 8 elements (stride_divisible_by of cuTile Python, assume div_by)
  // REMARK: remark: {{.*}}a store does not go by TMA: it would write 16 bytes at a time, and size 1 of the array is not promised to be a multiple of 8 elements (shape_divisible_by of cuTile Python, assume div_by)
  // REMARK: remark: {{.*}}a store does not go by TMA: threads store it in few instructions
  // REMARK: remark: {{.*}}a store does not go by TMA: its tensor map takes more than arguments of the kernel
  // REMARK: remark: {{.*}}a store does not go by TMA: its array changes in a loop
  // REMARK: remark: {{.*}}a store does not go by TMA: its loop has no other loop inside
  // REMARK: remark: {{.*}}a store does not go by TMA: the threads that computed the tile hold no rows of it
  // CHECK-LABEL: @not_these
  // CHECK-NOT: tiled_tma
  nv_tileaa.func @not_these(%p: !ptr, %m: i32, %n: i32, %i: i32, %x: !tile, %s: tensor<64x16xf16, #smallsums>, %c: tensor<64x64xf16, #columns>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %nv = nv_tileaa.block_tile %a : !array -> !narrow
    %more = arith.addi %m, %n : i32
    %d = nv_tileaa.make_memref %p, sizes = [%more, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %w = nv_tileaa.block_tile %d : !array -> !view
    %y0 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t0 = nv_tileas.tiled_store <weak> %y0, %v[%i, %i] {alignment = 16 : i64, allow_tma = false, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    %y1 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t1 = nv_tileas.tiled_store <relaxed> scope <gpu> %y1, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    %y2 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t2 = nv_tileas.tiled_store <weak> %y2, %v[%i, %i] {alignment = 8 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    %y20 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t20 = nv_tileas.tiled_store <weak> %y20, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    %y3 = nv_tileas.convert_layout %s : tensor<64x16xf16, #smallsums> -> tensor<64x16xf16, #small>
    %t3 = nv_tileas.tiled_store <weak> %y3, %nv[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x16xf16, #small>, !narrow[i32, i32] -> !token
    %y4 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t4 = nv_tileas.tiled_store <weak> %y4, %w[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    scf.for %j = %m to %n step %n : i32 {
      %e = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
      %u = nv_tileaa.block_tile %e : !array -> !view
      %y5 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
      %t5 = nv_tileas.tiled_store <weak> %y5, %u[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
      %y6 = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
      %t6 = nv_tileas.tiled_store <weak> %y6, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    }
    %y7 = nv_tileas.convert_layout %c : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #row>
    %t7 = nv_tileas.tiled_store <weak> %y7, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    nv_tileaa.return
  }

  // After a load of the same array, and before one.
  // REMARK: remark: {{.*}}a store does not go by TMA: a token orders it after other accesses
  // REMARK: remark: {{.*}}a store does not go by TMA: a token orders other accesses after it
  // CHECK-LABEL: @ordered
  // CHECK-NOT: tiled_tma
  nv_tileaa.func @ordered(%p: !ptr, %q: !ptr, %m: i32, %n: i32, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %first = nv_tileaa.create_mem_token : !token
    %x, %loaded = nv_tileas.tiled_load <weak> %v[%i, %i] token = %first padding <zero> {in_bounds = array<i1: false, false>} : !view[i32, i32] -> !tile, !token
    %y = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t0 = nv_tileas.tiled_store <weak> %y, %v[%i, %i] token = %loaded {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    %z = nv_tileas.convert_layout %x : !tile -> tensor<64x64xf16, #row>
    %t1 = nv_tileas.tiled_store <weak> %z, %v[%i, %i] token = %first {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
    %again, %t2 = nv_tileas.tiled_load <weak> %v[%i, %i] token = %t1 padding <zero> {in_bounds = array<i1: false, false>} : !view[i32, i32] -> !tile, !token
    nv_tileaa.return
  }

  // Such buffers use at most a third of shared memory.
  // REMARK: remark: {{.*}}a store does not go by TMA: shared memory has no room for the tile
  // CHECK-LABEL: @large
  // CHECK-NOT: tiled_tma
  nv_tileaa.func @large(%p: !ptr, %m: i32, %n: i32, %i: i32, %x: tensor<256x256xf16, #largesums>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%n] : !ptr sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !large
    %y = nv_tileas.convert_layout %x : tensor<256x256xf16, #largesums> -> tensor<256x256xf16, #largerow>
    %t = nv_tileas.tiled_store <weak> %y, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<256x256xf16, #largerow>, !large[i32, i32] -> !token
    nv_tileaa.return
  }
}
