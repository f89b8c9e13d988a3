// A dot in flight is a fence, instructions, a commit and a wait; a future is the registers that it writes.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tileas-to-llvm))' | FileCheck %s

// Req: K-13
// Req: K-15
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#pairs = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
// Rows of 64 bytes, swizzled; and rows of 128 bytes along N, in two panels.
#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16],[8,0],[16,0],[32,0]]}>
#b = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[0,64]]}>
#n8 = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
!a = !nv_tileaa.memref<64x32xf16, shared, layout = #a>
!b = !nv_tileaa.memref<32x128xf16, shared, layout = #b>
!c = !nv_tileaa.memref<32x8xf16, shared, layout = #n8>
!future = !nv_tileas.async.future<tensor<64x128xf32, #sums>>
!half = !nv_tileas.async.future<tensor<64x8xf16, #pairs>>

// The pattern of a swizzle repeats after 1,024 bytes.
// CHECK: llvm.mlir.global internal @global_smem_product() {addr_space = 3 : i32, alignment = 1024 : i64}
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
// CHECK-LABEL: @product
func.func @product(%init: tensor<64x128xf32, #sums>, %n: i32) -> tensor<64x128xf32, #sums> attributes {nv_tileas.shared_memory = 12288 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 4096 : i64} : !b
  // CHECK: nvvm.fence.proxy
  nv_tileas.async.proxy_fence
  // The words of descriptors do not change in the loop. A: rows of 64 bytes, groups of eight after 512. B: rows of 128 bytes, groups
  // after 1,024, panels after 4,096. The next 16 along K are 32 bytes further in A, and 16 rows in B.
  // CHECK: %[[STARTA:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
  // CHECK: %[[UNITSA:.*]] = llvm.lshr %[[STARTA]], %{{.*}} : i32
  // CHECK: %[[LEADINGA:.*]] = llvm.mlir.constant(2097152 : i32) : i32
  // CHECK: %[[LOWA:.*]] = llvm.add %[[UNITSA]], %[[LEADINGA]] : i32
  // CHECK: %[[HIGHA:.*]] = llvm.mlir.constant(-2147483616 : i32) : i32
  // CHECK: %[[STARTB:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
  // CHECK: %[[UNITSB:.*]] = llvm.lshr %[[STARTB]], %{{.*}} : i32
  // CHECK: %[[LEADINGB:.*]] = llvm.mlir.constant(16777216 : i32) : i32
  // CHECK: %[[LOWB:.*]] = llvm.add %[[UNITSB]], %[[LEADINGB]] : i32
  // CHECK: %[[HIGHB:.*]] = llvm.mlir.constant(1073741888 : i32) : i32
  // CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
  // CHECK: %[[ROWS:.*]] = llvm.mlir.constant(128 : i64) : i64
  // One field for each of 64 registers.
  // Req: K-16
  // CHECK: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: !llvm.struct<(f32, f32{{((, f32){62})}})>)
  %start = nv_tileas.async.to_async %init : tensor<64x128xf32, #sums> -> !future
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> (!future) : i32 {
    // CHECK: %[[A0:.*]] = llvm.inline_asm "mov.b64 $0, {$1, $2};", "=l,r,r" %[[LOWA]], %[[HIGHA]]
    // CHECK: %[[B0:.*]] = llvm.inline_asm "mov.b64 $0, {$1, $2};", "=l,r,r" %[[LOWB]], %[[HIGHB]]
    // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned;"
    // CHECK: nvvm.wgmma.mma_async %[[A0]], %[[B0]], %{{.*}}, <m = 64, n = 128, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <row>]
    // CHECK: llvm.add %[[A0]], %[[TWO]] : i64
    // CHECK: llvm.add %[[B0]], %[[ROWS]] : i64
    // CHECK: nvvm.wgmma.mma_async
    // CHECK-NOT: nvvm.wgmma.mma_async
    // CHECK: nvvm.wgmma.commit.group.sync.aligned
    %f = nv_tileas.async.dot %a, %b, %sum <sm90.mma.m64k16.f16.f32, 128> : !a, !b, !future -> !future
    // Two iterations are in flight at once, so one is when the wait ends.
    // Req: K-20
    // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 1;"
    %g = nv_tileas.async.future_wait %f {pending = 1 : i64} : !future -> !future
    scf.yield %g : !future
  }
  // Without a count it waits for everything.
  // Req: K-19
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 0;"
  %d = nv_tileas.async.future_wait %end : !future -> tensor<64x128xf32, #sums>
  return %d : tensor<64x128xf32, #sums>
}

// Pairs of f16 share a register.
// CHECK-LABEL: @pairs
func.func @pairs(%init: tensor<64x8xf16, #pairs>, %p: i1) -> tensor<64x8xf16, #pairs> attributes {nv_tileas.shared_memory = 12288 : i64} {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 4096 : i64} : !c
  // CHECK: llvm.inline_asm {{.*}}"wgmma.fence.sync.aligned;", "=r,=r,0,1"
  // CHECK: llvm.inline_asm {{.*}}"wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $2, $3, $4, 1, 1, 0, 1;", "=r,=r,l,l,b,0,1"
  // Only the first iteration overwrites the accumulator.
  // CHECK: nvvm.wgmma.mma_async {{.*}}, <m = 64, n = 8, k = 16>, D[<f16>, <one>]
  %f = nv_tileas.async.dot %a, %b, %init <sm90.mma.m64k16.f16.f16, 8> accumulate(%p) : !a, !c, tensor<64x8xf16, #pairs> -> !half
  // CHECK: llvm.inline_asm {{.*}}"wgmma.wait_group.sync.aligned 0;", "=r,=r,0,1"
  %d = nv_tileas.async.future_wait %f : !half -> tensor<64x8xf16, #pairs>
  return %d : tensor<64x8xf16, #pairs>
}
}
