// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @scalars
  // CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<i32>, %[[X:.*]]: i32, %[[Y:.*]]: i32)
  entry @scalars(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    // CHECK: %[[OLD:.*]], %[[T:.*]] = nv_tileaa.atomic_rmw <umax> <acq_rel> <tl_blk> %[[P]], %[[X]] : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    %old, %t = atomic_rmw_tko acq_rel tl_blk %p, umax, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK: nv_tileaa.atomic_cas <acquire> <gpu> %[[P]], %[[OLD]], %[[Y]] token = %[[T]]
    %old1, %t1 = atomic_cas_tko acquire device %p, %old, %y token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }

  // CHECK-LABEL: @tiles
  entry @tiles(%p: tile<ptr<bf16>>, %q: tile<ptr<f64>>) {
    %i = iota : tile<8xi32>
    %m = cmpi less_than %i, %i, signed : tile<8xi32> -> tile<8xi1>
    %p0 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %p1 = broadcast %p0 : tile<1xptr<bf16>> -> tile<8xptr<bf16>>
    %p2 = offset %p1, %i : tile<8xptr<bf16>>, tile<8xi32> -> tile<8xptr<bf16>>
    %x = constant <bf16: 1.0> : tile<8xbf16>
    // CHECK: nv_tileaa.atomic_rmw <addf> <relaxed> <sys> %{{.*}}, %{{.*}}, mask = %{{.*}} : tensor<8x!nv_tileaa.ptr<bf16>>, tensor<8xbf16>, mask tensor<8xi1> ->
    %r, %t = atomic_rmw_tko relaxed sys %p2, addf, %x, %m : tile<8xptr<bf16>>, tile<8xbf16>, tile<8xi1> -> tile<8xbf16>, token
    %q0 = reshape %q : tile<ptr<f64>> -> tile<1xptr<f64>>
    %q1 = broadcast %q0 : tile<1xptr<f64>> -> tile<8xptr<f64>>
    %y = constant <f64: 1.0> : tile<8xf64>
    // CHECK: nv_tileaa.atomic_cas <release> <gpu> %{{.*}}, %{{.*}}, %{{.*}}, mask = %{{.*}} token = %{{.*}} : tensor<8x!nv_tileaa.ptr<f64>>, tensor<8xf64>, mask tensor<8xi1> ->
    %c, %t1 = atomic_cas_tko release device %q1, %y, %y, %m token=%t : tile<8xptr<f64>>, tile<8xf64>, tile<8xi1> -> tile<8xf64>, token
    return
  }

  // CHECK-LABEL: @views
  entry @views(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %t = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    %k = make_token : token
    // CHECK: nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <gpu> %{{.*}}[%{{.*}}], %{{.*}} token = %{{.*}} {in_bounds = array<i1: false>} : tensor<8xf32>, {{.*}}[i32] -> !nv_tileaa.mem_token
    %0 = atomic_red_view_tko relaxed device %v[%n], addf, %x token = %k : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
