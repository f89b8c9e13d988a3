// Constants of the same bytes are stored once, also with other types; one value
// stands for all; bits are packed.
//
// RUN: tileiras-translate %s -no-implicit-module -test-cudatile-roundtrip | FileCheck %s
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -o %t
// RUN: %python %S/../Inputs/section.py 4 %t | FileCheck %s --check-prefix=SECTION

cuda_tile.module @kernels {
  // CHECK: global  @g <i8: [1, 0, 0, 0]> : tile<4xi8>
  global @g <i8: [1, 0, 0, 0]> : tile<4xi8>
  entry @k() {
    // CHECK: constant <i32: 1> : tile<i32>
    %0 = constant <i32: 1> : tile<i32>
    // CHECK: constant <i32: 1> : tile<1024xi32>
    %1 = constant <i32: 1> : tile<1024xi32>
    // CHECK: constant <f32: 1.401300e-45> : tile<2xf32>
    %2 = constant <f32: 0x00000001> : tile<2xf32>
    // CHECK: constant <i1: true> : tile<16xi1>
    %3 = constant <i1: true> : tile<16xi1>
    // CHECK: constant <i1: [true, false, false, true, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1>
    %4 = constant <i1: [true, false, false, true, false, false, false, false, false, false, false, false, false, false, false, true]> : tile<16xi1>
    // CHECK: constant <i1: [false, true]> : tile<2xi1>
    %5 = constant <i1: [false, true]> : tile<2xi1>
    // CHECK: constant <i1: false> : tile<i1>
    %6 = constant <i1: false> : tile<i1>
    // CHECK: constant <tf32: [1.000000e+00, -2.000000e+00]> : tile<2xtf32>
    %7 = constant <tf32: [1.0, -2.0]> : tile<2xtf32>
    // CHECK: constant <f4E2M1FN: [1.000000e+00, -6.000000e+00]> : tile<2xf4E2M1FN>
    %8 = constant <f4E2M1FN: [1.0, -6.0]> : tile<2xf4E2M1FN>
    // CHECK: constant <fnv8E5M3FNU: [1.500000e+00, 2.000000e+00]> : tile<2xfnv8E5M3FNU>
    %9 = constant <fnv8E5M3FNU: [1.5, 2.0]> : tile<2xfnv8E5M3FNU>
  }
}

// SECTION:      08 cb cb cb cb cb cb cb
// SECTION-NEXT: 00 00 00 00 00 00 00 00
// SECTION-NEXT: 05 00 00 00 00 00 00 00
// SECTION-NEXT: 07 00 00 00 00 00 00 00
// SECTION-NEXT: 0a 00 00 00 00 00 00 00
// SECTION-NEXT: 0c 00 00 00 00 00 00 00
// SECTION-NEXT: 0e 00 00 00 00 00 00 00
// SECTION-NEXT: 15 00 00 00 00 00 00 00
// SECTION-NEXT: 18 00 00 00 00 00 00 00
// SECTION-NEXT: 04 01 00 00 00 01 ff 02
// SECTION-NEXT: 09 80 01 02 01 00 06
