// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-lower-loads-to-async,tileas-slicing)))' | FileCheck %s --check-prefix=SLICES

// Four scales of a row are adjacent in a register, which serves two times 16 rows or four times 8 columns of a warp.
// The next 16 rows belong to the other warp.

// CHECK-DAG: #[[SA:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[0,2]], lane={{\[\[}}8,0],[32,0],[1,0],[2,0],[4,0]], warp={{\[\[}}16,0]]}>
// CHECK-DAG: #[[SB:.*]] = #nv_tileas.layout<{register={{\[\[}}1,0],[2,0],[0,32]], lane={{\[\[}}0,8],[0,16],[0,1],[0,2],[0,4]], warp={{\[\[}}0,0]]}>
// CHECK: nv_tileas.dot {{.*}} scales %{{.*}}, %{{.*}} <sm120.mma.m16n8k32.mxf8f6f4.f32> : {{.*}} scales tensor<64x4xf8E8M0FNU, #[[SA]]>, tensor<4x64xf8E8M0FNU, #[[SB]]>

// Scales are async copies, read from the ring in the dot's layout, and shared by slices along K.
// SLICES-COUNT-4: nv_tileas.async.copy
// SLICES-NOT: nv_tileas.tiled_load
// SLICES: %[[SA:.*]] = nv_tileas.copy {{.*}} -> tensor<64x4xf8E8M0FNU
// SLICES: %[[SB:.*]] = nv_tileas.permute {{.*}} -> tensor<4x64xf8E8M0FNU
// SLICES: nv_tileas.dot {{.*}} scales %[[SA]], %[[SB]] <sm120.mma.m16n8k32.mxf8f6f4.f32> : tensor<64x32xf8E4M3FN
// SLICES: nv_tileas.dot {{.*}} scales %[[SA]], %[[SB]] from 1 <
// SLICES: nv_tileas.dot {{.*}} scales %[[SA]], %[[SB]] from 2 <
// SLICES: nv_tileas.dot {{.*}} scales %[[SA]], %[[SB]] from 3 <

!m = !nv_tileaa.memref<?x?xf8E4M3FN, strides = [?, 1]>
!ms = !nv_tileaa.memref<?x?xf8E8M0FNU, strides = [?, 1]>
!mc = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>
!vs = !nv_tileaa.tiled_view<64x4, !ms, steps = [64, 4], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !mc, steps = [64, 64], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 120 : i32} {
  nv_tileaa.func @scaled_matmul(%a: !nv_tileaa.ptr<f8E4M3FN>, %b: !nv_tileaa.ptr<f8E4M3FN>, %sa: !nv_tileaa.ptr<f8E8M0FNU>,
                                %sb: !nv_tileaa.ptr<f8E8M0FNU>, %c: !nv_tileaa.ptr<f32>, %n: i32, %s: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %j = nv_tileaa.get_program_id <y> : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<64x64xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %ma = nv_tileaa.make_memref %a, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f8E4M3FN> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %b, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f8E4M3FN> sizes i32, i32 strides i32 -> !m
    %msa = nv_tileaa.make_memref %sa, sizes = [%n, %s], strides = [%s] : !nv_tileaa.ptr<f8E8M0FNU> sizes i32, i32 strides i32 -> !ms
    %msb = nv_tileaa.make_memref %sb, sizes = [%n, %s], strides = [%s] : !nv_tileaa.ptr<f8E8M0FNU> sizes i32, i32 strides i32 -> !ms
    %mc = nv_tileaa.make_memref %c, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32, i32 strides i32 -> !mc
    %va = nv_tileaa.block_tile %ma : !m -> !v
    %vb = nv_tileaa.block_tile %mb : !m -> !v
    %vsa = nv_tileaa.block_tile %msa : !ms -> !vs
    %vsb = nv_tileaa.block_tile %msb : !ms -> !vs
    %vc = nv_tileaa.block_tile %mc : !mc -> !vc
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<64x64xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>, alignment = 16 : i64, contiguity = array<i64: 1, 16>} : !v[i32, i32] -> tensor<64x128xf8E4M3FN>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%j, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>, alignment = 16 : i64, contiguity = array<i64: 1, 16>} : !v[i32, i32] -> tensor<64x128xf8E4M3FN>, !nv_tileaa.mem_token
      %u, %t2 = nv_tileaa.tiled_load <weak> %vsa[%i, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>, alignment = 4 : i64, contiguity = array<i64: 1, 4>} : !vs[i32, i32] -> tensor<64x4xf8E8M0FNU>, !nv_tileaa.mem_token
      %w, %t3 = nv_tileaa.tiled_load <weak> %vsb[%j, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>, alignment = 4 : i64, contiguity = array<i64: 1, 4>} : !vs[i32, i32] -> tensor<64x4xf8E8M0FNU>, !nv_tileaa.mem_token
      %yt = nv_tileaa.permute %y [1, 0] : tensor<64x128xf8E4M3FN> -> tensor<128x64xf8E4M3FN>
      %wt = nv_tileaa.permute %w [1, 0] : tensor<64x4xf8E8M0FNU> -> tensor<4x64xf8E8M0FNU>
      %d = nv_tileaa.dot %x, %yt, %acc scales %u, %wt : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>, tensor<64x64xf32> scales tensor<64x4xf8E8M0FNU>, tensor<4x64xf8E8M0FNU>
      scf.yield %d : tensor<64x64xf32>
    }
    %t4 = nv_tileaa.tiled_store <weak> %r, %vc[%i, %j] token = %token {in_bounds = array<i1: false, false>} : tensor<64x64xf32>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
