// Layouts are read, so they have to be there.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-access-atoms)))' -verify-diagnostics

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_layout(%p: !nv_tileaa.ptr<f32>) {
    // expected-error @below {{expected a layout, got 'tensor<32xi32>'}}
    %0 = nv_tileas.make_range {start = 0 : i64} : tensor<32xi32>
    nv_tileaa.return
  }
}
