// Two stages of a fast Fourier transform. A tile that is assembled from sums and differences has their layout, so it is
// converted once, where the next stage splits it.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions)))' | FileCheck %s

!p = tensor<512x!nv_tileaa.ptr<f32>>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
// CHECK-LABEL: @steps
nv_tileaa.func @steps(%from: !nv_tileaa.ptr<f32>, %to: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %range = nv_tileas.make_range : tensor<512xi32>
  %f = nv_tileaa.splat %from : !nv_tileaa.ptr<f32> -> !p
  %fs = nv_tileaa.addptr %f, %range : !p, tensor<512xi32>
  %x, %t = nv_tileas.load <weak> %fs {alignment = 16 : i64, contiguity = array<i64: 512>} : !p -> tensor<512xf32>, !nv_tileaa.mem_token
  %v = nv_tileas.view %x : tensor<512xf32> -> tensor<2x256xf32>
  // CHECK: nv_tileas.convert_layout
  // CHECK: nv_tileas.extract_slice
  %a = nv_tileas.extract_slice %v[%zero, %zero] : tensor<2x256xf32> -> tensor<1x256xf32>
  %b = nv_tileas.extract_slice %v[%one, %zero] : tensor<2x256xf32> -> tensor<1x256xf32>
  %sum = arith.addf %a, %b : tensor<1x256xf32>
  %difference = arith.subf %a, %b : tensor<1x256xf32>
  %s = nv_tileas.permute %sum [1, 0] : tensor<1x256xf32> -> tensor<256x1xf32>
  %d = nv_tileas.permute %difference [1, 0] : tensor<1x256xf32> -> tensor<256x1xf32>
  // CHECK: nv_tileas.cat
  // CHECK-NEXT: nv_tileas.view
  // CHECK-NEXT: nv_tileas.convert_layout
  // CHECK-NEXT: nv_tileas.extract_slice
  %c = nv_tileas.cat %s, %d dim = 1 : tensor<256x1xf32>, tensor<256x1xf32> -> tensor<256x2xf32>
  %w = nv_tileas.view %c : tensor<256x2xf32> -> tensor<2x256xf32>
  %e = nv_tileas.extract_slice %w[%zero, %zero] : tensor<2x256xf32> -> tensor<1x256xf32>
  %g = nv_tileas.extract_slice %w[%one, %zero] : tensor<2x256xf32> -> tensor<1x256xf32>
  %h = arith.addf %e, %g : tensor<1x256xf32>
  %i = arith.subf %e, %g : tensor<1x256xf32>
  %r = nv_tileas.cat %h, %i dim = 0 : tensor<1x256xf32>, tensor<1x256xf32> -> tensor<2x256xf32>
  %y = nv_tileas.view %r : tensor<2x256xf32> -> tensor<512xf32>
  %q = nv_tileaa.splat %to : !nv_tileaa.ptr<f32> -> !p
  %qs = nv_tileaa.addptr %q, %range : !p, tensor<512xi32>
  // CHECK: nv_tileas.store
  %u = nv_tileas.store <weak> %qs, %y {alignment = 16 : i64, contiguity = array<i64: 512>} : !p, tensor<512xf32> -> !nv_tileaa.mem_token
  nv_tileaa.return
}
}
