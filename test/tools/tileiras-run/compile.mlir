// Tile IR is compiled first, by the tileiras next to this program.
//
// RUN: python3 %S/../../Emulator/Inputs/arrays.py tile %t
// RUN: tileiras-run %s --arg ptr:%t.a.npy --arg ptr:zeros:f32:16 --expect 1=%t.double.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --arg ptr:%t.a.npy --arg ptr:zeros:f32:16 --expect 1=%t.double.npy | FileCheck %s
// RUN: not tileiras-run %s --gpu-name sm_70 --arg i32:1 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tileiras-run %s --device-library=cuda --arg i32:1 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: error: for the --device-library option: no libdevice.10.bc found
// CHECK: argument 1: max abs error 0,
// FAILS: error: {{.*}}tileiras failed on {{.*}}compile.mlir
cuda_tile.module @m {
  entry @twice(%from: !cuda_tile.tile<!cuda_tile.ptr<f32>>,
               %to: !cuda_tile.tile<!cuda_tile.ptr<f32>>) {
    %i = iota : tile<16xi32>
    %a0 = reshape %from : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a1 = broadcast %a0 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %a2 = offset %a1, %i : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %x, %t0 = load_ptr_tko weak %a2 : tile<16xptr<f32>> -> tile<16xf32>, token
    %y = addf %x, %x : tile<16xf32>
    %b0 = reshape %to : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b1 = broadcast %b0 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %b2 = offset %b1, %i : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %t1 = store_ptr_tko weak %b2, %y : tile<16xptr<f32>>, tile<16xf32> -> token
    return
  }
}
