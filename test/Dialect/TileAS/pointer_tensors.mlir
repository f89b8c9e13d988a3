// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// Pointers, masks, values and the tiles computed from them have one layout.

// CHECK-NOT: convert_layout
// CHECK: nv_tileas.load <weak>
// CHECK: nv_tileas.store
// CHECK: nv_tileaa.addptr
// CHECK: nv_tileas.load
// CHECK: nv_tileas.reduce

#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @pointers(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %r = nv_tileaa.make_range : tensor<256xi32>
    %c = arith.constant dense<3> : tensor<256xi32>
    %o = arith.muli %r, %c : tensor<256xi32>
    %nn = nv_tileaa.splat %n : i32 -> tensor<256xi32>
    %mask = arith.cmpi slt, %o, %nn : tensor<256xi32>
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
    %pp = nv_tileaa.addptr %ps, %o : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi32>
    %z = arith.constant dense<0.0> : tensor<256xf32>
    %v, %t = nv_tileaa.load <weak> %pp, mask = %mask, other = %z : tensor<256x!nv_tileaa.ptr<f32>>, mask tensor<256xi1>, other tensor<256xf32> -> tensor<256xf32>, !nv_tileaa.mem_token
    %w = math.exp %v : tensor<256xf32>
    %t2 = nv_tileaa.store <weak> %pp, %w, mask = %mask token = %t : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32>, mask tensor<256xi1> -> !nv_tileaa.mem_token
    // chain of loads: gather
    %ix = arith.fptosi %w : tensor<256xf32> to tensor<256xi32>
    %gp = nv_tileaa.addptr %ps, %ix : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi32>
    %g, %t3 = nv_tileaa.load <weak> %gp token = %t2 : tensor<256x!nv_tileaa.ptr<f32>> -> tensor<256xf32>, !nv_tileaa.mem_token
    %s = nv_tileaa.reduce %g dim = 0 identities = [0.0 : f32] {commutes} : (tensor<256xf32>) -> f32 {
    ^bb0(%el: f32, %acc: f32):
      %rr = arith.addf %el, %acc : f32
      nv_tileaa.yield %rr : f32
    }
    %t4 = nv_tileaa.store <weak> %p, %s token = %t3 : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
