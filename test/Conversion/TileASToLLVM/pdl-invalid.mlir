// PDL that can't be lowered, for which MLIR would end the process.
// Req: G-22
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{failed to lower PDL pattern module to the PDL Interpreter}}
  builtin.module @unknown_function {
    pdl.pattern : benefit(1) {
      %x = pdl.operation "nv_tileas.scan"
      // expected-error @below {{no native function "isFast" of PDL patterns is registered}}
      pdl.apply_native_constraint "isFast"(%x : !pdl.operation)
      pdl.rewrite %x {
        pdl.erase %x
      }
    }
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{failed to lower PDL pattern module to the PDL Interpreter}}
  builtin.module @unknown_rewrite {
    pdl.pattern : benefit(1) {
      %x = pdl.operation "nv_tileas.scan"
      // expected-error @below {{no native function "makeFast" of PDL patterns is registered}}
      pdl.rewrite %x with "makeFast"
    }
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{failed to lower PDL pattern module to the PDL Interpreter}}
  builtin.module @unknown_call {
    pdl.pattern : benefit(1) {
      %x = pdl.operation "nv_tileas.scan"
      pdl.rewrite %x {
        // expected-error @below {{no native function "makeIt" of PDL patterns is registered}}
        pdl.apply_native_rewrite "makeIt"(%x : !pdl.operation)
      }
    }
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @below {{failed to lower PDL pattern module to the PDL Interpreter}}
  // expected-note @below {{see existing symbol definition here}}
  builtin.module @name_of_the_matcher {
    // expected-error @below {{redefinition of symbol named 'matcher'}}
    func.func private @matcher()
    pdl.pattern : benefit(1) {
      %x = pdl.operation "nv_tileas.scan"
      pdl.rewrite %x {
        pdl.erase %x
      }
    }
  }
}
