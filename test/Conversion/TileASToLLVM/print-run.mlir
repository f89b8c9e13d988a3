// The output of kernels, in every order of threads.
// RUN: tileiras-run %s --kernel numbers --gpu-name sm_80 --arg i32:-5 | FileCheck %s --check-prefix=NUMBERS
// RUN: tileiras-run %s --kernel tiles --gpu-name sm_80 --schedule adversarial --arg i32:7 | FileCheck %s --check-prefix=TILES
// RUN: tileiras-run %s --kernel tiles --gpu-name sm_90 --schedule random:1 --arg i32:7 | FileCheck %s --check-prefix=TILES
// RUN: tileiras %s -O0 --gpu-name sm_120 --emit=ptx --lineinfo -o %t.ptx && tileiras-run %t.ptx --kernel tiles --schedule adversarial --arg i32:7 | FileCheck %s --check-prefix=TILES
// RUN: tileiras-run %s --kernel rows --gpu-name sm_100 --schedule adversarial | FileCheck %s --check-prefix=ROWS
// RUN: tileiras-run %s --kernel loop --gpu-name sm_90 --schedule adversarial | FileCheck %s --check-prefix=LOOP

cuda_tile.module @m {
  // NUMBERS: -5 251 fb 4294967291 1 [   2.50] 100% c
  // NUMBERS-NEXT: no numbers
  entry @numbers(%n: tile<i32>) {
    %b = trunci %n : tile<i32> -> tile<i8>
    %true = constant <i1: 1> : tile<i1>
    %h = constant <f16: 2.5> : tile<f16>
    %c = constant <i8: 99> : tile<i8>
    %t = print_tko "%d %u %hhx %u %d [%7.2f] 100%% %c\n", %n, %b, %b, %n, %true, %h, %c : tile<i32>, tile<i8>, tile<i8>, tile<i32>, tile<i1>, tile<f16>, tile<i8> -> token
    %t1 = print_tko "no numbers\n" token=%t -> token
    return
  }

  // More threads than elements; text and numbers around tiles.
  // TILES: x {{\[\[\[}}0, 1, 2, 3], [4, 5, 6, 7]], {{\[\[}}8, 9, 10, 11], [12, 13, 14, 15]]] 100% 7 y
  // TILES-NEXT: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]|[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]
  // TILES-NEXT: {{\[\[}}0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5]]
  // TILES-NEXT: [0, 4294967296, 8589934592, 12884901888]
  entry @tiles(%n: tile<i32>) {
    %i = iota : tile<16xi32>
    %s = reshape %i : tile<16xi32> -> tile<2x2x4xi32>
    %t0 = print_tko "x %d 100%% %d y\n", %s, %n : tile<2x2x4xi32>, tile<i32> -> token
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n16 = broadcast %n1 : tile<1xi32> -> tile<16xi32>
    %b = cmpi greater_than_or_equal %i, %n16, signed : tile<16xi32> -> tile<16xi1>
    %eight = constant <i32: 8> : tile<16xi32>
    %d = subi %i, %eight : tile<16xi32>
    %d8 = trunci %d : tile<16xi32> -> tile<16xi8>
    %t1 = print_tko "%d|%i\n", %b, %d8 token=%t0 : tile<16xi1>, tile<16xi8> -> token
    %f = itof %i signed : tile<16xi32> -> tile<16xf16>
    %half = constant <f16: 0.5> : tile<16xf16>
    %g = addf %f, %half : tile<16xf16>
    %r = reshape %g : tile<16xf16> -> tile<1x16xf16>
    %t2 = print_tko "%.1f\n", %r token=%t1 : tile<1x16xf16> -> token
    %l = iota : tile<4xi64>
    %w = constant <i64: 32> : tile<4xi64>
    %m = shli %l, %w : tile<4xi64>
    %t3 = print_tko "%d\n", %m token=%t2 : tile<4xi64> -> token
    return
  }

  // Rows of one element, of a thread's elements, and of several threads'.
  // ROWS: {{\[\[}}0], [1], [2], [3]]
  // ROWS-NEXT: {{\[\[\[}}0, 1], [2, 3]], {{\[\[}}4, 5], [6, 7]], {{.*}}, {{\[\[}}508, 509], [510, 511]]]
  // ROWS-NEXT: {{\[\[}}0, 1, 2, {{.*}}, 30, 31], [32, 33, {{.*}} 990, 991], [992, 993, {{.*}}, 1022, 1023]]
  entry @rows() {
    %a = iota : tile<4xi32>
    %a1 = reshape %a : tile<4xi32> -> tile<4x1xi32>
    %t0 = print_tko "%d\n", %a1 : tile<4x1xi32> -> token
    %b = iota : tile<512xi32>
    %b1 = reshape %b : tile<512xi32> -> tile<128x2x2xi32>
    %t1 = print_tko "%d\n", %b1 token=%t0 : tile<128x2x2xi32> -> token
    %c = iota : tile<1024xi32>
    %c1 = reshape %c : tile<1024xi32> -> tile<32x32xi32>
    %t2 = print_tko "%d\n", %c1 token=%t1 : tile<32x32xi32> -> token
    return
  }

  // Without tokens: prints keep their order as effects do.
  // LOOP: step 0: [0, 0, 0, 0]
  // LOOP-NEXT: step 1: [1, 1, 1, 1]
  // LOOP-NEXT: step 2: [2, 2, 2, 2]
  entry @loop() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    for %i in (%zero to %three, step %one) : tile<i32> {
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i4 = broadcast %i1 : tile<1xi32> -> tile<4xi32>
      %t = print_tko "step %d: %d\n", %i, %i4 : tile<i32>, tile<4xi32> -> token
    }
    return
  }
}
