// Scales that memory has in blocks of 128 rows by four are loaded like the operands, and the MMA thread copies them to
// tensor memory: other threads have no work in an iteration, and none waits for the dots in it.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async,tileas-lower-loads-to-async{tensor-maps=parameter},tileas-attach-tma-desc-args,tileas-materialize-schedule)))' | FileCheck %s --check-prefix=SPLIT

// The layout in memory, and the dot's view of it.
// CHECK-DAG: #[[STORED:.*]] = #nv_tileas.layout<{offset={{\[\[}}0,0,0,1],[0,0,0,2],[0,0,0,4],[0,0,0,8],[0,0,1,0],[0,0,2,0],[0,0,4,0],[0,0,8,0],[0,0,16,0]]}>
// CHECK-DAG: #[[A:.*]] = #nv_tileas.layout<{offset={{\[\[}}0,1],[0,2],[32,0],[64,0],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
// CHECK-DAG: #[[B:.*]] = #nv_tileas.layout<{offset={{\[\[}}1,0],[2,0],[0,32],[0,64],[0,1],[0,2],[0,4],[0,8],[0,16]]}>
// CHECK: scf.for
// CHECK-DAG: %[[SA:.*]] = nv_tileas.buffer_view %{{.*}} : !nv_tileaa.memref<1x1x32x16xf8E8M0FNU, shared, layout = #[[STORED]]> -> !nv_tileaa.memref<128x4xf8E8M0FNU, shared, layout = #[[A]]>
// CHECK-DAG: %[[SB:.*]] = nv_tileas.buffer_view %{{.*}} : !nv_tileaa.memref<1x1x32x16xf8E8M0FNU, shared, layout = #[[STORED]]> -> !nv_tileaa.memref<4x128xf8E8M0FNU, shared, layout = #[[B]]>
// CHECK-NOT: tmem_store
// CHECK: nv_tileas.async.tmem_dot {{.*}} from(%[[SA]], %[[SB]] :

// One ring for all: 2 x 16 KiB of operands and 2 x 512 bytes of scales, released by the dots.
// SPLIT: nv_tileas.async.pipeline.create_pipeline {{.*}}full = <tx, 1, bytes = 33792>, empty = <mma, 1>>
// SPLIT-NOT: create_pipeline
// SPLIT-COUNT-4: nv_tileas.async.tiled_tma_load
// SPLIT: nv_tileas.async.pipeline.consume_one_async
// SPLIT-NOT: tmem_store
// SPLIT: nv_tileas.async.tmem_dot
// SPLIT-NOT: tmem_wait
// SPLIT: scf.yield

