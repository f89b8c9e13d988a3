// Descriptions that can't be resolved. Each error is at the operation, with its location in the program.
// RUN: not tileiras-opt %s --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" -split-input-file 2>&1 | FileCheck %s

// Req: A-32 C-09 C-15 C-18

// A placeholder.
// CHECK: kernel.py:10:7: error: 'debuginfo.value' op can't resolve the variable "x": no registers hold a token
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":10:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":10:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k() {
    %none = debuginfo.unresolved "no registers hold a token" : i32
    debuginfo.value %none, #x : !debuginfo.value<i32> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// A member of an unknown type.
// CHECK: kernel.py:11:7: error: 'debuginfo.value' op can't resolve member [1, 0] of the variable "x": it is in no register
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":11:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":11:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%s: !llvm.struct<(i32, struct<(i32)>)>) {
    %none = debuginfo.unresolved "it is in no register" : i32
    %t = llvm.insertvalue %none, %s[1, 0] : !llvm.struct<(i32, struct<(i32)>)>
    debuginfo.value %t, #x : !debuginfo.value<!llvm.struct<(i32, struct<(i32)>)>> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// Types.
// CHECK: kernel.py:12:7: error: 'debuginfo.value' op can't describe the variable "x": debug information has no form for values of type 'i7'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":12:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":12:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i7) {
    debuginfo.value %v, #x : !debuginfo.value<i7> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:13:7: error: 'debuginfo.value' op can't describe the variable "x": debug information has no form for values of type '!cuda_tile.token'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":13:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":13:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i32) {
    debuginfo.value %v, #x : !debuginfo.value<!cuda_tile.token> as i32 loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:14:7: error: 'debuginfo.value' op can't describe the variable "x": debug information has no form for values of type 'f4E2M1FN'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":14:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":14:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i4) {
    debuginfo.value %v, #x : !debuginfo.value<f4E2M1FN> as i4 loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:15:7: error: 'debuginfo.value' op can't describe the variable "x": debug information has no form for values of type '!cuda_tile.tensor_view<4xf4E2M1FN, strides=[1]>'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":15:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":15:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: !llvm.struct<(ptr<1>, array<1 x i64>, array<1 x i64>)>) {
    debuginfo.value %v, #x : !debuginfo.value<!cuda_tile.tensor_view<4xf4E2M1FN, strides=[1]>> as !llvm.struct<(ptr<1>, array<1 x i64>, array<1 x i64>)> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// The aggregate that contains it.
// CHECK: kernel.py:16:7: error: 'debuginfo.value' op can't describe the variable "x": expected registers that hold a value of type 'f32', got 'i32'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":16:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":16:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i32) {
    debuginfo.value %v, #x : !debuginfo.value<f32> as i32 loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:17:7: error: 'debuginfo.value' op can't describe the variable "x": expected registers that hold a value of type '!cuda_tile.ptr<i8>', got 'i64'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":17:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":17:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i64) {
    debuginfo.value %v, #x : !debuginfo.value<!cuda_tile.ptr<i8>> as i64 loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:18:7: error: 'debuginfo.value' op can't describe the variable "x": expected registers that hold a value of type 'vector<2xf32>', got 'f32'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":18:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":18:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: f32) {
    debuginfo.value %v, #x : !debuginfo.value<vector<2xf32>> as f32 loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:19:7: error: 'debuginfo.value' op can't describe the variable "x": expected registers that hold a value of type 'tuple<i32, i32>', got '!llvm.struct<(i32)>'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":19:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":19:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: !llvm.struct<(i32)>) {
    debuginfo.value %v, #x : !debuginfo.value<tuple<i32, i32>> as !llvm.struct<(i32)> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:20:7: error: 'debuginfo.value' op can't describe the variable "x": expected the address of memory, got 'i64'
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":20:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":20:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i64) {
    debuginfo.value <declare> %v, #x : !debuginfo.value<i32> as i64 loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// Expressions.
// CHECK: kernel.py:21:7: error: 'debuginfo.value' op expected no expression for the variable "x", which consists of 2 values
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":21:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":21:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: vector<2xf32>) {
    debuginfo.value %v, #x, <[DW_OP_deref]> : !debuginfo.value<vector<2xf32>> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// Scopes.
// CHECK: kernel.py:22:7: error: 'debuginfo.value' op expected a location in the subprogram "helper" of the variable "y", got one in "k"
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":22:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":22:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i32) {
    debuginfo.value %v, #y : !debuginfo.value<i32> loc(#at)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:23:7: error: 'debuginfo.value' op expected a location in the subprogram "k" for the variable "y", got one in "helper"
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":23:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":23:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i32) {
    debuginfo.value %v, #y : !debuginfo.value<i32> loc(#in_helper)
    llvm.return
  } loc(#at)
}

// -----

// CHECK: kernel.py:24:7: error: 'debuginfo.value' op expected a function with a subprogram for the variable "x"
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":24:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":24:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i32) {
    debuginfo.value %v, #x : !debuginfo.value<i32> loc(#at)
    llvm.return
  } loc("kernel.py":1:1)
}

// -----

// CHECK: kernel.py:25:7: error: 'debuginfo.value' op expected a location with a scope for the variable "x"
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":25:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":25:7) in #helper>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
#y = #debuginfo.local_variable<name = "y", scope = #helper>
gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  llvm.func @k(%v: i32) {
    debuginfo.value %v, #x : !debuginfo.value<i32> loc("kernel.py":25:7)
    llvm.return
  } loc(#at)
}
