// Lexical blocks for the regions of branches and loops.
// RUN: tileiras-opt %s --debuginfo-scope-regions --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// In LLVM IR, blocks are children of the subprogram.
// RUN: tileiras %s --gpu-name sm_90 -g -O0 --emit=llvmir -o - | FileCheck %s --check-prefix=IR
// Line information doesn't need them.
// RUN: tileiras %s --gpu-name sm_90 --lineinfo --emit=llvmir -o - | FileCheck %s --check-prefix=LINES

// Req: B-10 B-11

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#given = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 4, column = 2>
#at = #cuda_tile.di_loc<loc("kernel.py":4:1) in #sp>
#loop = #cuda_tile.di_loc<loc("kernel.py":5:1) in #sp>
#body = #cuda_tile.di_loc<loc("kernel.py":6:3) in #sp>
#then = #cuda_tile.di_loc<loc("kernel.py":7:5) in #sp>
#else = #cuda_tile.di_loc<loc("kernel.py":9:5) in #sp>
#own = #cuda_tile.di_loc<loc("kernel.py":10:5) in #given>
#called = #cuda_tile.di_loc<loc("kernel.py":31:5) in #helper>

// LINES: DISubprogram(name: "k"
// LINES-NOT: DILexicalBlock

// The block of the loop is at line 6, those of the branch at 7 and 9, that of the loop in the inlined helper at 31.
// IR-DAG: ![[SP:[0-9]+]] = distinct !DISubprogram(name: "k"
// IR-DAG: ![[HELPER:[0-9]+]] = distinct !DISubprogram(name: "helper"
// IR-DAG: distinct !DILexicalBlock(scope: ![[SP]], file: !{{[0-9]+}}, line: 6, column: 3)
// IR-DAG: distinct !DILexicalBlock(scope: ![[SP]], file: !{{[0-9]+}}, line: 7, column: 5)
// IR-DAG: distinct !DILexicalBlock(scope: ![[SP]], file: !{{[0-9]+}}, line: 9, column: 5)
// IR-DAG: distinct !DILexicalBlock(scope: ![[HELPER]], file: !{{[0-9]+}}, line: 31, column: 5)

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    // CHECK: addi {{.*}} loc(#cuda_tile.di_loc<loc("kernel.py":4:1) in #cuda_tile.di_subprogram<
    %zero = constant <i32: 0> : tile<i32> loc(#at)
    %one = addi %zero, %n : tile<i32> loc(#at)
    // CHECK: for
    for %i in (%zero to %n, step %one) : tile<i32> {
      // CHECK: cmpi {{.*}} loc(#cuda_tile.di_loc<loc("kernel.py":6:3) in #cuda_tile.di_lexical_block<scope = #cuda_tile.di_subprogram<{{.*}}>, file = {{.*}}, line = 6, column = 3>>)
      %c = cmpi less_than %i, %one, signed : tile<i32> -> tile<i1> loc(#body)
      if %c {
        // CHECK: store_ptr_tko {{.*}} loc("name"(#cuda_tile.di_loc<loc("kernel.py":7:5) in #cuda_tile.di_lexical_block<scope = #cuda_tile.di_subprogram<{{.*}}>, file = {{.*}}, line = 7, column = 5>>))
        %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token loc("name"(#then))
        yield loc(#then)
      } else {
        // CHECK: store_ptr_tko {{.*}} loc(#cuda_tile.di_loc<loc("kernel.py":9:5) in #cuda_tile.di_lexical_block<scope = #cuda_tile.di_subprogram<{{.*}}>, file = {{.*}}, line = 9, column = 5>>)
        %t = store_ptr_tko weak %p, %zero : tile<ptr<i32>>, tile<i32> -> token loc(#else)
        // A block that a front end has set is kept.
        // CHECK: store_ptr_tko {{.*}} loc(#cuda_tile.di_loc<loc("kernel.py":10:5) in #cuda_tile.di_lexical_block<scope = {{.*}}, line = 4, column = 2>>)
        %u = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token loc(#own)
        yield loc(#else)
      } loc(#body)
      continue loc(#body)
    } loc(#loop)
    // For a loop in an inlined function the callee's frame gets the block.
    // CHECK: for
    for %i in (%zero to %n, step %one) : tile<i32> {
      // CHECK: store_ptr_tko {{.*}} loc(callsite(#cuda_tile.di_loc<loc("kernel.py":31:5) in #cuda_tile.di_lexical_block<scope = #cuda_tile.di_subprogram<{{.*}}name = "helper"{{.*}}line = 31, column = 5>> at #cuda_tile.di_loc<loc("kernel.py":4:1) in #cuda_tile.di_subprogram<{{.*}}>>))
      %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token loc(callsite(#called at #at))
      continue loc(callsite(#called at #at))
    } loc(callsite(#called at #at))
    return loc(#at)
  } loc(#at)
}
