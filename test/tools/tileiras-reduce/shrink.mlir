// A module is reduced to the kernel and the operation that a script selects. Results that are still needed are
// replaced: by zeros, a token, or an operand.
//
// RUN: tileiras-reduce %s --test=%S/Inputs/has.sh --test-arg=divi -o %t
// RUN: FileCheck %s < %t
//
// CHECK:      cuda_tile.module @m {
// CHECK-NEXT:   entry @second(%arg0: tile<ptr<i32>>) {
// CHECK-NEXT:     %[[ZERO:.*]] = constant <i32: 0> : tile<i32>
// CHECK-NEXT:     %{{.*}} = divi %[[ZERO]], %[[ZERO]] signed
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
//
// RUN: not tileiras-reduce %s --test=%S/Inputs/has.sh --test-arg=remi 2>&1 | FileCheck --check-prefix=NOTHING %s
// NOTHING: error: the module is not interesting: '{{.*}}has.sh' exits with status 0
//
// RUN: not tileiras-reduce %s --test=%S/Inputs/has.sh --test-arg=divi -o %t.none/out.mlir 2>&1 | FileCheck --check-prefix=OUTPUT %s
// OUTPUT: error: cannot open output file '{{.*}}out.mlir': No such file or directory

cuda_tile.module @m {
  entry @first(%a: tile<i32>) {
    %0 = addi %a, %a : tile<i32>
    return
  }
  entry @second(%p: tile<ptr<i32>>) {
    %t = make_token : token
    %x, %t1 = load_ptr_tko weak %p token = %t : tile<ptr<i32>> -> tile<i32>, token
    %0 = addi %x, %x : tile<i32>
    %1 = muli %0, %x : tile<i32>
    %2 = divi %1, %0 signed : tile<i32>
    %3 = muli %2, %x : tile<i32>
    %t2 = store_ptr_tko weak %p, %3 token = %t1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @third() {
    return
  }
}
