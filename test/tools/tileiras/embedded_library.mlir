// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s

// The helpers of math functions are in the program.

// CHECK: .visible .entry k(
// CHECK: fma.rn.f32
// CHECK-NOT: call
gpu.module @m {
  llvm.func @_Z3expf(f32) -> f32
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %r = llvm.call @_Z3expf(%x) : (f32) -> f32
    llvm.store %r, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
