// [mlir][pdl] an unregistered native constraint counts as another one
//
// The generator of PDL bytecode looks a name up in a map without asking whether it is there (an assertion, which builds
// without assertions lack), and so uses the first function that is registered. Here it is one that holds, and the operation
// is erased.
//
// Expected: an error at the pattern, which names the constraint.
//
// Version: MLIR 22.1.8
//
// RUN: mlir-opt --test-pdl-bytecode-pass --allow-unregistered-dialect %s | FileCheck %s
// CHECK: module @ir {
// CHECK-NOT: test.op
// CHECK: }

module @patterns {
  pdl.pattern : benefit(1) {
    %op = pdl.operation "test.op"
    pdl.apply_native_constraint "nobody_registered_this"(%op : !pdl.operation)
    pdl.rewrite %op {
      pdl.erase %op
    }
  }
}
module @ir {
  "test.op"() : () -> ()
}
