// Bytes of B that are contiguous along N in memory: where ldmatrix transposes them, a warp has two adjacent atoms, and
// the ring is read by it; elsewhere byte by byte.
// RUN: sed s/CAPABILITY/120/ %s | tileiras-opt --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-lower-loads-to-async)))' | FileCheck %s
// RUN: sed s/CAPABILITY/89/ %s | tileiras-opt --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-lower-loads-to-async)))' | FileCheck %s --check-prefix=BEFORE

!a = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x?xf8E4M3FN, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>

// CHECK: #[[ACC:.*]] = #nv_tileas.layout<{register=[{{\[}}0,1],[8,0],[0,8],[0,32],[32,0]], lane=[{{\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp=[{{\[}}16,0],[0,16]]}>
// BEFORE: #[[ACC:.*]] = #nv_tileas.layout<{register=[{{\[}}0,1],[8,0],[0,16],[0,32],[32,0]], lane=[{{\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp=[{{\[}}16,0],[0,8]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = CAPABILITY : i32} {
nv_tileaa.func @product(%x: !a, %y: !a, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %k = %zero to %n step %one iter_args(%acc = %c) -> (tensor<64x64xf32>) : i32 {
    %a, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !a[i32, i32] -> tensor<64x64xf8E4M3FN>, !nv_tileaa.mem_token
    %b, %u = nv_tileas.tiled_load <weak> %y[%k, %i] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !a[i32, i32] -> tensor<64x64xf8E4M3FN>, !nv_tileaa.mem_token
    // CHECK: %[[A:.*]] = nv_tileas.copy %{{.*}} atom <ldsm, 4>
    // CHECK: %[[B:.*]] = nv_tileas.copy %{{.*}} atom <ldsm.m16n16.b8.trans, 2>
    // CHECK: nv_tileas.dot %[[A]], %[[B]], {{.*}}, tensor<64x64xf32, #[[ACC]]>
    // BEFORE: %[[A:.*]] = nv_tileas.copy %{{.*}} atom <ldsm, 4>
    // BEFORE: %[[B:.*]] = nv_tileas.copy %{{.*}} atom <universal_copy, 8>
    // BEFORE: nv_tileas.dot %[[A]], %[[B]], {{.*}}, tensor<64x64xf32, #[[ACC]]>
    %d = nv_tileas.dot %a, %b, %acc <sm89.mma.m16n8k32.f8.f32> : tensor<64x64xf8E4M3FN>, tensor<64x64xf8E4M3FN>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  nv_tileaa.return
}
}
