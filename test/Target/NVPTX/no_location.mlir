// RUN: not tileiras %s --gpu-name sm_90 --emit=ptx --device-library=none -o - 2>&1 | FileCheck %s

// A message about something without a location in the source names it.

// CHECK: error: undefined symbol 'helper' called from 'k'{{.*}} (llvm.func in function 'k')
gpu.module @m {
  llvm.func @helper(f32) -> f32 loc(unknown)
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %r = llvm.call @helper(%x) : (f32) -> f32
    llvm.store %r, %p : f32, !llvm.ptr<1>
    llvm.return
  } loc(unknown)
} loc(unknown)
