// Kernel parameters and named values become variables.
// RUN: tileiras-opt %s --debuginfo-describe-values --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tileiras-opt %s --debuginfo-describe-values --debuginfo-strip-values | FileCheck %s --check-prefix=STRIPPED --implicit-check-not=debuginfo.

// STRIPPED: entry @k
// STRIPPED: entry @plain

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 30, name = "helper", linkageName = "helper", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 6, column = 2>
#at = #cuda_tile.di_loc<loc("kernel.py":4:1) in #sp>
#body = #cuda_tile.di_loc<loc("kernel.py":6:3) in #block>
#called = #cuda_tile.di_loc<loc("kernel.py":31:5) in #helper>

cuda_tile.module @m {
  // CHECK: entry @k(%[[P:.*]]: tile<ptr<i32>>, %[[N:.*]]: tile<i32>
  // CHECK-NEXT: debuginfo.value %[[P]], <name = "out", scope = #cuda_tile.di_subprogram<{{.*}}>, line = 4, arg = 1> : !debuginfo.value<!cuda_tile.tile<ptr<i32>>> loc(#cuda_tile.di_loc<
  // CHECK-NEXT: debuginfo.value %[[N]], <name = "arg1", {{.*}}, line = 4, arg = 2> : !debuginfo.value<!cuda_tile.tile<i32>>
  entry @k(%p: tile<ptr<i32>> loc("out"(#at)), %n: tile<i32>) {
    // No name, no variable.
    // CHECK-NEXT: constant
    %zero = constant <i32: 0> : tile<i32> loc(#at)
    // CHECK-NEXT: %[[ONE:.*]] = addi
    // CHECK-NEXT: debuginfo.value %[[ONE]], <name = "one", {{.*}}, line = 4> : !debuginfo.value<!cuda_tile.tile<i32>>
    %one = addi %zero, %n : tile<i32> loc("one"(#at))
    // The name of a call is that of the callee's variable.
    // CHECK-NEXT: %[[TWO:.*]] = addi
    // CHECK-NEXT: debuginfo.value %[[TWO]], <name = "two", scope = #cuda_tile.di_subprogram<{{.*}}name = "helper"{{.*}}>, line = 31> : {{.*}} loc(callsite(#cuda_tile.di_loc<
    %two = addi %one, %n : tile<i32> loc(callsite("two"(#called) at #at))
    // A location without scope gives no variable.
    // CHECK-NEXT: addi
    // A loop that carries one value names it; arguments of regions have separate names.
    // CHECK-NEXT: for %[[I:.*]] in {{.*}} iter_values(%[[SUM:.*]] =
    // CHECK-NEXT: debuginfo.value %[[I]], <name = "i", scope = #cuda_tile.di_lexical_block<{{.*}}>, line = 6>
    // CHECK-NEXT: debuginfo.value %[[SUM]], <name = "sum", scope = #cuda_tile.di_subprogram<{{.*}}>, line = 4>
    %three = addi %two, %n : tile<i32> loc("three"("kernel.py":8:1))
    %sum = "cuda_tile.for"(%zero, %n, %one, %zero) ({
    ^bb0(%i: !cuda_tile.tile<i32> loc("i"(#body)), %s: !cuda_tile.tile<i32>):
      // In addition to a token, one result has the name.
      // CHECK-NEXT: %[[X:.*]], %{{.*}} = load_ptr_tko
      // CHECK-NEXT: debuginfo.value %[[X]], <name = "x",
      %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token loc(fused["x"(#body)])
      // CHECK-NEXT: continue
      continue %x : tile<i32> loc(#body)
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32> loc("sum"(#at))
    // CHECK: } loc(
    // CHECK-NEXT: debuginfo.value %{{.*}}, <name = "sum", scope = #cuda_tile.di_subprogram<
    // CHECK: return
    return loc(#at)
  } loc(#at)

  // CHECK: entry @plain
  // CHECK-NOT: debuginfo.value
  entry @plain(%p: tile<ptr<i32>> loc("out"("kernel.py":1:1))) {
    return
  }
}
