// Loads of a loop whose rows start at multiples of 16 bytes use TMA, where tensor maps may be parameters: one thread
// copies, an mbarrier of the stage signals the arrival.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async{tensor-maps=parameter})))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async)))' | FileCheck %s --check-prefix=NONE

#load = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#operand = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[32,0],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
!array = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 32], dims = [0, 1]>
!result = !nv_tileaa.memref<64x32xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // NONE-NOT: tma
  // NONE-LABEL: @loop
  // NONE: nv_tileas.async.copy
  // CHECK-LABEL: @loop
  // CHECK: %[[RING:.*]] = nv_tileas.alloc_tensor {alignment = 512 : i64} : !nv_tileaa.memref<64x32xf16, shared, layout = #[[SMEM:.*]], stages = [[S:.*]]>
  // CHECK: %[[DESC:.*]] = nv_tileas.make_tiled_tma_desc %{{.*}} -> !nv_tileas.tma_descriptor_iter<{{.*}}, !nv_tileaa.memref<64x32xf16, shared, layout = #[[SMEM]]>>
  // CHECK: %[[BARS:.*]] = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<[[S]]>
  // CHECK: nv_tileas.async.mbarrier_init
  // CHECK: nv_tileas.async.proxy_fence
  // CHECK: nv_tileas.barrier
  // CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[SLOT:.*]] = %{{.*}}, %[[READ:.*]] = %{{.*}}, %[[PHASE:.*]] = %{{.*}}) -> (i32, i32, i32)
  // CHECK: %[[FULL:.*]] = nv_tileas.buffer_view %[[BARS]][%[[SLOT]]]
  // CHECK: %[[STAGE:.*]] = nv_tileas.buffer_view %[[RING]][%[[SLOT]]]
  // CHECK: nv_tileas.async.tiled_tma_load %[[DESC]], %[[STAGE]][%{{.*}}, %[[K]]], %[[FULL]] atom <tma_load, 2>
  // CHECK: nv_tileas.async.mbarrier_expect_tx %[[FULL]], 4096 : !nv_tileas.mbarrier
  // CHECK: %[[READY:.*]] = nv_tileas.buffer_view %[[BARS]][%[[READ]]]
  // CHECK: nv_tileas.async.mbarrier_wait %[[READY]], %[[PHASE]]
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK: %[[SEEN:.*]] = nv_tileas.buffer_view %[[RING]][%[[READ]]]
  // CHECK: nv_tileas.copy %[[SEEN]] atom <ldsm, 4>
  nv_tileaa.func @loop(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !result) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
    }
    nv_tileaa.return
  }

  // For loads the end of the array doesn't matter.
  // CHECK-LABEL: @row_ends
  // CHECK: nv_tileas.async.tiled_tma_load
  // NONE-LABEL: @row_ends
  // NONE: nv_tileas.async.copy {{.*}} atom <simt_async_copy, 16>
  nv_tileaa.func @row_ends(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !result) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
    }
    nv_tileaa.return
  }

  // A ring is created before all loops, which carry its state; a map where its array is, the same for all loops in it.
  // CHECK-LABEL: @nest
  // CHECK: %[[RING:.*]] = nv_tileas.alloc_tensor
  // CHECK: nv_tileas.make_tiled_tma_desc
  // CHECK: nv_tileas.alloc_mbarrier
  // CHECK: nv_tileas.barrier
  // CHECK: scf.for {{.*}} iter_args(%[[X0:.*]] = %{{.*}}, %[[X1:.*]] = %{{.*}}, %[[X2:.*]] = %{{.*}}) -> (i32, i32, i32)
  // CHECK-NOT: nv_tileas.async.proxy_fence
  // CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %[[X0]], %{{.*}} = %[[X1]], %{{.*}} = %[[X2]]) -> (i32, i32, i32)
  // CHECK: nv_tileas.async.tiled_tma_load
  // CHECK: scf.yield %[[R]]#0, %[[R]]#1, %[[R]]#2
  nv_tileaa.func @nest(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !result) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %n = %i to %m step %c1 : i32 {
      scf.for %s = %c0 to %k step %c1 : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %v[%n, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
        %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
        nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
      }
    }
    nv_tileaa.return
  }

  // Loops in a row with the same tiles share a ring where a loop is around them: the second continues after the first.
  // CHECK-LABEL: @loops_in_a_row
  // CHECK: %[[RING:.*]] = nv_tileas.alloc_tensor {{.*}} stages = [[S:.*]]>
  // CHECK: nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<[[S]]>
  // CHECK-NOT: nv_tileas.alloc_
  // CHECK: scf.for {{.*}} iter_args(%[[X0:.*]] = %{{.*}}, %[[X1:.*]] = %{{.*}}, %[[X2:.*]] = %{{.*}}) -> (i32, i32, i32)
  // CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %[[X0]], %{{.*}} = %[[X1]], %{{.*}} = %[[X2]]) -> (i32, i32, i32)
  // CHECK: nv_tileas.buffer_view %[[RING]]
  // CHECK: %[[Q:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %[[R]]#0, %{{.*}} = %[[R]]#1, %{{.*}} = %[[R]]#2) -> (i32, i32, i32)
  // CHECK: nv_tileas.buffer_view %[[RING]]
  // CHECK: scf.yield %[[Q]]#0, %[[Q]]#1, %[[Q]]#2
  nv_tileaa.func @loops_in_a_row(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !result) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    scf.for %n = %i to %m step %c1 : i32 {
      scf.for %s = %c0 to %n step %c1 : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %v[%n, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
        %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
        nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
      }
      scf.for %s = %n to %k step %c1 : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %v[%n, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
        %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
        nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
      }
    }
    nv_tileaa.return
  }

  // Not where the program forbids it, an array needs more than arguments, rows start anywhere, or a token orders a
  // load.
  // CHECK-LABEL: @not_these
  // CHECK-NOT: tma
  // CHECK-COUNT-3: nv_tileas.async.copy
  // CHECK-NOT: nv_tileas.async.copy
  nv_tileaa.func @not_these(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !result, %before: !nv_tileaa.mem_token) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %n = arith.addi %m, %c1 : i32
    %d = nv_tileaa.make_memref %p, sizes = [%n, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %w = nv_tileaa.block_tile %d : !array -> !view
    scf.for %s = %c0 to %k step %c1 : i32 {
      %x0, %t0 = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, allow_tma = false, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %x1, %t1 = nv_tileas.tiled_load <weak> %w[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %x2, %t2 = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 2 : i64, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %x3, %t3 = nv_tileas.tiled_load <weak> %v[%i, %s] token = %before padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
      %y0 = nv_tileas.convert_layout %x0 : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      %y1 = nv_tileas.convert_layout %x1 : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      %y2 = nv_tileas.convert_layout %x2 : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      %y3 = nv_tileas.convert_layout %x3 : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
      nv_tileas.copy %y0, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
      nv_tileas.copy %y1, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
      nv_tileas.copy %y2, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
      nv_tileas.copy %y3, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
    }
    nv_tileaa.return
  }

  // A condition in a loop gives the position in the ring on as it was where it does not hold. The view is made out of it.
  // CHECK-LABEL: @condition
  // CHECK: %[[VIEW:.*]] = nv_tileaa.block_tile
  // CHECK: nv_tileas.make_tiled_tma_desc %[[VIEW]]
  // CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}}, %[[R:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}) -> (i32, i32, i32)
  // CHECK: %[[IF:.*]]:3 = scf.if %{{.*}} -> (i32, i32, i32) {
  // CHECK: %[[FOR:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %[[S]], %{{.*}} = %[[R]], %{{.*}} = %[[P]])
  // CHECK: scf.yield %[[FOR]]#0, %[[FOR]]#1, %[[FOR]]#2
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[S]], %[[R]], %[[P]]
  // CHECK: scf.yield %[[IF]]#0, %[[IF]]#1, %[[IF]]#2
  nv_tileaa.func @condition(%p: !nv_tileaa.ptr<f16>, %m: i32, %k: i32, %i: i32, %b: !result, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m, %k], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    scf.for %n = %c0 to %m step %c1 : i32 {
      scf.if %yes {
        %v = nv_tileaa.block_tile %a : !array -> !view
        scf.for %s = %c0 to %k step %c1 : i32 {
          %x, %t = nv_tileas.tiled_load <weak> %v[%i, %s] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x32xf16, #load>, !nv_tileaa.mem_token
          %y = nv_tileas.convert_layout %x : tensor<64x32xf16, #load> -> tensor<64x32xf16, #operand>
          nv_tileas.copy %y, %b atom <universal_copy, 32> : tensor<64x32xf16, #operand>, !result
        }
      }
    }
    nv_tileaa.return
  }
}
