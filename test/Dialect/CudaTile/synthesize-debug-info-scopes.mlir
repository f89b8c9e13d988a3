// RUN: tileiras-opt %s --synthesize-debug-info-scopes -split-input-file -mlir-print-debuginfo | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline="builtin.module(cuda_tile.module(synthesize-debug-info-scopes))" -split-input-file -mlir-print-debuginfo | FileCheck %s
// RUN: tileiras-opt %s --synthesize-debug-info-scopes --synthesize-debug-info-scopes -split-input-file -mlir-print-debuginfo | FileCheck %s
// Req: D-13
// Req: D-15
// Req: D-17
// Req: D-19

// No location is known.
// CHECK-LABEL: cuda_tile.module @unknown
// CHECK: return loc(#[[AT:loc[0-9]*]])
// CHECK-NEXT: } loc(#[[AT]])
// CHECK: #[[FILE:.*]] = #cuda_tile.di_file<"<unknown>" in "">
// CHECK: #[[PLACE:.*]] = loc("<unknown>":1:1)
// CHECK: #[[CU:.*]] = #cuda_tile.di_compile_unit<file = #[[FILE]]>
// CHECK: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 1, name = "k", linkageName = "k", compileUnit = #[[CU]], scopeLine = 1>
// CHECK: #[[AT]] = #cuda_tile.di_loc<#[[PLACE]] in #[[SP]]>
cuda_tile.module @unknown {
  entry @k() {
    return loc(unknown)
  } loc(unknown)
} loc(unknown)

// -----

// A kernel without a location is in the module's file.
// CHECK-LABEL: cuda_tile.module @of_module
// CHECK: return loc(#[[AT:loc[0-9]*]])
// CHECK: #[[FILE:.*]] = #cuda_tile.di_file<"m.py" in "a">
// CHECK: #[[PLACE:.*]] = loc("a/m.py":1:1)
// CHECK: #cuda_tile.di_subprogram<file = #[[FILE]], line = 1,
// CHECK: #[[AT]] = #cuda_tile.di_loc<#[[PLACE]] in
cuda_tile.module @of_module {
  entry @k() {
    return loc(unknown)
  } loc(unknown)
} loc("a/m.py":7:3)

// -----

// Files of module and kernel, an operation with a location and one without; a global gets no scope.
// CHECK-LABEL: cuda_tile.module @places
// CHECK: global @g {{.*}} loc(#[[GLOBAL:loc[0-9]*]])
// CHECK: make_token : token loc(#[[TOKEN:loc[0-9]*]])
// CHECK: return loc(#[[FN:loc[0-9]*]])
// CHECK-NEXT: } loc(#[[FN]])
// CHECK-DAG: #[[GLOBAL]] = loc("g.py":3:1)
// CHECK-DAG: #[[FILE:.*]] = #cuda_tile.di_file<"k.py" in "/src">
// CHECK-DAG: #[[CU_FILE:.*]] = #cuda_tile.di_file<"m.py" in "">
// CHECK-DAG: #[[FN_PLACE:.*]] = loc("/src/k.py":10:4)
// CHECK-DAG: #[[TOKEN_PLACE:.*]] = loc("/src/k.py":12:4)
// CHECK-DAG: #[[CU:.*]] = #cuda_tile.di_compile_unit<file = #[[CU_FILE]]>
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 10, name = "k", linkageName = "k", compileUnit = #[[CU]], scopeLine = 10>
// CHECK-DAG: #[[FN]] = #cuda_tile.di_loc<#[[FN_PLACE]] in #[[SP]]>
// CHECK-DAG: #[[TOKEN]] = #cuda_tile.di_loc<#[[TOKEN_PLACE]] in #[[SP]]>
cuda_tile.module @places {
  global @g <i32: 1> : tile<1xi32> loc("g.py":3:1)
  entry @k() {
    %0 = make_token : token loc("/src/k.py":12:4)
    return loc(unknown)
  } loc("/src/k.py":10:4)
} loc("name"("m.py":1:1))

// -----

// Fused and named locations; for a call the caller's side, which is in the kernel.
// CHECK-LABEL: cuda_tile.module @wrapped
// CHECK: %0 = make_token : token loc(#[[CALL:loc[0-9]*]])
// CHECK: return loc(#[[RETURN:loc[0-9]*]])
// CHECK-NEXT: } loc(#[[FN:loc[0-9]*]])
// CHECK-DAG: #[[FN_PLACE:.*]] = loc("k.py":10:4)
// CHECK-DAG: #[[CALL_PLACE:.*]] = loc("k.py":11:4)
// CHECK-DAG: #[[RETURN_PLACE:.*]] = loc("k.py":12:4)
// CHECK-DAG: #[[FN]] = #cuda_tile.di_loc<#[[FN_PLACE]] in
// CHECK-DAG: #[[CALL]] = #cuda_tile.di_loc<#[[CALL_PLACE]] in
// CHECK-DAG: #[[RETURN]] = #cuda_tile.di_loc<#[[RETURN_PLACE]] in
cuda_tile.module @wrapped {
  entry @k() {
    %0 = make_token : token loc(callsite("lib.py":3:1 at "k.py":11:4))
    return loc("name"("k.py":12:4))
  } loc(fused[unknown, "k.py":10:4])
} loc("m.py":1:1)

// -----

// A kernel with a scope is unchanged, next to one that gets one.
// CHECK-LABEL: cuda_tile.module @existing
// CHECK: entry @scoped
// CHECK: return loc(#[[UNKNOWN:loc[0-9]*]])
// CHECK-NEXT: } loc(#[[SCOPED:loc[0-9]*]])
// CHECK: entry @plain
// CHECK-NEXT: return loc(#[[PLAIN:loc[0-9]*]])
// CHECK-DAG: #[[UNKNOWN]] = loc(unknown)
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #{{.*}}, line = 15, name = "f", linkageName = "scoped", compileUnit = #{{[^,]*}}>
// CHECK-DAG: #[[SCOPED]] = #cuda_tile.di_loc<#{{.*}} in #[[SP]]>
// CHECK-DAG: #[[NEW:.*]] = #cuda_tile.di_subprogram<file = #{{.*}}, line = 20, name = "plain", linkageName = "plain"
// CHECK-DAG: #[[PLAIN]] = #cuda_tile.di_loc<#{{.*}} in #[[NEW]]>
#file = #cuda_tile.di_file<"k.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 15, name = "f", linkageName = "scoped", compileUnit = #cu>
cuda_tile.module @existing {
  entry @scoped() {
    return loc(unknown)
  } loc(#cuda_tile.di_loc<loc("k.py":15:1) in #sp>)
  entry @plain() {
    return loc(unknown)
  } loc("k.py":20:1)
}
