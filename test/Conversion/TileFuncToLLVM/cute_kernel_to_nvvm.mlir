// Req: F-21
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(cute-kernel-to-nvvm))' | FileCheck %s

// CHECK: llvm.func @kernel(%{{.*}}: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %{{.*}}: i32) attributes {nvvm.kernel}
// CHECK: llvm.func @helper() {
gpu.module @k {
  llvm.func @kernel(%map: !llvm.ptr {cute_nvgpu.grid_constant, llvm.byval = !llvm.array<128 x i8>}, %n: i32)
      attributes {cute.kernel} {
    llvm.return
  }
  llvm.func @helper() {
    llvm.return
  }
}
