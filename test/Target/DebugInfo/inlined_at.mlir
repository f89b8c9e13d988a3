// A call site has its caller: in LLVM IR and, call by call from the outside, in PTX. The caller's file has no
// instruction of its own.
// Req: B-04 D-06 D-26

// RUN: tileiras %s --gpu-name sm_80 --emit=llvmir --lineinfo -o - | FileCheck %s --check-prefix=IR
// RUN: tileiras %s --gpu-name sm_80 --emit=ptx --lineinfo -o %t.ptx
// RUN: FileCheck %s --check-prefixes=PTX,LINES --input-file=%t.ptx
// RUN: tileiras-run %t.ptx --arg ptr:zeros:i32:1
// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -g -O0 -o - | FileCheck %s --check-prefixes=PTX,FULL

// IR: load i32, {{.*}}!dbg ![[LOAD:[0-9]+]]
// IR: mul i32 {{.*}}!dbg ![[MUL:[0-9]+]]
// IR-DAG: ![[LOAD]] = !DILocation(line: 32, column: 5, scope: ![[HELPER:[0-9]+]], inlinedAt: ![[AT:[0-9]+]])
// IR-DAG: ![[AT]] = !DILocation(line: 5, column: 7, scope: ![[SP:[0-9]+]])
// IR-DAG: ![[HELPER]] = distinct !DISubprogram(name: "helper"
// IR-DAG: ![[SP]] = distinct !DISubprogram(name: "k"
// IR-DAG: ![[MUL]] = !DILocation(line: 42, column: 5, scope: ![[INNER:[0-9]+]], inlinedAt: ![[CALL:[0-9]+]])
// IR-DAG: ![[INNER]] = distinct !DISubprogram(name: "inner"
// IR-DAG: ![[CALL]] = !DILocation(line: 32, column: 5, scope: ![[HELPER]], inlinedAt: ![[OUTER:[0-9]+]])
// IR-DAG: ![[OUTER]] = !DILocation(line: 6, column: 7, scope: ![[BLOCK:[0-9]+]])
// IR-DAG: ![[BLOCK]] = distinct !DILexicalBlock(scope: ![[SP]], {{.*}}line: 4

// inlined_at needs PTX 7.2, sm_80 only 7.0.
// PTX: .version 7.2
// PTX: .loc [[KERNEL:[0-9]+]] 5 7
// PTX-NEXT: .loc [[LIB:[0-9]+]] 32 5, function_name info_string0, inlined_at [[KERNEL]] 5 7
// PTX: ld.global
// A second location in the same call needs no more.
// PTX: .loc [[LIB]] 33 5, function_name info_string0, inlined_at [[KERNEL]] 5 7
// PTX: xor.b32
// PTX: .loc [[KERNEL]] 6 7
// PTX-NEXT: .loc [[LIB]] 32 5, function_name info_string0, inlined_at [[KERNEL]] 6 7
// PTX-NEXT: .loc [[INNER:[0-9]+]] 42 5, function_name info_string1, inlined_at [[LIB]] 32 5
// PTX-NEXT: mul.lo
// PTX: .loc [[KERNEL]] 6 7
// PTX: st.global
// LINES-NOT: .debug_info
// PTX-DAG: .file [[KERNEL]] "/src/kernel.py"
// PTX-DAG: .file [[LIB]] "/lib/say 'hi'.py"
// PTX-DAG: .file [[INNER]] "/lib/inner.py"
// FULL: .section .debug_info
// PTX: .section .debug_str
// PTX-NEXT: {
// PTX-NEXT: info_string0:
// PTX-NEXT: .b8 104
// PTX: .b8 0
// PTX-NEXT: info_string1:
// PTX-NEXT: .b8 105
// PTX: .b8 0
// PTX-NEXT: }

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#lib = #cuda_tile.di_file<"say \22hi\22.py" in "/lib">
#more = #cuda_tile.di_file<"inner.py" in "/lib">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #lib, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu, scopeLine = 31>
#inner = #cuda_tile.di_subprogram<file = #more, line = 40, name = "inner", linkageName = "inner", compileUnit = #cu, scopeLine = 41>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 4, column = 2>
#at = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>
#store = #cuda_tile.di_loc<loc("kernel.py":6:7) in #block>
#in_helper = #cuda_tile.di_loc<loc("lib.py":32:5) in #helper>
#in_helper2 = #cuda_tile.di_loc<loc("lib.py":33:5) in #helper>
#in_inner = #cuda_tile.di_loc<loc("inner.py":42:5) in #inner>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token loc(callsite(#in_helper at #at))
    %three = constant <i32: 3> : tile<i32> loc(#at)
    %z = xori %x, %three : tile<i32> loc(callsite(#in_helper2 at #at))
    %y = muli %z, %x : tile<i32> loc(callsite(#in_inner at callsite(#in_helper at #store)))
    %t2 = store_ptr_tko weak %p, %y token=%t : tile<ptr<i32>>, tile<i32> -> token loc(#store)
    return loc(#at)
  } loc(#at)
}
