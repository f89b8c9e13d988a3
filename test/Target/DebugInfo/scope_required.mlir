// Lines come from scopes only: a location of file, line and column, or a call site with such a side, gives none; in a
// name, a fusion or after a call it counts as its contents.
// Req: D-04 D-05 D-06 D-22 D-29 D-30 D-31

// RUN: tileiras %s --gpu-name sm_90 --emit=ptx --lineinfo -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx --line-info -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -g -O0 -o - | FileCheck %s

#file = #cuda_tile.di_file<"s.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "scoped", linkageName = "scoped", compileUnit = #cu>
#f = #cuda_tile.di_subprogram<file = #file, line = 30, name = "f", linkageName = "f", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("s.py":5:7) in #sp>
#store = #cuda_tile.di_loc<loc("s.py":6:7) in #sp>
#in_f = #cuda_tile.di_loc<loc("s.py":32:5) in #f>

cuda_tile.module @m {
  // CHECK-LABEL: .entry plain(
  // CHECK-NOT: .loc
  // CHECK: st.global
  // CHECK-NOT: .loc
  entry @plain(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32> loc("s.py":1:1)
    %t = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token loc("s.py":2:1)
    return loc("s.py":3:1)
  } loc("s.py":1:1)

  // CHECK-LABEL: .entry scoped(
  // CHECK-NOT: .loc {{.*}}99
  // CHECK: .loc [[FILE:[0-9]+]] 32 5, function_name {{.*}}, inlined_at [[FILE]] 5 7
  // CHECK: ld.global
  // CHECK: .loc [[FILE]] 6 7
  // CHECK-NOT: .loc {{.*}}99
  // CHECK: st.global
  // CHECK-NOT: .loc {{.*}}99
  // CHECK: {{^}}}
  entry @scoped(%p: tile<ptr<i32>>) {
    %x, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token loc("name"(callsite(#in_f at #at)))
    %y = muli %x, %x : tile<i32> loc(callsite("s.py":99:1 at #at))
    %z = addi %y, %x : tile<i32> loc(callsite(#in_f at "s.py":99:1))
    %t = store_ptr_tko weak %p, %z token=%t0 : tile<ptr<i32>>, tile<i32> -> token loc(fused["s.py":99:2, #store])
    return loc("s.py":99:3)
  } loc(#at)
}
