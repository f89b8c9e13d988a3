// The pass alone, on input that it refuses.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts)))'

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k {
  nv_tileaa.func @warps(%a: tensor<8x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x8xf32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    %d = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2xf32>, tensor<2x8xf32>, tensor<8x8xf32>
    // expected-error @below {{expected a layout over 2 warps, got 'tensor<32xf32, #nv_tileas.layout}}
    %e = arith.constant dense<1.0> : tensor<32xf32, #l>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{expected a kernel, with the attribute nv_tileaa.kernel_spec, to spread tiles over its threads}}
  nv_tileaa.func @no_kernel(%a: tensor<8x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x8xf32>) {
    %d = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2xf32>, tensor<2x8xf32>, tensor<8x8xf32>
    nv_tileaa.return
  }
}

// -----

// Warps access the lanes of tensor memory in groups of four.
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @two_warps(%a: tensor<128x128xf8E4M3FN>, %b: tensor<128x64xf8E4M3FN>, %c: tensor<128x64xf32>, %p: tensor<128x4xf8E8M0FNU>, %q: tensor<4x64xf8E8M0FNU>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    // expected-error @below {{'nv_tileas.dot' op expected a dot that 2 warps can compute with #cute_nvgpu.atom<sm100.mma.m128k32.mxf8f6f4.f32, 64>, got 'tensor<128x64xf32>'}}
    %d = nv_tileas.dot %a, %b, %c scales %p, %q <sm100.mma.m128k32.mxf8f6f4.f32, 64> : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>, tensor<128x64xf32> scales tensor<128x4xf8E8M0FNU>, tensor<4x64xf8E8M0FNU>
    nv_tileaa.return
  }
}
