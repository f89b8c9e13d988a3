// A wait may leave in flight what was certainly committed after the group that it is for.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-materialize-async))' | FileCheck %s

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
  // What is there stays.
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

// A group that goes round with no newer one in some step.
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
