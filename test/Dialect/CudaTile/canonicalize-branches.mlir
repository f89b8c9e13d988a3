// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @known {
  // CHECK-LABEL: entry @known
  // CHECK-SAME: %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  entry @known(%x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    // CHECK-NOT: if
    %0 = if %true -> (tile<i32>) {
      print_tko "taken" -> token
      yield %x : tile<i32>
    } else {
      print_tko "not taken" -> token
      yield %y : tile<i32>
    }
    if %false {
      print_tko "not taken" -> token
    }
    // CHECK: print_tko "taken"
    // CHECK-NOT: not taken
    // CHECK: print_tko "%d", %[[X]]
    print_tko "%d", %0 : tile<i32> -> token
  }
}

// -----

// An arm that leaves takes the rest of the block with it.
cuda_tile.module @leaves {
  // CHECK-LABEL: entry @leaves
  entry @leaves() {
    %true = constant <i1: true> : tile<i1>
    %zero = constant <i32: 0> : tile<i32>
    // CHECK: loop : tile<i32>
    %0 = loop iter_values(%i = %zero) : tile<i32> -> tile<i32> {
      // CHECK-NEXT: print_tko "once"
      // CHECK-NEXT: break %cst_0_i32
      // CHECK-NEXT: }
      %1 = if %true -> (tile<i32>) {
        print_tko "once" -> token
        break %i : tile<i32>
      } else {
        yield %i : tile<i32>
      }
      print_tko "never %d", %1 : tile<i32> -> token
      continue %1 : tile<i32>
    }
    print_tko "%d", %0 : tile<i32> -> token
  }
}

// -----

cuda_tile.module @results {
  // CHECK-LABEL: entry @results
  // CHECK-SAME: %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  entry @results(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    // CHECK: %[[XY:.*]] = select %[[C]], %[[X]], %[[Y]]
    // CHECK: if %[[C]] -> (tile<i32>) {
    // CHECK-NEXT: addi
    // CHECK-NEXT: yield %{{.*}} : tile<i32>
    // CHECK-NEXT: } else {
    %0, %1, %2, %3, %4 = if %c -> (tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>) {
      %5 = addi %x, %y : tile<i32>
      yield %x, %y, %true, %5, %5 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
    } else {
      yield %y, %y, %false, %x, %x : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
    }
    // CHECK: print_tko "%d %d %d %d", %[[XY]], %[[Y]], %[[C]]
    print_tko "%d %d %d %d", %0, %1, %2, %3 : tile<i32>, tile<i32>, tile<i1>, tile<i32> -> token
  }
}

// -----

// An arm that leaves decides no result.
cuda_tile.module @one_arm {
  // CHECK-LABEL: entry @one_arm
  // CHECK-SAME: %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>
  entry @one_arm(%c: tile<i1>, %x: tile<i32>) {
    // CHECK: if %[[C]] {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    // CHECK-NEXT: print_tko "%d", %[[X]]
    %0 = if %c -> (tile<i32>) {
      return
    } else {
      yield %x : tile<i32>
    }
    print_tko "%d", %0 : tile<i32> -> token
  }
}

// -----

cuda_tile.module @negated {
  // CHECK-LABEL: entry @negated
  // CHECK-SAME: %[[C:.*]]: tile<i1>
  entry @negated(%c: tile<i1>) {
    %true = constant <i1: true> : tile<i1>
    %not = xori %c, %true : tile<i1>
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: print_tko "c"
    // CHECK-NEXT: } else {
    // CHECK-NEXT: print_tko "not c"
    if %not {
      print_tko "not c" -> token
    } else {
      print_tko "c" -> token
    }
  }
}

// -----

// A branch without effect is removed; tokens are not selected.
cuda_tile.module @nothing {
  // CHECK-LABEL: entry @nothing
  entry @nothing(%c: tile<i1>, %x: tile<i32>) {
    if %c {
      %0 = addi %x, %x : tile<i32>
    } else {
    }
    // CHECK-NEXT: print_tko "a"
    // CHECK-NEXT: print_tko "b"
    // CHECK-NEXT: if
    %a = print_tko "a" -> token
    %b = print_tko "b" -> token
    %t = if %c -> (token) {
      yield %a : token
    } else {
      yield %b : token
    }
    print_tko "end" token=%t -> token
  }
}
