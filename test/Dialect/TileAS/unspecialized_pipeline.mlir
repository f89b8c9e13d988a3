// Copies run ahead of the iteration that reads them, under a predicate, with the computation of their coordinates.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-unspecialized-pipeline,tileas-materialize-async,canonicalize,cse)))' | FileCheck %s

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
// CHECK-LABEL: @sum
// CHECK-SAME: (%[[VIEW:.*]]: {{.*}}, %[[I:.*]]: i32, %[[N:.*]]: i32)
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<8x8xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  // Two iterations before the loop, where there are that many.
  // CHECK: %[[HAS0:.*]] = arith.cmpi sgt, %[[N]], %c0_i32
  // CHECK: %[[T0:.*]] = nv_tileas.async.copy %[[VIEW]][%[[I]], %c0_i32] if %[[HAS0]]
  // CHECK: %[[G0:.*]] = nv_tileas.async.commit(%[[T0]])
  // CHECK: %[[HAS1:.*]] = arith.cmpi sgt, %[[N]], %c1_i32
  // CHECK: %[[T1:.*]] = nv_tileas.async.copy %[[VIEW]][%[[I]], %c1_i32] if %[[HAS1]]
  // CHECK: %[[G1:.*]] = nv_tileas.async.commit(%[[T1]])
  // CHECK: scf.for %[[K:.*]] = %c0_i32 to %[[N]] {{.*}} iter_args({{.*}}, %[[OLDER:.*]] = %[[G0]], %[[NEWER:.*]] = %[[G1]], {{.*}})
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<8x8xf32, #threads>, i32) : i32 {
    // One newer group may be in flight.
    // CHECK: nv_tileas.async.wait(%[[OLDER]]) {pending = 1 : i64}
    // CHECK-NEXT: nv_tileas.barrier
    // CHECK: %[[AHEAD:.*]] = arith.addi %[[K]], %c2_i32
    // CHECK: %[[T2:.*]] = nv_tileas.async.copy %[[VIEW]][%[[I]], %[[AHEAD]]] if %{{.*}} to
    // CHECK: %[[G2:.*]] = nv_tileas.async.commit(%[[T2]])
    // CHECK: nv_tileas.copy
    // CHECK: arith.addf
    // CHECK: scf.yield {{.*}}%[[NEWER]], %[[G2]]
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> : !stage -> tensor<8x8xf32, #threads>
    %sum = arith.addf %acc, %x : tensor<8x8xf32, #threads>
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<8x8xf32, #threads>, i32
  }
  nv_tileaa.return
}

// An index that the iteration before loaded runs ahead with the copies, from within its array.
// CHECK-LABEL: @carried_index
// CHECK-SAME: (%[[VIEW:.*]]: {{.*}}, %[[I:.*]]: i32, %[[N:.*]]: i32, %[[P:.*]]: !nv_tileaa.ptr<i32>, %[[A0:.*]]: i32)
// CHECK: nv_tileas.async.copy %[[VIEW]][%[[I]], %[[A0]]] if %[[HAS0:.*]] to
// CHECK: %[[A1:.*]], %{{.*}} = nv_tileas.load <weak> %{{.*}}, mask = %[[HAS0]], other = %c7_i32
// CHECK: nv_tileas.async.copy %[[VIEW]][%[[I]], %[[A1]]] if %[[HAS1:.*]] to
// CHECK: %[[A2:.*]], %{{.*}} = nv_tileas.load <weak> %{{.*}}, mask = %[[HAS1]], other = %c7_i32
// CHECK: scf.for {{.*}} iter_args(%[[A:[^ ]*]] = %[[A2]],
// CHECK: nv_tileas.barrier
// CHECK: nv_tileas.async.copy %[[VIEW]][%[[I]], %[[A]]] if %[[HAS:.*]] to
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[HAS]] : i1
// CHECK: %[[NEXT:.*]], %{{.*}} = nv_tileas.load <weak> %{{.*}}, mask = %[[BOTH]], other = %c7_i32
// CHECK: scf.yield %[[NEXT]],
nv_tileaa.func @carried_index(%v: !view, %i: i32, %n: i32, %p: !nv_tileaa.ptr<i32>, %first: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  %r = scf.for %k = %zero to %n step %one iter_args(%a = %first) -> (i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%zero] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %a] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
    %q = nv_tileaa.addptr %p, %k : !nv_tileaa.ptr<i32>, i32
    %exists = arith.cmpi slt, %k, %seven : i32
    %next, %u = nv_tileas.load <weak> %q, mask = %exists, other = %seven : !nv_tileaa.ptr<i32>, mask i1, other i32 -> i32, !nv_tileaa.mem_token
    scf.yield %next : i32
  }
  nv_tileaa.return
}
}
