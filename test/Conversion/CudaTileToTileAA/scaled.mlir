// A block-scaled dot becomes one of bf16: each scale counts for a row of adjacent elements along K. Where the target
// has an instruction with scales, they stay scales.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100 | FileCheck %s
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=120 | FileCheck %s --check-prefix=SCALES

cuda_tile.module @kernels {
  // CHECK-LABEL: @scaled
  entry @scaled() {
    %a = constant <f8E4M3FN: 1.0> : tile<16x64xf8E4M3FN>
    %b = constant <f8E4M3FN: 1.0> : tile<64x8xf8E4M3FN>
    %c = constant <f32: 0.0> : tile<16x8xf32>
    %sa = constant <f8E8M0FNU: 2.0> : tile<16x2xf8E8M0FNU>
    %sb = constant <f8E8M0FNU: 2.0> : tile<2x8xf8E8M0FNU>
    // CHECK: %[[A:.*]] = nv_tileaa.fp_to_fp %{{.*}} : tensor<16x64xf8E4M3FN> -> tensor<16x64xbf16>
    // CHECK: %[[SA:.*]] = nv_tileaa.fp_to_fp %{{.*}} : tensor<16x2xf8E8M0FNU> -> tensor<16x2xbf16>
    // CHECK: %[[SA1:.*]] = nv_tileaa.view %[[SA]] : tensor<16x2xbf16> -> tensor<16x2x1xbf16>
    // CHECK: %[[SA2:.*]] = nv_tileaa.broadcast %[[SA1]] : tensor<16x2x1xbf16> -> tensor<16x2x32xbf16>
    // CHECK: %[[SA3:.*]] = nv_tileaa.view %[[SA2]] : tensor<16x2x32xbf16> -> tensor<16x64xbf16>
    // CHECK: %[[LHS:.*]] = arith.mulf %[[A]], %[[SA3]] : tensor<16x64xbf16>
    // CHECK: nv_tileaa.broadcast %{{.*}} : tensor<2x1x8xbf16> -> tensor<2x32x8xbf16>
    // CHECK: %[[RHS:.*]] = arith.mulf %{{.*}}, %{{.*}} : tensor<64x8xbf16>
    // CHECK: nv_tileaa.dot %[[LHS]], %[[RHS]], %{{.*}} : tensor<16x64xbf16>, tensor<64x8xbf16>, tensor<16x8xf32>
    // SCALES: nv_tileaa.dot %{{.*}}, %{{.*}}, %{{.*}} scales %{{.*}}, %{{.*}} : tensor<16x64xf8E4M3FN>, tensor<64x8xf8E4M3FN>, tensor<16x8xf32> scales tensor<16x2xf8E8M0FNU>, tensor<2x8xf8E8M0FNU>
    %0 = mmaf_scaled %a, %b, %c, %sa, %sb : tile<16x64xf8E4M3FN>, tile<64x8xf8E4M3FN>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }
}
