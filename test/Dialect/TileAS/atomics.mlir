// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-insert-memory-barriers,tileas-verify-layouts)))' | FileCheck %s

// Pointers, values, masks and results have one layout: that of the load next to them. All threads are done with the
// access of a token before the token is used.

#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @atomics
  // CHECK-NOT: convert_layout
  // CHECK: nv_tileas.load
  // CHECK: nv_tileas.barrier
  // CHECK: nv_tileas.atomic_rmw
  // CHECK-SAME: tensor<512xi32, [[L:#[a-z0-9_]+]]>, mask tensor<512xi1, [[L]]>
  // CHECK: nv_tileas.barrier
  // CHECK: nv_tileas.atomic_cas
  // CHECK-SAME: tensor<512xi32, [[L]]> ->
  // CHECK-NOT: convert_layout
  nv_tileaa.func @atomics(%p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #spec} {
    %r = nv_tileaa.make_range : tensor<512xi32>
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<512x!nv_tileaa.ptr<i32>>
    %pp = nv_tileaa.addptr %ps, %r : tensor<512x!nv_tileaa.ptr<i32>>, tensor<512xi32>
    %x, %t0 = nv_tileaa.load <weak> %pp : tensor<512x!nv_tileaa.ptr<i32>> -> tensor<512xi32>, !nv_tileaa.mem_token
    %m = arith.cmpi slt, %x, %r : tensor<512xi32>
    %old, %t1 = nv_tileaa.atomic_rmw <add> <relaxed> <gpu> %pp, %x, mask = %m token = %t0 : tensor<512x!nv_tileaa.ptr<i32>>, tensor<512xi32>, mask tensor<512xi1> -> !nv_tileaa.mem_token
    %old2, %t2 = nv_tileaa.atomic_cas <relaxed> <gpu> %pp, %old, %x token = %t1 : tensor<512x!nv_tileaa.ptr<i32>>, tensor<512xi32> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
