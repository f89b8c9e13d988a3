// Operations, types and attributes of TMA copies, round trip in both forms.
// Req: K-01, K-02, K-03
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
!array = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<128x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [128, 64], dims = [0, 1]>
!smem = !nv_tileaa.memref<128x64xf16, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!desc_of_halves = !nv_tileas.tma_descriptor_iter<!view, !smem, parts = 2>

gpu.module @k {
  // CHECK-LABEL: @copies
  // CHECK: %[[DESC:.*]] = nv_tileas.make_tiled_tma_desc %{{.*}} : <128x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [128, 64], dims = [0, 1]> -> !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<128x64, {{.*}}>, !nv_tileaa.memref<128x64xf16, shared, layout = #{{.*}}>>
  // CHECK: nv_tileas.make_tiled_tma_desc %{{.*}} oob_mode <nan> :
  // CHECK: nv_tileas.async.tiled_tma_load %[[DESC]], %[[S:.*]][%{{.*}}, %{{.*}}], %{{.*}} atom <tma_load, 2> : !nv_tileas.tma_descriptor_iter<{{.*}}>, <{{.*}}>[i32, i64], !nv_tileas.mbarrier
  // CHECK: nv_tileas.async.tiled_tma_load %[[DESC]], %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} atom <tma_load, 2> multicast(%{{.*}}) :
  // CHECK: nv_tileas.async.tiled_tma_load %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} atom <tma_load, 2> multicast(%{{.*}}) part(%{{.*}}) : !nv_tileas.tma_descriptor_iter<{{.*}}, parts = 2>
  // CHECK: nv_tileas.async.proxy_fence
  // CHECK: %[[T:.*]] = nv_tileas.async.tiled_tma_store %[[S]], %[[DESC]][%{{.*}}, %{{.*}}] atom <tma_store, 2> : <{{.*}}>, !nv_tileas.tma_descriptor_iter<{{.*}}>[i32, i32]
  // CHECK: nv_tileas.async.tma_store_wait(%[[T]]) pending = 1 read
  // CHECK: nv_tileas.async.tma_store_wait() pending = 0{{$}}
  // GENERIC: "nv_tileas.async.tiled_tma_load"{{.*}}<{atom = #cute_nvgpu.atom<tma_load, 2>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 0, 0, 0>}>
  nv_tileaa.func @copies(%p: !nv_tileaa.ptr<f16>, %m: i32, %n: i32, %k: i32, %i: i32, %j: i64, %w: i16) {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %desc = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    %nan = nv_tileas.make_tiled_tma_desc %v oob_mode <nan> : !view -> !desc
    %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !smem
    %bar = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    %t0 = nv_tileas.async.tiled_tma_load %desc, %s[%i, %j], %bar atom <tma_load, 2> : !desc, !smem[i32, i64], !nv_tileas.mbarrier
    %t1 = nv_tileas.async.tiled_tma_load %desc, %s[%i, %i], %bar atom <tma_load, 2> multicast(%w) : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    %half = nv_tileas.make_tiled_tma_desc %v : !view -> !desc_of_halves
    %t3 = nv_tileas.async.tiled_tma_load %half, %s[%i, %i], %bar atom <tma_load, 2> multicast(%w) part(%i) : !desc_of_halves, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileas.async.proxy_fence
    %t2 = nv_tileas.async.tiled_tma_store %s, %desc[%i, %i] atom <tma_store, 2> : !smem, !desc[i32, i32]
    nv_tileas.async.tma_store_wait (%t2) pending = 1 read
    nv_tileas.async.tma_store_wait () pending = 0
    nv_tileaa.return
  }

  // CHECK-LABEL: @argument
  // CHECK-SAME: {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 0, sizes = [1, 2], strides = [3], oob = zero>}
  nv_tileaa.func @argument(%p: !nv_tileaa.ptr<f16>, %m: i32, %n: i32, %k: i32,
      %d: !desc {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 0, sizes = [1, 2], strides = [3], oob = zero>}) {
    nv_tileaa.return
  }
}
