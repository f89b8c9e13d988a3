// A wait may leave groups in flight that were certainly committed after the group that it is for.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-materialize-async))' | FileCheck %s

!groups = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>

// CHECK-LABEL: @straight
nv_tileaa.func @straight(%p: i1) {
  %a = nv_tileas.async.commit()
  %b = nv_tileas.async.commit()
  // Perhaps one more, perhaps not.
  scf.if %p {
    %c = nv_tileas.async.commit()
    // CHECK: async.wait({{.*}}) {pending = 2 : i64}
    nv_tileas.async.wait(%a)
  }
  // CHECK: async.wait({{.*}}) {pending = 1 : i64}
  nv_tileas.async.wait(%a)
  // CHECK: async.wait({{.*}}) {pending = 0 : i64}
  nv_tileas.async.wait(%a, %b)
  // An existing count is kept.
  // CHECK: async.wait({{.*}}) {pending = 5 : i64}
  nv_tileas.async.wait(%a) {pending = 5 : i64}
  // CHECK: async.wait(){{$}}
  nv_tileas.async.wait()
  nv_tileaa.return
}

// From before the loop one group is newer, from the loop two: the first decides.
// CHECK-LABEL: @loop
nv_tileaa.func @loop(%n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileas.async.commit()
  %b = nv_tileas.async.commit()
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%older = %a, %newer = %b) -> (!nv_tileas.async.token, !nv_tileas.async.token) : i32 {
    // CHECK: async.wait({{.*}}) {pending = 1 : i64}
    nv_tileas.async.wait(%older)
    // CHECK: async.wait({{.*}}) {pending = 0 : i64}
    nv_tileas.async.wait(%newer)
    %c = nv_tileas.async.commit()
    // CHECK: async.wait({{.*}}) {pending = 2 : i64}
    nv_tileas.async.wait(%older)
    scf.yield %newer, %c : !nv_tileas.async.token, !nv_tileas.async.token
  }
  // CHECK: async.wait({{.*}}) {pending = 1 : i64}
  nv_tileas.async.wait(%r#0)
  nv_tileaa.return
}

// A group that is carried with no newer one in some iteration.
// CHECK-LABEL: @branches
nv_tileaa.func @branches(%p: i1) {
  %a = nv_tileas.async.commit()
  %t = scf.if %p -> !nv_tileas.async.token {
    %b = nv_tileas.async.commit()
    scf.yield %b : !nv_tileas.async.token
  } else {
    scf.yield %a : !nv_tileas.async.token
  }
  %c = nv_tileas.async.commit()
  // CHECK: async.wait({{.*}}) {pending = 1 : i64}
  nv_tileas.async.wait(%t)
  nv_tileaa.return
}

// In a pipeline the n-th wait is for the n-th commit: two are ahead at the beginning of the loop, and no iteration
// changes that.
// CHECK-LABEL: @pipeline
nv_tileaa.func @pipeline(%n: i32, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = nv_tileas.async.pipeline.create_pipeline -> !groups
  %i0 = nv_tileas.async.pipeline.create_iterator %p : !groups -> !from
  %i1 = nv_tileas.async.pipeline.produce_one %p[%i0] : !groups, !from {
  ^bb0(%stage: i32):
  }
  %i2 = nv_tileas.async.pipeline.produce_one_async %p[%i1] : !groups, !from {
  ^bb0(%stage: i32):
  }
  %j0 = nv_tileas.async.pipeline.create_iterator %p : !groups -> !to
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%i = %i2, %j = %j0) -> (!from, !to) : i32 {
    // CHECK: consumer_wait %{{.*}}[%{{.*}}] pending = 1 :
    %t = nv_tileas.async.pipeline.consumer_wait %p[%j] : !groups, !to
    %next = nv_tileas.async.pipeline.inc_iter %j : !to
    %u = nv_tileas.async.pipeline.producer_acquire %p[%i] : !groups, !from
    nv_tileas.async.pipeline.producer_commit %u, %p[%i] : !groups, !from
    %more = nv_tileas.async.pipeline.inc_iter %i : !from
    scf.yield %more, %next : !from, !to
  }
  // Perhaps one more.
  scf.if %c {
    %u = nv_tileas.async.pipeline.producer_acquire %p[%r#0] : !groups, !from
    nv_tileas.async.pipeline.producer_commit %u, %p[%r#0] : !groups, !from
    // CHECK: consumer_wait %{{.*}}[%{{.*}}] pending = 2 :
    %t = nv_tileas.async.pipeline.consumer_wait %p[%r#1] : !groups, !to
  }
  // CHECK: consumer_wait %{{.*}}[%{{.*}}] pending = 1 :
  %t1 = nv_tileas.async.pipeline.consumer_wait %p[%r#1] : !groups, !to
  // There are more waits than commits: the number of iterations is unknown.
  %s = scf.for %k = %zero to %n step %one iter_args(%j = %r#1) -> (!to) : i32 {
    // CHECK: consumer_wait %{{.*}}[%{{.*}}] pending = 0 :
    %t = nv_tileas.async.pipeline.consumer_wait %p[%j] : !groups, !to
    %next = nv_tileas.async.pipeline.inc_iter %j : !to
    scf.yield %next : !to
  }
  // An existing count is kept.
  // CHECK: consumer_wait %{{.*}}[%{{.*}}] pending = 3 :
  %t2 = nv_tileas.async.pipeline.consumer_wait %p[%s] pending = 3 : !groups, !to
  // CHECK: scf.while
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    // CHECK: consumer_wait %{{.*}}[%{{.*}}] pending = 0 :
    %k = nv_tileas.async.pipeline.create_iterator %p : !groups -> !to
    %t = nv_tileas.async.pipeline.consumer_wait %p[%k] : !groups, !to
    scf.yield
  }
  nv_tileaa.return
}
