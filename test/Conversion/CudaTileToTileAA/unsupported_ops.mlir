// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 -verify-diagnostics
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90

cuda_tile.module @kernels {
  entry @kernel(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %t = make_tensor_view %p, shape = [64], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<64xf32, strides=[1], <multicast>>
    %v = make_partition_view %t : partition_view<tile=(64), tensor_view<64xf32, strides=[1], <multicast>>>
    // All of them are named, not only the first.
    // expected-error @below {{Incompatibility with architecture 'sm_80': no access to several replicas, which begins with sm_90}}
    %x, %t0 = multimem_load_reduce_view_tko weak %v[%i] : partition_view<tile=(64), tensor_view<64xf32, strides=[1], <multicast>>>, tile<i32> -> tile<64xf32>, token
    // expected-error @below {{Incompatibility with architecture 'sm_80': no access to several replicas, which begins with sm_90}}
    %t1 = multimem_store_view_tko weak %v, %x[%i] : partition_view<tile=(64), tensor_view<64xf32, strides=[1], <multicast>>>, tile<64xf32>, tile<i32> -> token
    return
  }
}
