// TMA copies that the verifiers refuse.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a view that cuts all of 1 to 5 dimensions into tiles, got}}
func.func private @f(!nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [1, 32], dims = [0, 1], sparse = 0>, !nv_tileaa.memref<16x32xf32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0]]}>>>)

// -----

// expected-error @below {{only support element_stride = 1 tma desc, got '!nv_tileaa.memref<64x96xf32, strides = [192, 2]>'}}
func.func private @f(!nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [192, 2]>, steps = [16, 32], dims = [0, 1]>, !nv_tileaa.memref<16x32xf32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0]]}>>>)

// -----

// expected-error @below {{expected one buffer for a tile of the view, got}}
func.func private @f(!nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>, !nv_tileaa.memref<16x32xi32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0]]}>>>)

// -----

// expected-error @below {{smem layout is not TMA compatible: expected boxes of rows of at least 16 bytes along the dimension with stride 1, swizzled or not, got}}
func.func private @f(!nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>, !nv_tileaa.memref<16x32xf32, shared, layout = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[0,1],[0,2],[0,4],[0,8],[0,16]]}>>>)

// -----

// expected-error @below {{expected a number of parts that are boxes of at least 8 rows, got 4 of}}
func.func private @f(!nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>, !nv_tileaa.memref<16x32xf32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0]]}>>, parts = 4>)

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @part(%s: !smem, %b: !bar, %i: i32, %w: i16, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_load' op expected a part of several that goes to all CTAs of the cluster, got a tensor map of 1 parts}}
    %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %b atom <tma_load, 2> multicast(%w) part(%i) : !desc, !smem[i32, i32], !bar
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @another_view(%w: !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<32x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>) {
    // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected a tensor map of the view, got}}
    %e = nv_tileas.make_tiled_tma_desc %w : !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<32x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]> -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xi32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xi32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xi32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @no_nan(%v: !view) {
    // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected zero outside of the array for elements of type 'i32', got nan}}
    %e = nv_tileas.make_tiled_tma_desc %v oob_mode <nan> : !view -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @barriers(%s: !smem, %c: !nv_tileas.mbarrier<2>, %i: i32, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_load' op expected one barrier, got '!nv_tileas.mbarrier<2>'}}
    %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %c atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier<2>
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @another_buffer(%o: !nv_tileaa.memref<16x32xf32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0]]}>>, %b: !bar, %i: i32, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_load' op expected the buffer that the tensor map is for, }}
    %t = nv_tileas.async.tiled_tma_load %d, %o[%i, %i], %b atom <tma_load, 2> : !desc, !nv_tileaa.memref<16x32xf32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0]]}>>[i32, i32], !bar
    nv_tileaa.return
  }
}

// -----

// A map that rounds is for loads.
#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xtf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @rounded(%s: !smem, %i: i32, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_store' op expected a buffer of the array's elements, 'f32', got 'tf32'}}
    %t = nv_tileas.async.tiled_tma_store %s, %d[%i, %i] atom <tma_store, 2> : !smem, !desc[i32, i32]
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @coordinates(%v: !view, %s: !smem, %b: !bar, %i: i32, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_store' op expected 2 coordinates, got 1}}
    %t = nv_tileas.async.tiled_tma_store %s, %d[%i] atom <tma_store, 2> : !smem, !desc[i32]
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @dimensions(%v: !view, %s: !smem, %b: !bar, %i: i32, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_load' op tmaBoxDim and atomBoxDim mismatch: expected an atom of tensor copies to shared memory with as many dimensions as the array, 2, got #cute_nvgpu.atom<tma_load, 3>}}
    %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %b atom <tma_load, 3> : !desc, !smem[i32, i32], !bar
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  nv_tileaa.func @direction(%v: !view, %s: !smem, %b: !bar, %i: i32, %d: !desc) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_store' op tmaBoxDim and atomBoxDim mismatch: expected an atom of tensor copies from shared memory with as many dimensions as the array, 2, got #cute_nvgpu.atom<tma_load, 2>}}
    %t = nv_tileas.async.tiled_tma_store %s, %d[%i, %i] atom <tma_load, 2> : !smem, !desc[i32, i32]
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  // expected-error @below {{expected 'nv_tileas.tensor_map' to be what an argument that is a tensor map is made of, got}}
  nv_tileaa.func @not_a_map(%p: !nv_tileaa.ptr<f32>, %n: i32, %d: i32 {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 0, sizes = [], strides = [], oob = zero>}) {
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  // expected-error @below {{expected numbers of arguments that are the pointer, the sizes and the strides of '!nv_tileaa.memref<64x96xf32, strides = [96, 1]>', got}}
  nv_tileaa.func @no_pointer(%p: !nv_tileaa.ptr<f32>, %n: i32, %d: !desc {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 1, sizes = [], strides = [], oob = zero>}) {
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!bar = !nv_tileas.mbarrier
gpu.module @k {
  // expected-error @below {{expected numbers of arguments that are the pointer, the sizes and the strides of}}
  nv_tileaa.func @no_sizes(%p: !nv_tileaa.ptr<f32>, %n: i32, %d: !desc {nv_tileas.tensor_map = #nv_tileas.tensor_map<base = 0, sizes = [1], strides = [], oob = zero>}) {
    nv_tileaa.return
  }
}
