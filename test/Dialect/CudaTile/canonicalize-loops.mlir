// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @counts {
  // CHECK-LABEL: entry @counts
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @counts(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    %c4 = constant <i32: 4> : tile<i32>
    %minus = constant <i32: -1> : tile<i32>
    // CHECK-NOT: for
    // No iteration.
    %0 = for %i in (%c3 to %c3, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %n = addi %v, %i : tile<i32>
      continue %n : tile<i32>
    }
    // CHECK: print_tko "%d", %[[X]]
    print_tko "%d", %0 : tile<i32> -> token
    // One iteration.
    // CHECK: %[[SUM:.*]] = addi %[[X]], %cst_3_i32
    %1 = for %i in (%c3 to %c4, step %c4) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %n = addi %v, %i : tile<i32>
      continue %n : tile<i32>
    }
    // CHECK: print_tko "%d", %[[SUM]]
    print_tko "%d", %1 : tile<i32> -> token
    // -1 is large without sign.
    // CHECK: for unsigned
    for unsigned %i in (%zero to %minus, step %one) : tile<i32> {
      print_tko "%d", %i : tile<i32> -> token
    }
    // CHECK-NOT: for
    for %i in (%zero to %minus, step %one) : tile<i32> {
      print_tko "%d", %i : tile<i32> -> token
    }
  }
}

// -----

// The end of an iteration may be anywhere.
cuda_tile.module @early {
  // CHECK-LABEL: entry @early
  entry @early(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: for {{.*}} iter_values(%{{.*}} = %{{.*}}) -> (tile<i32>)
    %0 = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      if %c {
        print_tko "early" -> token
        continue %y : tile<i32>
      }
      print_tko "%d", %v : tile<i32> -> token
      continue %v : tile<i32>
    }
    print_tko "%d", %0 : tile<i32> -> token
  }
}

// -----

// Values that every iteration passes on unchanged, and values that are only carried.
cuda_tile.module @values {
  // CHECK-LABEL: entry @values
  // CHECK-SAME: %[[N:.*]]: tile<i32>, %[[X:.*]]: tile<i32>, %[[C:.*]]: tile<i1>
  entry @values(%n: tile<i32>, %x: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: %[[R:.*]] = for {{.*}} iter_values(%[[V:.*]] = %cst_0_i32) -> (tile<i32>)
    %0, %1, %2 = for %i in (%zero to %n, step %one) : tile<i32>
        iter_values(%same = %x, %v = %zero, %around = %one) -> (tile<i32>, tile<i32>, tile<i32>) {
      // CHECK: if %[[C]]
      if %c {
        // CHECK: print_tko "early %d", %[[X]]
        print_tko "early %d", %same : tile<i32> -> token
        // CHECK: continue %[[V]] : tile<i32>
        continue %same, %v, %around : tile<i32>, tile<i32>, tile<i32>
      }
      // CHECK: %[[NEXT:.*]] = addi %[[V]], %[[X]]
      %next = addi %v, %same : tile<i32>
      %more = addi %around, %one : tile<i32>
      // CHECK: continue %[[NEXT]] : tile<i32>
      continue %x, %next, %around : tile<i32>, tile<i32>, tile<i32>
    }
    // CHECK: print_tko "%d %d", %[[X]], %[[R]]
    print_tko "%d %d", %0, %1 : tile<i32>, tile<i32> -> token
  }
}

// -----

// Tokens that order nothing: always new, or always the same.
cuda_tile.module @tokens {
  // CHECK-LABEL: entry @tokens
  entry @tokens(%n: tile<i32>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %fresh = make_token : token
    // CHECK: %[[BEFORE:.*]] = print_tko "before"
    %before = print_tko "before" -> token
    // CHECK: for {{.*}} : tile<i32> {
    %t, %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%a = %fresh, %b = %before) -> (token, token) {
      // CHECK: load_ptr_tko weak %{{[^ ]*}} : tile
      %0, %u = load_ptr_tko weak %p token=%a : tile<ptr<i32>> -> tile<i32>, token
      // CHECK: store_ptr_tko weak %{{.*}} token=%[[BEFORE]]
      %v = store_ptr_tko weak %p, %0 token=%b : tile<ptr<i32>>, tile<i32> -> token
      %again = make_token : token
      continue %again, %b : token, token
    }
    // CHECK: print_tko "after" token=%[[BEFORE]]
    %j = join_tokens %t, %s : token
    print_tko "after" token=%j -> token
  }
}

// -----

// A chain of accesses is an order, and stays.
cuda_tile.module @chain {
  // CHECK-LABEL: entry @chain
  entry @chain(%n: tile<i32>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %fresh = make_token : token
    // CHECK: iter_values(%[[A:.*]] = %{{.*}}) -> (token)
    %t = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%a = %fresh) -> (token) {
      // CHECK: token=%[[A]]
      %v = store_ptr_tko weak %p, %i token=%a : tile<ptr<i32>>, tile<i32> -> token
      continue %v : token
    }
    print_tko "after" token=%t -> token
  }
}

// -----

cuda_tile.module @dead {
  // CHECK-LABEL: entry @dead
  entry @dead(%n: tile<i32>, %p: tile<ptr<i32>>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: for
    %0 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %zero) -> (tile<i32>) {
      %next = addi %v, %i : tile<i32>
      if %c {
        continue %v : tile<i32>
      }
      continue %next : tile<i32>
    }
    // Not this one: it loads.
    // CHECK: load_ptr_tko
    // CHECK-NOT: for
    for %i in (%zero to %n, step %one) : tile<i32> {
      %1, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    }
  }
}

// -----

cuda_tile.module @infinite {
  // CHECK-LABEL: entry @infinite
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @infinite(%x: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    // CHECK: loop iter_values(%[[V:.*]] = %cst_0_i32) : tile<i32> -> tile<i32>
    %0 = loop iter_values(%same = %x, %v = %zero) : tile<i32>, tile<i32> -> tile<i32> {
      if %c {
        // CHECK: break %[[V]]
        break %v : tile<i32>
      }
      // CHECK: addi %[[V]], %[[X]]
      %next = addi %v, %same : tile<i32>
      continue %same, %next : tile<i32>, tile<i32>
    }
    print_tko "%d", %0 : tile<i32> -> token
  }
}
