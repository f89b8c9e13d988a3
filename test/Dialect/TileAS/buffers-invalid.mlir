// Buffers in shared memory, and copies to and from them.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected a buffer of numbers or pointers of sizes that are powers of two, at most 16777216 in all, got [3] of 'f32'}}
func.func private @size(!nv_tileaa.memref<3xf32, shared, layout = #m>)

// -----

// expected-error @below {{expected a layout, got 5 : i64}}
func.func private @no_layout(!nv_tileaa.memref<4xf32, shared, layout = 5 : i64>)

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected a number of parts that is a power of two, got 3}}
func.func private @parts(!nv_tileaa.memref<4xf32, shared, layout = #m, parts = 3>)

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected a layout of the tensor's shape, [8], got one of [4]}}
func.func private @other_shape(!nv_tileaa.memref<8xf32, shared, layout = #m>)

// -----

// expected-error @below {{expected 'strides' or 'shared'}}
func.func private @neither(!nv_tileaa.memref<8xf32, tensor>)

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected a memref in global memory, got '!nv_tileaa.memref<4xf32, shared, layout = #nv_tileas.layout<{offset=}}
func.func private @view(!nv_tileaa.tiled_view<4, !nv_tileaa.memref<4xf32, shared, layout = #m>, steps = [4], dims = [0]>)

// -----

func.func @register_layout() {
  // expected-error @below {{'nv_tileas.alloc_tensor' op expected a layout with one offset for every element, got #nv_tileas.layout<{lane=}}
  %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<32xf32, shared, layout = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
func.func @too_many_parts() {
  // expected-error @below {{'nv_tileas.alloc_tensor' op expected at most as many parts as elements}}
  %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<4xf32, shared, layout = #m, parts = 8>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
func.func @alignment() {
  // expected-error @below {{'nv_tileas.alloc_tensor' op expected an alignment that is a power of two, got 12}}
  %a = nv_tileas.alloc_tensor {alignment = 12 : i64} : !nv_tileaa.memref<4xf32, shared, layout = #m>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
func.func @offset() {
  // expected-error @below {{'nv_tileas.alloc_tensor' op expected an offset that is a multiple of the alignment, 16, got 8}}
  %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 8 : i64} : !nv_tileaa.memref<4xf32, shared, layout = #m>
  return
}

// -----

func.func @two_tiles(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.copy' op expected a tile and a buffer, or a buffer and a result}}
  nv_tileas.copy %x, %x atom <universal_copy, 32> : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m>
func.func @no_result(%b: !b) {
  // expected-error @below {{'nv_tileas.copy' op expected a tile and a buffer, or a buffer and a result}}
  nv_tileas.copy %b atom <universal_copy, 32> : !b
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m, parts = 2>
func.func @others(%b: !b, %x: tensor<4xf16>) {
  // expected-error @below {{'nv_tileas.copy' op expected the other elements to come from a tile of the result's type}}
  %y = nv_tileas.copy %b, %x atom <universal_copy, 32> part 1 : !b, tensor<4xf16> -> tensor<4xf32>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m>
func.func @shape(%b: !b, %x: tensor<8xf32>) {
  // expected-error @below {{'nv_tileas.copy' op expected a tile of the buffer's elements and shape, got 'tensor<8xf32>' and '!nv_tileaa.memref<4xf32}}
  nv_tileas.copy %x, %b atom <universal_copy, 32> : tensor<8xf32>, !b
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m, parts = 2>
func.func @part(%b: !b, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.copy' op expected a part below 2, got 2}}
  nv_tileas.copy %x, %b atom <universal_copy, 32> part 2 : tensor<4xf32>, !b
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m>
func.func @stores(%b: !b, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.copy' op expected an atom that stores to shared memory, got #cute_nvgpu.atom<ldsm, 1>}}
  nv_tileas.copy %x, %b atom <ldsm, 1> : tensor<4xf32>, !b
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m>
func.func @loads(%b: !b) {
  // expected-error @below {{'nv_tileas.copy' op expected an atom that loads from shared memory, got #cute_nvgpu.atom<stsm, 1>}}
  %x = nv_tileas.copy %b atom <stsm, 1> : !b -> tensor<4xf32>
  return
}

// -----

// Each lane holds one element, so there are no vectors.
#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
!b = !nv_tileaa.memref<32xf32, shared, layout = #m>
func.func @fit(%b: !b) {
  // expected-error @below {{'nv_tileas.copy' op expected an atom that fits the layouts, got #cute_nvgpu.atom<universal_copy, 64> for 'tensor<32xf32, #nv_tileas.layout<{lane=}}
  %y = nv_tileas.copy %b atom <universal_copy, 64> : !b -> tensor<32xf32, #l>
  return
}
