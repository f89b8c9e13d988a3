// RUN: tileiras-opt %s --canonicalize -split-input-file | FileCheck %s

// MLIR would treat 240 as -16, and remove the loop.
// CHECK-LABEL: @range
// CHECK-SAME: (%[[P:.*]]: !nv_tileaa
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i8
// CHECK-DAG: %[[COUNT:.*]] = arith.constant 6 : i8
// CHECK-DAG: %[[STEP:.*]] = arith.constant 40 : i8
// CHECK-DAG: %[[LOWER:.*]] = arith.constant -120 : i8
// CHECK: scf.for %[[N:.*]] = %[[ZERO]] to %[[COUNT]] step %[[ONE]] : i8 {
// CHECK-NEXT: %[[DISTANCE:.*]] = arith.muli %[[N]], %[[STEP]] : i8
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[DISTANCE]], %[[LOWER]] : i8
// CHECK-NEXT: nv_tileaa.store <weak> %[[P]], %[[I]]
nv_tileaa.func @range(%p: !nv_tileaa.ptr<i8>) {
  %lower = arith.constant -120 : i8
  %upper = arith.constant 120 : i8
  %step = arith.constant 40 : i8
  scf.for %i = %lower to %upper step %step : i8 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// Bounds that are constants only after folding.
// CHECK-LABEL: @folded
// CHECK: scf.for
nv_tileaa.func @folded(%p: !nv_tileaa.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %upper = arith.constant 2000000000 : i32
  %step = arith.constant 1000000000 : i32
  %lower = arith.subi %zero, %upper : i32
  scf.for %i = %lower to %upper step %step : i32 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// The number of iterations is no signed number of the type.
// CHECK-LABEL: @whole_type
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i8
// CHECK-DAG: %[[COUNT:.*]] = arith.constant -1 : i8
// CHECK: scf.for unsigned %{{.*}} = %[[ZERO]] to %[[COUNT]] step %[[ONE]] : i8
nv_tileaa.func @whole_type(%p: !nv_tileaa.ptr<i8>) {
  %lower = arith.constant -128 : i8
  %upper = arith.constant 127 : i8
  %step = arith.constant 1 : i8
  scf.for %i = %lower to %upper step %step : i8 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// The counter would wrap after the second iteration.
// CHECK-LABEL: @passes_the_end
// CHECK: %[[COUNT:.*]] = arith.constant 2 : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]] step
nv_tileaa.func @passes_the_end(%p: !nv_tileaa.ptr<i32>) {
  %lower = arith.constant 2147483640 : i32
  %upper = arith.constant 2147483647 : i32
  %step = arith.constant 4 : i32
  scf.for %i = %lower to %upper step %step : i32 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// The step is negative as a signed number; with carried values.
// CHECK-LABEL: @large_step
// CHECK-DAG: %[[COUNT:.*]] = arith.constant 2 : i8
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args(
nv_tileaa.func @large_step(%p: !nv_tileaa.ptr<i8>) {
  %lower = arith.constant 0 : i8
  %upper = arith.constant 240 : i8
  %step = arith.constant 200 : i8
  %r = scf.for unsigned %i = %lower to %upper step %step iter_args(%x = %lower) -> i8 : i8 {
    %y = arith.xori %x, %i : i8
    %z = arith.muli %y, %step : i8
    scf.yield %z : i8
  }
  %t = nv_tileaa.store <weak> %p, %r : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

// One is negative in i1.
// CHECK-LABEL: @once
// CHECK-NOT: scf.for
// CHECK: nv_tileaa.store
nv_tileaa.func @once(%p: !nv_tileaa.ptr<i8>, %x: i8) {
  %lower = arith.constant false
  %upper = arith.constant true
  scf.for unsigned %i = %lower to %upper step %upper : i1 {
    %t = nv_tileaa.store <weak> %p, %x : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// CHECK-LABEL: @distance
// CHECK-SAME: , %[[LOWER:.*]]: i8
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[COUNT:.*]] = arith.constant -28 : i8
// CHECK-DAG: %[[STEP:.*]] = arith.constant 40 : i8
// CHECK: scf.for unsigned %[[N:.*]] = %[[ZERO]] to %[[COUNT]] step %[[STEP]] : i8
// CHECK-NEXT: arith.addi %[[LOWER]], %[[N]] : i8
nv_tileaa.func @distance(%p: !nv_tileaa.ptr<i8>, %lower: i8) {
  %c = arith.constant 228 : i8
  %step = arith.constant 40 : i8
  %upper = arith.addi %lower, %c overflow<nuw> : i8
  scf.for unsigned %i = %lower to %upper step %step : i8 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// -----

// Others are unchanged: these, with unknown bounds, and loops that don't run, which are removed.
// CHECK-LABEL: @usual
// CHECK: scf.for %{{.*}} = %c-4_i32 to %c4_i32 step %c2_i32 : i32
// CHECK: scf.for %{{.*}} = %c-4_i32 to %{{.*}} step %c2_i32 : i32
// CHECK-NOT: scf.for
nv_tileaa.func @usual(%p: !nv_tileaa.ptr<i32>, %n: i32) {
  %lower = arith.constant -4 : i32
  %upper = arith.constant 4 : i32
  %step = arith.constant 2 : i32
  scf.for %i = %lower to %upper step %step : i32 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  }
  scf.for %i = %lower to %n step %step : i32 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  }
  scf.for %i = %upper to %lower step %step : i32 {
    %t = nv_tileaa.store <weak> %p, %i : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  }
  nv_tileaa.return
}
