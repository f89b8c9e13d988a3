// A debugger finds in a cubin of unoptimised code: the kernel under its own and its linkage name, calls, lines; no
// variables, because Tile IR supports stepping only. (cuda-gdb itself needs a GPU.)
// Req: D-01 D-02 D-29
// REQUIRES: ptxas

// RUN: tileiras %s --gpu-name sm_90 -g -O0 -o %t.cubin
// RUN: llvm-dwarfdump --debug-info %t.cubin | FileCheck %s --check-prefix=INFO --implicit-check-not=DW_TAG_variable --implicit-check-not=DW_TAG_formal_parameter
// RUN: llvm-dwarfdump --debug-line %t.cubin | FileCheck %s --check-prefix=LINE

// INFO: DW_TAG_compile_unit
// INFO: DW_AT_producer ("tileiras")
// INFO: DW_AT_name ("kernel.py")
// INFO: DW_TAG_subprogram
// INFO: DW_AT_name ("helper")
// INFO: DW_AT_inline (DW_INL_inlined)
// INFO: DW_TAG_subprogram
// INFO: DW_AT_{{.*}}linkage_name ("k")
// INFO-NEXT: DW_AT_name ("test_kernel")
// INFO: DW_AT_decl_line (3)
// INFO: DW_TAG_inlined_subroutine
// INFO: DW_AT_call_line (5)

// LINE: name: "kernel.py"
// LINE: {{^}}0x{{[0-9a-f]+}} 3
// LINE: {{^}}0x{{[0-9a-f]+}} 5
// LINE: {{^}}0x{{[0-9a-f]+}} 32
// LINE: {{^}}0x{{[0-9a-f]+}} 6

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "test_kernel", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu, scopeLine = 31>
#at = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>
#store = #cuda_tile.di_loc<loc("kernel.py":6:7) in #sp>
#in_helper = #cuda_tile.di_loc<loc("kernel.py":32:5) in #helper>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token loc(callsite(#in_helper at #at))
    %t2 = store_ptr_tko weak %p, %x token=%t : tile<ptr<i32>>, tile<i32> -> token loc(#store)
    return loc(#store)
  } loc(#at)
}
