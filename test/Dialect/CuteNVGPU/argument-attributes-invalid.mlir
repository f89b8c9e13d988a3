// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected 'cute_nvgpu.grid_constant' to be without a value, got 1 : i64}}
llvm.func @valued(%p: !llvm.ptr {cute_nvgpu.grid_constant = 1}) {
  llvm.return
}

// -----

// expected-error @+1 {{unknown attribute 'cute_nvgpu.constant' of the cute_nvgpu dialect on an argument}}
llvm.func @unknown(%p: !llvm.ptr {cute_nvgpu.constant}) {
  llvm.return
}
