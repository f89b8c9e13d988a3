// RUN: %exit tileiras %s --gpu-name sm_90 --emit=ptx -o %t.ptx | FileCheck %s
// RUN: not test -e %t.ptx

// LLVM gives up on a sine without a library: the process does not.

// CHECK: error: internal compiler error while printing PTX for '{{.*}}fatal_error.mlir': Cannot select
// CHECK: In function: k; this is a bug in tileiras
// CHECK: exit 5
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
    %r = llvm.intr.sin(%x) : (f64) -> f64
    llvm.store %r, %p : f64, !llvm.ptr<1>
    llvm.return
  }
}
