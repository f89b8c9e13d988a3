// RUN: tileiras-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split,canonicalize)))' --split-input-file | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split{split-threshold=0})))' --split-input-file | FileCheck %s --check-prefix=NEVER
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split{split-threshold=4})))' --split-input-file | FileCheck %s --check-prefix=FOUR

// Numbers: conformance/test_loop_split.py.

cuda_tile.module @below {
  // CHECK-LABEL: entry @below
  // CHECK-SAME: %[[N:.*]]: tile<i32>, %[[S:.*]]: tile<i32>
  // NEVER-LABEL: entry @below
  entry @below(%n: tile<i32>, %s: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: %[[LOW:.*]] = maxi %[[S]], %cst_0_i32 signed
    // CHECK: %[[M:.*]] = mini %[[LOW]], %[[N]] signed
    // CHECK: %[[FIRST:.*]] = for %{{.*}} in (%cst_0_i32 to %[[M]], step %cst_1_i32) {{.*}} iter_values(%{{.*}} = %cst_0_i32)
    // CHECK-NOT: if
    // CHECK: print_tko "below"
    // CHECK: for %{{.*}} in (%[[M]] to %[[N]], step %cst_1_i32) {{.*}} iter_values(%{{.*}} = %[[FIRST]])
    // CHECK-NOT: if
    // CHECK: print_tko "from there"
    // NEVER-COUNT-1: print_tko "below"
    // NEVER-NOT: print_tko "below"
    %0 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %zero) -> (tile<i32>) {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "below" -> token
      } else {
        print_tko "from there" -> token
      }
      %next = addi %v, %i : tile<i32>
      continue %next : tile<i32>
    }
    print_tko "%d", %0 : tile<i32> -> token
  }
}

// -----

// The bound may be on the left; the condition may change after it; the counter may step over it.
cuda_tile.module @behind {
  // CHECK-LABEL: entry @behind
  // CHECK-SAME: %[[N:.*]]: tile<i32>, %[[S:.*]]: tile<i32>
  entry @behind(%n: tile<i32>, %s: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    // CHECK: %[[LAST:.*]] = subi %[[N]], %cst_1_i32
    // CHECK: %[[MIN:.*]] = mini %[[S]], %[[LAST]] unsigned
    // CHECK: %[[NEXT:.*]] = addi %[[MIN]], %cst_1_i32
    // CHECK: %[[M:.*]] = mini %{{.*}}, %[[N]] unsigned
    // CHECK: remi %{{.*}}, %cst_3_i32 unsigned
    // CHECK: for unsigned %{{.*}} in (%cst_0_i32 to %[[M]], step %cst_3_i32)
    // CHECK: print_tko "up to s"
    // CHECK: for unsigned
    // CHECK: print_tko "above"
    for unsigned %i in (%zero to %n, step %c3) : tile<i32> {
      %c = cmpi less_than %s, %i, unsigned : tile<i32> -> tile<i1>
      if %c {
        print_tko "above" -> token
      } else {
        print_tko "up to s" -> token
      }
    }
  }
}

// -----

// Constant bounds give constant bounds.
cuda_tile.module @constants {
  // CHECK-LABEL: entry @constants
  entry @constants() {
    %c1 = constant <i32: 1> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    %c5 = constant <i32: 5> : tile<i32>
    %c20 = constant <i32: 20> : tile<i32>
    // CHECK: for %{{.*}} in (%cst_1_i32 to %cst_5_i32, step %cst_3_i32)
    // CHECK: print_tko "%d", %false
    // CHECK: for %{{.*}} in (%cst_7_i32 to %cst_20_i32, step %cst_3_i32)
    for %i in (%c1 to %c20, step %c3) : tile<i32> {
      %c = cmpi greater_than_or_equal %i, %c5, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "late" -> token
      }
      // The condition has another use.
      // CHECK: print_tko "%d", %true
      print_tko "%d", %c : tile<i1> -> token
    }
  }
}

// -----

// Other signs, other conditions, bounds that change: one loop each.
cuda_tile.module @whole {
  // CHECK-LABEL: entry @whole
  // CHECK: for
  // CHECK: print_tko "unsigned"
  // CHECK-NOT: print_tko "unsigned"
  // CHECK: print_tko "equal"
  // CHECK-NOT: print_tko "equal"
  // CHECK: print_tko "square"
  // CHECK-NOT: print_tko "square"
  // CHECK: print_tko "forbidden"
  // CHECK-NOT: print_tko "forbidden"
  entry @whole(%n: tile<i32>, %s: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %i in (%zero to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, unsigned : tile<i32> -> tile<i1>
      if %c {
        print_tko "unsigned" -> token
      }
    }
    for %i in (%zero to %n, step %one) : tile<i32> {
      %c = cmpi equal %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "equal" -> token
      }
    }
    for %i in (%zero to %n, step %one) : tile<i32> {
      %square = muli %i, %i : tile<i32>
      %c = cmpi less_than %i, %square, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "square" -> token
      }
    }
    for %i in (%zero to %n, step %one) : tile<i32> attributes {loop_split_threshold = 0 : i32} {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "forbidden" -> token
      }
    }
  }
}

// -----

// The threshold: operations of an arm, unless one of them is expensive.
cuda_tile.module @threshold {
  // CHECK-LABEL: entry @threshold
  // FOUR-LABEL: entry @threshold
  entry @threshold(%n: tile<i32>, %s: tile<i32>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // FOUR: print_tko "small"
    // FOUR-NOT: print_tko "small"
    for %i in (%zero to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "small" -> token
      }
    }
    // FOUR: load_ptr_tko
    // FOUR: load_ptr_tko
    for %i in (%zero to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c {
        %0, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      }
    }
    // An attribute of the branch overrides the option.
    // FOUR: print_tko "asked"
    // FOUR: print_tko "asked"
    for %i in (%zero to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %s, signed : tile<i32> -> tile<i1>
      if %c attributes {loop_split_threshold = 1 : i32} {
        print_tko "asked" -> token
      }
    }
  }
}
