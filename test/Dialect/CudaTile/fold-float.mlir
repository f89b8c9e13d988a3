// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

// Values in all formats and modes: conformance/test_folds.py.

// Results that are not determined to the last bit are not computed.
cuda_tile.module @approximate {
  // CHECK-LABEL: entry @approximate
  entry @approximate() {
    %x = constant <f32: 2.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    // CHECK: divf {{.*}} rounding<approx>
    %0 = divf %x, %one rounding<approx> : tile<f32>
    // CHECK: divf {{.*}} rounding<full>
    %1 = divf %x, %one rounding<full> : tile<f32>
    // CHECK: sqrt {{.*}} rounding<approx>
    %2 = sqrt %x rounding<approx> : tile<f32>
    // CHECK: rsqrt
    %3 = rsqrt %x : tile<f32>
    // CHECK: exp
    %4 = exp %x : tile<f32>
    // CHECK: sin
    %5 = sin %x : tile<f32>
    // CHECK: fpowf
    %6 = fpowf %x, %x : tile<f32>
    print_tko "%f %f %f %f %f %f %f", %0, %1, %2, %3, %4, %5, %6 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  }
}

// -----

// The zero that may be added to a sum depends on its sign and the rounding mode: +0 + -0 is +0, but -0 when rounded
// down.
cuda_tile.module @zeros {
  // CHECK-LABEL: entry @zeros
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  entry @zeros(%x: tile<f32>) {
    %plus = constant <f32: 0.0> : tile<f32>
    %minus = constant <f32: -0.0> : tile<f32>
    %0 = addf %x, %minus : tile<f32>
    %1 = subf %0, %plus rounding<zero> : tile<f32>
    %2 = addf %plus, %1 rounding<negative_inf> : tile<f32>
    %3 = subf %2, %minus rounding<negative_inf> : tile<f32>
    // CHECK: print_tko "x %f", %[[X]]
    print_tko "x %f", %3 : tile<f32> -> token
    // CHECK: addf %[[X]], %{{.*}} : tile<f32>
    %10 = addf %x, %plus : tile<f32>
    // CHECK: subf %[[X]], %{{.*}} : tile<f32>
    %11 = subf %x, %minus : tile<f32>
    // CHECK: addf %[[X]], %{{.*}} rounding<negative_inf> : tile<f32>
    %12 = addf %x, %minus rounding<negative_inf> : tile<f32>
    // Subnormal operands would be flushed.
    // CHECK: addf %[[X]], %{{.*}} flush_to_zero : tile<f32>
    %13 = addf %x, %minus flush_to_zero : tile<f32>
    print_tko "%f %f %f %f", %10, %11, %12, %13 : tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @factors {
  // CHECK-LABEL: entry @factors
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  entry @factors(%x: tile<f32>) {
    %one = constant <f32: 1.0> : tile<f32>
    %zero = constant <f32: 0.0> : tile<f32>
    %0 = mulf %one, %x rounding<zero> : tile<f32>
    %1 = divf %0, %one : tile<f32>
    %2 = negf %1 : tile<f32>
    %3 = negf %2 : tile<f32>
    // CHECK: print_tko "x %f", %[[X]]
    print_tko "x %f", %3 : tile<f32> -> token
    // The sign of a zero, infinities and NaNs.
    // CHECK: mulf %[[X]]
    %10 = mulf %x, %zero : tile<f32>
    // CHECK: subf %[[X]], %[[X]]
    %11 = subf %x, %x : tile<f32>
    // CHECK: divf %[[X]], %[[X]]
    %12 = divf %x, %x : tile<f32>
    // A NaN would become the canonical one.
    // CHECK: maxf %[[X]], %[[X]]
    %13 = maxf %x, %x : tile<f32>
    // CHECK: mulf %[[X]], %{{.*}} flush_to_zero
    %14 = mulf %x, %one flush_to_zero : tile<f32>
    print_tko "%f %f %f %f %f", %10, %11, %12, %13, %14 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @signs {
  // CHECK-LABEL: entry @signs
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  entry @signs(%x: tile<f32>) {
    // CHECK: %[[ABS:.*]] = absf %[[X]]
    %0 = negf %x : tile<f32>
    %1 = absf %0 : tile<f32>
    %2 = absf %1 : tile<f32>
    // CHECK: %[[CEIL:.*]] = ceil %[[X]]
    %3 = ceil %x : tile<f32>
    %4 = floor %3 : tile<f32>
    // CHECK: print_tko "%f %f", %[[ABS]], %[[CEIL]]
    print_tko "%f %f", %2, %4 : tile<f32>, tile<f32> -> token
  }
}

// -----

// x against itself is known where a NaN makes no difference.
cuda_tile.module @itself {
  // CHECK-LABEL: entry @itself
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  entry @itself(%x: tile<f32>) {
    %0 = cmpf equal unordered %x, %x : tile<f32> -> tile<i1>
    %1 = cmpf less_than ordered %x, %x : tile<f32> -> tile<i1>
    %2 = cmpf not_equal ordered %x, %x : tile<f32> -> tile<i1>
    // CHECK: %[[NUMBER:.*]] = cmpf equal ordered %[[X]], %[[X]]
    %3 = cmpf equal ordered %x, %x : tile<f32> -> tile<i1>
    // CHECK: %[[NAN:.*]] = cmpf not_equal unordered %[[X]], %[[X]]
    %4 = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>
    // CHECK: print_tko "%d %d %d %d %d", %true, %false, %false, %[[NUMBER]], %[[NAN]]
    print_tko "%d %d %d %d %d", %0, %1, %2, %3, %4 : tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1> -> token
  }
}

// -----

// Products go to the left of sums, for fuse-fma.
cuda_tile.module @products {
  // CHECK-LABEL: entry @products
  // CHECK-SAME: %[[X:.*]]: tile<f32>, %[[Y:.*]]: tile<f32>
  entry @products(%x: tile<f32>, %y: tile<f32>) {
    // CHECK: %[[XY:.*]] = mulf %[[X]], %[[Y]]
    %0 = mulf %x, %y : tile<f32>
    // CHECK: %[[SUM:.*]] = addf %[[XY]], %[[X]] rounding<zero>
    %1 = addf %x, %0 rounding<zero> : tile<f32>
    // CHECK: %[[XX:.*]] = mulf %[[X]], %[[X]]
    %2 = mulf %x, %x : tile<f32>
    // CHECK: addf %[[XY]], %[[XX]] :
    %3 = addf %0, %2 : tile<f32>
    print_tko "%f %f", %1, %3 : tile<f32>, tile<f32> -> token
  }
}
