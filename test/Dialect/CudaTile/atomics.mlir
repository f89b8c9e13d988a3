// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %c: tile<i1>) {
    %t = make_token : token
    // CHECK: %result, %result_token = atomic_cas_tko acq_rel device %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %0:2 = atomic_cas_tko acq_rel device %p, %x, %x, %c token=%t : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    // CHECK: atomic_cas_tko relaxed sys %{{.*}}, %{{.*}}, %{{[^ ]*}} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %1:2 = atomic_cas_tko relaxed sys %p, %x, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko release tl_blk %{{.*}}, umax, %{{.*}} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %2:2 = atomic_rmw_tko release tl_blk %p, umax, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: atomic_rmw_tko acquire device %{{.*}}, and, %{{.*}}, %{{.*}} token=%{{.*}} : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %3:2 = atomic_rmw_tko acquire device %p, and, %x, %c token=%t : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %y = iota : tile<8xi32>
    // CHECK: atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}], xor, %{{.*}} token = %{{.*}} inbounds = [true] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %4 = atomic_red_view_tko relaxed device %w[%x], xor, %y token = %t inbounds = [true] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}
