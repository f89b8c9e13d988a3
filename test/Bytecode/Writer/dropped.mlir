// Attributes that the dialect does not define are left out, with a warning.
//
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -verify-diagnostics -o %t
// RUN: tileirdisasm %t | FileCheck %s

// CHECK: global  @g <i8: 7> : tile<4xi8>
// CHECK-NEXT: entry @k(%arg0: tile<i32>) {
// CHECK-NEXT:   make_token : token
// CHECK-NEXT:   return

// expected-warning@+1 {{attribute 'm' is dropped: bytecode can't hold it}}
cuda_tile.module @kernels attributes {m} {
  // expected-warning@+1 {{attribute 'g' is dropped: bytecode can't hold it}}
  global @g {g} <i8: 7> : tile<4xi8>
  // expected-warning@+2 {{attribute 'f' is dropped: bytecode can't hold it}}
  // expected-warning@+1 {{attribute 'a.b' of argument 0 is dropped: bytecode can't hold it}}
  entry @k(%x: tile<i32> {a.b}) attributes {f} {
    // expected-warning@+1 {{attribute 'o' is dropped: bytecode can't hold it}}
    %0 = make_token {o} : token
  }
}
