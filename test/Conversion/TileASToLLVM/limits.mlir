// A tile that would not fit is refused, with the location and the reason.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

#big = #nv_tileas.layout<{register=[[128],[256],[512],[1024],[2048],[4096],[8192],[16384],[32768],[65536],[131072]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @too_large(%x: f32) {
    // expected-error @+1 {{operation 'nv_tileaa.splat': a tile of 'tensor<262144xf32>' needs 2048 registers of each thread, more than the 1024 that are supported yet}}
    %0 = nv_tileaa.splat %x : f32 -> tensor<262144xf32, #big>
    return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Req: G-23, I-03, I-14
  func.func @narrow(%x: tensor<128xf32, #l>) {
    // expected-error @+2 {{conversion from 'f32' to 'f8E4M3FN' is not supported yet}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileaa.fp_to_fp'}}
    %0 = nv_tileaa.fp_to_fp %x : tensor<128xf32, #l> -> tensor<128xf8E4M3FN, #l>
    return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @rounding(%x: tensor<128xf32, #l>) {
    // expected-error @+2 {{conversion from 'f32' to 'tf32' with rounding positive_inf is not supported yet}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileaa.fp_to_fp'}}
    %0 = nv_tileaa.fp_to_fp %x rounding <positive_inf> : tensor<128xf32, #l> -> tensor<128xtf32, #l>
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @cast(%x: f32) -> i32 {
    // expected-error @+1 {{cast that is not reconciled: 'f32' to 'i32'}}
    %0 = builtin.unrealized_conversion_cast %x : f32 to i32
    return %0 : i32
  }
}
