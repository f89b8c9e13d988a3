// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

// Values between all types: conformance/test_folds.py.

cuda_tile.module @undefined {
  // CHECK-LABEL: entry @undefined
  entry @undefined() {
    %nan = constant <f32: 0x7FC00000> : tile<f32>
    %large = constant <f32: 1.0e10> : tile<f32>
    %half = constant <f32: 0.5> : tile<f32>
    // CHECK: ftoi {{.*}} signed
    %0 = ftoi %nan signed : tile<f32> -> tile<i32>
    // CHECK: ftoi {{.*}} signed
    %1 = ftoi %large signed : tile<f32> -> tile<i32>
    // "Not zero" in the lowering, and in front ends.
    // CHECK: ftoi {{.*}} unsigned
    %2 = ftoi %half unsigned : tile<f32> -> tile<i1>
    // Instructions saturate, the formats have a NaN and an infinity.
    // CHECK: ftof {{.*}} -> tile<f8E4M3FN>
    %3 = ftof %large : tile<f32> -> tile<f8E4M3FN>
    // CHECK: ftof {{.*}} -> tile<f8E5M2>
    %4 = ftof %large : tile<f32> -> tile<f8E5M2>
    print_tko "%d %d %d %f %f", %0, %1, %2, %3, %4 : tile<i32>, tile<i32>, tile<i1>, tile<f8E4M3FN>, tile<f8E5M2> -> token
    // CHECK-NOT: saturating
    // CHECK: print_tko "%d %d", %cst_0_i32, %cst_2147483647_i32
    %5 = ftoi %nan signed saturating : tile<f32> -> tile<i32>
    %6 = ftoi %large signed saturating : tile<f32> -> tile<i32>
    print_tko "%d %d", %5, %6 : tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @chains {
  // CHECK-LABEL: entry @chains
  // CHECK-SAME: %[[X:.*]]: tile<i16>, %[[P:.*]]: tile<ptr<f32>>
  entry @chains(%x: tile<i16>, %p: tile<ptr<f32>>) {
    // CHECK: %[[EXT:.*]] = exti %[[X]] signed : tile<i16> -> tile<i32>
    %0 = exti %x signed : tile<i16> -> tile<i32>
    // CHECK: %[[SIGN:.*]] = exti %[[X]] signed : tile<i16> -> tile<i64>
    %1 = exti %0 signed : tile<i32> -> tile<i64>
    %2 = exti %x unsigned : tile<i16> -> tile<i32>
    // CHECK: %[[ZERO:.*]] = exti %[[X]] unsigned : tile<i16> -> tile<i64>
    %3 = exti %2 signed : tile<i32> -> tile<i64>
    // CHECK: %[[MIXED:.*]] = exti %[[EXT]] unsigned : tile<i32> -> tile<i64>
    %4 = exti %0 unsigned : tile<i32> -> tile<i64>
    // CHECK: print_tko "%d %d %d", %[[SIGN]], %[[ZERO]], %[[MIXED]]
    print_tko "%d %d %d", %1, %3, %4 : tile<i64>, tile<i64>, tile<i64> -> token
    %5 = trunci %0 overflow<no_signed_wrap> : tile<i32> -> tile<i16>
    // CHECK: %[[SHORT:.*]] = trunci %[[X]] : tile<i16> -> tile<i1>
    %6 = trunci %x : tile<i16> -> tile<i8>
    %7 = trunci %6 : tile<i8> -> tile<i1>
    // CHECK: print_tko "%d %d", %[[X]], %[[SHORT]]
    print_tko "%d %d", %5, %7 : tile<i16>, tile<i1> -> token
    // CHECK: %[[BITS:.*]] = bitcast %[[X]] : tile<i16> -> tile<bf16>
    %8 = bitcast %x : tile<i16> -> tile<f16>
    %9 = bitcast %8 : tile<f16> -> tile<bf16>
    %10 = bitcast %9 : tile<bf16> -> tile<i16>
    // CHECK: print_tko "%f %d", %[[BITS]], %[[X]]
    print_tko "%f %d", %9, %10 : tile<bf16>, tile<i16> -> token
    %11 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %12 = int_to_ptr %11 : tile<i64> -> tile<ptr<f32>>
    %13 = ptr_to_ptr %12 : tile<ptr<f32>> -> tile<ptr<i8>>
    %14 = ptr_to_ptr %13 : tile<ptr<i8>> -> tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %15 = offset %14, %zero : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    // CHECK: print_tko "%p", %[[P]]
    print_tko "%p", %15 : tile<ptr<f32>> -> token
    // A different pointee type is kept.
    // CHECK: int_to_ptr
    %16 = int_to_ptr %11 : tile<i64> -> tile<ptr<i32>>
    print_tko "%p", %16 : tile<ptr<i32>> -> token
  }
}
