// Tiles of floats are computed by the packed instructions of PTX only: of 16 bits on every target that has them, of 32
// where there are units for pairs.
// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SCALAR --implicit-check-not='rn.f16 ' --implicit-check-not='max.f16 ' --implicit-check-not='min.f16 ' --implicit-check-not='neg.f16 ' --implicit-check-not='rn.bf16 ' --implicit-check-not=f32x2
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SUMS,SCALAR --implicit-check-not='rn.f16 ' --implicit-check-not='max.f16 ' --implicit-check-not='neg.f16 ' --implicit-check-not='rn.bf16 ' --implicit-check-not=f32x2
// RUN: tileiras %s --gpu-name sm_100 --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SUMS,PAIRS --implicit-check-not='rn.f16 ' --implicit-check-not='rn.bf16 ' --implicit-check-not='rn.f32 '
// RUN: tileiras %s --gpu-name sm_107 --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SUMS,PAIRS --implicit-check-not='rn.f16 ' --implicit-check-not='rn.bf16 ' --implicit-check-not='rn.f32 '
// RUN: tileiras %s --gpu-name sm_120 --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SUMS,SCALAR --implicit-check-not='rn.f16 ' --implicit-check-not='rn.bf16 ' --implicit-check-not=f32x2
cuda_tile.module @m {
  // CHECK-LABEL: .entry halves
  // CHECK-DAG: {{(mul|fma).rn.f16x2}}
  // CHECK-DAG: fma.rn.f16x2
  // CHECK-DAG: max.f16x2
  // CHECK-DAG: min.NaN.f16x2
  // CHECK-DAG: neg.f16x2
  // CHECK-DAG: abs.f16x2
  // CHECK: ret;
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
    %y5 = absf %y4 : tile<256xf16>
    %y6 = addf %y5, %x : tile<256xf16>
    %b0 = reshape %to : tile<ptr<f16>> -> tile<1xptr<f16>>
    %b1 = broadcast %b0 : tile<1xptr<f16>> -> tile<256xptr<f16>>
    %b2 = offset %b1, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
    %t2 = store_ptr_tko weak %b2, %y6 : tile<256xptr<f16>>, tile<256xf16> -> token
    return
  }
  // CHECK-LABEL: .entry brain_floats
  // SUMS-DAG: mul.rn.bf16x2
  // SUMS-DAG: sub.rn.bf16x2
  // CHECK-DAG: fma.rn.bf16x2
  // CHECK-DAG: max.NaN.bf16x2
  // CHECK: ret;
  entry @brain_floats(%from: tile<ptr<bf16>>, %to: tile<ptr<bf16>>) {
    %i = iota : tile<256xi32>
    %a0 = reshape %from : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %a1 = broadcast %a0 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
    %a2 = offset %a1, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
    %x, %t1 = load_ptr_tko weak %a2 : tile<256xptr<bf16>> -> tile<256xbf16>, token
    %zero = constant <bf16: 0.0> : tile<256xbf16>
    %y0 = mulf %x, %x : tile<256xbf16>
    %y1 = fma %y0, %x, %y0 : tile<256xbf16>
    %y2 = maxf %y1, %zero propagate_nan : tile<256xbf16>
    %y3 = subf %y2, %x : tile<256xbf16>
    %b0 = reshape %to : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %b1 = broadcast %b0 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
    %b2 = offset %b1, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
    %t2 = store_ptr_tko weak %b2, %y3 : tile<256xptr<bf16>>, tile<256xbf16> -> token
    return
  }
  // CHECK-LABEL: .entry floats
  // PAIRS-DAG: mul.rn.f32x2
  // PAIRS-DAG: fma.rn.f32x2
  // PAIRS-DAG: add.rn.f32x2
  // PAIRS-DAG: sub.rn.f32x2
  // SCALAR-DAG: mul.rn.f32
  // SCALAR-DAG: fma.rn.f32
  // SCALAR-DAG: add.rn.f32
  // SCALAR-DAG: sub.rn.f32
  // CHECK: ret;
  entry @floats(%from: tile<ptr<f32>>, %to: tile<ptr<f32>>) {
    %i = iota : tile<256xi32>
    %a0 = reshape %from : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a1 = broadcast %a0 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %a2 = offset %a1, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %x, %t1 = load_ptr_tko weak %a2 : tile<256xptr<f32>> -> tile<256xf32>, token
    %y0 = mulf %x, %x : tile<256xf32>
    %y1 = fma %y0, %x, %y0 : tile<256xf32>
    %y2 = addf %y1, %x : tile<256xf32>
    %y3 = subf %y2, %y0 : tile<256xf32>
    %b0 = reshape %to : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b1 = broadcast %b0 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %b2 = offset %b1, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %t2 = store_ptr_tko weak %b2, %y3 : tile<256xptr<f32>>, tile<256xf32> -> token
    return
  }
}
