// [mlir][nvvm] the value that inline_ptx writes to a read-write operand is lost
//
// `rw` makes a result of the inline assembly that is tied to the operand, but the operation has no result for it: whoever
// uses the operand afterwards reads the old value. With `ro` in front the operands of the assembly are in the order rw, ro
// and its constraints in the order ro, rw, so the result is tied to the wrong one.
//
// Expected: the operation gives the written value back, and users of it see the sum. The assembly has the constraints
// "=r,0,r" for the operands rw, ro.
//
// Version: MLIR 22.1.8
//
// RUN: mlir-opt --convert-nvvm-to-llvm %s | FileCheck %s
// CHECK-LABEL: llvm.func @add(%arg0: i32, %arg1: i32) -> i32
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "add.u32 $0, $0, $1;", "=r,r,0" %arg1, %arg0 :
// CHECK-NEXT: llvm.return %arg1

llvm.func @add(%x: i32, %sum: i32) -> i32 {
  nvvm.inline_ptx "add.u32 $0, $0, $1;" ro(%x : i32) rw(%sum : i32)
  llvm.return %sum : i32
}
