// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    %a = constant <f32: 1.5> : tile<4xf32>
    %h = constant <bf16: 1.5> : tile<4xbf16>
    %e = constant <i32: 2> : tile<4xi32>
    // The reference prints two spaces where a rounding mode is left out.
    // CHECK: addf %{{[^ ]*}}, %{{[^ ]*}}  : tile<4xf32>
    %0 = addf %a, %a : tile<4xf32>
    // CHECK: subf %{{.*}}, %{{.*}} rounding<negative_inf> : tile<4xbf16>
    %1 = subf %h, %h rounding<negative_inf> : tile<4xbf16>
    // CHECK: mulf %{{.*}}, %{{.*}} rounding<zero> flush_to_zero : tile<4xf32>
    %2 = mulf %a, %0 rounding<zero> flush_to_zero : tile<4xf32>
    // CHECK: fma %{{.*}}, %{{.*}}, %{{.*}} rounding<positive_inf> : tile<4xf32>
    %3 = fma %a, %0, %2 rounding<positive_inf> : tile<4xf32>
    // CHECK: divf %{{.*}}, %{{.*}} rounding<approx> flush_to_zero : tile<4xf32>
    %4 = divf %a, %3 rounding<approx> flush_to_zero : tile<4xf32>
    // CHECK: divf %{{.*}}, %{{.*}} rounding<full> : tile<4xf32>
    %5 = divf %a, %4 rounding<full> : tile<4xf32>
    // CHECK: remf %{{.*}}, %{{.*}} : tile<4xf32>
    %6 = remf %a, %5 : tile<4xf32>
    // CHECK: maxf %{{.*}}, %{{.*}} flush_to_zero propagate_nan : tile<4xf32>
    %7 = maxf %a, %6 propagate_nan flush_to_zero : tile<4xf32>
    // CHECK: minf %{{.*}}, %{{.*}} propagate_nan : tile<4xf32>
    %8 = minf %a, %7 propagate_nan : tile<4xf32>
    // CHECK: absf %
    %9 = absf %8 : tile<4xf32>
    // CHECK: negf %
    %10 = negf %9 : tile<4xf32>
    // CHECK: ceil %
    %11 = ceil %10 : tile<4xf32>
    // CHECK: floor %
    %12 = floor %11 : tile<4xf32>
    // CHECK: cos %
    %13 = cos %12 : tile<4xf32>
    // CHECK: cosh %
    %14 = cosh %13 : tile<4xf32>
    // CHECK: sin %
    %15 = sin %14 : tile<4xf32>
    // CHECK: sinh %
    %16 = sinh %15 : tile<4xf32>
    // CHECK: tan %
    %17 = tan %16 : tile<4xf32>
    // CHECK: log %
    %18 = log %17 : tile<4xf32>
    // CHECK: log2 %
    %19 = log2 %18 : tile<4xf32>
    // CHECK: exp2 %{{.*}} flush_to_zero : tile<4xf32>
    %20 = exp2 %19 flush_to_zero : tile<4xf32>
    // CHECK: rsqrt %{{[^ ]*}} : tile<4xf32>
    %21 = rsqrt %20 : tile<4xf32>
    // CHECK: exp %{{[^ ]*}}  : tile<4xf32>
    %22 = exp %21 rounding<full> : tile<4xf32>
    // CHECK: tanh %{{.*}} rounding<approx> : tile<4xf32>
    %23 = tanh %22 rounding<approx> : tile<4xf32>
    // CHECK: sqrt %{{.*}} rounding<approx> flush_to_zero : tile<4xf32>
    %24 = sqrt %23 rounding<approx> flush_to_zero : tile<4xf32>
    // CHECK: atan2 %{{.*}}, %{{.*}} : tile<4xf32>
    %25 = atan2 %a, %24 : tile<4xf32>
    // The name of 13.1 to 13.3.
    // CHECK: fpowf %{{.*}}, %{{.*}} : tile<4xf32>
    %26 = pow %a, %25 : tile<4xf32>
    // CHECK: fpowf %{{.*}}, %{{.*}} : tile<4xf32>
    %27 = fpowf %a, %26 : tile<4xf32>
    // CHECK: fpowi %{{.*}}, %{{.*}} : tile<4xf32>, tile<4xi32>
    %28 = fpowi %27, %e : tile<4xf32>, tile<4xi32>
    // CHECK: cmpf greater_than unordered %{{.*}}, %{{.*}} : tile<4xf32> -> tile<4xi1>
    %29 = cmpf greater_than unordered %a, %28 : tile<4xf32> -> tile<4xi1>
  }
}
