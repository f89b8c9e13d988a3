// No descriptor describes a batch of matrices.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-lower-dot-to-async))' -verify-diagnostics

#c = #nv_tileas.layout<{register=[[0,0,1],[0,8,0],[1,0,0]], lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], warp=[[0,16,0],[0,32,0]]}>
#a = #nv_tileas.layout<{register=[[0,0,1],[0,8,0],[0,0,8],[1,0,0]], lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], warp=[[0,16,0],[0,32,0]]}>
#b = #nv_tileas.layout<{register=[[1,0,0]], lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,1]], warp=[[0,0,2],[0,0,4]]}>
nv_tileaa.func @batch(%a: tensor<2x64x16xf16, #a>, %b: tensor<2x16x8xf16, #b>, %c: tensor<2x64x8xf32, #c>) {
  // expected-error @below {{'nv_tileas.dot' op expected operands that descriptors of #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 8> can describe, got}}
  %0 = nv_tileas.dot %a, %b, %c <sm90.mma.m64k16.f16.f32, 8> : tensor<2x64x16xf16, #a>, tensor<2x16x8xf16, #b>, tensor<2x64x8xf32, #c>
  nv_tileaa.return
}
