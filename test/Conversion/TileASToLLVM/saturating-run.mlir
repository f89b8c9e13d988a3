// Conversions to integers that saturate: too large, too small, NaN, and truncated numbers.
// RUN: tileiras-run %s --gpu-name sm_80 --arg f32:1 | FileCheck %s
// RUN: tileiras %s -O0 --gpu-name sm_120 --emit=ptx --lineinfo -o %t.ptx && tileiras-run %t.ptx --arg f32:1 | FileCheck %s

// CHECK: i32 [2147483647, -2147483648, 0, 2, -2, 2147483647, -2147483648, 2147483520]
// CHECK-NEXT: u32 [4294967295, 0, 0, 2, 0, 4294967295, 0, 2147483520]
// CHECK-NEXT: i8 [127, -128, 0, 2, -2, 127, -128, 127]
// CHECK-NEXT: i64 [10000000000, -10000000000, 0, 2, -2, 9223372036854775807, -9223372036854775808, 2147483520]
// CHECK-NEXT: u16 [65535, 0, 0, 2, 0, 65535, 0, 65535]
cuda_tile.module @m {
  entry @saturate(%one: tile<f32>) {
    %x = constant <f32: [1.0e10, -1.0e10, 0x7FC00000, 2.9, -2.9, 0x7F800000, 0xFF800000, 2147483520.0]> : tile<8xf32>
    %one1 = reshape %one : tile<f32> -> tile<1xf32>
    %one8 = broadcast %one1 : tile<1xf32> -> tile<8xf32>
    %y = mulf %x, %one8 : tile<8xf32>
    %a = ftoi %y signed saturating : tile<8xf32> -> tile<8xi32>
    %t0 = print_tko "i32 %d\n", %a : tile<8xi32> -> token
    %b = ftoi %y unsigned saturating : tile<8xf32> -> tile<8xi32>
    %t1 = print_tko "u32 %u\n", %b token=%t0 : tile<8xi32> -> token
    %c = ftoi %y signed saturating : tile<8xf32> -> tile<8xi8>
    %t2 = print_tko "i8 %d\n", %c token=%t1 : tile<8xi8> -> token
    %d = ftoi %y signed saturating : tile<8xf32> -> tile<8xi64>
    %t3 = print_tko "i64 %d\n", %d token=%t2 : tile<8xi64> -> token
    %h = ftof %y : tile<8xf32> -> tile<8xf16>
    %e = ftoi %h unsigned saturating : tile<8xf16> -> tile<8xi16>
    %t4 = print_tko "u16 %u\n", %e token=%t3 : tile<8xi16> -> token
    return
  }
}
