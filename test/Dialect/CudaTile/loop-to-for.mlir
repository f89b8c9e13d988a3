// RUN: tileiras-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-to-for,canonicalize)))' --split-input-file | FileCheck %s

// Numbers: conformance/test_persistent.py.

// The loop of a persistent kernel; the next loop begins at its last counter.
cuda_tile.module @while {
  // CHECK-LABEL: entry @while
  // CHECK-SAME: %[[A:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  entry @while(%a: tile<i32>, %n: tile<i32>) {
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    // CHECK: %[[BLOCKS:.*]], %{{.*}}, %{{.*}} = get_num_tile_blocks
    // CHECK: %[[R:.*]]:2 = for %[[I:.*]] in (%[[A]] to %[[N]], step %[[BLOCKS]]) : tile<i32> iter_values(%{{.*}} = %[[A]], %[[V:.*]] = %[[A]])
    // CHECK-NEXT: print_tko "%d", %[[I]]
    // CHECK-NEXT: %[[W:.*]] = addi %[[V]], %[[I]]
    // CHECK-NEXT: %[[NEXT:.*]] = addi %[[I]], %[[BLOCKS]]
    // CHECK-NEXT: continue %[[NEXT]], %[[W]]
    // CHECK: print_tko "%d %d", %[[R]]#1, %[[R]]#0
    %r:2 = loop iter_values(%i = %a, %v = %a) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break %v, %i : tile<i32>, tile<i32>
      }
      print_tko "%d", %i : tile<i32> -> token
      %w = addi %v, %i : tile<i32>
      %next = addi %i, %x : tile<i32>
      continue %next, %w : tile<i32>, tile<i32>
    }
    print_tko "%d %d", %r#0, %r#1 : tile<i32>, tile<i32> -> token
  }
}

// -----

// The other arm, the other side, without sign, and with something else as a result.
cuda_tile.module @swapped {
  // CHECK-LABEL: entry @swapped
  // CHECK-SAME: %[[A:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  entry @swapped(%a: tile<i32>, %n: tile<i32>) {
    %three = constant <i32: 3> : tile<i32>
    // CHECK: for unsigned %{{.*}} in (%[[A]] to %[[N]], step %cst_3_i32)
    // CHECK: print_tko "%d", %[[N]]
    %r = loop iter_values(%i = %a) : tile<i32> -> tile<i32> {
      %c = cmpi less_than_or_equal %n, %i, unsigned : tile<i32> -> tile<i1>
      if %c {
        break %n : tile<i32>
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %three, %i : tile<i32>
      continue %next : tile<i32>
    }
    print_tko "%d", %r : tile<i32> -> token
  }
}

// -----

// These are unchanged: the step may be negative, the bound changes, an operation precedes the exit, there is another
// exit, the counter is no sum, the condition is another one.
cuda_tile.module @stay {
  // CHECK-LABEL: entry @stay
  // CHECK-NOT: for
  entry @stay(%a: tile<i32>, %n: tile<i32>, %s: tile<i32>, %p: tile<i1>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK: "step"
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "step" -> token
      %next = addi %i, %s : tile<i32>
      continue %next : tile<i32>
    }
    // CHECK: "bound"
    loop iter_values(%i = %a, %m = %n) : tile<i32>, tile<i32> {
      %c = cmpi less_than %i, %m, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "bound" -> token
      %next = addi %i, %one : tile<i32>
      %more = addi %m, %a : tile<i32>
      continue %next, %more : tile<i32>, tile<i32>
    }
    // CHECK: "before"
    loop iter_values(%i = %a) : tile<i32> {
      print_tko "before" -> token
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      %next = addi %i, %one : tile<i32>
      continue %next : tile<i32>
    }
    // CHECK: "other exit"
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "other exit" -> token
      if %p {
        break
      }
      %next = addi %i, %one : tile<i32>
      continue %next : tile<i32>
    }
    // CHECK: "product"
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "product" -> token
      %next = muli %i, %s : tile<i32>
      continue %next : tile<i32>
    }
    // CHECK: "unequal"
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi not_equal %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "unequal" -> token
      %next = addi %i, %one : tile<i32>
      continue %next : tile<i32>
    }
  }
}

// -----

