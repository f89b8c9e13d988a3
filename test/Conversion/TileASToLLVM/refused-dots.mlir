// Dots without code, and those whose operands are elsewhere.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

#c = #nv_tileas.layout<{lane=[[0,1],[0,2],[0,4],[1,0],[2,0]]}>
#a = #nv_tileas.layout<{register=[[0,1]], lane=[[0,0],[0,0],[0,0],[1,0],[2,0]]}>
#b = #nv_tileas.layout<{register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,0],[0,0]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @narrow(%a: tensor<4x2xf8E4M3FN, #a>, %b: tensor<2x8xf8E4M3FN, #b>, %c: tensor<4x8xf32, #c>) {
    // expected-error @+2 {{'nv_tileas.dot' op of 'f8E4M3FN' without matrix units is not supported yet}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.dot'}}
    %0 = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<4x2xf8E4M3FN, #a>, tensor<2x8xf8E4M3FN, #b>, tensor<4x8xf32, #c>
    return
  }
}

// -----

#c = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[0,2],[8,0],[0,16]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[2,0],[16,0]], lane=[[4,0],[8,0],[0,1],[0,2],[0,4]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @target(%a: tensor<16x32xf8E4M3FN, #a>, %b: tensor<32x8xf8E4M3FN, #b>, %c: tensor<16x8xf32, #c>) {
    // expected-error @+1 {{'nv_tileas.dot' op expected an atom that sm_80 has, got #cute_nvgpu.atom<sm89.mma.m16n8k32.f8.f32>}}
    %0 = nv_tileas.dot %a, %b, %c <sm89.mma.m16n8k32.f8.f32> : tensor<16x32xf8E4M3FN, #a>, tensor<32x8xf8E4M3FN, #b>, tensor<16x8xf32, #c>
    return
  }
}

// -----

// There is a record of this instruction, but no lowering.
#c = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[0,2],[8,0],[0,16]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[2,0],[16,0]], lane=[[4,0],[8,0],[0,1],[0,2],[0,4]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 120 : i32} {
  func.func @kinds(%a: tensor<16x32xf8E4M3FN, #a>, %b: tensor<32x8xf8E4M3FN, #b>, %c: tensor<16x8xf32, #c>) {
    // expected-error @+2 {{'nv_tileas.dot' op with #cute_nvgpu.atom<sm120.mma.m16n8k32.f8f6f4.f32> has no lowering yet}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.dot'}}
    %0 = nv_tileas.dot %a, %b, %c <sm120.mma.m16n8k32.f8f6f4.f32> : tensor<16x32xf8E4M3FN, #a>, tensor<32x8xf8E4M3FN, #b>, tensor<16x8xf32, #c>
    return
  }
}

// -----

// The instruction reads B from a buffer, which no pass has created.
#c = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#b = #nv_tileas.layout<{lane=[[1,0],[2,0],[4,0],[8,0],[0,1]], warp=[[0,2],[0,4]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  func.func @no_buffers(%a: tensor<64x16xf16, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>>, %b: tensor<16x8xf16, #b>, %c: tensor<64x8xf32, #c>) {
    // expected-error @+2 {{'nv_tileas.dot' op with #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 8> reads operands from buffers, which tileas-lower-dot-to-async allocates}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.dot'}}
    %0 = nv_tileas.dot %a, %b, %c <sm90.mma.m64k16.f16.f32, 8> : tensor<64x16xf16, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>>, tensor<16x8xf16, #b>, tensor<64x8xf32, #c>
    return
  }
}

// -----

#c = #nv_tileas.layout<{lane=[[0,1],[0,2],[0,4],[1,0],[2,0]]}>
#a = #nv_tileas.layout<{register=[[1,0]], lane=[[0,1],[0,0],[0,0],[0,0],[2,0]]}>
#b = #nv_tileas.layout<{register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,0],[0,0]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @elsewhere(%a: tensor<4x2xf32, #a>, %b: tensor<2x8xf32, #b>, %c: tensor<4x8xf32, #c>) {
    // expected-error @+1 {{'nv_tileas.dot' op expected operand #0 to have the layout {register=}}
    %0 = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<4x2xf32, #a>, tensor<2x8xf32, #b>, tensor<4x8xf32, #c>
    return
  }
}

// -----

#c = #nv_tileas.layout<{register=[[0,8],[4,0]], lane=[[0,1],[0,2],[0,4],[1,0],[2,0]]}>
#a = #nv_tileas.layout<{register=[[4,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128],[0,256],[0,512],[0,1024]], lane=[[0,0],[0,0],[0,0],[1,0],[2,0]]}>
#b = #nv_tileas.layout<{register=[[0,8],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[128,0],[256,0],[512,0],[1024,0]], lane=[[0,1],[0,2],[0,4],[0,0],[0,0]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @too_long(%a: tensor<8x2048xf16, #a>, %b: tensor<2048x16xf16, #b>, %c: tensor<8x16xf16, #c>) {
    // expected-error @+2 {{'nv_tileas.dot' op of 'f16' without matrix units needs 8192 instructions in each thread, more than the 4096 that are supported yet}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.dot'}}
    %0 = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2048xf16, #a>, tensor<2048x16xf16, #b>, tensor<8x16xf16, #c>
    return
  }
}