!m = !nv_tileaa.memref<?x?xf8E4M3FN, strides = [?, 1]>
!ms = !nv_tileaa.memref<?x?x?x?xf8E8M0FNU, strides = [?, ?, ?, 1]>
!mc = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<128x128, !m, steps = [128, 128], dims = [0, 1]>
!vs = !nv_tileaa.tiled_view<1x1x32x16, !ms, steps = [1, 1, 32, 16], dims = [0, 1, 2, 3]>
!vc = !nv_tileaa.tiled_view<128x128, !mc, steps = [128, 128], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @matmul(%a: !nv_tileaa.ptr<f8E4M3FN>, %b: !nv_tileaa.ptr<f8E4M3FN>, %sa: !nv_tileaa.ptr<f8E8M0FNU>,
                         %sb: !nv_tileaa.ptr<f8E8M0FNU>, %c: !nv_tileaa.ptr<f32>, %n: i32, %blocks: i32, %rows: i32, %bytes: i32, %s0: i32, %s1: i32,
                         %s2: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %j = nv_tileaa.get_program_id <y> : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<128x128xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f8E4M3FN>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f8E4M3FN>
    %psa = nv_tileaa.assume #nv_tileaa.div_by<16>, %sa : !nv_tileaa.ptr<f8E8M0FNU>
    %psb = nv_tileaa.assume #nv_tileaa.div_by<16>, %sb : !nv_tileaa.ptr<f8E8M0FNU>
    %s = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
    %e3 = nv_tileaa.assume #nv_tileaa.div_by<16>, %bytes : i32
    %d0 = nv_tileaa.assume #nv_tileaa.div_by<16>, %s0 : i32
    %d1 = nv_tileaa.assume #nv_tileaa.div_by<16>, %s1 : i32
    %d2 = nv_tileaa.assume #nv_tileaa.div_by<16>, %s2 : i32
    %ma = nv_tileaa.make_memref %pa, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f8E4M3FN> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %pb, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f8E4M3FN> sizes i32, i32 strides i32 -> !m
    %msa = nv_tileaa.make_memref %psa, sizes = [%n, %blocks, %rows, %e3], strides = [%d0, %d1, %d2] : !nv_tileaa.ptr<f8E8M0FNU> sizes i32, i32, i32, i32 strides i32, i32, i32 -> !ms
    %msb = nv_tileaa.make_memref %psb, sizes = [%n, %blocks, %rows, %e3], strides = [%d0, %d1, %d2] : !nv_tileaa.ptr<f8E8M0FNU> sizes i32, i32, i32, i32 strides i32, i32, i32 -> !ms
    %mc = nv_tileaa.make_memref %c, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32, i32 strides i32 -> !mc
    %va = nv_tileaa.block_tile %ma : !m -> !v
    %vb = nv_tileaa.block_tile %mb : !m -> !v
    %vsa = nv_tileaa.block_tile %msa : !ms -> !vs
    %vsb = nv_tileaa.block_tile %msb : !ms -> !vs
    %vc = nv_tileaa.block_tile %mc : !mc -> !vc
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x128xf8E4M3FN>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%j, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x128xf8E4M3FN>, !nv_tileaa.mem_token
      %u, %t2 = nv_tileaa.tiled_load <weak> %vsa[%i, %k, %c0, %c0] token = %token padding <zero> {in_bounds = array<i1: false, false, false, false>} : !vs[i32, i32, i32, i32] -> tensor<1x1x32x16xf8E8M0FNU>, !nv_tileaa.mem_token
      %w, %t3 = nv_tileaa.tiled_load <weak> %vsb[%j, %k, %c0, %c0] token = %token padding <zero> {in_bounds = array<i1: false, false, false, false>} : !vs[i32, i32, i32, i32] -> tensor<1x1x32x16xf8E8M0FNU>, !nv_tileaa.mem_token
      %u0 = nv_tileaa.view %u : tensor<1x1x32x16xf8E8M0FNU> -> tensor<32x4x4xf8E8M0FNU>
      %u1 = nv_tileaa.permute %u0 [1, 0, 2] : tensor<32x4x4xf8E8M0FNU> -> tensor<4x32x4xf8E8M0FNU>
      %u2 = nv_tileaa.view %u1 : tensor<4x32x4xf8E8M0FNU> -> tensor<128x4xf8E8M0FNU>
      %w0 = nv_tileaa.view %w : tensor<1x1x32x16xf8E8M0FNU> -> tensor<32x4x4xf8E8M0FNU>
      %w1 = nv_tileaa.permute %w0 [2, 1, 0] : tensor<32x4x4xf8E8M0FNU> -> tensor<4x4x32xf8E8M0FNU>
      %w2 = nv_tileaa.view %w1 : tensor<4x4x32xf8E8M0FNU> -> tensor<4x128xf8E8M0FNU>
      %yt = nv_tileaa.permute %y [1, 0] : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
      %d = nv_tileaa.dot %x, %yt, %acc scales %u2, %w2 : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<128x128xf32> scales tensor<128x4xf8E8M0FNU>, tensor<4x128xf8E8M0FNU>
      scf.yield %d : tensor<128x128xf32>
    }
    %t4 = nv_tileaa.tiled_store <weak> %r, %vc[%i, %j] token = %token {in_bounds = array<i1: false, false>} : tensor<128x128xf32>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
