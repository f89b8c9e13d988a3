// RUN: tileiras-opt %s --canonicalize | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @extents
  // CHECK-SAME: %[[P:.*]]: tile<ptr<f32>>, %[[M:.*]]: tile<i32>, %[[N:.*]]: tile<i64>
  entry @extents(%p: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i64>) {
    %view = make_tensor_view %p, shape = [%m, 100], strides = [100, 1] : tile<i32> -> tensor_view<?x100xf32, strides=[100,1]>
    // The facts in the type and make_tensor_view.
    %0, %1 = get_tensor_shape %view : tensor_view<?x100xf32, strides=[100,1]> -> tile<i32>
    // CHECK: print_tko "%d %d", %[[M]], %cst_100_i32
    print_tko "%d %d", %0, %1 : tile<i32>, tile<i32> -> token
    // The first one converts to another type than the operand's.
    // CHECK: %[[SHAPE:.*]]:2 = get_tensor_shape
    %2, %3 = get_tensor_shape %view : tensor_view<?x100xf32, strides=[100,1]> -> tile<i64>
    // CHECK: print_tko "%d %d", %[[SHAPE]]#0, %cst_100_i64
    print_tko "%d %d", %2, %3 : tile<i64>, tile<i64> -> token
    // The last tile is partial.
    %tiles = make_partition_view %view : partition_view<tile=(4x16), tensor_view<?x100xf32, strides=[100,1]>>
    // CHECK: %[[SPACE:.*]]:2 = get_index_space_shape
    %4, %5 = get_index_space_shape %tiles : partition_view<tile=(4x16), tensor_view<?x100xf32, strides=[100,1]>> -> tile<i32>
    // CHECK: print_tko "%d %d", %[[SPACE]]#0, %cst_7_i32
    print_tko "%d %d", %4, %5 : tile<i32>, tile<i32> -> token
    // Strides count, not extents; along the dimension of the tensor.
    %steps = make_strided_view %view : strided_view<tile=(16x4), traversal_strides=[8,4], tensor_view<?x100xf32, strides=[100,1]>, dim_map=[1, 0]>
    %6, %7 = get_index_space_shape %steps : strided_view<tile=(16x4), traversal_strides=[8,4], tensor_view<?x100xf32, strides=[100,1]>, dim_map=[1, 0]> -> tile<i32>
    // CHECK: print_tko "%d", %cst_13_i32
    print_tko "%d", %6 : tile<i32> -> token
    // 100 does not fit, which is undefined.
    // CHECK: get_tensor_shape {{.*}} -> tile<i1>
    %8, %9 = get_tensor_shape %view : tensor_view<?x100xf32, strides=[100,1]> -> tile<i1>
    print_tko "%d", %9 : tile<i1> -> token
  }
}
