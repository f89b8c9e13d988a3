// [mlir][llvm] operand_attrs of llvm.inline_asm without a result go to the operand before theirs
//
// Where there is no result, the translation to LLVM IR sets the attributes of operand number n at index n of the call's attribute
// list, whose index 0 is the returned value: what is said of the first operand lands on the result, which the verifier refuses.
//
// Expected: call void asm sideeffect "st.shared.b32 $0, $1;", "*m,r"(ptr addrspace(3) elementtype(i8) %0, i32 %1)
//
// Version: MLIR 22.1.8
//
// RUN: not mlir-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s
// CHECK: Attribute 'elementtype(i8)' does not apply to function return values

llvm.func @store(%p: !llvm.ptr<3>, %x: i32) {
  llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [{elementtype = i8}, {}] "st.shared.b32 $0, $1;", "*m,r" %p, %x
    : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}
