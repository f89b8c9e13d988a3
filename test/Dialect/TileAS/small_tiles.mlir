// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// Tiles smaller than a warp are replicated; slices select registers; cat adds a
// register.

// CHECK: #[[ONE:.*]] = #nv_tileas.layout<{lane={{\[\[}}0],[0],[0],[0],[0]], warp={{\[\[}}0],[0]]}>
// CHECK: nv_tileas.load {{.*}} -> tensor<1xf64, #[[ONE]]>
// CHECK: nv_tileas.view
// CHECK: %[[WHOLE:.*]] = nv_tileas.convert_layout
// CHECK: nv_tileas.extract_slice %[[WHOLE]]
// CHECK-NEXT: nv_tileas.cat

#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @tiny(%p: !nv_tileaa.ptr<f64>, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f64> -> tensor<1x!nv_tileaa.ptr<f64>>
    %v, %t = nv_tileaa.load <weak> %ps : tensor<1x!nv_tileaa.ptr<f64>> -> tensor<1xf64>, !nv_tileaa.mem_token
    %w = arith.addf %v, %v : tensor<1xf64>
    %u = nv_tileaa.unsplat %w : tensor<1xf64> -> f64
    %c5 = nv_tileaa.splat %u : f64 -> tensor<2x1x2x1x4xf64>
    %sq = math.sqrt %c5 : tensor<2x1x2x1x4xf64>
    %v2 = nv_tileaa.view %sq : tensor<2x1x2x1x4xf64> -> tensor<16xf64>
    %e0 = nv_tileaa.extract %v2[%i] : tensor<16xf64> -> tensor<4xf64>
    %cat = nv_tileaa.cat %e0, %e0 dim = 0 : tensor<4xf64>, tensor<4xf64> -> tensor<8xf64>
    %s = nv_tileaa.reduce %cat dim = 0 identities = [0.0 : f64] {commutes} : (tensor<8xf64>) -> f64 {
    ^bb0(%el: f64, %acc: f64):
      %rr = arith.addf %el, %acc : f64
      nv_tileaa.yield %rr : f64
    }
    %t4 = nv_tileaa.store <weak> %p, %s token = %t : !nv_tileaa.ptr<f64>, f64 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
