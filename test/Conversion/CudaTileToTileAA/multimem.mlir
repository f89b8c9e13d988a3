// Accesses to several replicas.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @kernel
  entry @kernel(%p: tile<ptr<f16, <multicast>>>, %q: tile<ptr<i32, <multicast>>>, %i: tile<i32>) {
    %pt = make_tensor_view %p, shape = [64], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<64xf16, strides=[1], <multicast>>
    %pv = make_partition_view %pt : partition_view<tile=(64), tensor_view<64xf16, strides=[1], <multicast>>>
    %qt = make_tensor_view %q, shape = [64], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<64xi32, strides=[1], <multicast>>
    %qv = make_partition_view %qt : partition_view<tile=(64), tensor_view<64xi32, strides=[1], <multicast>>>
    // A weak access gets the least order.
    // CHECK: nv_tileaa.tiled_load <relaxed> scope <tl_blk> %{{.*}}[%{{.*}}] {allow_tma = false, in_bounds = array<i1: false>, multicast = #nv_tileaa.rmw_mode<addf>}
    %x, %t0 = multimem_load_reduce_view_tko weak %pv[%i] : partition_view<tile=(64), tensor_view<64xf16, strides=[1], <multicast>>>, tile<i32> -> tile<64xf16>, token
    // CHECK: nv_tileaa.tiled_load <acquire> scope <sys> {{.*}} multicast = #nv_tileaa.rmw_mode<umin>}
    %y, %t1 = multimem_load_reduce_view_tko acquire sys %qv[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<umin>} : partition_view<tile=(64), tensor_view<64xi32, strides=[1], <multicast>>>, tile<i32> -> tile<64xi32>, token
    // CHECK: nv_tileaa.tiled_store <release> scope <gpu> {{.*}} {allow_tma = false, in_bounds = array<i1: false>, multicast}
    %t2 = multimem_store_view_tko release device %pv, %x[%i] : partition_view<tile=(64), tensor_view<64xf16, strides=[1], <multicast>>>, tile<64xf16>, tile<i32> -> token
    // CHECK: nv_tileaa.tiled_atomic_rmw <xor> <release> <sys> {{.*}} {in_bounds = array<i1: false>, multicast}
    %t3 = multimem_reduce_view_tko release sys %qv, %y[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<xor>} : partition_view<tile=(64), tensor_view<64xi32, strides=[1], <multicast>>>, tile<64xi32>, tile<i32> -> token
    return
  }
}
