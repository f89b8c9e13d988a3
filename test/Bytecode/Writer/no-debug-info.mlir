// File locations alone give no debug information: the section is left out.
//
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -o %t.plain
// RUN: tileiras-opt %s -no-implicit-module | tileiras-translate -no-implicit-module -mlir-to-cudatilebc -o %t.none
// RUN: cmp %t.plain %t.none
// RUN: tileirdisasm -g %t.plain | FileCheck %s
//
// Req: D-12

// CHECK: entry @k() {
// CHECK-NEXT: make_token : token loc(#loc)
// CHECK-NEXT: return loc(#loc)
// CHECK-NEXT: } loc(#loc)
// CHECK: #loc = loc(unknown)
cuda_tile.module @kernels {
  entry @k() {
    %0 = make_token : token loc("/tmp/foo.py":9:10)
  } loc("/tmp/foo.py":1:2)
}
