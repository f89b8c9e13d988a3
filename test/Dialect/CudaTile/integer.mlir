// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%s: tile<i32>) {
    %a = iota : tile<8xi32>
    %p = iota : tile<8xi8>
    // CHECK: andi %{{.*}}, %{{.*}} : tile<8xi32>
    %0 = andi %a, %a : tile<8xi32>
    // CHECK: ori %
    %1 = ori %a, %0 : tile<8xi32>
    // CHECK: xori %
    %2 = xori %a, %1 : tile<8xi32>
    // CHECK: addi %{{.*}}, %{{.*}} : tile<8xi32>
    %3 = addi %a, %2 : tile<8xi32>
    // CHECK: subi %{{.*}}, %{{.*}} overflow<no_signed_wrap> : tile<8xi32>
    %4 = subi %a, %3 overflow<no_signed_wrap> : tile<8xi32>
    // CHECK: muli %{{.*}}, %{{.*}} overflow<no_unsigned_wrap> : tile<8xi32>
    %5 = muli %a, %4 overflow<no_unsigned_wrap> : tile<8xi32>
    // CHECK: shli %{{.*}}, %{{.*}} overflow<no_wrap> : tile<8xi32>
    %6 = shli %a, %5 overflow<no_wrap> : tile<8xi32>
    // CHECK: shri %{{.*}}, %{{.*}} unsigned : tile<8xi32>
    %7 = shri %a, %6 unsigned : tile<8xi32>
    // CHECK: maxi %{{.*}}, %{{.*}} signed : tile<8xi32>
    %8 = maxi %a, %7 signed : tile<8xi32>
    // CHECK: mini %{{.*}}, %{{.*}} unsigned : tile<8xi32>
    %9 = mini %a, %8 unsigned : tile<8xi32>
    // CHECK: remi %{{.*}}, %{{.*}} signed : tile<8xi32>
    %10 = remi %a, %9 signed : tile<8xi32>
    // CHECK: divi %{{.*}}, %{{.*}} signed : tile<8xi32>
    %11 = divi %a, %10 signed rounding<zero> : tile<8xi32>
    // CHECK: divi %{{.*}}, %{{.*}} signed rounding<negative_inf> : tile<8xi32>
    %12 = divi %a, %11 signed rounding<negative_inf> : tile<8xi32>
    // CHECK: divi %{{.*}}, %{{.*}} unsigned rounding<positive_inf> : tile<8xi32>
    %13 = divi %a, %12 unsigned rounding<positive_inf> : tile<8xi32>
    // CHECK: mulhii %{{.*}}, %{{.*}} : tile<8xi32>
    %14 = mulhii %a, %13 : tile<8xi32>
    // CHECK: absi %{{.*}} : tile<8xi32>
    %15 = absi %14 : tile<8xi32>
    // CHECK: negi %{{.*}} : tile<8xi32>
    %16 = negi %15 : tile<8xi32>
    // CHECK: negi %{{.*}} overflow<no_signed_wrap> : tile<8xi32>
    %17 = negi %16 overflow<no_signed_wrap> : tile<8xi32>
    // CHECK: cmpi less_than_or_equal %{{.*}}, %{{.*}}, unsigned : tile<8xi32> -> tile<8xi1>
    %18 = cmpi less_than_or_equal %a, %17, unsigned : tile<8xi32> -> tile<8xi1>
    // CHECK: addi %{{.*}}, %{{.*}} {hint = 1 : i64} : tile<i32>
    %19 = addi %s, %s {hint = 1} : tile<i32>
  }
}
