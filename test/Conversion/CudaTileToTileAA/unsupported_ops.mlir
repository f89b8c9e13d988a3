// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100 -verify-diagnostics

cuda_tile.module @kernels {
  entry @kernel(%q: tile<ptr<f32, <multicast>>>, %p: tile<ptr<i32>>, %x: tile<i32>, %c: tile<i1>, %f: tile<f32>, %b: tile<i8>) {
    %y = constant <f32: 0.0> : tile<64xf32>
    %t = make_tensor_view %q, shape = [64], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<64xf32, strides=[1], <multicast>>
    %v = make_partition_view %t : partition_view<tile=(64), tensor_view<64xf32, strides=[1], <multicast>>>
    // expected-error @below {{operation 'cuda_tile.multimem_store_view_tko' is not supported yet}}
    %t1 = multimem_store_view_tko weak %v, %y[%x] : partition_view<tile=(64), tensor_view<64xf32, strides=[1], <multicast>>>, tile<64xf32>, tile<i32> -> token
    return
  }
}
