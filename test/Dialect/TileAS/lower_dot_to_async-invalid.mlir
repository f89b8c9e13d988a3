// Operands that no descriptor describes, and scales that threads do not store.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-lower-dot-to-async))' -split-input-file -verify-diagnostics
// No batch of matrices.

#c = #nv_tileas.layout<{register=[[0,0,1],[0,8,0],[1,0,0]], lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], warp=[[0,16,0],[0,32,0]]}>
#a = #nv_tileas.layout<{register=[[0,0,1],[0,8,0],[0,0,8],[1,0,0]], lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], warp=[[0,16,0],[0,32,0]]}>
#b = #nv_tileas.layout<{register=[[1,0,0]], lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,1]], warp=[[0,0,2],[0,0,4]]}>
nv_tileaa.func @batch(%a: tensor<2x64x16xf16, #a>, %b: tensor<2x16x8xf16, #b>, %c: tensor<2x64x8xf32, #c>) {
  // expected-error @below {{'nv_tileas.dot' op expected operands that descriptors of #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 8> can describe, got}}
  %0 = nv_tileas.dot %a, %b, %c <sm90.mma.m64k16.f16.f32, 8> : tensor<2x64x16xf16, #a>, tensor<2x16x8xf16, #b>, tensor<2x64x8xf32, #c>
  nv_tileaa.return
}

// -----

// Two scales of a row fill no column of tensor memory.
#a = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0]], lane=[[32,0],[0,1],[0,2],[0,4],[0,8]], warp=[[0,16],[0,32]]}>
#p = #nv_tileas.layout<{register=[[0,1]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#q = #nv_tileas.layout<{register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[0,0]]}>
nv_tileaa.func @two_scales(%a: tensor<128x64xf8E4M3FN, #a>, %b: tensor<64x64xf8E4M3FN, #b>, %c: tensor<128x64xf32, #a>, %p: tensor<128x2xf8E8M0FNU, #p>, %q: tensor<2x64xf8E8M0FNU, #q>) {
  // expected-error @below {{'nv_tileas.dot' op expected scales as threads store them to tensor memory, got 'tensor<128x2xf8E8M0FNU, #nv_tileas.layout}}
  %0 = nv_tileas.dot %a, %b, %c scales %p, %q <sm100.mma.m128k32.mxf8f6f4.f32, 64> : tensor<128x64xf8E4M3FN, #a>, tensor<64x64xf8E4M3FN, #b>, tensor<128x64xf32, #a> scales tensor<128x2xf8E8M0FNU, #p>, tensor<2x64xf8E8M0FNU, #q>
  nv_tileaa.return
}
