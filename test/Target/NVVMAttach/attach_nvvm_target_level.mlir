// RUN: tileiras-opt --attach-nvvm-target="opt-level=4" --verify-diagnostics %s

// expected-error @below {{invalid optimization level: 4}}
module {
  gpu.module @m attributes {nv_tileaa.compute_capability = 90 : i32} {}
}
