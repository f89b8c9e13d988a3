// RUN: tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" --mlir-print-debuginfo %s | FileCheck %s

// Req: D-05 D-20 D-21 D-22 D-24 D-26 D-27 B-04

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu, scopeLine = 31>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 4, column = 2>

// CHECK: #[[UNKNOWN:loc[0-9]*]] = loc(unknown)
gpu.module @m attributes {nv_tileaa.debug_info = "lineinfo"} {
  // CHECK: llvm.func @k
  llvm.func @k(%x: i32) attributes {nvvm.kernel} {
    // CHECK: llvm.add {{.*}} loc(#[[IN_BLOCK:.*]])
    %0 = llvm.add %x, %x : i32 loc(#cuda_tile.di_loc<loc("kernel.py":5:7) in #block>)
    // CHECK: llvm.sub {{.*}} loc(#[[INLINED:.*]])
    %1 = llvm.sub %0, %x : i32 loc(callsite(#cuda_tile.di_loc<loc("kernel.py":32:1) in #other> at #cuda_tile.di_loc<loc("kernel.py":6:9) in #sp>))
    // A scope of another function, and a location without a scope.
    // CHECK: llvm.mul {{.*}} loc(#[[UNKNOWN]])
    %2 = llvm.mul %1, %x : i32 loc(#cuda_tile.di_loc<loc("kernel.py":33:1) in #other>)
    // CHECK: llvm.xor {{.*}} loc(#[[UNKNOWN]])
    %3 = llvm.xor %2, %x : i32 loc("kernel.py":8:1)
    llvm.return loc(#cuda_tile.di_loc<loc("kernel.py":9:3) in #sp>)
  } loc(#cuda_tile.di_loc<loc("kernel.py":3:1) in #sp>)
}
// CHECK: #[[FILE:.*]] = #llvm.di_file<"kernel.py" in "/src">
// CHECK: #[[CU:.*]] = #llvm.di_compile_unit<id = distinct[{{.*}}]<>, sourceLanguage = DW_LANG_Python, file = #[[FILE]], producer = "tileiras", isOptimized = true, emissionKind = DebugDirectivesOnly, nameTableKind = None>
// CHECK: #[[SP:.*]] = #llvm.di_subprogram<id = distinct[{{.*}}]<>, compileUnit = #[[CU]], scope = #[[FILE]], name = "k", linkageName = "k", file = #[[FILE]], line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #{{.*}}>
// CHECK: #[[OTHER:.*]] = #llvm.di_subprogram<{{.*}}name = "helper", {{.*}}line = 30, scopeLine = 31
// CHECK: #[[BLOCK:.*]] = #llvm.di_lexical_block<scope = #[[SP]], file = #[[FILE]], line = 4, column = 2>
// CHECK-DAG: #[[IN_BLOCK]] = loc(fused<#[[BLOCK]]>[{{.*}}])
// CHECK-DAG: #[[INLINED]] = loc(callsite({{.*}} at {{.*}}))
