// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

// Values of all operations and widths: conformance/test_folds.py. This file has the cases that are left alone, and
// those without constant operands.

cuda_tile.module @undefined {
  // CHECK-LABEL: entry @undefined
  entry @undefined() {
    %zero = constant <i8: 0> : tile<i8>
    %one = constant <i8: 1> : tile<i8>
    %minus = constant <i8: -1> : tile<i8>
    %least = constant <i8: -128> : tile<i8>
    %most = constant <i8: 127> : tile<i8>
    %width = constant <i8: 8> : tile<i8>
    // CHECK: divi %{{.*}}, %{{.*}} signed
    %0 = divi %one, %zero signed : tile<i8>
    // CHECK: divi %{{.*}}, %{{.*}} unsigned
    %1 = divi %one, %zero unsigned : tile<i8>
    // CHECK: divi %{{.*}}, %{{.*}} signed
    %2 = divi %least, %minus signed : tile<i8>
    // CHECK: remi %{{.*}}, %{{.*}} unsigned
    %3 = remi %one, %zero unsigned : tile<i8>
    // CHECK: remi %{{.*}}, %{{.*}} signed
    %4 = remi %least, %minus signed : tile<i8>
    // CHECK: shli
    %5 = shli %one, %width : tile<i8>
    // CHECK: shri
    %6 = shri %least, %minus signed : tile<i8>
    // CHECK: addi {{.*}} overflow<no_signed_wrap>
    %7 = addi %most, %one overflow<no_signed_wrap> : tile<i8>
    // CHECK: subi {{.*}} overflow<no_unsigned_wrap>
    %8 = subi %zero, %one overflow<no_unsigned_wrap> : tile<i8>
    // CHECK: muli {{.*}} overflow<no_wrap>
    %9 = muli %least, %minus overflow<no_wrap> : tile<i8>
    // CHECK: negi {{.*}} overflow<no_signed_wrap>
    %10 = negi %least overflow<no_signed_wrap> : tile<i8>
    // CHECK: trunci {{.*}} overflow<no_unsigned_wrap>
    %11 = trunci %minus overflow<no_unsigned_wrap> : tile<i8> -> tile<i1>
    print_tko "%d %d %d %d %d %d %d %d %d %d %d %d", %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i1> -> token
  }
}

// -----

cuda_tile.module @identities {
  // CHECK-LABEL: entry @identities
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @identities(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ones = constant <i32: -1> : tile<i32>
    %0 = addi %zero, %x overflow<no_wrap> : tile<i32>
    %1 = subi %0, %zero : tile<i32>
    %2 = muli %one, %1 : tile<i32>
    %3 = divi %2, %one signed rounding<negative_inf> : tile<i32>
    %4 = andi %ones, %3 : tile<i32>
    %5 = ori %4, %4 : tile<i32>
    %6 = xori %5, %zero : tile<i32>
    %7 = shli %6, %zero : tile<i32>
    %8 = shri %7, %zero signed : tile<i32>
    %9 = maxi %8, %8 signed : tile<i32>
    %10 = negi %9 : tile<i32>
    %11 = negi %10 : tile<i32>
    %12 = xori %11, %ones : tile<i32>
    %13 = xori %12, %ones : tile<i32>
    // CHECK: print_tko "x %d", %[[X]]
    print_tko "x %d", %13 : tile<i32> -> token
    %20 = subi %x, %x : tile<i32>
    %21 = muli %x, %zero : tile<i32>
    %22 = andi %x, %zero : tile<i32>
    %23 = xori %x, %x : tile<i32>
    %24 = remi %x, %one signed : tile<i32>
    %25 = mulhii %x, %one : tile<i32>
    // CHECK: print_tko "0 %d %d %d %d %d %d", %[[Z:cst_0_i32]], %[[Z]], %[[Z]], %[[Z]], %[[Z]], %[[Z]]
    print_tko "0 %d %d %d %d %d %d", %20, %21, %22, %23, %24, %25 : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    %30 = cmpi less_than_or_equal %x, %x, signed : tile<i32> -> tile<i1>
    %31 = cmpi not_equal %x, %x, signed : tile<i32> -> tile<i1>
    // CHECK: print_tko "%d %d", %true, %false
    print_tko "%d %d", %30, %31 : tile<i1>, tile<i1> -> token
    %32 = cmpi less_than %x, %one, signed : tile<i32> -> tile<i1>
    %33 = exti %32 unsigned : tile<i1> -> tile<i32>
    %34 = cmpi not_equal %33, %zero, signed : tile<i32> -> tile<i1>
    // CHECK: %[[LESS:.*]] = cmpi less_than %[[X]]
    // CHECK: print_tko "%d", %[[LESS]]
    print_tko "%d", %34 : tile<i1> -> token
    %40 = absi %x : tile<i32>
    %41 = absi %40 : tile<i32>
    // CHECK: %[[ABS:.*]] = absi %[[X]]
    // CHECK: print_tko "|x| %d", %[[ABS]]
    print_tko "|x| %d", %41 : tile<i32> -> token
  }
}

// -----

// Sums and products of constants are combined, unless a promise holds for them.
cuda_tile.module @reassociate {
  // CHECK-LABEL: entry @reassociate
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  entry @reassociate(%x: tile<i32>) {
    %c = constant <i32: 3> : tile<i32>
    %d = constant <i32: 4> : tile<i32>
    // CHECK: addi %[[X]], %cst_7_i32 :
    %0 = addi %x, %c : tile<i32>
    %1 = addi %d, %0 : tile<i32>
    // CHECK: muli %[[X]], %cst_12_i32 :
    %2 = muli %x, %c : tile<i32>
    %3 = muli %2, %d : tile<i32>
    // CHECK: %[[SUM:.*]] = addi %[[X]], %cst_3_i32 overflow<no_signed_wrap>
    // CHECK: addi %[[SUM]], %cst_4_i32
    %4 = addi %x, %c overflow<no_signed_wrap> : tile<i32>
    %5 = addi %4, %d : tile<i32>
    print_tko "%d %d %d", %1, %3, %5 : tile<i32>, tile<i32>, tile<i32> -> token
  }
}

// -----

// A product with a factor of zeros adds nothing.
cuda_tile.module @mma {
  // CHECK-LABEL: entry @mma
  entry @mma(%p: tile<ptr<i8>>, %q: tile<ptr<i32>>) {
    %0 = reshape %p : tile<ptr<i8>> -> tile<1x1xptr<i8>>
    %1 = broadcast %0 : tile<1x1xptr<i8>> -> tile<16x16xptr<i8>>
    %a, %t0 = load_ptr_tko weak %1 : tile<16x16xptr<i8>> -> tile<16x16xi8>, token
    %2 = reshape %q : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %3 = broadcast %2 : tile<1x1xptr<i32>> -> tile<16x16xptr<i32>>
    // CHECK: %[[ACC:.*]], %{{.*}} = load_ptr_tko {{.*}} -> tile<16x16xi32>
    %acc, %t1 = load_ptr_tko weak %3 : tile<16x16xptr<i32>> -> tile<16x16xi32>, token
    %zero = constant <i8: 0> : tile<16x16xi8>
    // CHECK-NOT: mmai
    %4 = mmai %a, %zero, %acc signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    // CHECK: print_tko "%d", %[[ACC]]
    print_tko "%d", %4 : tile<16x16xi32> -> token
  }
}
