// The example of the Tile IR specification, section 9.3: scopes written by the
// producer itself. It is parsed, verified, printed, read back, as bytecode too,
// and compiled for each GPU.
// Req: D-14 D-32 D-33

// RUN: tileiras-opt %s -mlir-print-debuginfo > %t.mlir
// RUN: tileiras-opt %t.mlir -mlir-print-debuginfo | diff %t.mlir -
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.mlir
// RUN: tileiras-translate -mlir-to-cudatilebc %s -o %t.tileirbc
// RUN: tileirdisasm -g %t.tileirbc | FileCheck %s --check-prefix=TEXT
// RUN: tileiras %t.tileirbc --gpu-name sm_90 --emit=llvmir -g -O0 -o - | FileCheck %s --check-prefix=IR
// RUN: sh %S/Inputs/every-gpu.sh %s --lineinfo | FileCheck %s --check-prefix=LINES
// RUN: sh %S/Inputs/every-gpu.sh %s -g -O0 | FileCheck %s --check-prefix=FULL
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -g -O0 -o - | FileCheck %s --check-prefix=IR

// TEXT:      entry @kernel() {
// TEXT-NEXT:   return loc(#[[RETURN:loc[0-9]*]])
// TEXT-NEXT: } loc(#[[FN:loc[0-9]*]])
// TEXT-DAG:  #[[RETURN]] = #cuda_tile.di_loc<#{{.*}} in #di_lexical_block>
// TEXT-DAG:  #[[FN]] = #cuda_tile.di_loc<#{{.*}} in #di_subprogram>

// LINES-COUNT-13: .loc 1 5 4
// LINES-NOT: .loc 1 5 4

// FULL-COUNT-13: .section{{[[:space:]]+}}.debug_info
// FULL-NOT: .debug_info

// IR: define ptx_kernel void @kernel() {{.*}}!dbg ![[SP:[0-9]+]]
// IR: ret void, !dbg ![[RET:[0-9]+]]
// IR: ![[FILE:[0-9]+]] = !DIFile(filename: "foo.py", directory: "/tmp/")
// IR: ![[SP]] = distinct !DISubprogram(name: "test_kernel", linkageName: "kernel", {{.*}}line: 1, {{.*}}scopeLine: 1
// IR: ![[RET]] = !DILocation(line: 5, column: 4, scope: ![[BLOCK:[0-9]+]])
// IR: ![[BLOCK]] = distinct !DILexicalBlock(scope: ![[SP]], file: ![[FILE]], line: 1, column: 4)

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
#loc_fn = #cuda_tile.di_loc<loc("/tmp/foo.py":1:4) in #subprogram>
#loc_return = #cuda_tile.di_loc<loc("/tmp/foo.py":5:4) in #block>
cuda_tile.module @kernels attributes { } {
  entry @kernel() {
    return loc(#loc_return)
  } loc(#loc_fn)
}
