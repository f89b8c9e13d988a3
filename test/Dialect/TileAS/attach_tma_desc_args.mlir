// Tensor maps become arguments after the others; equal ones are one.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-attach-tma-desc-args)))' | FileCheck %s

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @k {
  // CHECK-LABEL: nv_tileaa.func @kernel
  // CHECK-SAME: %{{.*}}: !nv_tileaa.ptr<f32>, %{{.*}}: i32, %{{.*}}: i64, %[[FIRST:.*]]: !nv_tileas.tma_descriptor_iter<{{.*}}> {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 0, sizes = [1], strides = [2], oob = zero>},
  // CHECK-SAME: %[[SECOND:.*]]: !nv_tileas.tma_descriptor_iter<{{.*}}> {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 0, sizes = [1], strides = [2], oob = nan>})
  // CHECK-NOT: make_tiled_tma_desc
  // CHECK: nv_tileas.async.tiled_tma_load %[[FIRST]],
  // CHECK: nv_tileas.async.tiled_tma_load %[[FIRST]],
  // CHECK: nv_tileas.async.tiled_tma_load %[[SECOND]],
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f32>, %rows: i32, %pitch: i64) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %known = nv_tileaa.assume #nv_tileaa.div_by<8>, %rows : i32
    %size = arith.extsi %known : i32 to i64
    %array = nv_tileaa.make_memref %p, sizes = [%size], strides = [%pitch] : !nv_tileaa.ptr<f32> sizes i64 strides i64 -> !array
    %view = nv_tileaa.block_tile %array : !array -> !view
    %d0 = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %d1 = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %d2 = nv_tileas.make_tiled_tma_desc %view oob_mode <nan> : !view -> !desc
    %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !smem
    %bar = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    %t0 = nv_tileas.async.tiled_tma_load %d0, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    %t1 = nv_tileas.async.tiled_tma_load %d1, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    %t2 = nv_tileas.async.tiled_tma_load %d2, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileaa.return
  }
}
