// [mlir][llvm] llvm.inline_asm can't be convergent
//
// LLVM IR marks the call of an inline assembly `convergent` where threads have to reach it together. llvm.inline_asm has no
// attribute for it, and neither has the assembly that operations of nvvm become. So LLVM may copy a barrier into both paths
// that lead to it, as it does here at -O3, and threads of one warp wait at different ones.
//
// Expected: an attribute of llvm.inline_asm that is translated, and set by convert-nvvm-to-llvm for collective instructions.
// Then there is one `bar.sync`.
//
// Version: MLIR 22.1.8
//
// RUN: mlir-translate --mlir-to-llvmir %s | opt -O3 -mtriple=nvptx64-nvidia-cuda -S | FileCheck %s
// CHECK-COUNT-2: call void asm sideeffect "bar.sync 0;", ""()

llvm.func @k(%p: !llvm.ptr<1>, %n: i32, %thread: i32) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %less = llvm.icmp "slt" %thread, %n : i32
  llvm.cond_br %less, ^less, ^join(%two : i32)
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
  llvm.return
}
