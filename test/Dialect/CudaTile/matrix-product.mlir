// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x8xf16>
    %b = constant <f16: 1.0> : tile<8x2xf16>
    %c = constant <f32: 0.0> : tile<4x2xf32>
    // CHECK: mmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<4x8xf16>, tile<8x2xf16>, tile<4x2xf32>
    %0 = mmaf %a, %b, %c : tile<4x8xf16>, tile<8x2xf16>, tile<4x2xf32>
    %d = constant <f8E4M3FN: 1.0> : tile<2x4x32xf8E4M3FN>
    %e = constant <f8E4M3FN: 1.0> : tile<2x32x8xf8E4M3FN>
    %f = constant <f32: 0.0> : tile<2x4x8xf32>
    // CHECK: mmaf %{{.*}}, %{{.*}}, %{{.*}} fast_acc : tile<2x4x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x4x8xf32>
    %1 = mmaf %d, %e, %f fast_acc : tile<2x4x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x4x8xf32>
    %g = constant <i8: 1> : tile<4x8xi8>
    %h = constant <i8: 1> : tile<8x2xi8>
    %i = constant <i32: 0> : tile<4x2xi32>
    // CHECK: mmai %{{.*}}, %{{.*}}, %{{.*}} signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    %2 = mmai %g, %h, %i signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    %s = constant <f8E8M0FNU: 1.0> : tile<2x4x1xf8E8M0FNU>
    %t = constant <f8E8M0FNU: 1.0> : tile<2x1x8xf8E8M0FNU>
    // CHECK: mmaf_scaled %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tile<2x4x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x4x8xf32>, tile<2x4x1xf8E8M0FNU>, tile<2x1x8xf8E8M0FNU>
    %3 = mmaf_scaled %d, %e, %f, %s, %t : tile<2x4x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x4x8xf32>, tile<2x4x1xf8E8M0FNU>, tile<2x1x8xf8E8M0FNU>
  }
}
