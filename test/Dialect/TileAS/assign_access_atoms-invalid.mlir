// The pass reads layouts, so they must exist.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-access-atoms)))' -split-input-file -verify-diagnostics

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_layout(%p: !nv_tileaa.ptr<f32>) {
    // expected-error @below {{expected a layout, got 'tensor<32xi32>'}}
    %0 = nv_tileas.make_range {start = 0 : i64} : tensor<32xi32>
    nv_tileaa.return
  }
}

// -----

// The operands of the instructions for several replicas are known to be contiguous.
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
!v = !nv_tileaa.tiled_view<32, !nv_tileaa.memref<32xf16, strides = [1]>, steps = [32], dims = [0]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @apart(%v: !v, %i: i32, %x: tensor<32xf16, #l>) {
    // expected-error @below {{'nv_tileas.tiled_store' op expected 2 contiguous elements of type 'f16' that are known to lie in one aligned word and to be accessed together, since multimem.st takes 32 bits or more}}
    %t = nv_tileas.tiled_store <relaxed> scope <gpu> %x, %v[%i] {in_bounds = array<i1: true>, multicast} : tensor<32xf16, #l>, !v[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
!v = !nv_tileaa.tiled_view<32, !nv_tileaa.memref<32xf32, strides = [1]>, steps = [32], dims = [0]>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @target(%v: !v, %i: i32, %x: tensor<32xf32, #l>) {
    // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected a target that has multimem.red, got sm_80}}
    %t = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>, multicast} : tensor<32xf32, #l>, !v[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
