// A copy that is prefetched must be predicable. (tileas-lower-loads-to-async makes no other copies.)
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-unspecialized-pipeline)))' -verify-diagnostics

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
// The load of an index that synchronises with other threads stays in its iteration.
nv_tileaa.func @acquired_coordinate(%v: !view, %n: i32, %p: !nv_tileaa.ptr<i32>, %ring: !ring) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-error @below {{failed to pipeline a loop: an operation that runs ahead can't be predicated}}
  scf.for %k = %zero to %n step %one : i32 {
    %i, %t = nv_tileas.load <acquire> scope <gpu> %p : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
    %filled = nv_tileas.buffer_view %ring[%zero] : !ring -> !stage
    %c = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%c)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
  }
  nv_tileaa.return
}
}
