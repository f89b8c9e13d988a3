// Assignments to names in lines of the source become variables: one for each name of a function.
// RUN: sed "s|SOURCE|%S/Inputs/assigned.py|" %s > %t.mlir
// RUN: tileiras-opt %t.mlir --debuginfo-describe-assignments | FileCheck %s --implicit-check-not="debuginfo.value %"
// A missing source has no names.
// RUN: tileiras-opt %s --debuginfo-describe-assignments | FileCheck %s --check-prefix=NONE --implicit-check-not=debuginfo.
// NONE: entry @k

#file = #cuda_tile.di_file<"assigned.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 9, column = 2>
#def = #cuda_tile.di_loc<loc("SOURCE":3:0) in #sp>
#A = #cuda_tile.di_loc<loc("SOURCE":3:6) in #sp>
#x = #cuda_tile.di_loc<loc("SOURCE":4:8) in #sp>
#y = #cuda_tile.di_loc<loc("SOURCE":5:12) in #sp>
#z = #cuda_tile.di_loc<loc("SOURCE":5:20) in #sp>
#s = #cuda_tile.di_loc<loc("SOURCE":6:24) in #sp>
#acc = #cuda_tile.di_loc<loc("SOURCE":7:17) in #sp>
#for = #cuda_tile.di_loc<loc("SOURCE":8:4) in #sp>
#add = #cuda_tile.di_loc<loc("SOURCE":9:8) in #block>
#tmp = #cuda_tile.di_loc<loc("SOURCE":10:23) in #block>
#item = #cuda_tile.di_loc<loc("SOURCE":11:15) in #block>
#if = #cuda_tile.di_loc<loc("SOURCE":12:4) in #sp>
#then = #cuda_tile.di_loc<loc("SOURCE":13:12) in #sp>
#old = #cuda_tile.di_loc<loc("SOURCE":17:10) in #sp>
#return = #cuda_tile.di_loc<loc("SOURCE":18:12) in #sp>

// CHECK: entry @k
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    // A view of a parameter.
    // CHECK: %[[BASE:.*]] = assume
    // CHECK-NEXT: %[[A:.*]] = make_tensor_view
    // CHECK-NEXT: debuginfo.value %[[A]], <name = "A", {{.*}}, line = 3> : !debuginfo.value<!cuda_tile.tensor_view<64xi32
    %base = assume #cuda_tile.div_by<16>, %p : tile<ptr<i32>> loc(#A)
    %A = make_tensor_view %base, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]> loc(#def)
    // The last operation of an expression has the value.
    // CHECK-NEXT: constant
    // CHECK-NEXT: %[[X:.*]] = addi
    // CHECK-NEXT: debuginfo.value %[[X]], <name = "x", scope = #{{.*}}, line = 4> : !debuginfo.value<!cuda_tile.tile<i32>>
    %one = constant <i32: 1> : tile<i32> loc(#x)
    %x = addi %n, %one : tile<i32> loc(#x)
    // Each of several values; the column after a bracket is that of the elements.
    // CHECK-NEXT: %[[Y:.*]] = muli
    // CHECK-NEXT: debuginfo.value %[[Y]], <name = "y"
    // CHECK-NEXT: %[[Z:.*]] = muli
    // CHECK-NEXT: debuginfo.value %[[Z]], <name = "z"
    %y = muli %n, %x : tile<i32> loc(#y)
    %z = muli %n, %y : tile<i32> loc(#z)
    // A string has no assignment, and of two statements in a line only the first counts.
    // CHECK-NEXT: addi
    %s = addi %n, %n : tile<i32> loc(#s)
    // CHECK-NEXT: %[[ZERO:.*]] = addi
    // CHECK-DAG: debuginfo.value %[[ZERO]], <name = "acc", {{.*}}, line = 7>
    // CHECK-DAG: debuginfo.value %[[ZERO]], <name = "zero", {{.*}}, line = 7>
    %zero = addi %n, %n : tile<i32> loc(#acc)
    // A loop's index, and its carried values.
    // CHECK: %[[SUM:.*]] = for %[[I:.*]] in {{.*}} iter_values(%[[CARRIED:.*]] =
    // CHECK-DAG: debuginfo.value %[[I]], <name = "i", {{.*}}, line = 8>
    // CHECK-DAG: debuginfo.value %[[CARRIED]], <name = "acc", {{.*}}, line = 7>
    %sum = for %i in (%one to %n, step %one) : tile<i32> iter_values(%carried = %zero) -> (tile<i32>) {
      // CHECK: %[[ACC:.*]] = addi %[[CARRIED]]
      // CHECK-NEXT: debuginfo.value %[[ACC]], <name = "acc", {{.*}}, line = 7>
      %acc = addi %carried, %x : tile<i32> loc(#add)
      // CHECK-NEXT: %[[TMP:.*]] = addi
      // CHECK-NEXT: debuginfo.value %[[TMP]], <name = "tmp", {{.*}}, line = 10>
      %tmp = addi %acc, %one : tile<i32> loc(#tmp)
      // CHECK-NEXT: addi
      // CHECK-NEXT: continue
      %item = addi %acc, %tmp : tile<i32> loc(#item)
      continue %acc : tile<i32> loc(#add)
    } loc(#for)
    // CHECK: debuginfo.value %[[SUM]], <name = "acc", {{.*}}, line = 7>
    %c = cmpi equal %x, %y, signed : tile<i32> -> tile<i1> loc(#if)
    // All named values that branches yield have one name.
    // CHECK: %[[IF:.*]] = if
    %new = if %c -> (tile<i32>) {
      // CHECK: %[[NEW:.*]] = addi
      // CHECK-NEXT: debuginfo.value %[[NEW]], <name = "x", {{.*}}, line = 4>
      %then = addi %y, %one : tile<i32> loc(#then)
      yield %then : tile<i32> loc(#then)
    } else {
      yield %x : tile<i32> loc(#if)
    } loc(#if)
    // CHECK: debuginfo.value %[[IF]], <name = "x", {{.*}}, line = 4>
    // An assignment (old = x, later old = x + 1) without an operation is not followed, and not described.
    // CHECK-NEXT: addi
    %old = addi %new, %one : tile<i32> loc(#old)
    // A value with a separate name is described by it, elsewhere.
    // CHECK-NEXT: addi
    // CHECK-NEXT: return
    %named = addi %new, %sum : tile<i32> loc("named"(#x))
    return loc(#return)
  } loc(#def)
}
