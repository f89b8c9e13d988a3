// The first part of a fused location with a scope counts, at any position; the others make no chain of calls.
// Req: B-03
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir --lineinfo -o - | FileCheck %s

// CHECK: load i32, {{.*}}!dbg ![[LOAD:[0-9]+]]
// CHECK-NOT: inlinedAt
// CHECK: ![[LOAD]] = !DILocation(line: 5, column: 7, scope: !{{[0-9]+}})
// CHECK-NOT: inlinedAt
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#load = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>
#store = #cuda_tile.di_loc<loc("kernel.py":6:7) in #sp>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token loc(fused["kernel.py":99:1, #load, #store])
    %t2 = store_ptr_tko weak %p, %x token=%t : tile<ptr<i32>>, tile<i32> -> token loc(#store)
    return loc(#store)
  } loc(#store)
}
