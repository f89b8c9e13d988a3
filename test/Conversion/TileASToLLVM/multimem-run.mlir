// Tiles of several replicas, of which the emulated device has one: a loaded tile is added to memory, and stored.
// RUN: python3 %S/../../Emulator/Inputs/arrays.py tile %t
// RUN: tileiras-run %s --gpu-name sm_90 --arg ptr:%t.a.npy --arg ptr:zeros:f32:16 --expect 1=%t.double.npy | FileCheck %s
// CHECK: argument 1: max abs error 0,
cuda_tile.module @m {
  entry @twice(%from: !cuda_tile.tile<!cuda_tile.ptr<f32, <multicast>>>,
               %to: !cuda_tile.tile<!cuda_tile.ptr<f32, <multicast>>>) {
    %i = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %from, shape = [16], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<16xf32, strides=[1], <multicast>>
    %b = make_tensor_view %to, shape = [16], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<16xf32, strides=[1], <multicast>>
    %av = make_partition_view %a : partition_view<tile=(16), tensor_view<16xf32, strides=[1], <multicast>>>
    %bv = make_partition_view %b : partition_view<tile=(16), tensor_view<16xf32, strides=[1], <multicast>>>
    %x, %t0 = multimem_load_reduce_view_tko weak %av[%i] : partition_view<tile=(16), tensor_view<16xf32, strides=[1], <multicast>>>, tile<i32> -> tile<16xf32>, token
    %t1 = multimem_store_view_tko weak %bv, %x[%i] : partition_view<tile=(16), tensor_view<16xf32, strides=[1], <multicast>>>, tile<16xf32>, tile<i32> -> token
    %t2 = multimem_reduce_view_tko relaxed device %bv, %x[%i] token = %t1 : partition_view<tile=(16), tensor_view<16xf32, strides=[1], <multicast>>>, tile<16xf32>, tile<i32> -> token
    return
  }
}
