// Overlaps of buffers are known after they have been allocated.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-insert-memory-barriers))' -verify-diagnostics

nv_tileaa.func @f() {
  // expected-error @below {{'nv_tileas.alloc_tensor' op expected an offset, which tileas-assign-smem chooses}}
  %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<4xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2]]}>>
  nv_tileaa.return
}
