// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @counted
  // CHECK-SAME: (%[[N:.*]]: i32)
  entry @counted(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (i32) : i32 {
    // CHECK: %[[SUM:.*]] = arith.addi %[[ACC]], %[[I]] : i32
    // CHECK: scf.yield %[[SUM]] : i32
    %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<i32>) {
      %sum = addi %acc, %i : tile<i32>
      continue %sum : tile<i32>
    }
    // CHECK: scf.for unsigned
    for unsigned %i in (%zero to %n, step %one) : tile<i32> {
    }
    return
  }

  // CHECK-LABEL: @branch
  // CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: f32)
  entry @branch(%c: tile<i1>, %x: tile<f32>) {
    // CHECK: scf.if %[[C]] -> (f32) {
    // CHECK: %[[NEG:.*]] = arith.negf %[[X]] : f32
    // CHECK: scf.yield %[[NEG]] : f32
    // CHECK: } else {
    // CHECK: scf.yield %[[X]] : f32
    %r = if %c -> (tile<f32>) {
      %0 = negf %x : tile<f32>
      yield %0 : tile<f32>
    } else {
      yield %x : tile<f32>
    }
    return
  }

  // The body is the before region; the condition decides about the next iteration.
  // CHECK-LABEL: @loop
  // CHECK-SAME: (%[[N:.*]]: i32)
  entry @loop(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: scf.while (%[[I:.*]] = %{{.*}}) : (i32) -> (i32, i32) {
    // CHECK:   %[[DONE:.*]] = arith.cmpi sge, %[[I]], %[[N]] : i32
    // CHECK:   %[[R:.*]]:3 = scf.if %[[DONE]] -> (i1, i32, i32) {
    // CHECK:     %[[NO:.*]] = arith.constant false
    // CHECK:     %[[POISON:.*]] = ub.poison : i32
    // CHECK:     scf.yield %[[NO]], %[[POISON]], %[[I]] : i1, i32, i32
    // CHECK:   } else {
    // CHECK:     %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : i32
    // CHECK:     %[[YES:.*]] = arith.constant true
    // CHECK:     %[[POISON:.*]] = ub.poison : i32
    // CHECK:     scf.yield %[[YES]], %[[NEXT]], %[[POISON]] : i1, i32, i32
    // CHECK:   }
    // CHECK:   scf.condition(%[[R]]#0) %[[R]]#1, %[[R]]#2 : i32, i32
    // CHECK: } do {
    // CHECK: ^bb0(%[[NEXT:.*]]: i32, %{{.*}}: i32):
    // CHECK:   scf.yield %[[NEXT]] : i32
    %r = loop iter_values(%i = %zero) : tile<i32> -> tile<i32> {
      %done = cmpi greater_than_or_equal %i, %n, signed : tile<i32> -> tile<i1>
      if %done {
        break %i : tile<i32>
      }
      %next = addi %i, %one : tile<i32>
      continue %next : tile<i32>
    }
    return
  }
}
