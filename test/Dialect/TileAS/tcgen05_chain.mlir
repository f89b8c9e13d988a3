// Dots that add to each other's accumulators within an iteration share tensor memory and one wait. Where threads read
// accumulators in the loop, one warp starts both, each with a ring of its own.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async,tileas-lower-loads-to-async{tensor-maps=parameter},tileas-attach-tma-desc-args,tileas-materialize-schedule)))' | FileCheck %s --check-prefix=SPLIT

!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!mf = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !m, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>
!ms = !nv_tileaa.memref<?xf32, strides = [1]>
!vs = !nv_tileaa.tiled_view<128, !ms, steps = [128], dims = [0]>
!vc = !nv_tileaa.tiled_view<128x128, !mf, steps = [128, 128], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @carried
  // CHECK: %[[M:.*]] = nv_tileas.alloc_tmem
  // CHECK: scf.for
  // CHECK-NOT: tmem_store
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[M]] <
  // CHECK-NEXT: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[M]] <
  // CHECK-NEXT: nv_tileas.async.tmem_wait
  // CHECK-NEXT: }
  // SPLIT-LABEL: @carried
  nv_tileaa.func @carried(%a: !nv_tileaa.ptr<f16>, %b: !nv_tileaa.ptr<f16>,
                          %c: !nv_tileaa.ptr<f32>, %n: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<128x128xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f16>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f16>
    %s = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
    %ma = nv_tileaa.make_memref %pa, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %pb, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mc = nv_tileaa.make_memref %c, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32, i32 strides i32 -> !mf
    %va = nv_tileaa.block_tile %ma : !m -> !va
    %vb = nv_tileaa.block_tile %mb : !m -> !vb
    %vc = nv_tileaa.block_tile %mc : !mf -> !vc
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%c0, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !nv_tileaa.mem_token
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      %v, %t2 = nv_tileaa.tiled_load <weak> %va[%c1, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !nv_tileaa.mem_token
      %w, %t3 = nv_tileaa.tiled_load <weak> %vb[%k, %c1] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !nv_tileaa.mem_token
      %e = nv_tileaa.dot %v, %w, %d : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %e : tensor<128x128xf32>
    }
    %t4 = nv_tileaa.tiled_store <weak> %r, %vc[%c0, %c0] token = %token {in_bounds = array<i1: false, false>} : tensor<128x128xf32>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // Both dots of an iteration give the scores, of which threads take the sum.
  // CHECK-LABEL: @fresh
  // CHECK: scf.for
  // CHECK: %[[N:.*]] = nv_tileas.alloc_tmem
  // CHECK-NOT: tmem_store
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[N]] <{{.*}}> accumulate(
  // CHECK-NEXT: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[N]] <{{[^>]*}}> :
  // CHECK-NEXT: nv_tileas.async.tmem_wait
  // CHECK-NEXT: nv_tileas.copy %[[N]] atom <tmem_load
  // SPLIT-LABEL: @fresh
  // SPLIT: nv_tileas.agent_switch
  // SPLIT-NOT: tmem_dot
  // SPLIT: }, {
  // SPLIT-NOT: tmem_dot
  // SPLIT: nv_tileas.async.pipeline.consumer_wait
  // SPLIT: }, {
  // SPLIT: nv_tileas.async.pipeline.producer_acquire
  // SPLIT-NEXT: %{{.*}} = nv_tileas.async.pipeline.consume_one_async
  // SPLIT: nv_tileas.async.tmem_dot
  // SPLIT: nv_tileas.async.pipeline.consumer_release
  // SPLIT-NEXT: %{{.*}} = nv_tileas.async.pipeline.consume_one_async
  // SPLIT: nv_tileas.async.tmem_dot
  // SPLIT: nv_tileas.async.pipeline.consumer_release
  // SPLIT-NEXT: nv_tileas.async.pipeline.producer_commit
  nv_tileaa.func @fresh(%a: !nv_tileaa.ptr<f16>, %b: !nv_tileaa.ptr<f16>,
                        %c: !nv_tileaa.ptr<f32>, %n: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %init = arith.constant dense<0.0> : tensor<128xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f16>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f16>
    %s = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
    %ma = nv_tileaa.make_memref %pa, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %pb, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %ms = nv_tileaa.make_memref %c, sizes = [%n], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !ms
    %vs = nv_tileaa.block_tile %ms : !ms -> !vs
    %va = nv_tileaa.block_tile %ma : !m -> !va
    %vb = nv_tileaa.block_tile %mb : !m -> !vb
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%c0, %c0] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !nv_tileaa.mem_token
    %v, %t2 = nv_tileaa.tiled_load <weak> %va[%c0, %c1] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !nv_tileaa.mem_token
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<128xf32>) : i32 {
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%c0, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !nv_tileaa.mem_token
      %d = nv_tileaa.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      %w, %t3 = nv_tileaa.tiled_load <weak> %vb[%c1, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !nv_tileaa.mem_token
      %e = nv_tileaa.dot %v, %w, %d : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      %sum = nv_tileaa.reduce %e dim = 1 identities = [0.0 : f32] : (tensor<128x128xf32>) -> tensor<128xf32> {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        nv_tileaa.yield %t : f32
      }
      %next = arith.addf %acc, %sum : tensor<128xf32>
      scf.yield %next : tensor<128xf32>
    }
    %t4 = nv_tileaa.tiled_store <weak> %r, %vs[%c0] token = %token {in_bounds = array<i1: false>} : tensor<128xf32>, !vs[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
