// Tiles of 16-bit floats are computed by the packed instructions of PTX, and by no others.
// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -o - | FileCheck %s --implicit-check-not='rn.f16 ' --implicit-check-not='max.f16 ' --implicit-check-not='min.f16 ' --implicit-check-not='neg.f16 '
cuda_tile.module @m {
  // CHECK-LABEL: .entry halves
  // CHECK-DAG: {{(mul|fma).rn.f16x2}}
  // CHECK-DAG: fma.rn.f16x2
  // CHECK-DAG: max.f16x2
  // CHECK-DAG: min.NaN.f16x2
  // CHECK-DAG: neg.f16x2
  entry @halves(%from: tile<ptr<f16>>, %to: tile<ptr<f16>>) {
    %i = iota : tile<256xi32>
    %a0 = reshape %from : tile<ptr<f16>> -> tile<1xptr<f16>>
    %a1 = broadcast %a0 : tile<1xptr<f16>> -> tile<256xptr<f16>>
    %a2 = offset %a1, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
    %x, %t1 = load_ptr_tko weak %a2 : tile<256xptr<f16>> -> tile<256xf16>, token
    %y0 = mulf %x, %x : tile<256xf16>
    %y1 = fma %y0, %x, %y0 : tile<256xf16>
    %y2 = maxf %y1, %x : tile<256xf16>
    %y3 = negf %y2 : tile<256xf16>
    %y4 = minf %y3, %x propagate_nan : tile<256xf16>
    %b0 = reshape %to : tile<ptr<f16>> -> tile<1xptr<f16>>
    %b1 = broadcast %b0 : tile<1xptr<f16>> -> tile<256xptr<f16>>
    %b2 = offset %b1, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
    %t2 = store_ptr_tko weak %b2, %y4 : tile<256xptr<f16>>, tile<256xf16> -> token
    return
  }
}
