// Warpgroup dots: operands go through buffers that descriptors describe, B in its layout in memory. In a ring they are
// copied without passing registers, and the accumulator stays in flight from iteration to iteration.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async,tileas-lower-loads-to-async,tileas-optimize-dot-accumulation)))' | FileCheck %s --check-prefix=RING

// Req: K-14
// CHECK-DAG: #[[SUMS:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[8,0],[0,8],[0,16],[0,32],[0,64],[64,0]], lane={{\[\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp={{\[\[}}16,0],[32,0]]}>
// CHECK-DAG: #[[A:.*]] = #nv_tileas.layout<{offset={{\[\[}}0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
// Two panels of 64 columns.
// CHECK-DAG: #[[B:.*]] = #nv_tileas.layout<{offset={{\[\[}}0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[0,64]]}>
// CHECK: scf.for
// CHECK: %[[X:.*]], %{{.*}} = nv_tileas.tiled_load
// CHECK: %[[Y:.*]], %{{.*}} = nv_tileas.tiled_load
// CHECK: %[[P:.*]] = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<128x64xf16, shared, layout = #[[A]]>
// CHECK: nv_tileas.copy %[[X]], %[[P]] atom <universal_copy, {{[0-9]+}}>
// CHECK-NEXT: nv_tileas.async.proxy_fence
// CHECK: %[[Q:.*]] = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<64x128xf16, shared, layout = #[[B]]>
// CHECK: nv_tileas.copy %[[Y]], %[[Q]]
// CHECK-NEXT: nv_tileas.async.proxy_fence
// CHECK: %[[F:.*]] = nv_tileas.async.dot %[[P]], %[[Q]], %{{.*}} <sm90.mma.m64k16.f16.f32, 128>
// CHECK: %[[D:.*]] = nv_tileas.async.future_wait %[[F]] : {{.*}} -> tensor<128x128xf32, #[[SUMS]]>
// CHECK: scf.yield %[[D]]

// RING: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// RING: %[[RINGA:.*]] = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<128x64xf16, shared, layout = #{{.*}}, stages = [[STAGES:[3-9]]]>
// RING: %[[RINGB:.*]] = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<64x128xf16, shared, layout = #{{.*}}, stages = [[STAGES]]>
// RING: %[[START:.*]] = nv_tileas.async.to_async %[[ZERO]]
// RING: %[[END:.*]]:2 = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[START]], %[[SLOT:.*]] = %{{.*}}) -> (!nv_tileas.async.future<{{.*}}>, i32)
// RING: nv_tileas.async.wait
// RING-NEXT: nv_tileas.async.proxy_fence
// RING-NEXT: nv_tileas.barrier
// RING: %[[SA:.*]] = nv_tileas.buffer_view %[[RINGA]][%[[SLOT]]]
// RING: %[[SB:.*]] = nv_tileas.buffer_view %[[RINGB]][%[[SLOT]]]
// RING: %[[F:.*]] = nv_tileas.async.dot %[[SA]], %[[SB]], %[[SUM]] <sm90.mma.m64k16.f16.f32, 128>
// RING: %[[G:.*]] = nv_tileas.async.future_wait %[[F]] {pending = 1 : i64} : {{.*}} -> !nv_tileas.async.future
// RING: scf.yield %[[G]]
// RING: nv_tileas.async.future_wait %[[END]]#0 : {{.*}} -> tensor<128x128xf32

!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !m, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x128, !m, steps = [128, 128], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @matmul(%a: !nv_tileaa.ptr<f16>, %b: !nv_tileaa.ptr<f16>,
                         %c: !nv_tileaa.ptr<f16>, %n: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %j = nv_tileaa.get_program_id <y> : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<128x128xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f16>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f16>
    %s = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
    %ma = nv_tileaa.make_memref %pa, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %pb, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mc = nv_tileaa.make_memref %c, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %va = nv_tileaa.block_tile %ma : !m -> !va
    %vb = nv_tileaa.block_tile %mb : !m -> !vb
    %vc = nv_tileaa.block_tile %mc : !m -> !vc
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %j] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !nv_tileaa.mem_token
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %h = arith.truncf %r : tensor<128x128xf32> to tensor<128x128xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %j] token = %token {in_bounds = array<i1: false, false>} : tensor<128x128xf16>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
