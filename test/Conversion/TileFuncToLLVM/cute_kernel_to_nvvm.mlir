// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(cute-kernel-to-nvvm))' | FileCheck %s

// CHECK: llvm.func @kernel() attributes {nvvm.kernel}
// CHECK: llvm.func @helper() {
gpu.module @k {
  llvm.func @kernel() attributes {cute.kernel} {
    llvm.return
  }
  llvm.func @helper() {
    llvm.return
  }
}
