// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @splats {
  // CHECK-LABEL: entry @splats
  entry @splats() {
    // Splats are folded whatever their size.
    %0 = constant <f32: 2.0> : tile<f32>
    %1 = reshape %0 : tile<f32> -> tile<1x1xf32>
    %2 = broadcast %1 : tile<1x1xf32> -> tile<4096x2048xf32>
    %3 = permute %2 [1, 0] : tile<4096x2048xf32> -> tile<2048x4096xf32>
    %4 = addf %3, %3 : tile<2048x4096xf32>
    // CHECK: %[[FOUR:.*]] = constant <f32: 4.000000e+00> : tile<2048x4096xf32>
    // CHECK-NEXT: print_tko "%f", %[[FOUR]]
    print_tko "%f", %4 : tile<2048x4096xf32> -> token
  }
}

// -----

cuda_tile.module @literals {
  // CHECK-LABEL: entry @literals
  // CHECK-DAG: %[[PERMUTED:.*]] = constant <i32: {{\[\[}}1, 3], [2, 4]]> : tile<2x2xi32>
  // CHECK-DAG: %[[FLAT:.*]] = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  // CHECK-DAG: %[[ROW:.*]] = constant <i32: {{\[\[}}3, 4]]> : tile<1x2xi32>
  // CHECK-DAG: %[[CAT:.*]] = constant <i32: {{\[\[}}1, 2, 1, 3], [3, 4, 2, 4]]> : tile<2x4xi32>
  // CHECK-DAG: %[[INSERTED:.*]] = constant <i32: {{\[\[}}3, 4], [3, 4]]> : tile<2x2xi32>
  // CHECK-DAG: %[[STRETCHED:.*]] = constant <i32: {{\[\[}}3, 4], [3, 4], [3, 4], [3, 4]]> : tile<4x2xi32>
  entry @literals() {
    %c = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %0 = permute %c [1, 0] : tile<2x2xi32> -> tile<2x2xi32>
    %1 = reshape %c : tile<2x2xi32> -> tile<4xi32>
    %2 = extract %c[%one, %zero] : tile<2x2xi32> -> tile<1x2xi32>
    %3 = cat %c, %0 dim = 1 : tile<2x2xi32>, tile<2x2xi32> -> tile<2x4xi32>
    %4 = insert %2, %c[%zero, %zero] : tile<1x2xi32>, tile<2x2xi32>
    %5 = broadcast %2 : tile<1x2xi32> -> tile<4x2xi32>
    // CHECK: print_tko "%d %d %d %d %d %d", %[[PERMUTED]], %[[FLAT]], %[[ROW]], %[[CAT]], %[[INSERTED]], %[[STRETCHED]]
    print_tko "%d %d %d %d %d %d", %0, %1, %2, %3, %4, %5 : tile<2x2xi32>, tile<4xi32>, tile<1x2xi32>, tile<2x4xi32>, tile<2x2xi32>, tile<4x2xi32> -> token
  }
}

// -----

// Large results, and undefined ones, are not folded.
cuda_tile.module @stays {
  // CHECK-LABEL: entry @stays
  entry @stays() {
    %c = constant <i32: [[1, 2]]> : tile<1x2xi32>
    %two = constant <i32: 2> : tile<i32>
    // CHECK: broadcast
    %0 = broadcast %c : tile<1x2xi32> -> tile<1024x2xi32>
    // CHECK: extract
    %1 = extract %c[%two, %two] : tile<1x2xi32> -> tile<1x1xi32>
    // A thread counts faster than it loads.
    // CHECK: iota : tile<16xi32>
    %2 = iota : tile<16xi32>
    // CHECK-NOT: iota
    %3 = iota : tile<1xi32>
    print_tko "%d %d %d %d", %0, %1, %2, %3 : tile<1024x2xi32>, tile<1x1xi32>, tile<16xi32>, tile<1xi32> -> token
  }
}

// -----

