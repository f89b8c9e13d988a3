// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @nearest_even
  entry @nearest_even(%a: tile<f32>, %b: tile<f32>) {
    // CHECK: arith.addf %[[A:.*]], %[[B:.*]] : f32
    %0 = addf %a, %b : tile<f32>
    // CHECK: arith.subf
    %1 = subf %a, %b : tile<f32>
    // CHECK: arith.mulf
    %2 = mulf %a, %b : tile<f32>
    // CHECK: arith.divf
    %3 = divf %a, %b : tile<f32>
    // CHECK: math.fma %[[A]], %[[B]], %[[A]] : f32
    %4 = fma %a, %b, %a : tile<f32>
    // CHECK: math.sqrt
    %5 = sqrt %a : tile<f32>
    // CHECK: math.rsqrt
    %6 = rsqrt %a : tile<f32>
    // CHECK: math.exp2
    %7 = exp2 %a : tile<f32>
    // CHECK: math.exp %
    %8 = exp %a : tile<f32>
    // CHECK: math.tanh
    %9 = tanh %a : tile<f32>
    // CHECK: arith.maximumf
    %10 = maxf %a, %b propagate_nan : tile<f32>
    // CHECK: arith.minnumf
    %11 = minf %a, %b : tile<f32>
    // CHECK: arith.cmpf oge
    %12 = cmpf greater_than_or_equal ordered %a, %b : tile<f32> -> tile<i1>
    // CHECK: arith.cmpf une
    %13 = cmpf not_equal unordered %a, %b : tile<f32> -> tile<i1>
    // CHECK: nv_tileaa.atan2 %[[A]], %[[B]] : f32
    %14 = atan2 %a, %b : tile<f32>
    // CHECK: math.powf
    %15 = fpowf %a, %b : tile<f32>
    return
  }

  // CHECK-LABEL: @modes
  entry @modes(%a: tile<f32>, %b: tile<f32>) {
    // CHECK: nv_tileaa.addf %[[A:.*]], %[[B:.*]] rounding <zero> : f32
    %0 = addf %a, %b rounding<zero> : tile<f32>
    // CHECK: nv_tileaa.mulf %[[A]], %[[B]] ftz : f32
    %1 = mulf %a, %b flush_to_zero : tile<f32>
    // CHECK: nv_tileaa.divf %[[A]], %[[B]] rounding <approx> ftz : f32
    %2 = divf %a, %b rounding<approx> flush_to_zero : tile<f32>
    // CHECK: nv_tileaa.fma {{.*}} rounding <positive_inf> : f32
    %3 = fma %a, %b, %a rounding<positive_inf> : tile<f32>
    // CHECK: nv_tileaa.exp %[[A]] rounding <approx> : f32
    %4 = exp %a rounding<approx> : tile<f32>
    // CHECK: nv_tileaa.exp2 %[[A]] ftz : f32
    %5 = exp2 %a flush_to_zero : tile<f32>
    // CHECK: nv_tileaa.maxf %[[A]], %[[B]] propagate_nan ftz : f32
    %6 = maxf %a, %b flush_to_zero propagate_nan : tile<f32>
    return
  }
}
