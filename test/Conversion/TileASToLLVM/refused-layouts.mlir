// Layouts that do not fit the operation: only convert_layout moves elements.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

#from = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[0]], block=[[32]]}>
#to = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[32]], warp=[[0]], block=[[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @+1 {{expected a layout over registers, lanes and warps only, got 'tensor<64xf32}}
  func.func @between_ctas(%x: tensor<64xf32, #from>) {
    %0 = nv_tileas.convert_layout %x : tensor<64xf32, #from> -> tensor<64xf32, #to>
    return
  }
}

// -----

#half = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#whole = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @cat(%x: tensor<32xf32, #half>) {
    // expected-error @+1 {{'nv_tileas.cat' op expected result #0 to have the layout {register=}}
    %0 = nv_tileas.cat %x, %x dim = 0 : tensor<32xf32, #half>, tensor<32xf32, #half> -> tensor<64xf32, #whole>
    return
  }
}

// -----

#half = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#whole = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @slices_over_lanes(%x: tensor<64xf32, #whole>, %i: i32) {
    // expected-error @+1 {{'nv_tileas.extract_slice' op expected operand #0 to have the layout {register=}}
    %0 = nv_tileas.extract_slice %x[%i] : tensor<64xf32, #whole> -> tensor<32xf32, #half>
    return
  }
}

// -----

#half = #nv_tileas.layout<{register=[[16]], lane=[[1],[2],[4],[8],[0]]}>
#whole = #nv_tileas.layout<{register=[[32]], lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @slice_elsewhere(%x: tensor<64xf32, #whole>, %i: i32) {
    // expected-error @+1 {{'nv_tileas.extract_slice' op expected operand #0 to have the layout {register=}}
    %0 = nv_tileas.extract_slice %x[%i] : tensor<64xf32, #whole> -> tensor<32xf32, #half>
    return
  }
}

// -----

#diagonal = #nv_tileas.layout<{register=[[1,1],[0,1]], lane=[[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#column = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @diagonal(%x: tensor<64x2xf32, #diagonal>) {
    // expected-error-re @+2 {{'nv_tileas.reduce' op expected a layout whose bases lie along or across the reduced dimension, got {{.*register=\[\[1,1\],\[0,1\]\]}}}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.reduce'}}
    %0 = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] : (tensor<64x2xf32, #diagonal>) -> tensor<64xf32, #column> {
    ^bb0(%e: f32, %a: f32):
      nv_tileaa.yield %e : f32
    }
    return
  }
}

// -----

#mixed = #nv_tileas.layout<{lane=[[3],[1],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @lanes_without_order(%x: tensor<32xf32, #mixed>) {
    // expected-error @+2 {{'nv_tileas.reduce' op expected registers and lanes to hold one bit each of the coordinate along the dimension of a reduction in order, as tileas-legalize-reduce arranges them, got {lane=}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.reduce'}}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<32xf32, #mixed>) -> f32 {
    ^bb0(%e: f32, %l: f32):
      %s = arith.subf %e, %l : f32
      nv_tileaa.yield %s : f32
    }
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @no_layout(%x: f32) {
    // expected-error @+1 {{expected a layout, got 'tensor<128xf32>'}}
    %0 = nv_tileaa.splat %x : f32 -> tensor<128xf32>
    return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#m = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  gpu.func @of_another_dialect(%x: tensor<32xf32, #l>) {
    // expected-error @+1 {{'nv_tileas.convert_layout' op expected to be in a 'func.func'}}
    %0 = nv_tileas.convert_layout %x : tensor<32xf32, #l> -> tensor<32xf32, #m>
    gpu.return
  }
}
