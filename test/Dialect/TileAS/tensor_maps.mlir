// Tensor maps that a kernel looks up in its cache, round trip in both forms.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @k {
  // CHECK-LABEL: @maps
  // CHECK: %[[D:.*]], %[[P:.*]] = nv_tileas.find_tma_desc %[[A:.*]] in cache 0 of 64 : <?x96xf32, strides = [?, 1]> -> !nv_tileas.tma_descriptor_iter<
  // CHECK: nv_tileas.find_tma_desc %[[A]] in cache 1 of 1 oob_mode <nan> :
  // CHECK: nv_tileas.return_tma_desc %[[D]], %[[P]] : !nv_tileas.tma_descriptor_iter<
  nv_tileaa.func @maps(%p: !nv_tileaa.ptr<f32>, %n: i32) {
    %a = nv_tileaa.make_memref %p, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    %d, %private = nv_tileas.find_tma_desc %a in cache 0 of 64 : !array -> !desc
    %e, %other = nv_tileas.find_tma_desc %a in cache 1 of 1 oob_mode <nan> : !array -> !desc
    nv_tileas.return_tma_desc %d, %private : !desc
    nv_tileas.return_tma_desc %e, %other : !desc
    nv_tileaa.return
  }
}
