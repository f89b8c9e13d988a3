// Maps in a cache belong to the array, and the number of entries is a power of two.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!other = !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
gpu.module @k {
  nv_tileaa.func @array(%a: !other) {
    // expected-error @below {{'nv_tileas.find_tma_desc' op expected a tensor map of the array, got '!nv_tileas.tma_descriptor_iter<}}
    %d, %p = nv_tileas.find_tma_desc %a in cache 0 of 64 : !other -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @entries(%a: !array) {
    // expected-error @below {{'nv_tileas.find_tma_desc' op expected a cache of a power of two of places, got 48}}
    %d, %p = nv_tileas.find_tma_desc %a in cache 0 of 48 : !array -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xi32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xi32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xi32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @no_nan(%a: !array) {
    // expected-error @below {{'nv_tileas.find_tma_desc' op expected zero outside of the array for elements of type 'i32', got nan}}
    %d, %p = nv_tileas.find_tma_desc %a in cache 0 of 64 oob_mode <nan> : !array -> !desc
    nv_tileaa.return
  }
}
