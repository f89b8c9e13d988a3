// Described numbers: an opaque copy, and an intrinsic that uses it.
// RUN: tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s --implicit-check-not=debuginfo.

// Req: C-02 C-03 C-04 C-06 C-10 C-11 C-12 C-17

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 4, column = 2>
#at = #cuda_tile.di_loc<loc("kernel.py":5:7) in #block>
#n = #debuginfo.local_variable<name = "n", scope = #sp, line = 3, arg = 1>
#x = #debuginfo.local_variable<name = "x", scope = #block, line = 5>

gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  // The operand, its copy, the intrinsic; the signature is unchanged.
  // CHECK-LABEL: llvm.func @integers
  // CHECK-SAME: (%[[I1:.*]]: i1 loc({{.*}}), %[[I8:.*]]: i8 {{.*}}, %[[I16:.*]]: i16 {{.*}}, %[[I32:.*]]: i32 {{.*}}, %[[I64:.*]]: i64 {{.*}}, %[[I128:.*]]: i128
  llvm.func @integers(%i1: i1, %i8: i8, %i16: i16, %i32: i32, %i64: i64, %i128: i128) {
    // CHECK: %[[V0:.*]] = llvm.zext %[[I1]] : i1 to i16
    // CHECK: %[[C0:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i16"(%[[V0]]) : (i16) -> i16
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "i1", sizeInBits = 8, encoding = DW_ATE_boolean>> = %[[C0]] : i16 loc(fused<#llvm.di_lexical_block<{{.*}}>["kernel.py":5:7])
    debuginfo.value %i1, #x : !debuginfo.value<i1> loc(#at)
    // CHECK: %[[V1:.*]] = llvm.zext %[[I8]] : i8 to i16
    // CHECK: %[[C1:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i16"(%[[V1]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "ui8", sizeInBits = 8, encoding = DW_ATE_unsigned>> = %[[C1]] : i16
    debuginfo.value %i8, #x : !debuginfo.value<ui8> as i8 loc(#at)
    // CHECK: %[[C2:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i16"(%[[I16]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "i16", sizeInBits = 16, encoding = DW_ATE_signed>> = %[[C2]] : i16
    debuginfo.value %i16, #x : !debuginfo.value<i16> loc(#at)
    // CHECK: %[[C3:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i32"(%[[I32]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_subprogram<{{.*}}, name = "n", file = {{.*}}, line = 3, arg = 1, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "i32", sizeInBits = 32, encoding = DW_ATE_signed>> = %[[C3]] : i32
    debuginfo.value %i32, #n : !debuginfo.value<i32> loc(#at)
    // CHECK: %[[C4:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i64"(%[[I64]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "index", sizeInBits = 64, encoding = DW_ATE_signed>> = %[[C4]] : i64
    debuginfo.value %i64, #x : !debuginfo.value<index> as i64 loc(#at)
    // CHECK: %[[V5:.*]] = llvm.bitcast %[[I128]] : i128 to vector<2xi64>
    // CHECK: %[[LOW:.*]] = llvm.extractelement %[[V5]]
    // CHECK: %[[HIGH:.*]] = llvm.extractelement %[[V5]]
    // CHECK: %[[C5:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i64"(%[[LOW]])
    // CHECK: %[[C6:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i64"(%[[HIGH]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "i128", sizeInBits = 128, encoding = DW_ATE_signed>> #llvm.di_expression<[DW_OP_LLVM_fragment(0, 64)]> = %[[C5]] : i64
    // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_LLVM_fragment(64, 64)]> = %[[C6]] : i64
    debuginfo.value %i128, #x : !debuginfo.value<i128> loc(#at)
    // Code generation keeps each copy for the block.
    // CHECK: llvm.call_intrinsic "llvm.fake.use"(%[[C0]]) : (i16) -> ()
    // CHECK-COUNT-6: llvm.call_intrinsic "llvm.fake.use"
    // CHECK-NOT: llvm.call_intrinsic
    // CHECK: llvm.return
    llvm.return loc(#at)
  } loc(#cuda_tile.di_loc<loc("kernel.py":3:1) in #sp>)

  // CHECK-LABEL: llvm.func @floats
  // CHECK-SAME: (%[[F16:.*]]: f16 loc({{.*}}), %[[BF16:.*]]: bf16 {{.*}}, %[[F32:.*]]: f32 {{.*}}, %[[F64:.*]]: f64 {{.*}}, %[[F8:.*]]: i8 {{.*}}, %[[P:.*]]: !llvm.ptr<1>
  llvm.func @floats(%f16: f16, %bf16: bf16, %f32: f32, %f64: f64, %f8: i8, %p: !llvm.ptr<1>) {
    // CHECK: %[[V0:.*]] = llvm.bitcast %[[F16]] : f16 to i16
    // CHECK: %[[C0:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i16"(%[[V0]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "f16", sizeInBits = 16, encoding = DW_ATE_float>> = %[[C0]] : i16
    debuginfo.value %f16, #x : !debuginfo.value<f16> loc(#at)
    // CHECK: %[[V1:.*]] = llvm.bitcast %[[BF16]] : bf16 to i16
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "bf16", sizeInBits = 16, encoding = DW_ATE_float>> = %{{.*}} : i16
    debuginfo.value %bf16, #x : !debuginfo.value<bf16> loc(#at)
    // CHECK: %[[C2:.*]] = llvm.call_intrinsic "llvm.nvvm.move.float"(%[[F32]]) : (f32) -> f32
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "tf32", sizeInBits = 32, encoding = DW_ATE_float>> = %[[C2]] : f32
    debuginfo.value %f32, #x : !debuginfo.value<tf32> as f32 loc(#at)
    // CHECK: %[[C3:.*]] = llvm.call_intrinsic "llvm.nvvm.move.double"(%[[F64]])
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "f64", sizeInBits = 64, encoding = DW_ATE_float>> = %[[C3]] : f64
    debuginfo.value %f64, #x : !debuginfo.value<f64> loc(#at)
    // CHECK: llvm.zext %[[F8]] : i8 to i16
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "f8E4M3FN", sizeInBits = 8, encoding = DW_ATE_unsigned>> = %{{.*}} : i16
    debuginfo.value %f8, #x : !debuginfo.value<f8E4M3FN> as i8 loc(#at)
    // CHECK: %[[C5:.*]] = llvm.call_intrinsic "llvm.nvvm.move.ptr"(%[[P]]) : (!llvm.ptr<1>) -> !llvm.ptr<1>
    // CHECK: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "i32", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64>> = %[[C5]] : !llvm.ptr<1>
    debuginfo.value %p, #x : !debuginfo.value<!cuda_tile.ptr<i32>> as !llvm.ptr<1> loc(#at)
    llvm.return loc(#at)
  } loc(#cuda_tile.di_loc<loc("kernel.py":3:1) in #sp>)

  // CHECK-LABEL: llvm.func @kinds
  // CHECK-SAME: (%[[P:[^:]*]]: !llvm.ptr {{.*}}, %[[V:[^:]*]]: i32
  llvm.func @kinds(%p: !llvm.ptr, %v: i32) {
    // CHECK: %[[C0:.*]] = llvm.call_intrinsic "llvm.nvvm.move.ptr"(%[[P]])
    // CHECK: llvm.intr.dbg.declare #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<{{.*}}, name = "x", file = {{.*}}, line = 5, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "i32", sizeInBits = 32, encoding = DW_ATE_signed>> = %[[C0]] : !llvm.ptr
    debuginfo.value <declare> %p, #x : !debuginfo.value<i32> as !llvm.ptr loc(#at)
    // CHECK: %[[C1:.*]] = llvm.call_intrinsic "llvm.nvvm.move.ptr"(%[[P]])
    // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_deref]> = %[[C1]] : !llvm.ptr
    debuginfo.value <addr> %p, #x : !debuginfo.value<i32> as !llvm.ptr loc(#at)
    // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_plus_uconst(4)]> = %{{.*}} : i32
    debuginfo.value %v, #x, <[DW_OP_plus_uconst(4)]> : !debuginfo.value<i32> loc(#at)
    llvm.return loc(#at)
  } loc(#cuda_tile.di_loc<loc("kernel.py":3:1) in #sp>)
}
