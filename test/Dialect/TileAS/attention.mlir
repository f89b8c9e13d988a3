// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// Rows of scores stay in one warp: the row reductions, and values broadcast over rows, need no conversion, and the
// probabilities are the a operand of the second dot in the same layout. Only loads and the final store are converted.

// CHECK: #[[ROWS:.*]] = #nv_tileas.layout<{{.*}}warp={{\[\[}}16,0],[32,0]]}>
// CHECK: %[[Q:.*]] = nv_tileas.convert_layout {{.*}} -> tensor<64x64xf16, #[[ROWS]]>
// CHECK: scf.for
// CHECK: nv_tileas.tiled_load
// CHECK: %[[K:.*]] = nv_tileas.convert_layout
// CHECK: %[[KT:.*]] = nv_tileas.permute %[[K]]
// CHECK: nv_tileas.dot %[[Q]], %[[KT]], %{{.*}} <sm80.mma.m16n8k16.f16.f32>
// CHECK-NOT: convert_layout
// CHECK: %[[P:.*]] = arith.truncf
// CHECK: nv_tileas.tiled_load
// CHECK: %[[V:.*]] = nv_tileas.convert_layout
// CHECK: nv_tileas.dot %[[P]], %[[V]]
// CHECK-NOT: convert_layout
// CHECK: arith.truncf
// CHECK: nv_tileas.convert_layout
// CHECK-NOT: convert_layout
// CHECK: nv_tileas.tiled_store

!m = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @attention(%mq: !m, %mk: !m, %mv: !m, %mo: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %minf = arith.constant dense<0xFF800000> : tensor<64xf32>
    %zl = arith.constant dense<0.0> : tensor<64xf32>
    %vq = nv_tileaa.block_tile %mq : !m -> !v
    %vk = nv_tileaa.block_tile %mk : !m -> !v
    %vv = nv_tileaa.block_tile %mv : !m -> !v
    %vo = nv_tileaa.block_tile %mo : !m -> !v
    %q, %t0 = nv_tileaa.tiled_load <weak> %vq[%i, %c0] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
    %r:3 = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero, %mi = %minf, %li = %zl) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
      %k, %t1 = nv_tileaa.tiled_load <weak> %vk[%j, %c0] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %kt = nv_tileaa.permute %k [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = nv_tileaa.dot %q, %kt, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      %mj = nv_tileaa.reduce %s dim = 1 identities = [0xFF800000 : f32] {commutes} : (tensor<64x64xf32>) -> tensor<64xf32> {
      ^bb0(%el: f32, %a: f32):
        %x = arith.maximumf %el, %a : f32
        nv_tileaa.yield %x : f32
      }
      %mn = arith.maximumf %mi, %mj : tensor<64xf32>
      %mv1 = nv_tileaa.view %mn : tensor<64xf32> -> tensor<64x1xf32>
      %mb = nv_tileaa.broadcast %mv1 : tensor<64x1xf32> -> tensor<64x64xf32>
      %d = arith.subf %s, %mb : tensor<64x64xf32>
      %p = math.exp2 %d : tensor<64x64xf32>
      %lj = nv_tileaa.reduce %p dim = 1 identities = [0.0 : f32] {commutes} : (tensor<64x64xf32>) -> tensor<64xf32> {
      ^bb0(%el: f32, %a: f32):
        %x = arith.addf %el, %a : f32
        nv_tileaa.yield %x : f32
      }
      %al = arith.subf %mi, %mn : tensor<64xf32>
      %alpha = math.exp2 %al : tensor<64xf32>
      %l1 = arith.mulf %li, %alpha : tensor<64xf32>
      %ln = arith.addf %l1, %lj : tensor<64xf32>
      %av = nv_tileaa.view %alpha : tensor<64xf32> -> tensor<64x1xf32>
      %ab = nv_tileaa.broadcast %av : tensor<64x1xf32> -> tensor<64x64xf32>
      %acc1 = arith.mulf %acc, %ab : tensor<64x64xf32>
      %ph = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
      %vt, %t2 = nv_tileaa.tiled_load <weak> %vv[%j, %c0] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %o = nv_tileaa.dot %ph, %vt, %acc1 : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      scf.yield %o, %mn, %ln : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %lv = nv_tileaa.view %r#2 : tensor<64xf32> -> tensor<64x1xf32>
    %lb = nv_tileaa.broadcast %lv : tensor<64x1xf32> -> tensor<64x64xf32>
    %od = arith.divf %r#0, %lb : tensor<64x64xf32>
    %oh = arith.truncf %od : tensor<64x64xf32> to tensor<64x64xf16>
    %t3 = nv_tileaa.tiled_store <weak> %oh, %vo[%i, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf16>, !v[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