// A counter that is multiplied before it is compared, where that can't wrap.
cuda_tile.module @product {
  // CHECK-LABEL: entry @product
  // CHECK-SAME: %[[A:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  entry @product(%a: tile<i32>, %n: tile<i32>) {
    %1 = constant <i32: 1> : tile<i32>
    %32 = constant <i32: 32> : tile<i32>
    // CHECK: %[[BOUND:.*]] = divi %[[N]], %{{.*}} signed rounding<positive_inf> : tile<i32>
    // CHECK: for %[[I:.*]] in (%[[A]] to %[[BOUND]], step %{{.*}}) : tile<i32>
    // CHECK: print_tko "%d", %[[I]]
    loop iter_values(%i = %a) : tile<i32> {
      %p = muli %i, %32 overflow<no_signed_wrap> : tile<i32>
      %c = cmpi less_than %p, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %1 : tile<i32>
      continue %next : tile<i32>
    }
    // CHECK: loop
    loop iter_values(%i = %a) : tile<i32> {
      %p = muli %i, %32 : tile<i32>
      %c = cmpi less_than %p, %n, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %1 : tile<i32>
      continue %next : tile<i32>
    }
  }
}

// -----

// Two conditions, as `while a and b` arrives: the counter grows, so the first holds from its first time on. The
// minimum of two bounds ends the loop.
cuda_tile.module @both {
  // CHECK-LABEL: entry @both
  // CHECK-SAME: %[[A:.*]]: tile<i32>, %[[L:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  entry @both(%a: tile<i32>, %l: tile<i32>, %n: tile<i32>) {
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    // CHECK: %[[END:.*]] = addi %[[L]], %[[N]]
    // CHECK: %[[ENTERS:.*]] = cmpi greater_than_or_equal %[[A]], %[[L]], signed
    // CHECK: %[[TO:.*]] = select %[[ENTERS]], %[[END]], %[[A]]
    // CHECK: %[[R:.*]] = for %[[I:.*]] in (%[[A]] to %[[TO]], step %{{.*}}) : tile<i32>
    // CHECK-NOT: if
    // CHECK: print_tko "%d", %[[R]]
    %r = loop iter_values(%i = %a) : tile<i32> -> tile<i32> {
      %c = cmpi greater_than_or_equal %i, %l, signed : tile<i32> -> tile<i1>
      %both = if %c -> (tile<i1>) {
        %m = addi %l, %n : tile<i32>
        %d = cmpi less_than %i, %m, signed : tile<i32> -> tile<i1>
        yield %d : tile<i1>
      } else {
        yield %c : tile<i1>
      }
      if %both {
      } else {
        break %i : tile<i32>
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %x : tile<i32>
      continue %next : tile<i32>
    }
    print_tko "%d", %r : tile<i32> -> token
    // CHECK: %[[MIN:.*]] = mini %[[N]], %[[L]] unsigned
    // CHECK: for unsigned %{{.*}} in (%[[A]] to %[[MIN]]
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi greater_than_or_equal %i, %n, unsigned : tile<i32> -> tile<i1>
      %d = cmpi less_than_or_equal %l, %i, unsigned : tile<i32> -> tile<i1>
      %ends = ori %c, %d : tile<i1>
      if %ends {
        break
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %x : tile<i32>
      continue %next : tile<i32>
    }
  }
}

// -----

// Unchanged: the counter may leave the range and come back, one of two conditions is enough, nothing bounds the counter.
cuda_tile.module @neither {
  // CHECK-LABEL: entry @neither
  // CHECK-NOT: for
  entry @neither(%a: tile<i32>, %l: tile<i32>, %n: tile<i32>) {
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi not_equal %i, %l, signed : tile<i32> -> tile<i1>
      %d = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %both = andi %c, %d : tile<i1>
      if %both {
      } else {
        break
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %x : tile<i32>
      continue %next : tile<i32>
    }
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi less_than %i, %l, signed : tile<i32> -> tile<i1>
      %d = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %any = ori %c, %d : tile<i1>
      if %any {
      } else {
        break
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %x : tile<i32>
      continue %next : tile<i32>
    }
    loop iter_values(%i = %a) : tile<i32> {
      %c = cmpi greater_than %i, %l, signed : tile<i32> -> tile<i1>
      if %c {
      } else {
        break
      }
      print_tko "%d", %i : tile<i32> -> token
      %next = addi %i, %x : tile<i32>
      continue %next : tile<i32>
    }
  }
}
