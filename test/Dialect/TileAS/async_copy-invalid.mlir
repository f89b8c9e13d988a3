// Async copies.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!b = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!v = !nv_tileaa.tiled_view<8x16, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 16], dims = [0, 1]>
func.func @threads(%v: !v, %i: i32, %b: !b) {
  // expected-error @below {{'nv_tileas.async.copy' op expected threads that copy a tile of [8, 16], got #nv_tileas.layout<{register=}}
  %t = nv_tileas.async.copy %v[%i, %i] to %b atom <simt_async_copy, 8> threads(#threads) {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !v[i32, i32], !b
  return
}

// -----

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!b = !nv_tileaa.memref<8x8xi32, shared, layout = #m>
!v = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>
func.func @elements(%v: !v, %i: i32, %b: !b) {
  // expected-error @below {{'nv_tileas.async.copy' op expected one buffer for a tile of the view, got '!nv_tileaa.memref<8x8xi32}}
  %t = nv_tileas.async.copy %v[%i, %i] to %b atom <simt_async_copy, 8> threads(#threads) {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !v[i32, i32], !b
  return
}

// -----

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!b = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!v = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>
func.func @atom(%v: !v, %i: i32, %b: !b) {
  // expected-error @below {{'nv_tileas.async.copy' op expected an atom that copies from global to shared memory, got #cute_nvgpu.atom<ldsm, 4>}}
  %t = nv_tileas.async.copy %v[%i, %i] to %b atom <ldsm, 4> threads(#threads) {in_bounds = array<i1: true, true>} : !v[i32, i32], !b
  return
}

// -----

// Nothing is known of the alignment.
#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!b = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!v = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>
func.func @facts(%v: !v, %i: i32, %b: !b) {
  // expected-error @below {{'nv_tileas.async.copy' op expected an atom that fits the layouts and the facts of the access, got #cute_nvgpu.atom<simt_async_copy, 8>}}
  %t = nv_tileas.async.copy %v[%i, %i] to %b atom <simt_async_copy, 8> threads(#threads) {in_bounds = array<i1: true, true>} : !v[i32, i32], !b
  return
}

// -----

// A thread holds adjacent elements of a column, memory has those of a row.
#threads = #nv_tileas.layout<{register=[[1,0]], lane=[[0,1],[0,2],[0,4],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[0,1],[0,2],[0,4]]}>
!b = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!v = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>
func.func @across(%v: !v, %i: i32, %b: !b) {
  // expected-error @below {{'nv_tileas.async.copy' op expected an atom that fits the layouts and the facts of the access, got #cute_nvgpu.atom<simt_async_copy, 8>}}
  %t = nv_tileas.async.copy %v[%i, %i] to %b atom <simt_async_copy, 8> threads(#threads) {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !v[i32, i32], !b
  return
}

// -----

// The swizzle of rows 4 to 7 swaps the elements of each pair.
#threads = #nv_tileas.layout<{register=[[0,1],[4,0]], lane=[[0,2],[0,4],[1,0],[2,0],[0,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,1]]}>
!b = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!v = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>
func.func @swapped(%v: !v, %i: i32, %b: !b) {
  // expected-error @below {{'nv_tileas.async.copy' op expected an atom that fits the layouts and the facts of the access, got #cute_nvgpu.atom<simt_async_copy, 8>}}
  %t = nv_tileas.async.copy %v[%i, %i] to %b atom <simt_async_copy, 8> threads(#threads) {alignment = 8 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !v[i32, i32], !b
  return
}

// -----

func.func @negative(%t: !nv_tileas.async.token) {
  // expected-error @below {{'nv_tileas.async.wait' op expected a number of groups that may be pending, got -1}}
  nv_tileas.async.wait(%t) {pending = -1 : i64}
  return
}

// -----

func.func @everything() {
  // expected-error @below {{'nv_tileas.async.wait' op expected nothing to be pending after a wait for everything, got 2}}
  nv_tileas.async.wait() {pending = 2 : i64}
  return
}
