// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<?xf16, strides = [1]>, steps = [4], dims = [0]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @atomics
  nv_tileaa.func @atomics(%p: !nv_tileaa.ptr<i32>, %x: i32, %m: i1) {
    // CHECK: %[[OLD:.*]], %[[T:.*]] = nv_tileas.atomic_rmw <min> <release> <sys> %{{.*}}, %{{.*}}, mask = %{{.*}} : !nv_tileaa.ptr<i32>, i32, mask i1 ->
    %old, %t = nv_tileaa.atomic_rmw <min> <release> <sys> %p, %x, mask = %m : !nv_tileaa.ptr<i32>, i32, mask i1 -> !nv_tileaa.mem_token
    // CHECK: nv_tileas.atomic_cas <acq_rel> <gpu> %{{.*}}, %[[OLD]], %{{.*}} token = %[[T]] : !nv_tileaa.ptr<i32>, i32 ->
    %r, %t1 = nv_tileaa.atomic_cas <acq_rel> <gpu> %p, %old, %x token = %t : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // CHECK-LABEL: @views
  nv_tileaa.func @views(%v: !v, %i: i32, %x: tensor<4xf16>) {
    // CHECK: nv_tileas.tiled_atomic_rmw <addf> <relaxed> <tl_blk> %{{.*}}[%{{.*}}], %{{.*}} {in_bounds = array<i1: false>} : tensor<4xf16>
    %t = nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <tl_blk> %v[%i], %x {in_bounds = array<i1: false>} : tensor<4xf16>, !v[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
