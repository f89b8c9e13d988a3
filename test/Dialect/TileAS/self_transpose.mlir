// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s

// A tile and its transpose in one operation: one of them is converted.

// CHECK: nv_tileas.load
// CHECK-NEXT: nv_tileas.convert_layout
// CHECK-NEXT: nv_tileas.permute
// CHECK-NEXT: arith.xori
// CHECK-NOT: convert_layout

#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @selftranspose(%p: !nv_tileaa.ptr<i1>) attributes {nv_tileaa.kernel_spec = #spec} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i1> -> tensor<64x64x!nv_tileaa.ptr<i1>>
    %x, %t0 = nv_tileaa.load <weak> %ps : tensor<64x64x!nv_tileaa.ptr<i1>> -> tensor<64x64xi1>, !nv_tileaa.mem_token
    %y = nv_tileaa.permute %x [1, 0] : tensor<64x64xi1> -> tensor<64x64xi1>
    %z = arith.xori %x, %y : tensor<64x64xi1>
    %u = arith.extui %z : tensor<64x64xi1> to tensor<64x64xi64>
    %w = arith.select %z, %u, %u : tensor<64x64xi1>, tensor<64x64xi64>
    %tr = arith.trunci %w : tensor<64x64xi64> to tensor<64x64xi1>
    %t = nv_tileaa.store <weak> %ps, %tr : tensor<64x64x!nv_tileaa.ptr<i1>>, tensor<64x64xi1> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
