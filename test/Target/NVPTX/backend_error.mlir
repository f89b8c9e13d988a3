// Errors of LLVM's code generator are errors at the kernel.

// RUN: not tileiras %s --gpu-name sm_90 --emit=ptx -o - 2>&1 | FileCheck %s

// CHECK: backend_error.mlir:[[#@LINE + 2]]:3: error: {{.*}}constraint 'x'
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = llvm.inline_asm "mov.b32 $0, 0;", "=x" : () -> i32
    llvm.store %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
