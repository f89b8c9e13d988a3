// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// Values that flow into one another through loops and branches have one layout.

// CHECK-NOT: convert_layout
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<8x128xf32, #[[L:.*]]>) -> tensor<8x128xf32, #[[L]]>
// CHECK: scf.if {{.*}} -> (tensor<8x128xf32, #[[L]]>)
// CHECK: nv_tileas.reduce

#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @while(%p: !nv_tileaa.ptr<f32>, %c: i1) attributes {nv_tileaa.kernel_spec = #spec} {
    %init = arith.constant dense<0.0> : tensor<8x128xf32>
    %ones = arith.constant dense<1.0> : tensor<8x128xf32>
    %r = scf.while (%a = %init) : (tensor<8x128xf32>) -> tensor<8x128xf32> {
      %n = math.exp %a : tensor<8x128xf32>
      scf.condition(%c) %n : tensor<8x128xf32>
    } do {
    ^bb0(%b: tensor<8x128xf32>):
      %i = scf.if %c -> tensor<8x128xf32> {
        %m = arith.mulf %b, %b : tensor<8x128xf32>
        scf.yield %m : tensor<8x128xf32>
      } else {
        scf.yield %ones : tensor<8x128xf32>
      }
      scf.yield %i : tensor<8x128xf32>
    }
    %e = nv_tileaa.permute %r [1, 0] : tensor<8x128xf32> -> tensor<128x8xf32>
    %s = nv_tileaa.reduce %e dim = 1 identities = [0.0 : f32] {commutes} : (tensor<128x8xf32>) -> tensor<128xf32> {
    ^bb0(%el: f32, %acc: f32):
      %sum = arith.addf %el, %acc : f32
      nv_tileaa.yield %sum : f32
    }
    %rng = nv_tileaa.make_range : tensor<128xi32>
    %am:2 = nv_tileaa.reduce %s, %rng dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<128xf32>, tensor<128xi32>) -> (f32, i32) {
    ^bb0(%el: f32, %acc: f32, %ei: i32, %ai: i32):
      %sum = arith.cmpf ogt, %el, %acc : f32
      %x = arith.select %sum, %el, %acc : f32
      %y = arith.select %sum, %ei, %ai : i32
      nv_tileaa.yield %x, %y : f32, i32
    }
    %t = nv_tileaa.store <weak> %p, %am#0 : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
