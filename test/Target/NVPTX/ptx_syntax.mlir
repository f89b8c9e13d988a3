// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -o - | FileCheck %s --check-prefix=IR

// Req: E-10 E-11 E-13 E-15 E-18 E-20 E-26 E-27

// CHECK-NOT: {{^[[:space:]]*\.(text|bss|data|globl|weak|size)}}
// CHECK: // .globl k
// CHECK: .visible .entry k(
// CHECK: .reqntid 64, 1, 1
// CHECK: .reqnctapercluster 2, 1, 1
// CHECK-NEXT: {
// CHECK: $L__BB0_1:
// CHECK: // begin inline asm
// CHECK-NEXT: nanosleep.u32 100;
// CHECK-NEXT: // end inline asm
// CHECK: bar.sync 0;
// CHECK: ret;
// CHECK: }

// IR: call void asm sideeffect "nanosleep.u32 100;", ""()
// IR: call void @llvm.nvvm.barrier
gpu.module @m {
  llvm.func @k(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^loop(%c0 : i32)
  ^loop(%i: i32):
    llvm.inline_asm has_side_effects "nanosleep.u32 100;", "" : () -> ()
    nvvm.barrier0
    %next = llvm.add %i, %c1 : i32
    %again = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %again, ^loop(%next : i32), ^exit
  ^exit:
    llvm.return
  }
}
