// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: cuda_tile.module @m
cuda_tile.module @m {
  // Types are read with and without their prefix.
  // CHECK: entry @k(%{{.*}}: tile<ptr<f32, <multicast>>>, %{{.*}}: tile<ptr<fnv8E5M3FNU>>, %{{.*}}: tile<i64>)
  // GENERIC: !cuda_tile.tile<ptr<f32, <multicast>>>
  entry @k(%p: tile<ptr<f32, <multicast>>>, %q: !cuda_tile.tile<!cuda_tile.ptr<!cuda_tile.fnv8E5M3FNU>>, %n: tile<i64>) {
    // CHECK: make_tensor_view %{{.*}}, shape = [], strides = [] : tensor_view<fnv8E5M3FNU>
    %v0 = make_tensor_view %q, shape = [], strides = [] : tensor_view<fnv8E5M3FNU>
    // CHECK: make_tensor_view %{{.*}}, shape = [4, %{{.*}}], strides = [%{{.*}}, 1] : tile<ptr<f32, <multicast>>>, tile<i64> -> tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %v1 = make_tensor_view %p, shape = [4, %n], strides = [%n, 1] : tile<ptr<f32, <multicast>>>, tile<i64> -> tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    // CHECK: : partition_view<tile=(4x2), padding_value = neg_zero, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>
    %v2 = make_partition_view %v1 : partition_view<tile=(4x2), padding_value = neg_zero, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>
    // An identity is left out.
    // CHECK: : partition_view<tile=(4x2), tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    %v3 = make_partition_view %v1 : partition_view<tile=(4x2), tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[0, 1]>
    // CHECK: : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    // GENERIC: !cuda_tile.strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    %v4 = make_strided_view %v1 : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    // CHECK: : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>
    %v5 = make_gather_scatter_view %v1 : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<4x?xf32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>
    // CHECK: make_token : token
    %t = make_token : token
  }
}
