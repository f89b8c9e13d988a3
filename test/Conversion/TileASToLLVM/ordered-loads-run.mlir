// Tiles of pointers and scalars, whose elements one thread reads for all: the
// values that the others get (conformance/test_ordered_loads.py has views).
// RUN: python3 %S/../../Emulator/Inputs/arrays.py tile %t
// RUN: tileiras-run %s --gpu-name sm_80 --arg ptr:%t.a.npy --arg ptr:zeros:f32:16 --expect 1=%t.double.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_100 --schedule adversarial --arg ptr:%t.a.npy --arg ptr:zeros:f32:16 --expect 1=%t.double.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --schedule random:1 --arg ptr:%t.a.npy --arg ptr:zeros:f32:16 --expect 1=%t.double.npy | FileCheck %s
// CHECK: argument 1: max abs error 0,
cuda_tile.module @m {
  entry @twice(%from: !cuda_tile.tile<!cuda_tile.ptr<f32>>,
               %to: !cuda_tile.tile<!cuda_tile.ptr<f32>>) {
    %i = iota : tile<16xi32>
    %fifteen = constant <i32: 15> : tile<i32>
    %fifteens = constant <i32: 15> : tile<16xi32>
    %others = cmpi less_than %i, %fifteens, signed : tile<16xi32> -> tile<16xi1>
    %none = constant <f32: 7.0> : tile<16xf32>
    %a0 = reshape %from : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a1 = broadcast %a0 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %a2 = offset %a1, %i : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>

    // The last element through a scalar pointer, the others under a mask.
    %p = offset %from, %fifteen : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %s, %t0 = load_ptr_tko acquire device %p : tile<ptr<f32>> -> tile<f32>, token
    %s1 = reshape %s : tile<f32> -> tile<1xf32>
    %s16 = broadcast %s1 : tile<1xf32> -> tile<16xf32>
    %x, %t1 = load_ptr_tko relaxed device %a2, %others, %none : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token
    %y = select %others, %x, %s16 : tile<16xi1>, tile<16xf32>
    %z = addf %y, %y : tile<16xf32>

    %b0 = reshape %to : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b1 = broadcast %b0 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %b2 = offset %b1, %i : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %t2 = store_ptr_tko weak %b2, %z : tile<16xptr<f32>>, tile<16xf32> -> token
    return
  }
}
