// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 -verify-diagnostics

cuda_tile.module @kernels {
  entry @kernel(%p: tile<ptr<bf16>>, %x: tile<bf16>) {
    // expected-error @below {{Incompatibility with architecture 'sm_80': atomicRMW ADDF with bf16 is not supported}}
    %r, %t = atomic_rmw_tko relaxed device %p, addf, %x : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token
    return
  }
}
