// Forms of locations in bytecode.
//
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -bytecode-version=13.1 -o %t.old
// RUN: tileirdisasm -g %t.old | FileCheck %s
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -o %t.new
// RUN: tileirdisasm -g %t.new | FileCheck %s
//
// Req: D-03
// Req: D-06
// Req: D-33

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#kernel = #cuda_tile.di_subprogram<file = #file, line = 1, name = "test_kernel", linkageName = "kernel", compileUnit = #unit, scopeLine = 2>
#callee = #cuda_tile.di_subprogram<file = #file, line = 20, name = "f", linkageName = "f_link", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #kernel, file = #file, line = 3, column = 4>
#inner = #cuda_tile.di_lexical_block<scope = #block, file = #file, line = 7>
#plain = loc("/tmp/foo.py":99:1)
#loc_kernel = #cuda_tile.di_loc<loc("/tmp/foo.py":1:4) in #kernel>
#loc_block = #cuda_tile.di_loc<loc("/tmp/foo.py":5:6) in #block>
#loc_inner = #cuda_tile.di_loc<loc("/tmp/foo.py":8:9) in #inner>
#loc_callee = #cuda_tile.di_loc<loc("/tmp/foo.py":21:5) in #callee>

cuda_tile.module @kernels {
  // Req: D-13
  // CHECK: global  @g <i8: 7> : tile<4xi8> loc(#[[UNKNOWN:.*]])
  global @g <i8: 7> : tile<4xi8> loc("/tmp/foo.py":1:1)

  entry @kernel() {
    // Req: D-07
    // CHECK: %0 = make_token : token loc(#[[BLOCK:.*]])
    %0 = make_token : token loc(#loc_block)
    // Req: D-08
    // CHECK: %1 = make_token : token loc(#[[SITE:.*]])
    %1 = make_token : token loc(callsite(#loc_callee at #loc_inner))
    // CHECK: %2 = make_token : token loc(#[[UNKNOWN]])
    %2 = make_token : token loc(callsite(#plain at #loc_inner))
    // CHECK: %3 = make_token : token loc(#[[UNKNOWN]])
    %3 = make_token : token loc(callsite(#loc_callee at #plain))
    // Req: D-09
    // Req: D-30
    // CHECK: %4 = make_token : token loc(#[[BLOCK]])
    %4 = make_token : token loc(fused[#plain, #loc_block, #loc_inner])
    // CHECK: %5 = make_token : token loc(#[[UNKNOWN]])
    %5 = make_token : token loc(fused[#plain, unknown])
    // Req: D-10
    // CHECK: %6 = make_token : token loc(#[[BLOCK]])
    %6 = make_token : token loc("name"(#loc_block))
    // CHECK: %7 = make_token : token loc(#[[UNKNOWN]])
    %7 = make_token : token loc("name"(#plain))
    // Req: D-12
    // Req: D-31
    // CHECK: %8 = make_token : token loc(#[[UNKNOWN]])
    %8 = make_token : token loc("/tmp/foo.py":9:10)
    // Both sides of a call are converted.
    // CHECK: %9 = make_token : token loc(#[[SITE]])
    %9 = make_token : token loc(callsite("name"(#loc_callee) at fused[#loc_inner]))
    // CHECK: return loc(#[[UNKNOWN]])
    return loc(unknown)
  // CHECK: } loc(#[[KERNEL:.*]])
  } loc(#loc_kernel)
}

// CHECK-DAG: #[[FILE:.*]] = #cuda_tile.di_file<"foo.py" in "/tmp/">
// CHECK-DAG: #[[UNIT:.*]] = #cuda_tile.di_compile_unit<file = #[[FILE]]>
// CHECK-DAG: #[[KERNEL_SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 1, name = "test_kernel", linkageName = "kernel", compileUnit = #[[UNIT]], scopeLine = 2>
// CHECK-DAG: #[[CALLEE_SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 20, name = "f", linkageName = "f_link", compileUnit = #[[UNIT]]>
// CHECK-DAG: #[[BLOCK_SCOPE:.*]] = #cuda_tile.di_lexical_block<scope = #[[KERNEL_SP]], file = #[[FILE]], line = 3, column = 4>
// CHECK-DAG: #[[INNER_SCOPE:.*]] = #cuda_tile.di_lexical_block<scope = #[[BLOCK_SCOPE]], file = #[[FILE]], line = 7>
// CHECK-DAG: #[[POS1:.*]] = loc("/tmp/foo.py":1:4)
// CHECK-DAG: #[[POS5:.*]] = loc("/tmp/foo.py":5:6)
// CHECK-DAG: #[[KERNEL]] = #cuda_tile.di_loc<#[[POS1]] in #[[KERNEL_SP]]>
// CHECK-DAG: #[[BLOCK]] = #cuda_tile.di_loc<#[[POS5]] in #[[BLOCK_SCOPE]]>
// CHECK-DAG: #[[CALLEE:.*]] = #cuda_tile.di_loc<#{{.*}} in #[[CALLEE_SP]]>
// CHECK-DAG: #[[INNER:.*]] = #cuda_tile.di_loc<#{{.*}} in #[[INNER_SCOPE]]>
// CHECK-DAG: #[[SITE]] = loc(callsite(#[[CALLEE]] at #[[INNER]]))
// CHECK-DAG: #[[UNKNOWN]] = loc(unknown)
