// RUN: tileiras-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(fuse-fma)))' | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @fused
  // CHECK-SAME: %[[A:.*]]: tile<f32>, %[[B:.*]]: tile<f32>, %[[C:.*]]: tile<f32>
  entry @fused(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // CHECK: %[[R0:.*]] = fma %[[A]], %[[B]], %[[C]] : tile<f32>
    %0 = mulf %a, %b : tile<f32>
    %1 = addf %0, %c : tile<f32>
    // CHECK: %[[R1:.*]] = fma %[[A]], %[[B]], %[[C]] rounding<zero> flush_to_zero : tile<f32>
    %2 = mulf %a, %b rounding<zero> flush_to_zero : tile<f32>
    %3 = addf %c, %2 rounding<zero> flush_to_zero : tile<f32>
    // CHECK: %[[NEG:.*]] = negf %[[C]]
    // CHECK: %[[R2:.*]] = fma %[[A]], %[[B]], %[[NEG]] : tile<f32>
    %4 = mulf %a, %b : tile<f32>
    %5 = subf %4, %c : tile<f32>
    // The left one of two products is fused.
    // CHECK: %[[BC:.*]] = mulf %[[B]], %[[C]]
    // CHECK: %[[R3:.*]] = fma %[[A]], %[[C]], %[[BC]]
    %6 = mulf %a, %c : tile<f32>
    %7 = mulf %b, %c : tile<f32>
    %8 = addf %6, %7 : tile<f32>
    // CHECK: print_tko "%f %f %f %f", %[[R0]], %[[R1]], %[[R2]], %[[R3]]
    print_tko "%f %f %f %f", %1, %3, %5, %8 : tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  }

  // CHECK-LABEL: entry @not_fused
  // CHECK-NOT: fma
  entry @not_fused(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // Another rounding mode, another treatment of subnormals.
    %0 = mulf %a, %b rounding<zero> : tile<f32>
    %1 = addf %0, %c : tile<f32>
    %2 = mulf %a, %b flush_to_zero : tile<f32>
    %3 = addf %2, %c : tile<f32>
    // The product is used.
    %4 = mulf %a, %b : tile<f32>
    %5 = addf %4, %c : tile<f32>
    // The product is subtracted.
    %6 = mulf %b, %c : tile<f32>
    %7 = subf %a, %6 : tile<f32>
    print_tko "%f %f %f %f %f", %1, %3, %4, %5, %7 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  }
}
