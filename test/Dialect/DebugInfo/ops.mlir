// Every operation, type and attribute, as they are written.
// RUN: tileiras-opt %s | FileCheck %s
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

// Req: C-01

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 4, column = 2>
#n = #debuginfo.local_variable<name = "n", scope = #sp, line = 3, arg = 1>
#x = #debuginfo.local_variable<name = "x", scope = #block>

// CHECK-LABEL: @values
func.func @values(%n: i32, %x: f32, %p: !llvm.ptr, %r: !llvm.struct<(f32, f32)>, %t: tensor<4xf16>) {
  // CHECK: debuginfo.value %{{.*}}, <name = "n", scope = #di_subprogram, line = 3, arg = 1> : !debuginfo.value<i32>
  debuginfo.value %n, #n : !debuginfo.value<i32>
  // CHECK: debuginfo.value %{{.*}}, <name = "x", scope = #di_lexical_block> : !debuginfo.value<f32>
  debuginfo.value %x, #x : !debuginfo.value<f32>
  // CHECK: debuginfo.value %{{.*}}, <name = "x", {{.*}}>, <[DW_OP_plus_uconst(4)]> : !debuginfo.value<f32>
  debuginfo.value <value> %x, #x, <[DW_OP_plus_uconst(4)]> : !debuginfo.value<f32>
  // CHECK: debuginfo.value <declare> %{{.*}}, <{{.*}}> : !debuginfo.value<f32> as !llvm.ptr
  debuginfo.value <declare> %p, #x : !debuginfo.value<f32> as !llvm.ptr
  // CHECK: debuginfo.value <addr> %{{.*}}, <{{.*}}> : !debuginfo.value<f32> as !llvm.ptr
  debuginfo.value <addr> %p, #x : !debuginfo.value<f32> as !llvm.ptr
  // CHECK: debuginfo.value %{{.*}}, <{{.*}}> : !debuginfo.value<!cuda_tile.tile<2xf32>> as !llvm.struct<(f32, f32)>
  debuginfo.value %r, #x : !debuginfo.value<!cuda_tile.tile<2xf32>> as !llvm.struct<(f32, f32)>
  // CHECK: debuginfo.value %{{.*}}, <{{.*}}> : !debuginfo.value<tensor<4xf16>>
  debuginfo.value %t, #x : !debuginfo.value<tensor<4xf16>>
  // CHECK: %[[NONE:.*]] = debuginfo.unresolved "no registers hold a token" : i32
  %none = debuginfo.unresolved "no registers hold a token" : i32
  // CHECK: debuginfo.value %[[NONE]], <{{.*}}> : !debuginfo.value<i32>
  debuginfo.value %none, #n : !debuginfo.value<i32>
  return
}

// These may be anywhere.
// CHECK: func.func private @attribute() attributes {variable = #debuginfo.local_variable<name = "n", scope = #di_subprogram, line = 3, arg = 1>}
func.func private @attribute() attributes {variable = #n}
// CHECK: func.func private @wrapped(!debuginfo.value<vector<2xf32>>)
func.func private @wrapped(!debuginfo.value<vector<2xf32>>)
