// [mlir][nvvm] inline_ptx with results mistakes an operand for its predicate
//
// The number of the predicate in the text counts the read-only operands, but not the results before them: `@$2` is the
// second operand here, an i32, and the predicate is `$3`. The documentation of BasicPtxBuilderOpInterface has predicates
// without results only.
//
// Expected: "@$3 add.u32 $0, $1, $2;"
//
// Version: MLIR 22.1.8
//
// RUN: mlir-opt --convert-nvvm-to-llvm %s | FileCheck %s
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "@$2 add.u32 $0, $1, $2;", "=r,r,r,b"

llvm.func @add(%a: i32, %b: i32, %p: i1) -> i32 {
  %sum = nvvm.inline_ptx "add.u32 $0, $1, $2;" ro(%a, %b : i32, i32), predicate = %p -> i32
  llvm.return %sum : i32
}
