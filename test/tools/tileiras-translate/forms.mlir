// Text with and without a module around it, generic text, and bytecode give the same bytecode; its printed text can be
// read.
//
// RUN: tileiras-translate %s --mlir-to-cudatilebc -o %t.bc
// RUN: tileiras-translate %s --no-implicit-module --mlir-to-cudatilebc | cmp %t.bc -
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-translate --mlir-to-cudatilebc | cmp %t.bc -
// RUN: tileiras-translate %t.bc --cudatilebc-to-mlir | tileiras-translate --mlir-to-cudatilebc | cmp %t.bc -
// RUN: tileiras-translate %t.bc --cudatilebc-to-mlir --mlir-print-op-generic | tileiras-translate --mlir-to-cudatilebc | cmp %t.bc -
// RUN: tileiras-translate %t.bc --cudatilebc-to-mlir | FileCheck %s
// RUN: tileiras-translate %s --test-cudatile-roundtrip | FileCheck %s
// RUN: tileiras-translate %s --test-cudatile-roundtrip --bytecode-version=13.1 --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: echo nothing | not tileiras-translate --cudatilebc-to-mlir 2>&1 | FileCheck %s --check-prefix=DAMAGED

// CHECK:      cuda_tile.module @kernels {
// CHECK-NEXT:   entry @k(%arg0: tile<i32>) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// GENERIC: "cuda_tile.module"() <{sym_name = "kernels"}> ({
// DAMAGED: error: error at offset 0: expected the magic
cuda_tile.module @kernels {
  entry @k(%x: tile<i32>) {
  }
}
