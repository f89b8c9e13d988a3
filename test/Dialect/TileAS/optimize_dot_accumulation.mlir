// The accumulator of a loop that only adds stays in flight: an iteration waits for the dots of the iteration before.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-optimize-dot-accumulation))' | FileCheck %s

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ring2 = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 2>
!ring = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 3>
!stage = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!sums = tensor<64x64xf32, #sums>
!rows = tensor<64x64xf16, #sums>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

// Two dots an iteration: each leaves the newest two in flight. One buffer is not written in the loop.
// CHECK-LABEL: @two_products
// CHECK: %[[X:.*]] = nv_tileas.async.to_async
// CHECK: %[[Y:.*]] = nv_tileas.async.to_async
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[C:.*]] = %[[X]], %[[D:.*]] = %[[Y]])
// CHECK: %[[F:.*]] = nv_tileas.async.dot %{{.*}}, %{{.*}}, %[[C]]
// CHECK: nv_tileas.async.future_wait %[[F]] {pending = 2 : i64} : {{.*}} -> !nv_tileas.async.future
// CHECK: %[[G:.*]] = nv_tileas.async.dot %{{.*}}, %{{.*}}, %[[D]]
// CHECK: nv_tileas.async.future_wait %[[G]] {pending = 2 : i64} : {{.*}} -> !nv_tileas.async.future
// CHECK-DAG: nv_tileas.async.future_wait %[[R]]#0 : {{.*}} -> tensor
// CHECK-DAG: nv_tileas.async.future_wait %[[R]]#1 : {{.*}} -> tensor
nv_tileaa.func @two_products(%given: !sums, %n: i32) {
  %init = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init, %d = %init) -> (!sums, !sums) : i32 {
    %s = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    %f = nv_tileas.async.dot %s, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    %g = nv_tileas.async.dot %q, %s, %d <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %y = nv_tileas.async.future_wait %g : !future -> !sums
    scf.yield %x, %y : !sums, !sums
  }
  nv_tileaa.return
}

// The stage that a dot reads would be filled before it is done.
// CHECK-LABEL: @two_stages
// CHECK-NOT: to_async
// CHECK-NOT: pending
nv_tileaa.func @two_stages(%given: !sums, %n: i32) {
  %init = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring2
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (!sums) : i32 {
    %s = nv_tileas.buffer_view %ring[%c0] : !ring2 -> !stage
    %f = nv_tileas.async.dot %s, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    scf.yield %x : !sums
  }
  nv_tileaa.return
}

// So would a buffer of the loop.
// CHECK-LABEL: @buffer_of_the_step
// CHECK-NOT: to_async
// CHECK-NOT: pending
nv_tileaa.func @buffer_of_the_step(%given: !sums, %n: i32) {
  %init = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (!sums) : i32 {
    %s = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
    %f = nv_tileas.async.dot %b, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    scf.yield %x : !sums
  }
  nv_tileaa.return
}

// So would a buffer that the loop writes to.
// CHECK-LABEL: @written
// CHECK-NOT: to_async
// CHECK-NOT: pending
nv_tileaa.func @written(%given: !sums, %n: i32, %t: tensor<64x64xf16, #sums>) {
  %init = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (!sums) : i32 {
    %s = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    nv_tileas.copy %t, %q atom <universal_copy, 32> : tensor<64x64xf16, #sums>, !stage
    %f = nv_tileas.async.dot %q, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    scf.yield %x : !sums
  }
  nv_tileaa.return
}

// The iteration reads the accumulator.
// CHECK-LABEL: @read_in_the_loop
// CHECK-NOT: to_async
// CHECK-NOT: pending
nv_tileaa.func @read_in_the_loop(%given: !sums, %n: i32) {
  %init = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (!sums) : i32 {
    %s = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    %e = arith.addf %c, %c : !sums
    %f = nv_tileas.async.dot %s, %s, %e <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    scf.yield %x : !sums
  }
  nv_tileaa.return
}

// Where the loop may not run, the accumulator would be written between dots and wait.
// CHECK-LABEL: @given_sums
// CHECK-NOT: to_async
// CHECK-NOT: pending
nv_tileaa.func @given_sums(%given: !sums, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %given) -> (!sums) : i32 {
    %s = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    %f = nv_tileas.async.dot %s, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    scf.yield %x : !sums
  }
  nv_tileaa.return
}

// Accumulators that each iteration rescales after the wait for another dot: there the dot of the iteration before is
// done, too. Registers that it reads are carried with it.
// CHECK-LABEL: @behind_another
// CHECK: %[[X:.*]] = nv_tileas.async.to_async
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[C:.*]] = %[[X]], %[[O:.*]] = %{{.*}})
// CHECK: %[[S:.*]] = nv_tileas.async.dot
// CHECK: nv_tileas.async.future_wait %[[S]] :
// CHECK-NEXT: %[[E:.*]], %{{.*}} = nv_tileas.async.future_wait %[[C]] keep(%[[O]] :
// CHECK: %[[H:.*]] = arith.mulf %[[E]]
// CHECK: %[[P:.*]] = arith.truncf
// CHECK: %[[F:.*]] = nv_tileas.async.dot %[[P]], %{{.*}}, %[[H]]
// CHECK-NOT: future_wait
// CHECK: scf.yield %[[F]], %[[P]]
// CHECK: nv_tileas.async.future_wait %[[R]]#0 keep(%[[R]]#1 :
nv_tileaa.func @behind_another(%n: i32) {
  %init = arith.constant dense<0.0> : !sums
  %half = arith.constant dense<0.5> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (!sums) : i32 {
    %v = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    %f = nv_tileas.async.dot %q, %q, %init <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    %h = arith.mulf %c, %half : !sums
    %p = arith.truncf %x : !sums to !rows
    %g = nv_tileas.async.dot %p, %v, %h <sm90.mma.m64k16.f16.f32, 64> : !rows, !stage, !sums -> !future
    %y, %k = nv_tileas.async.future_wait %g keep(%p : !rows) : !future -> !sums, !rows
    scf.yield %y : !sums
  }
  nv_tileaa.return
}

// Accumulators that are used before any wait are waited for in their own iteration.
// CHECK-LABEL: @before_another
// CHECK-NOT: to_async
nv_tileaa.func @before_another(%n: i32) {
  %init = arith.constant dense<0.0> : !sums
  %half = arith.constant dense<0.5> : !sums
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !stage
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (!sums) : i32 {
    %v = nv_tileas.buffer_view %ring[%c0] : !ring -> !stage
    %h = arith.mulf %c, %half : !sums
    %f = nv_tileas.async.dot %q, %q, %init <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !sums -> !future
    %x = nv_tileas.async.future_wait %f : !future -> !sums
    %p = arith.truncf %x : !sums to !rows
    %g = nv_tileas.async.dot %p, %v, %h <sm90.mma.m64k16.f16.f32, 64> : !rows, !stage, !sums -> !future
    %y, %k = nv_tileas.async.future_wait %g keep(%p : !rows) : !future -> !sums, !rows
    scf.yield %y : !sums
  }
  nv_tileaa.return
}
