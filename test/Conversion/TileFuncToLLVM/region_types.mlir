// An argument whose type has no counterpart in LLVM. The verifier has a rule against it, which is turned off here.
// Req: F-10
// RUN: not tileiras-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 --convert-nv-tile-func-to-llvm 2>&1 | FileCheck %s
// RUN: not tileiras-opt %s --convert-nv-tile-func-to-llvm 2>&1 | FileCheck %s --check-prefix=VERIFIED

// CHECK: region_types.mlir:[[@LINE+5]]:3: error: region types conversion failed
// CHECK: region_types.mlir:[[@LINE+4]]:{{[0-9]+}}: note: a value of type 'tuple<i32>' has no counterpart in LLVM
// CHECK-NOT: func.func
// VERIFIED: error: 'nv_tileaa.func' op expected arguments that are tiles, numbers, pointers, memrefs, views or tokens
gpu.module @k {
  nv_tileaa.func @f(%x: tuple<i32>) {
    nv_tileaa.return
  }
}
