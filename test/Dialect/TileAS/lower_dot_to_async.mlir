// Dots of 8-bit floats overwrite their accumulator, and threads add it to the result, unless the program requests
// speed.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-lower-dot-to-async))' | FileCheck %s

#sums = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8]], lane=[[0,16],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#b = #nv_tileas.layout<{register=[[1,0]], lane=[[2,0],[4,0],[8,0],[16,0],[0,1]], warp=[[0,2],[0,4]]}>

// CHECK-LABEL: @exact
// CHECK-SAME: %[[A:[^:]*]]: tensor<64x32xf8E4M3FN, {{.*}}>, %[[B:[^:]*]]: {{.*}}, %[[C:[^:]*]]: tensor<64x8xf32
nv_tileaa.func @exact(%a: tensor<64x32xf8E4M3FN, #a>, %b: tensor<32x8xf8E5M2, #b>, %c: tensor<64x8xf32, #sums>) {
  // CHECK: %[[P:.*]] = nv_tileas.alloc_tensor {alignment = 256 : i64} : !nv_tileaa.memref<64x32xf8E4M3FN, shared
  // CHECK-NEXT: nv_tileas.copy %[[A]], %[[P]] atom <universal_copy, 128>
  // CHECK-NEXT: nv_tileas.async.proxy_fence
  // CHECK: %[[Q:.*]] = nv_tileas.alloc_tensor {alignment = 256 : i64} : !nv_tileaa.memref<32x8xf8E5M2, shared
  // CHECK-NEXT: nv_tileas.copy %[[B]], %[[Q]]
  // CHECK-NEXT: nv_tileas.async.proxy_fence
  // CHECK: %[[NEVER:.*]] = arith.constant false
  // CHECK: %[[ANY:.*]] = ub.poison : tensor<64x8xf32
  // CHECK: %[[F:.*]] = nv_tileas.async.dot %[[P]], %[[Q]], %[[ANY]] <sm90.mma.m64k32.f8.f32, 8> accumulate(%[[NEVER]])
  // CHECK: %[[D:.*]] = nv_tileas.async.future_wait %[[F]]
  // CHECK: arith.addf %[[D]], %[[C]]
  %d = nv_tileas.dot %a, %b, %c <sm90.mma.m64k32.f8.f32, 8> : tensor<64x32xf8E4M3FN, #a>, tensor<32x8xf8E5M2, #b>, tensor<64x8xf32, #sums>
  nv_tileaa.return
}

// CHECK-LABEL: @fast
// CHECK-SAME: %[[C:[^:]*]]: tensor<64x8xf32, #{{[^>]*}}>)
nv_tileaa.func @fast(%a: tensor<64x32xf8E4M3FN, #a>, %b: tensor<32x8xf8E5M2, #b>, %c: tensor<64x8xf32, #sums>) {
  // CHECK: nv_tileas.async.dot %{{.*}}, %{{.*}}, %[[C]] <sm90.mma.m64k32.f8.f32, 8> : {{.*}}
  // CHECK-NOT: arith.addf
  %d = nv_tileas.dot %a, %b, %c <sm90.mma.m64k32.f8.f32, 8> fast_acc : tensor<64x32xf8E4M3FN, #a>, tensor<32x8xf8E5M2, #b>, tensor<64x8xf32, #sums>
  nv_tileaa.return
}
