// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

!tensor = !cuda_tile.tensor_view<?x64xf32, strides=[?,1]>

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i64>, %i: tile<i32>) {
    %t = make_token : token
    %rows = iota : tile<16xi64>
    // CHECK: %tview = make_tensor_view %{{.*}}, shape = [%{{.*}}, 64], strides = [%{{.*}}, 1] : tile<i64> -> tensor_view<?x64xf32, strides=[?,1]>
    %v = make_tensor_view %p, shape = [%n, 64], strides = [%n, 1] : tile<i64> -> tensor_view<?x64xf32, strides=[?,1]>
    // CHECK: make_tensor_view %{{.*}}, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // CHECK: %{{.*}}:2 = get_tensor_shape %{{.*}} : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    %0:2 = get_tensor_shape %v : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    // CHECK: %pview = make_partition_view
    %pv = make_partition_view %v : partition_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>>
    // CHECK: %sview = make_strided_view
    %sv = make_strided_view %v : strided_view<tile=(16x32), traversal_strides=[8,32], tensor_view<?x64xf32, strides=[?,1]>>
    // CHECK: %gsview = make_gather_scatter_view
    %gv = make_gather_scatter_view %v : gather_scatter_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
    // CHECK: %{{.*}}:2 = get_index_space_shape %pview : partition_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>> -> tile<i32>
    %1:2 = get_index_space_shape %pv : partition_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>> -> tile<i32>
    // CHECK: %tile, %result_token = load_view_tko weak %pview[%{{.*}}, %{{.*}}] : partition_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x32xf32>, token
    %2:2 = load_view_tko weak %pv[%i, %i] : partition_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x32xf32>, token
    // CHECK: load_view_tko acquire device %gsview[%{{.*}}, %{{.*}}] token = %{{.*}} optimization_hints = <default = {allow_tma = false, latency = 4}> inbounds = [true, false] : gather_scatter_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi64>, tile<i32> -> tile<16x32xf32>, token
    %3:2 = load_view_tko acquire device %gv[%rows, %i] token = %t optimization_hints = <default = {allow_tma = false, latency = 4}> inbounds = [true, false] : gather_scatter_view<tile=(16x32), tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi64>, tile<i32> -> tile<16x32xf32>, token
    // One type for each index is fine, too; all flags false are left out.
    // CHECK: store_view_tko release sys %{{.*}}, %sview[%{{.*}}, %{{.*}}] : tile<16x32xf32>, strided_view<tile=(16x32), traversal_strides=[8,32], tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
    %4 = store_view_tko release sys %2#0, %sv[%i, %i] inbounds = [false, false] : tile<16x32xf32>, strided_view<tile=(16x32), traversal_strides=[8,32], tensor_view<?x64xf32, strides=[?,1]>>, tile<i32>, tile<i32> -> token
    // CHECK: store_view_tko weak %{{.*}}, %pview[%{{.*}}, %{{.*}}] token = %{{.*}} attributes {mark} :
    %5 = store_view_tko weak %2#0, %pv[%i, %i] token = %t attributes {mark} : tile<16x32xf32>, partition_view<tile=(16x32), !tensor>, tile<i32> -> token
  }
}
