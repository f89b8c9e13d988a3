// Accesses are coalesced along the dimension of their runs, in vectors that exist, of equal length in a class.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-load-store-layouts)))' | FileCheck %s

// CHECK: #[[COLUMN:.*]] = #nv_tileas.layout<{register={{\[}}[1,0]], lane={{\[}}[2,0],[4,0],[0,1],[0,2],[0,4]]}>
// CHECK: #[[LINE:.*]] = #nv_tileas.layout<{register={{\[}}[1]], lane={{\[}}[2],[4],[8],[16],[32]]}>
// CHECK: #[[SINGLE:.*]] = #nv_tileas.layout<{register={{\[}}[32]], lane={{\[}}[1],[2],[4],[8],[16]]}>
// CHECK-DAG: #[[FOUR:.*]] = #nv_tileas.layout<{register={{\[}}[1],[2],[128]], lane={{\[}}[4],[8],[16],[32],[64]]}>
// CHECK-DAG: #[[EIGHT:.*]] = #nv_tileas.layout<{register={{\[}}[1],[2],[4]], lane={{\[}}[8],[16],[32],[64],[128]]}>

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
!m = !nv_tileaa.memref<64x64xf32, strides = [1, 64]>
!v = !nv_tileaa.tiled_view<8x8, !m, steps = [8, 8], dims = [0, 1]>
!t = !nv_tileaa.mem_token
!line = !nv_tileaa.memref<?xf32, strides = [1]>
!w = !nv_tileaa.tiled_view<256, !line, steps = [256], dims = [0]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @column_major(%v: !v, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.tiled_load {{.*}} -> tensor<8x8xf32, #[[COLUMN]]>
    // CHECK-NEXT: nv_tileas.convert_layout %{{.*}} : tensor<8x8xf32, #[[COLUMN]]> -> tensor<8x8xf32>
    // CHECK-NEXT: math.absf %{{.*}} : tensor<8x8xf32>
    // CHECK: nv_tileas.tiled_store {{.*}} : tensor<8x8xf32, #[[COLUMN]]>
    %x, %t0 = nv_tileas.tiled_load <weak> %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 8, 1>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<8x8xf32>, !t
    %y = math.absf %x : tensor<8x8xf32>
    %t1 = nv_tileas.tiled_store <weak> %y, %v[%i, %i] {alignment = 16 : i64, contiguity = array<i64: 8, 1>, in_bounds = array<i1: true, true>} : tensor<8x8xf32>, !v[i32, i32] -> !t
    nv_tileaa.return
  }
  nv_tileaa.func @pointers(%p: tensor<64x!nv_tileaa.ptr<f16>>, %q: tensor<64x!nv_tileaa.ptr<f32>>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.load {{.*}} -> tensor<64xf16, #[[LINE]]>
    // CHECK: nv_tileas.store {{.*}}, tensor<64xf32, #[[LINE]]>
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 4 : i64, contiguity = array<i64: 64>} : tensor<64x!nv_tileaa.ptr<f16>> -> tensor<64xf16>, !t
    %y = nv_tileaa.fp_to_fp %x : tensor<64xf16> -> tensor<64xf32>
    %t1 = nv_tileas.store <weak> %q, %y {alignment = 16 : i64, contiguity = array<i64: 64>} : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32> -> !t
    nv_tileaa.return
  }
  // One side has no vectors: lanes that hold vectors would read each sector of
  // the other side twice.
  nv_tileaa.func @mixed(%p: tensor<64x!nv_tileaa.ptr<f32>>, %q: tensor<64x!nv_tileaa.ptr<f32>>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.load {{.*}} -> tensor<64xf32, #[[SINGLE]]>
    // CHECK: nv_tileas.store {{.*}}, tensor<64xf32, #[[SINGLE]]>
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 4 : i64, contiguity = array<i64: 64>} : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>, !t
    %t1 = nv_tileas.store <weak> %q, %x {alignment = 8 : i64, contiguity = array<i64: 64>} : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32> -> !t
    nv_tileaa.return
  }
  // No facts are known. Pairs of f16 are loaded as fast as single ones, and serve other layouts better; stores by
  // sectors go one by one.
  nv_tileaa.func @unknown(%p: tensor<64x!nv_tileaa.ptr<f16>>, %q: tensor<64x!nv_tileaa.ptr<f16>>, %v: tensor<64xf16>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.load {{.*}} -> tensor<64xf16, #[[LINE]]>
    // CHECK: nv_tileas.store {{.*}}, tensor<64xf16, #[[SINGLE]]>
    %x, %t0 = nv_tileas.load <weak> %p : tensor<64x!nv_tileaa.ptr<f16>> -> tensor<64xf16>, !t
    %t1 = nv_tileas.store <weak> %q, %v : tensor<64x!nv_tileaa.ptr<f16>>, tensor<64xf16> -> !t
    nv_tileaa.return
  }
}

// Where the target loads and stores 256 bits at a time, and both sides allow it.
gpu.module @wide attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @wide(%p: tensor<256x!nv_tileaa.ptr<f32>>, %q: tensor<256x!nv_tileaa.ptr<f32>>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.load {{.*}} -> tensor<256xf32, #[[EIGHT]]>
    // CHECK: nv_tileas.store {{.*}}, tensor<256xf32, #[[EIGHT]]>
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 32 : i64, contiguity = array<i64: 256>} : tensor<256x!nv_tileaa.ptr<f32>> -> tensor<256xf32>, !t
    %t1 = nv_tileas.store <weak> %q, %x {alignment = 32 : i64, contiguity = array<i64: 256>} : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32> -> !t
    nv_tileaa.return
  }
  nv_tileaa.func @one_side(%p: tensor<256x!nv_tileaa.ptr<f32>>, %q: tensor<256x!nv_tileaa.ptr<f32>>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.load {{.*}} -> tensor<256xf32, #[[FOUR]]>
    // CHECK: nv_tileas.store {{.*}}, tensor<256xf32, #[[FOUR]]>
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 32 : i64, contiguity = array<i64: 256>} : tensor<256x!nv_tileaa.ptr<f32>> -> tensor<256xf32>, !t
    %t1 = nv_tileas.store <weak> %q, %x {alignment = 16 : i64, contiguity = array<i64: 256>} : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32> -> !t
    nv_tileaa.return
  }
  // Several replicas are accessed by 128 bits at most.
  nv_tileaa.func @replicas(%w: !w, %x: tensor<256xf32>, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.tiled_store {{.*}} : tensor<256xf32, #[[FOUR]]>
    %t = nv_tileas.tiled_store <relaxed> scope <gpu> %x, %w[%i] {alignment = 32 : i64, contiguity = array<i64: 256>, in_bounds = array<i1: true>, multicast} : tensor<256xf32>, !w[i32] -> !t
    nv_tileaa.return
  }
}
