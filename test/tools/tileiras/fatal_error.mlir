// RUN: %exit tileiras %s --gpu-name sm_90 --emit=ptx -o %t.ptx | FileCheck %s
// RUN: not test -e %t.ptx

// LLVM gives up on a sine without a library: the process does not.

// CHECK: fatal_error.mlir:[[# @LINE + 25]]:3: error: internal compiler error while printing PTX for '{{.*}}fatal_error.mlir': Cannot select
// CHECK: In function: k; this is a bug in tileiras
// CHECK-NEXT: llvm.func @k
// CHECK-NEXT: ^
// CHECK-NEXT: note: '{{.*}}.reproducer.mlir' has the program and its passes: tileiras-opt --run-reproducer runs them again
// CHECK: exit 5

// The file has them.
// RUN: FileCheck --check-prefix=REPRODUCER %s < %t.ptx.reproducer.mlir
// REPRODUCER: llvm.intr.sin
// REPRODUCER: mlir_reproducer: {
// REPRODUCER: pipeline: "builtin.module({{.*}}attach-nvvm-target
// RUN: tileiras-opt --run-reproducer %t.ptx.reproducer.mlir | FileCheck --check-prefix=AGAIN %s
// AGAIN: llvm.func @k

// RUN: rm %t.ptx.reproducer.mlir
// RUN: env TILEIRAS_REPRODUCER=none %exit tileiras %s --gpu-name sm_90 --emit=ptx -o %t.ptx | FileCheck --check-prefix=NONE %s
// NONE: internal compiler error
// NONE-NOT: note:
// RUN: not test -e %t.ptx.reproducer.mlir
// RUN: env TILEIRAS_REPRODUCER=%t.other.mlir %exit tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck --check-prefix=OTHER %s
// OTHER: note: '{{.*}}.other.mlir' has the program
// RUN: test -e %t.other.mlir

gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
    %r = llvm.intr.sin(%x) : (f64) -> f64
    llvm.store %r, %p : f64, !llvm.ptr<1>
    llvm.return
  }
}
