// Functions that are no kernels are inlined at every level, those of the device library too: ptxas ends asynchronous
// work before a call. A function that is marked not to be inlined is called.

// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O0 -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O3 -o - | FileCheck %s

// CHECK-LABEL: .entry k(
// CHECK-NOT: call
// CHECK: fma.rn.f32
// CHECK-NOT: call
// CHECK: ret;
// CHECK-LABEL: .entry other(
// CHECK: call.uni apart
gpu.module @m attributes {nv_tileaa.compute_capability = 90 : i32} {
  llvm.func @_Z3sinf(f32) -> f32
  llvm.func internal @twice(%x: f32) -> f32 {
    %y = llvm.call @_Z3sinf(%x) : (f32) -> f32
    %z = llvm.call @_Z3sinf(%y) : (f32) -> f32
    llvm.return %z : f32
  }
  llvm.func internal @apart(%p: !llvm.ptr<1>, %x: f32) attributes {no_inline} {
    llvm.store volatile %x, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %y = llvm.call @twice(%x) : (f32) -> f32
    %z = llvm.call @twice(%y) : (f32) -> f32
    llvm.store %z, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @other(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    llvm.call @apart(%p, %x) : (!llvm.ptr<1>, f32) -> ()
    llvm.return
  }
}
