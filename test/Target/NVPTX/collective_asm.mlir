// Operations that threads execute together stay one instruction: LLVM would copy the barrier after both arms of the
// branch before it.

// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O3 -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -O3 -o - | FileCheck %s --check-prefix=IR
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -O0 -o - | FileCheck %s --check-prefixes=IR,IR0

// CHECK-LABEL: .entry k(
// CHECK: bar.sync 0;
// CHECK-NOT: bar.sync 0;
// CHECK: ret;

// A call of a function that may contain some does, too.
// CHECK-LABEL: .entry calls(
// CHECK: call.uni apart
// CHECK-NOT: call.uni
// CHECK: ret;

// LLVM may copy other assembly.
// IR-LABEL: @k(
// IR: call void asm sideeffect "bar.sync 0;", ""() #[[COLLECTIVE:[0-9]+]]
// IR0: call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %0){{$}}
// IR: attributes #[[COLLECTIVE]] = { convergent
gpu.module @m {
  llvm.func internal @apart() attributes {no_inline} {
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    llvm.return
  }
  llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %isLess = llvm.icmp "slt" %thread, %n : i32
    llvm.cond_br %isLess, ^less, ^join(%two : i32)
  ^less:
    llvm.store volatile %thread, %p : i32, !llvm.ptr<1>
    llvm.br ^join(%one : i32)
  ^join(%x: i32):
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    %isOne = llvm.icmp "eq" %x, %one : i32
    llvm.cond_br %isOne, ^again, ^end
  ^again:
    llvm.store volatile %n, %p : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.inline_asm has_side_effects "prefetch.global.L2 [$0];", "l" %p : (!llvm.ptr<1>) -> ()
    llvm.return
  }
  llvm.func @calls(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %isLess = llvm.icmp "slt" %thread, %n : i32
    llvm.cond_br %isLess, ^less, ^join(%two : i32)
  ^less:
    llvm.store volatile %thread, %p : i32, !llvm.ptr<1>
    llvm.br ^join(%one : i32)
  ^join(%x: i32):
    llvm.call @apart() : () -> ()
    %isOne = llvm.icmp "eq" %x, %one : i32
    llvm.cond_br %isOne, ^again, ^end
  ^again:
    llvm.store volatile %n, %p : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
