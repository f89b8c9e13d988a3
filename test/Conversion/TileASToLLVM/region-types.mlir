// A block whose arguments have no types in LLVM.
// Req: G-24
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{region types conversion failed}}
  // expected-note @below {{a value of type 'tuple<i32>' has no counterpart in LLVM}}
  func.func @argument(%x: tuple<i32>) {
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{region types conversion failed}}
  func.func @block(%x: i32) {
    %0 = builtin.unrealized_conversion_cast %x : i32 to none
    cf.br ^end(%0 : none)
  // expected-note @below {{a value of type 'none' has no counterpart in LLVM}}
  ^end(%y: none):
    return
  }
}
