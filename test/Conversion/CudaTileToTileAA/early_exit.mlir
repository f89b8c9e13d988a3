// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

// No flag is needed where only one arm continues: the rest moves there.
cuda_tile.module @kernels {
  // CHECK-LABEL: @return_early
  // CHECK-SAME: (%[[C:.*]]: i1, %[[P:.*]]: !nv_tileaa.ptr<i32>, %[[X:.*]]: i32)
  entry @return_early(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK-NEXT: scf.if %[[C]] {
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   nv_tileaa.store
    // CHECK-NEXT: }
    // CHECK-NEXT: nv_tileaa.return
    if %c {
      return
    }
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // Operations after an if whose arms both leave are dead.
  // CHECK-LABEL: @return_both
  entry @return_both(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK: scf.if
    // CHECK: nv_tileaa.store
    // CHECK-NOT: nv_tileaa.store
    // CHECK: nv_tileaa.return
    if %c {
      return
    } else {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
      return
    }
    %t1 = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // Both arms of the outer if continue, one of them only sometimes: a flag.
  // CHECK-LABEL: @return_nested
  // CHECK-SAME: (%[[C:.*]]: i1, %[[D:.*]]: i1, %{{.*}}, %[[X:.*]]: i32)
  entry @return_nested(%c: tile<i1>, %d: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK: %[[OUT:.*]]:2 = scf.if %[[C]] -> (i1, i32) {
    // CHECK:   %[[IN:.*]]:2 = scf.if %[[D]] -> (i1, i32) {
    // CHECK:     arith.constant false
    // CHECK:     ub.poison
    // CHECK:   } else {
    // CHECK:     %[[DOUBLE:.*]] = arith.addi %[[X]], %[[X]] : i32
    // CHECK:     %[[TRUE:.*]] = arith.constant true
    // CHECK:     scf.yield %[[TRUE]], %[[DOUBLE]] : i1, i32
    // CHECK:   }
    // CHECK:   scf.yield %[[IN]]#0, %[[IN]]#1 : i1, i32
    // CHECK: } else {
    // CHECK:   %[[TRUE:.*]] = arith.constant true
    // CHECK:   scf.yield %[[TRUE]], %[[X]] : i1, i32
    // CHECK: }
    // CHECK: scf.if %[[OUT]]#0 {
    // CHECK:   nv_tileaa.store {{.*}}, %[[OUT]]#1 :
    // CHECK: }
    // CHECK: nv_tileaa.return
    %r = if %c -> (tile<i32>) {
      if %d {
        return
      }
      %double = addi %x, %x : tile<i32>
      yield %double : tile<i32>
    } else {
      yield %x : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // A for has no break; continue in an if ends the iteration.
  // CHECK-LABEL: @continue_for
  // CHECK-SAME: (%[[C:.*]]: i1,
  entry @continue_for(%c: tile<i1>, %n: tile<i32>) {
    // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
    // CHECK:   %[[R:.*]] = scf.if %[[C]] -> (i32) {
    // CHECK:     scf.yield %[[ACC]] : i32
    // CHECK:   } else {
    // CHECK:     %[[SUM:.*]] = arith.addi %[[ACC]], %[[I]] : i32
    // CHECK:     scf.yield %[[SUM]] : i32
    // CHECK:   }
    // CHECK:   scf.yield %[[R]] : i32
    %r = for %i in (%n to %n, step %n) : tile<i32> iter_values(%acc = %n) -> (tile<i32>) {
      if %c {
        continue %acc : tile<i32>
      }
      %sum = addi %acc, %i : tile<i32>
      continue %sum : tile<i32>
    }
    return
  }

  // A loop left from a nested if, and continued from another arm.
  // CHECK-LABEL: @loop_nested
  // CHECK-SAME: (%[[C:.*]]: i1, %[[D:.*]]: i1, %[[X:.*]]: f32)
  entry @loop_nested(%c: tile<i1>, %d: tile<i1>, %x: tile<f32>) {
    // CHECK: scf.while : () -> f32 {
    // CHECK:   %[[A:.*]]:3 = scf.if %[[C]] -> (i1, i1, f32) {
    // CHECK:     scf.if %[[D]] -> (i1, i1, f32)
    // CHECK:   } else {
    // CHECK:     scf.if %[[D]] -> (i1, i1, f32)
    // CHECK:   }
    // CHECK:   %[[B:.*]]:2 = scf.if %[[A]]#0 -> (i1, f32) {
    // CHECK:     math.sin
    // CHECK:     arith.constant true
    // CHECK:   } else {
    // CHECK:     scf.yield %[[A]]#1, %[[A]]#2 : i1, f32
    // CHECK:   }
    // CHECK:   scf.condition(%[[B]]#0) %[[B]]#1 : f32
    %r = loop : tile<f32> {
      if %c {
        if %d {
          break %x : tile<f32>
        }
      } else {
        if %d {
          continue
        }
      }
      %0 = sin %x : tile<f32>
      continue
    }
    return
  }

  // A token that no exit carries is a new one, not poison.
  // CHECK-LABEL: @token
  entry @token(%c: tile<i1>, %p: tile<ptr<i32>>) {
    // CHECK: scf.while {{.*}}!nv_tileaa.mem_token
    // CHECK-NOT: ub.poison : !nv_tileaa.mem_token
    %t = make_token : token
    %r = loop iter_values(%i = %t) : token -> token {
      if %c {
        break %i : token
      }
      %v, %n = load_ptr_tko weak %p token=%i : tile<ptr<i32>> -> tile<i32>, token
      continue %n : token
    }
    return
  }
}
