// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O0 -o - | FileCheck %s

// Req: A-20 A-25

// CHECK: .target sm_90a
// CHECK-NOT: fma
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>, %a: f32, %b: f32) attributes {nvvm.kernel} {
    %m = llvm.fmul %a, %b : f32
    %s = llvm.fadd %m, %a : f32
    llvm.store %s, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