cuda_tile.module @chains {
  // CHECK-LABEL: entry @chains
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @chains(%x: tile<i32>) {
    // CHECK: %[[LINE:.*]] = iota
    %line = iota : tile<8xi32>
    // CHECK: %[[BOX:.*]] = reshape %[[LINE]] : tile<8xi32> -> tile<2x2x2xi32>
    %0 = reshape %line : tile<8xi32> -> tile<2x4xi32>
    %1 = reshape %0 : tile<2x4xi32> -> tile<2x2x2xi32>
    // CHECK: %[[TURNED:.*]] = permute %[[BOX]] [2, 0, 1]
    %2 = permute %1 [1, 2, 0] : tile<2x2x2xi32> -> tile<2x2x2xi32>
    %3 = permute %2 [1, 2, 0] : tile<2x2x2xi32> -> tile<2x2x2xi32>
    // CHECK: print_tko "%d %d", %[[TURNED]], %[[BOX]]
    %4 = permute %3 [1, 2, 0] : tile<2x2x2xi32> -> tile<2x2x2xi32>
    print_tko "%d %d", %3, %4 : tile<2x2x2xi32>, tile<2x2x2xi32> -> token
    // CHECK: %[[ONE:.*]] = reshape %[[X]]
    // CHECK: broadcast %[[ONE]] : tile<1x1xi32> -> tile<4x8xi32>
    %5 = reshape %x : tile<i32> -> tile<1x1xi32>
    %6 = broadcast %5 : tile<1x1xi32> -> tile<1x8xi32>
    %7 = broadcast %6 : tile<1x8xi32> -> tile<4x8xi32>
    print_tko "%d", %7 : tile<4x8xi32> -> token
    // The whole tile, and its bytes there and back.
    %8 = extract %line[%x] : tile<8xi32> -> tile<8xi32>
    %9 = insert %8, %line[%x] : tile<8xi32>, tile<8xi32>
    %10 = pack %9 : tile<8xi32> -> tile<32xi8>
    %11 = unpack %10 : tile<32xi8> -> tile<8xi32>
    // CHECK: print_tko "line %d", %[[LINE]]
    print_tko "line %d", %11 : tile<8xi32> -> token
  }
}

// -----

cuda_tile.module @select {
  // CHECK-LABEL: entry @select
  // CHECK-SAME: %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  entry @select(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %0 = select %true, %x, %y : tile<i1>, tile<i32>
    %1 = select %c, %x, %x : tile<i1>, tile<i32>
    %2 = select %c, %true, %false : tile<i1>, tile<i1>
    %same = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>
    %3 = select %same, %y, %x : tile<i1>, tile<i32>
    %differ = cmpi not_equal %x, %y, signed : tile<i32> -> tile<i1>
    %4 = select %differ, %y, %x : tile<i1>, tile<i32>
    // CHECK: print_tko "%d %d %d %d %d", %[[X]], %[[X]], %[[C]], %[[X]], %[[Y]]
    print_tko "%d %d %d %d %d", %0, %1, %2, %3, %4 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> -> token
    // CHECK: %[[NOT:.*]] = xori %[[C]], %true
    %5 = select %c, %false, %true : tile<i1>, tile<i1>
    // CHECK: %[[YX:.*]] = select %[[C]], %[[Y]], %[[X]]
    %6 = select %5, %x, %y : tile<i1>, tile<i32>
    // CHECK: %[[NESTED:.*]] = select %[[C]], %[[Y]], %cst_1_i32
    %7 = select %c, %6, %one : tile<i1>, tile<i32>
    // CHECK: %[[NUMBER:.*]] = exti %[[C]] unsigned
    %8 = select %c, %one, %zero : tile<i1>, tile<i32>
    // CHECK: %[[NOT2:.*]] = xori %[[C]], %true
    // CHECK: %[[OTHER:.*]] = exti %[[NOT2]] unsigned
    %9 = select %c, %zero, %one : tile<i1>, tile<i32>
    // CHECK: print_tko "%d %d %d %d %d", %[[NOT]], %[[YX]], %[[NESTED]], %[[NUMBER]], %[[OTHER]]
    print_tko "%d %d %d %d %d", %5, %6, %7, %8, %9 : tile<i1>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
  }
}
