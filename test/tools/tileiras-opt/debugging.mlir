// The ways to look at passes.
//
// RUN: tileiras-opt %s --canonicalize --mlir-print-ir-before-all --mlir-print-ir-after-all 2>&1 | FileCheck --check-prefix=PRINT %s
// PRINT: // -----// IR Dump Before Canonicalizer
// PRINT: constant
// PRINT: // -----// IR Dump After Canonicalizer
// PRINT-NOT: constant
//
// RUN: tileiras-opt %s --canonicalize --cse --mlir-print-ir-after=cse 2>&1 | FileCheck --check-prefix=ONE %s
// ONE-NOT: IR Dump After Canonicalizer
// ONE: IR Dump After CSE
//
// A pass's result is verified by default; here it is the invalid input that the parser was told to accept.
// RUN: sed 's/@k()/@k(%%a: tile<4xi32>)/' %s > %t.invalid.mlir
// RUN: not tileiras-opt %t.invalid.mlir --mlir-very-unsafe-disable-verifier-on-parsing --verify-each --cse 2>&1 | FileCheck --check-prefix=VERIFIED %s
// VERIFIED: error: 'cuda_tile.entry' op
// RUN: tileiras-opt %t.invalid.mlir --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --cse
//
// A pass that fails leaves a file that repeats it.
// RUN: not tileiras-opt %s --convert-cudatile-to-tileaa --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>/dev/null
// RUN: FileCheck --check-prefix=REPRODUCER %s < %t.mlir
// REPRODUCER: entry @k
// REPRODUCER: mlir_reproducer: {
// REPRODUCER: pipeline: "builtin.module(convert-cudatile-to-tileaa{{.*}})"
// RUN: not tileiras-opt --run-reproducer %t.mlir 2>&1 | FileCheck --check-prefix=AGAIN %s
// AGAIN: error:

cuda_tile.module @m {
  entry @k() {
    %0 = constant <i32: 1> : tile<i32>
    return
  }
}
