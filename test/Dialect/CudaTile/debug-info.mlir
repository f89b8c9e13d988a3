// RUN: tileiras-opt %s -mlir-print-debuginfo | tileiras-opt -mlir-print-debuginfo | FileCheck %s
// Req: D-03
// Req: D-20
// Req: D-23
// Req: D-24
// Req: D-25
// Req: D-27
// Req: D-32
// Req: D-33
// Req: D-35
// Req: D-36

// The example of the specification, section 9.3, with a call site and a block
// without column added.

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#compile_unit = #cuda_tile.di_compile_unit<
  file = #file
>
#subprogram = #cuda_tile.di_subprogram<
  file = #file,
  line = 1,
  name = "test_kernel",
  linkageName = "kernel",
  compileUnit = #compile_unit,
  scopeLine = 1
>
#block = #cuda_tile.di_lexical_block<
  scope = #subprogram,
  file = #file,
  line = 1,
  column = 4
>
#inner = #cuda_tile.di_lexical_block<scope = #block, file = #file, line = 7>
#callee = #cuda_tile.di_subprogram<file = #file, line = 9, name = "f", linkageName = "f", compileUnit = #compile_unit>
#loc_fn = #cuda_tile.di_loc<loc("/tmp/foo.py":1:4) in #subprogram>
#loc_return = #cuda_tile.di_loc<loc("/tmp/foo.py":5:4) in #block>
#loc_callee = #cuda_tile.di_loc<loc("/tmp/foo.py":10:4) in #callee>
#loc_inner = #cuda_tile.di_loc<loc("/tmp/foo.py":8:4) in #inner>

// CHECK: cuda_tile.module @kernels {
// CHECK-NEXT: entry @kernel() {
// CHECK-NEXT: %0 = make_token : token loc(#[[SITE:.*]])
// CHECK-NEXT: return loc(#[[RETURN:.*]])
// CHECK-NEXT: } loc(#[[FN:.*]])
cuda_tile.module @kernels attributes { } {
  entry @kernel() {
    %0 = make_token : token loc(callsite(#loc_callee at #loc_inner))
    return loc(#loc_return)
  } loc(#loc_fn)
}

// CHECK-DAG: #[[FILE:.*]] = #cuda_tile.di_file<"foo.py" in "/tmp/">
// CHECK-DAG: #[[CU:.*]] = #cuda_tile.di_compile_unit<file = #[[FILE]]>
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 1, name = "test_kernel", linkageName = "kernel", compileUnit = #[[CU]], scopeLine = 1>
// CHECK-DAG: #[[F:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 9, name = "f", linkageName = "f", compileUnit = #[[CU]]>
// CHECK-DAG: #[[BLOCK:.*]] = #cuda_tile.di_lexical_block<scope = #[[SP]], file = #[[FILE]], line = 1, column = 4>
// CHECK-DAG: #[[NESTED:.*]] = #cuda_tile.di_lexical_block<scope = #[[BLOCK]], file = #[[FILE]], line = 7>
// CHECK-DAG: #[[POS1:.*]] = loc("/tmp/foo.py":1:4)
// CHECK-DAG: #[[POS2:.*]] = loc("/tmp/foo.py":5:4)
// CHECK-DAG: #[[FN]] = #cuda_tile.di_loc<#[[POS1]] in #[[SP]]>
// CHECK-DAG: #[[SITE]] = loc(callsite(#[[CALLEE:.*]] at #[[INNER:.*]]))
// CHECK-DAG: #[[INNER]] = #cuda_tile.di_loc<#{{.*}} in #[[NESTED]]>
// CHECK-DAG: #[[CALLEE]] = #cuda_tile.di_loc<#{{.*}} in #[[F]]>
// CHECK-DAG: #[[RETURN]] = #cuda_tile.di_loc<#[[POS2]] in #[[BLOCK]]>
