// As layouts-invalid.mlir, for the conversion of bodies.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --convert-nv-tileas-to-llvm

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @no_layout(%x: f32) {
    // expected-error @below {{expected a layout, got 'tensor<32xf32>'}}
    %0 = nv_tileaa.splat %x : f32 -> tensor<32xf32>
    return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @operand(%x: tensor<32xf32, #l>, %p: tensor<32x!nv_tileaa.ptr<f32>, #k>) {
    // expected-error @below {{'nv_tileas.store' op expected operand #1 to have the layout}}
    %0 = nv_tileas.store <weak> %p, %x : tensor<32x!nv_tileaa.ptr<f32>, #k>, tensor<32xf32, #l> -> !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @no_tile() {
    // expected-error @below {{expected a tensor of numbers or pointers whose sizes are powers of two, got 'tensor<3xf32>'}}
    %0 = arith.constant dense<1.0> : tensor<3xf32>
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{expected the function boundary to be converted before, by convert-nv-tile-func-to-llvm}}
  nv_tileaa.func @unconverted() {
    nv_tileaa.return
  }
}
