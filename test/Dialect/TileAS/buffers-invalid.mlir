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

// expected-error @below {{expected 'strides' or 'shared' or 'tensor'}}
func.func private @neither(!nv_tileaa.memref<8xf32, local>)

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

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected at least one stage, and one only where there are parts, got 0 stages of 1 parts}}
func.func private @no_stage(!nv_tileaa.memref<4xf32, shared, layout = #m, stages = 0>)

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected at least one stage, and one only where there are parts, got 3 stages of 2 parts}}
func.func private @stages_of_parts(!nv_tileaa.memref<4xf32, shared, layout = #m, parts = 2, stages = 3>)

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
// expected-error @below {{expected 'parts' or 'stages'}}
func.func private @neither_of_both(!nv_tileaa.memref<4xf32, shared, layout = #m, slices = 3>)

// -----

// expected-error @below {{expected at least one barrier, got 0}}
func.func private @no_barrier(!nv_tileas.mbarrier<0>)

// -----

func.func @mbarrier_offset() {
  // expected-error @below {{'nv_tileas.alloc_mbarrier' op expected an offset that is a multiple of the alignment, 8, got 4}}
  %a = nv_tileas.alloc_mbarrier {offset = 4 : i64} : !nv_tileas.mbarrier
  return
}

// -----

func.func @init_of_many(%m: !nv_tileas.mbarrier<2>, %i: i32) {
  // expected-error @below {{'nv_tileas.async.mbarrier_init' op expected one barrier, got '!nv_tileas.mbarrier<2>'}}
  %t = nv_tileas.async.mbarrier_init %m, %i : !nv_tileas.mbarrier<2>, i32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @no_arrival(%m: !nv_tileas.mbarrier) {
  %none = arith.constant 0 : i32
  // expected-error @below {{'nv_tileas.async.mbarrier_init' op expected at least one arrival, got 0}}
  %t = nv_tileas.async.mbarrier_init %m, %none : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @stage_of_barriers(%m: !nv_tileas.mbarrier<4>, %i: i32) {
  // expected-error @below {{'nv_tileas.buffer_view' op expected one stage, got '!nv_tileas.mbarrier<2>'}}
  %v = nv_tileas.buffer_view %m[%i] : !nv_tileas.mbarrier<4> -> !nv_tileas.mbarrier<2>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
func.func @all_stages(%b: !nv_tileaa.memref<4xf32, shared, layout = #m, stages = 3>) {
  // expected-error @below {{'nv_tileas.buffer_view' op expected as many stages as the source has, got '!nv_tileaa.memref<4xf32, shared}}
  %v = nv_tileas.buffer_view %b : !nv_tileaa.memref<4xf32, shared, layout = #m, stages = 3> -> !nv_tileaa.memref<4xf32, shared, layout = #m>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
func.func @other_elements(%b: !nv_tileaa.memref<4xf32, shared, layout = #m>) {
  // expected-error @below {{'nv_tileas.buffer_view' op expected a view of as many elements of the same type, with one offset for each, got '!nv_tileaa.memref<4xi32}}
  %v = nv_tileas.buffer_view %b : !nv_tileaa.memref<4xf32, shared, layout = #m> -> !nv_tileaa.memref<4xi32, shared, layout = #m>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
func.func @barrier_as_buffer(%m: !nv_tileas.mbarrier) {
  // expected-error @below {{'nv_tileas.buffer_view' op expected a view of as many elements of the same type, with one offset for each, got '!nv_tileaa.memref<4xf32}}
  %v = nv_tileas.buffer_view %m : !nv_tileas.mbarrier -> !nv_tileaa.memref<4xf32, shared, layout = #m>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!ring = !nv_tileaa.memref<4xf32, shared, layout = #m, stages = 3>
func.func @copy_of_ring(%b: !ring) {
  // expected-error @below {{'nv_tileas.copy' op expected one buffer, which nv_tileas.buffer_view gives of a ring, got '!nv_tileaa.memref<4xf32, shared}}
  %x = nv_tileas.copy %b atom <universal_copy, 32> : !ring -> tensor<4xf32>
  return
}

// -----

// The swizzle places the first element of the second half after its adjacent one.
#m = #nv_tileas.layout<{offset=[[0,1],[1,0],[0,3]]}>
#l = #nv_tileas.layout<{register=[[0,1]], lane=[[1,0],[0,0],[0,0],[0,0],[0,0]]}>
!b = !nv_tileaa.memref<2x4xf32, shared, layout = #m>
func.func @slice_within_vectors(%b: !b) {
  // expected-error @below {{'nv_tileas.copy' op expected a slice that begins where a vector of #cute_nvgpu.atom<universal_copy, 64> does, got [0, 2] of}}
  %x = nv_tileas.copy %b atom <universal_copy, 64> slice [0, 2] : !b -> tensor<2x2xf32, #l>
  return
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2]]}>
!b = !nv_tileaa.memref<4xf32, shared, layout = #m>
func.func @slice(%b: !b) {
  // expected-error @below {{'nv_tileas.copy' op expected a slice of the buffer that begins at multiples of the tile's sizes, got [1] for 'tensor<2xf32>'}}
  %x = nv_tileas.copy %b atom <universal_copy, 32> slice [1] : !b -> tensor<2xf32>
  return
}
