// RUN: tileiras-opt %s | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

cuda_tile.module @m {
  entry @k() {
    // CHECK: %true = constant <i1: true> : tile<i1>
    %0 = constant <i1: true> : tile<i1>
    // CHECK: %false = constant <i1: false> : tile<4xi1>
    %1 = constant <i1: 0> : tile<4xi1>
    // CHECK: %true_0 = constant <i1: true> : tile<i1>
    %2 = constant <i1: -1> : tile<i1>
    // CHECK: %cst_i1 = constant <i1: [true, false]> : tile<2xi1>
    %3 = constant <i1: [true, false]> : tile<2xi1>
    // CHECK: %cst_-1_i8 = constant <i8: -1> : tile<i8>
    %4 = constant <i8: 255> : tile<i8>
    // CHECK: %cst_i32 = constant <i32: {{\[\[}}1, 2], [3, 4]]> : tile<2x2xi32>
    // GENERIC: value = dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
    %5 = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    // All elements the same: a splat.
    // CHECK: %cst_5_i64 = constant <i64: 5> : tile<2xi64>
    %6 = constant <i64: [5, 5]> : tile<2xi64>
    // CHECK: %cst_1024_f32 = constant <f32: 1.024000e+03> : tile<f32>
    %7 = constant <f32: 1024.0> : tile<f32>
    // CHECK: %cst_f32 = constant <f32: -2.000000e+00> : tile<f32>
    %8 = constant <f32: -2.0> : tile<f32>
    // CHECK: %cst_f32_1 = constant <f32: 5.000000e-01> : tile<f32>
    %9 = constant <f32: 0.5> : tile<f32>
    // CHECK: %cst_NaN_f32 = constant <f32: 0x7FC00000> : tile<f32>
    %10 = constant <f32: 0x7FC00000> : tile<f32>
    // CHECK: %cst_0_tf32 = constant <tf32: 0.000000e+00> : tile<tf32>
    %11 = constant <tf32: 0.0> : tile<tf32>
    // CHECK: %cst_f8E4M3FN = constant <f8E4M3FN: [1.000000e+00, 4.480000e+02]> : tile<2xf8E4M3FN>
    %12 = constant <f8E4M3FN: [1.0, 448.0]> : tile<2xf8E4M3FN>
    // fnv8E5M3FNU: its bits are kept.
    // CHECK: %cst_fnv8E5M3FNU = constant <fnv8E5M3FNU: [1.000000e+00, 1.146880e+05, 2.000000e+00, 0xFF]> : tile<4xfnv8E5M3FNU>
    // GENERIC: value = dense<[120, -2, -128, -1]> : tensor<4xi8, !cuda_tile.fnv8E5M3FNU>
    %13 = constant <fnv8E5M3FNU: [1.0, 114688.0, 2.0, 0xFF]> : tile<4xfnv8E5M3FNU>
  }
}
