// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

// Promises that are kept anyway.
cuda_tile.module @redundant {
  // CHECK-LABEL: entry @redundant
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @redundant(%x: tile<i32>) {
    // CHECK-NEXT: %[[DIV:.*]] = assume div_by<16>, %[[X]]
    %0 = assume div_by<8>, %x : tile<i32>
    %1 = assume div_by<16>, %0 : tile<i32>
    // CHECK-NEXT: %[[LOW:.*]] = assume bounded<0, ?>, %[[DIV]]
    %2 = assume bounded<0, ?>, %1 : tile<i32>
    %3 = assume div_by<4>, %2 : tile<i32>
    %4 = assume bounded<-1, ?>, %3 : tile<i32>
    // CHECK-NEXT: print_tko "%d", %[[LOW]]
    print_tko "%d", %4 : tile<i32> -> token
    // Neither promise implies the other.
    // CHECK: assume bounded<0, ?>, %[[X]]
    // CHECK: assume bounded<?, 7>
    %5 = assume bounded<0, ?>, %x : tile<i32>
    %6 = assume bounded<?, 7>, %5 : tile<i32>
    print_tko "%d", %6 : tile<i32> -> token
  }
}

// -----

cuda_tile.module @constants {
  // CHECK-LABEL: entry @constants
  entry @constants() {
    %c = constant <i32: 48> : tile<4xi32>
    %0 = assume div_by<16>, %c : tile<4xi32>
    %1 = assume same_elements<[4]>, %0 : tile<4xi32>
    %2 = assume bounded<0, 100>, %1 : tile<4xi32>
    // CHECK: print_tko "%d", %cst_48_i32
    print_tko "%d", %2 : tile<4xi32> -> token
    // A broken promise is left alone.
    // CHECK: assume div_by<32>
    %3 = assume div_by<32>, %c : tile<4xi32>
    // CHECK: assume bounded<0, 7>
    %4 = assume bounded<0, 7>, %c : tile<4xi32>
    print_tko "%d %d", %3, %4 : tile<4xi32>, tile<4xi32> -> token
  }
}

// -----

// Divisors and remainders.
cuda_tile.module @divisors {
  // CHECK-LABEL: entry @divisors
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @divisors(%x: tile<i32>) {
    %c3 = constant <i32: 3> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %c15 = constant <i32: 15> : tile<i32>
    %0 = assume div_by<4>, %x : tile<i32>
    %1 = muli %0, %c8 : tile<i32>
    %2 = addi %1, %c8 : tile<i32>
    %3 = remi %2, %c8 signed : tile<i32>
    %4 = andi %1, %c15 : tile<i32>
    // CHECK: print_tko "%d %d", %cst_0_i32, %cst_0_i32
    print_tko "%d %d", %3, %4 : tile<i32>, tile<i32> -> token
    // CHECK: andi
    %5 = andi %2, %c15 : tile<i32>
    // CHECK: remi
    %6 = remi %0, %c3 signed : tile<i32>
    print_tko "%d %d", %5, %6 : tile<i32>, tile<i32> -> token
  }
}

// -----

// Groups are not elements: only each fourth one is divisible.
cuda_tile.module @groups {
  // CHECK-LABEL: entry @groups
  entry @groups() {
    %c3 = constant <i32: 3> : tile<8xi32>
    %line = iota : tile<8xi32>
    %0 = assume div_by<4, every 4 along 0>, %line : tile<8xi32>
    // CHECK: andi
    %1 = andi %0, %c3 : tile<8xi32>
    print_tko "%d", %1 : tile<8xi32> -> token
  }
}

// -----

// Ranges and comparisons.
cuda_tile.module @ranges {
  // CHECK-LABEL: entry @ranges
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @ranges(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    // CHECK: %[[LOW:.*]] = assume bounded<0, 7>
    %low = assume bounded<0, 7>, %x : tile<i32>
    %0 = cmpi greater_than_or_equal %low, %zero, signed : tile<i32> -> tile<i1>
    %1 = cmpi greater_than_or_equal %low, %c8, unsigned : tile<i32> -> tile<i1>
    %2 = cmpi less_than %bx, %zero, signed : tile<i32> -> tile<i1>
    %3 = cmpi equal %nx, %zero, signed : tile<i32> -> tile<i1>
    // CHECK: print_tko "%d %d %d %d", %true, %false, %false, %false
    print_tko "%d %d %d %d", %0, %1, %2, %3 : tile<i1>, tile<i1>, tile<i1>, tile<i1> -> token
    %4 = maxi %low, %zero signed : tile<i32>
    %5 = mini %4, %c8 unsigned : tile<i32>
    %6 = remi %5, %c8 signed : tile<i32>
    %7 = absi %6 : tile<i32>
    // CHECK: print_tko "%d", %[[LOW]]
    print_tko "%d", %7 : tile<i32> -> token
    // Sums may wrap.
    // CHECK: cmpi
    %8 = addi %x, %c8 : tile<i32>
    %9 = cmpi greater_than %8, %x, signed : tile<i32> -> tile<i1>
    print_tko "%d", %9 : tile<i1> -> token
  }
}

// -----

// Counters, between constants.
cuda_tile.module @counters {
  // CHECK-LABEL: entry @counters
  entry @counters(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    // CHECK: for
    for %i in (%zero to %c8, step %one) : tile<i32> {
      // CHECK-NOT: cmpi
      %0 = cmpi less_than %i, %c8, signed : tile<i32> -> tile<i1>
      // CHECK: print_tko "%d", %true
      print_tko "%d", %0 : tile<i1> -> token
    }
    for %i in (%zero to %n, step %one) : tile<i32> {
      // CHECK: cmpi
      %0 = cmpi less_than %i, %c8, signed : tile<i32> -> tile<i1>
      print_tko "%d", %0 : tile<i1> -> token
    }
  }
}
