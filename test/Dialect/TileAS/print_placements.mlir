// The partition, stage, order and copies of each copy of a ring that is not expanded yet. Nothing is changed.
// RUN: tileiras-opt %s --tileas-print-placements -o /dev/null 2>&1 | FileCheck %s --match-full-lines
// RUN: tileiras-opt %s --tileas-print-placements 2>/dev/null > %t.after && tileiras-opt %s | diff - %t.after

#threads = #nv_tileas.layout<{register=[[0,1],[8,0],[16,0],[32,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
!ring = !nv_tileaa.memref<64x64xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<64x64xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>

// CHECK: placements of @sum
// CHECK-NEXT: partition 0: #nv_tileas.partition<"compute", warps = 1>
// CHECK-NEXT: loop at kernel.py:4:5
// CHECK-NEXT: nv_tileas.async.copy kernel.py:5:9 {partition = [0], stage = 0, order = 0} copies = 3
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<64x64xf32, #threads>, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage loc("kernel.py":5:9)
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g) loc("kernel.py":7:3)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> : !stage -> tensor<64x64xf32, #threads> loc("kernel.py":8:7)
    %sum = arith.addf %acc, %x : tensor<64x64xf32, #threads> loc("kernel.py":9:1)
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<64x64xf32, #threads>, i32
  } loc("kernel.py":4:5)
  nv_tileaa.return
}
}
