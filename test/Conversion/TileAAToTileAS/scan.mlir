// Scans keep their form: their distribution over warps is only known after tiles have layouts.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @two
  // CHECK: nv_tileas.scan %arg0, %arg1 dim = 1 reverse = true identities = [0.000000e+00 : f32, 0 : i32] : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: i32, %{{.*}}: i32):
  // CHECK: nv_tileaa.yield
  nv_tileaa.func @two(%x: tensor<8x4xf32>, %y: tensor<8x4xi32>) {
    %s:2 = nv_tileaa.scan %x, %y dim = 1 reverse = true identities = [0.0 : f32, 0 : i32] : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
    ^bb0(%e: f32, %acc: f32, %f: i32, %bcc: i32):
      %r = arith.addf %e, %acc : f32
      %q = arith.addi %f, %bcc : i32
      nv_tileaa.yield %r, %q : f32, i32
    }
    nv_tileaa.return
  }
}
