// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @arithmetic
  entry @arithmetic(%a: tile<i32>, %b: tile<i32>) {
    // CHECK: arith.addi %[[A:.*]], %[[B:.*]] overflow<nsw> : i32
    %0 = addi %a, %b overflow<no_signed_wrap> : tile<i32>
    // CHECK: arith.subi %[[A]], %[[B]] overflow<nuw> : i32
    %1 = subi %a, %b overflow<no_unsigned_wrap> : tile<i32>
    // CHECK: arith.muli %[[A]], %[[B]] overflow<nsw, nuw> : i32
    %2 = muli %a, %b overflow<no_wrap> : tile<i32>
    // CHECK: nv_tileaa.mulhiui %[[A]], %[[B]] : i32
    %3 = mulhii %a, %b : tile<i32>
    // CHECK: arith.remsi
    %4 = remi %a, %b signed : tile<i32>
    // CHECK: arith.remui
    %5 = remi %a, %b unsigned : tile<i32>
    // CHECK: math.absi
    %6 = absi %a : tile<i32>
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
    // CHECK: arith.subi %[[ZERO]], %[[A]] : i32
    %7 = negi %a : tile<i32>
    // CHECK: arith.subi %{{.*}}, %[[A]] overflow<nsw> : i32
    %8 = negi %a overflow<no_wrap> : tile<i32>
    return
  }

  // CHECK-LABEL: @division
  entry @division(%a: tile<i32>, %b: tile<i32>) {
    // CHECK: arith.divsi
    %0 = divi %a, %b signed : tile<i32>
    // CHECK: arith.divui
    %1 = divi %a, %b unsigned : tile<i32>
    // CHECK: arith.ceildivsi
    %2 = divi %a, %b signed rounding<positive_inf> : tile<i32>
    // CHECK: arith.ceildivui
    %3 = divi %a, %b unsigned rounding<positive_inf> : tile<i32>
    // CHECK: arith.floordivsi
    %4 = divi %a, %b signed rounding<negative_inf> : tile<i32>
    return
  }

  // CHECK-LABEL: @tiles
  entry @tiles() {
    // CHECK: %[[I:.*]] = nv_tileaa.make_range : tensor<8xi32>
    %i = iota : tile<8xi32>
    // CHECK: arith.andi
    %0 = andi %i, %i : tile<8xi32>
    // CHECK: arith.ori
    %1 = ori %i, %i : tile<8xi32>
    // CHECK: arith.xori
    %2 = xori %i, %i : tile<8xi32>
    // CHECK: arith.shli
    %3 = shli %i, %i : tile<8xi32>
    // CHECK: arith.shrsi
    %4 = shri %i, %i signed : tile<8xi32>
    // CHECK: arith.shrui
    %5 = shri %i, %i unsigned : tile<8xi32>
    // CHECK: arith.maxsi
    %6 = maxi %i, %i signed : tile<8xi32>
    // CHECK: arith.minui
    %7 = mini %i, %i unsigned : tile<8xi32>
    // CHECK: %[[C:.*]] = arith.cmpi ult, %[[I]], %[[I]] : tensor<8xi32>
    %8 = cmpi less_than %i, %i, unsigned : tile<8xi32> -> tile<8xi1>
    // CHECK: arith.cmpi sge
    %9 = cmpi greater_than_or_equal %i, %i, signed : tile<8xi32> -> tile<8xi1>
    // CHECK: arith.select %[[C]], %[[I]], %[[I]] : tensor<8xi1>, tensor<8xi32>
    %10 = select %8, %i, %i : tile<8xi1>, tile<8xi32>
    // The signed value of a true i1 is -1 on both sides.
    // CHECK: arith.extsi %[[C]] : tensor<8xi1> to tensor<8xi32>
    %11 = exti %8 signed : tile<8xi1> -> tile<8xi32>
    // CHECK: arith.extui
    %12 = exti %i unsigned : tile<8xi32> -> tile<8xi64>
    // CHECK: arith.trunci {{.*}} overflow<nuw> : tensor<8xi32> to tensor<8xi8>
    %13 = trunci %i overflow<no_unsigned_wrap> : tile<8xi32> -> tile<8xi8>
    return
  }
}
