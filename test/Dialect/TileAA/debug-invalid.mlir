// Operands of prints, and arrays of the module.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @print(%x: i32) {
  // expected-error @below {{'nv_tileaa.print' op expected an operand for each of 2 conversions, got 1}}
  %0 = nv_tileaa.print "%d%% of %d", %x : i32 -> !nv_tileaa.mem_token
  return
}

// -----

gpu.module @k {
  // expected-error @below {{'nv_tileaa.global' op expected a dense line of numbers, got 'tensor<2x2xi32>'}}
  nv_tileaa.global @matrix dense<0> : tensor<2x2xi32>
}

// -----

gpu.module @k {
  // expected-error @below {{'nv_tileaa.global' op expected an alignment that is a power of two, got 12}}
  nv_tileaa.global @line alignment = 12 dense<0> : tensor<2xi32>
}

// -----

gpu.module @k {
  func.func @missing() {
    // expected-error @below {{'nv_tileaa.get_global' op expected the name of a global, got @line}}
    %0 = nv_tileaa.get_global @line : !nv_tileaa.ptr<i32>
    return
  }
}

// -----

gpu.module @k {
  func.func @itself() {
    // expected-error @below {{'nv_tileaa.get_global' op expected the name of a global, got @itself}}
    %0 = nv_tileaa.get_global @itself : !nv_tileaa.ptr<i32>
    return
  }
}

// -----

gpu.module @k {
  nv_tileaa.global @line dense<0> : tensor<2xi32>
  func.func @pointee() {
    // expected-error @below {{'nv_tileaa.get_global' op expected a pointer to 'i32', got '!nv_tileaa.ptr<f32>'}}
    %0 = nv_tileaa.get_global @line : !nv_tileaa.ptr<f32>
    return
  }
}
