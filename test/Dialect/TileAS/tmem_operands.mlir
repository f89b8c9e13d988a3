// A tile that threads compute from the accumulator of one dot goes to tensor memory where the next one uses it as A:
// without a fence for other accesses to shared memory. Loaded tiles go to shared memory, and so do tiles that exceed
// tensor memory.
//
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-dot-to-async)))' | FileCheck %s

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#column = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,16],[0,32]], lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], warp=[[0,4],[0,8]]}>
#query = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0],[64,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#wide = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#wideSquare = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0],[64,0],[128,0],[0,64],[0,128]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#wideColumn = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,16],[0,32],[0,64],[0,128]], lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], warp=[[0,4],[0,8]]}>
!scores = tensor<128x64xf32, #sums>
!queries = tensor<128x64xf16, #query>
!keys = tensor<64x64xf16, #column>
!values = tensor<64x64xf16, #row>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @computed
  // CHECK: %[[A:.*]] = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x64xf16, tensor
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %{{.*}} <sm100.mma.m128k16.f16.f32, 64> accumulate(%{{.*}}) : <128x64xf16, shared
  // CHECK: %[[P:.*]] = arith.truncf
  // CHECK-NEXT: nv_tileas.copy %[[P]], %[[A]] atom <tmem_store.32x32b, 32>
  // CHECK-NEXT: nv_tileas.alloc_tensor
  // CHECK: nv_tileas.async.tmem_dot %[[A]], %{{.*}}, %{{.*}} <sm100.mma.m128k16.f16.f32, 64> accumulate(%{{.*}}) : <128x64xf16, tensor
  nv_tileaa.func @computed(%q: !queries, %k: !keys, %v: !values) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : !scores
    %s = nv_tileas.dot %q, %k, %zero <sm100.mma.m128k16.f16.f32, 64> : !queries, !keys, !scores
    %p = arith.truncf %s : !scores to tensor<128x64xf16, #sums>
    %d = nv_tileas.dot %p, %v, %zero <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #sums>, !values, !scores
    nv_tileaa.return
  }

  // Two dots read it, at different points.
  // CHECK-LABEL: @read_twice
  // CHECK-NOT: alloc_tmem : !nv_tileaa.memref<128x64xf16
  // CHECK: nv_tileaa.return
  nv_tileaa.func @read_twice(%q: !queries, %k: !keys, %v: !values, %w: !values) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : !scores
    %s = nv_tileas.dot %q, %k, %zero <sm100.mma.m128k16.f16.f32, 64> : !queries, !keys, !scores
    %p = arith.truncf %s : !scores to tensor<128x64xf16, #sums>
    %d = nv_tileas.dot %p, %v, %zero <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #sums>, !values, !scores
    %e = nv_tileas.dot %p, %w, %zero <sm100.mma.m128k16.f16.f32, 64> : tensor<128x64xf16, #sums>, !values, !scores
    nv_tileaa.return
  }

  // Accumulators of the loop and of an iteration occupy all 512 columns.
  // CHECK-LABEL: @no_room
  // CHECK-NOT: alloc_tmem : !nv_tileaa.memref<128x256xf16
  // CHECK: nv_tileaa.return
  nv_tileaa.func @no_room(%q: !queries, %k: tensor<64x256xf16, #wideColumn>, %v: tensor<256x256xf16, #wideSquare>, %n: i32) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x256xf32, #wide>
    %end = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32, #wide>) : i32 {
      %s = nv_tileas.dot %q, %k, %zero <sm100.mma.m128k16.f16.f32, 256> : !queries, tensor<64x256xf16, #wideColumn>, tensor<128x256xf32, #wide>
      %p = arith.truncf %s : tensor<128x256xf32, #wide> to tensor<128x256xf16, #wide>
      %d = nv_tileas.dot %p, %v, %acc <sm100.mma.m128k16.f16.f32, 256> : tensor<128x256xf16, #wide>, tensor<256x256xf16, #wideSquare>, tensor<128x256xf32, #wide>
      scf.yield %d : tensor<128x256xf32, #wide>
    }
    nv_tileaa.return
  }
}
