// A switch over partitions becomes branches, which ptxas can see to be the same for all threads of a warp.

// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O0 -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O3 -o - | FileCheck %s

// CHECK-LABEL: .entry k(
// CHECK-NOT: .branchtargets
// CHECK-NOT: brx.idx
// CHECK: ret;
gpu.module @m {
  llvm.func @k() attributes {nvvm.kernel} {
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %five = llvm.mlir.constant(5 : i32) : i32
    %warp = llvm.lshr %thread, %five : i32
    llvm.switch %warp : i32, ^end [0: ^a, 1: ^b, 2: ^c, 3: ^d]
  ^a:
    llvm.inline_asm has_side_effects "bar.sync 1, 32;", "" : () -> ()
    llvm.br ^end
  ^b:
    llvm.inline_asm has_side_effects "bar.sync 2, 32;", "" : () -> ()
    llvm.br ^end
  ^c:
    llvm.inline_asm has_side_effects "bar.sync 3, 32;", "" : () -> ()
    llvm.br ^end
  ^d:
    llvm.inline_asm has_side_effects "bar.sync 4, 32;", "" : () -> ()
    llvm.br ^end
  ^end:
    llvm.return
  }
}
