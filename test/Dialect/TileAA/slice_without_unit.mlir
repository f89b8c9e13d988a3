// Where no matrix unit executes a dot, each of its multiply-adds is an instruction of a thread: it has 1024 of them at
// a time.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-and-fuse)))' | FileCheck %s

// Turing has none for bf16: 128 threads with 128 results each and a K of 64 need eight slices.
gpu.module @without attributes {nv_tileaa.compute_capability = 75 : i32} {
  // CHECK-LABEL: nv_tileaa.func @bf16_of_sm_75
  // CHECK: scf.for {{.*}} to %c8
  // CHECK: nv_tileaa.dot {{.*}} : tensor<128x8xbf16>, tensor<8x128xbf16>, tensor<128x128xf32>
  nv_tileaa.func @bf16_of_sm_75(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    nv_tileaa.return %d : tensor<128x128xf32>
  }
}

gpu.module @with attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: nv_tileaa.func @bf16_of_sm_80
  // CHECK-NOT: scf.for
  // CHECK: nv_tileaa.dot {{.*}} : tensor<128x64xbf16>
  nv_tileaa.func @bf16_of_sm_80(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    nv_tileaa.return %d : tensor<128x128xf32>
  }
}
