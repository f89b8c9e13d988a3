// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects dim to be less than the rank 1, got 1}}
    %0 = reduce %a dim=1 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects an identity of type 'f32', got 0 : i32}}
    %0 = reduce %a dim=0 identities=[0 : i32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects as many results and identities as 1 operands, got 1 and 0}}
    %0 = reduce %a dim=0 identities=[] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects a result of type '!cuda_tile.tile<f32>', got '!cuda_tile.tile<4xf32>'}}
    %0 = reduce %a dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects region arguments of types '!cuda_tile.tile<f32>', '!cuda_tile.tile<f32>', got '!cuda_tile.tile<f32>'}}
    %0 = scan %a dim=0 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects its region to yield values of types '!cuda_tile.tile<f32>', got}}
    %0 = scan %a dim=0 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects operations without effects in its region, got cuda_tile.print_tko}}
    %0 = reduce %a dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      // expected-note @below {{the operation is here}}
      %t = print_tko "%f", %x : tile<f32> -> token
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects region arguments of types '!cuda_tile.tile<f32>', '!cuda_tile.tile<f32>', got '!cuda_tile.tile<f32>'}}
    %0 = reduce %a dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects its region to yield values of types '!cuda_tile.tile<f32>', got }}
    %0 = reduce %a dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects as many results and identities as 1 operands, got 1 and 0}}
    %0 = scan %a dim=0 reverse=false identities=[] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects dim to be less than the rank 1, got 1}}
    %0 = scan %a dim=1 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects an identity of type 'f32', got 0 : i32}}
    %0 = scan %a dim=0 reverse=false identities=[0 : i32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects a result of type '!cuda_tile.tile<4xf32>', got '!cuda_tile.tile<f32>'}}
    %0 = scan %a dim=0 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects its region to yield values of types '!cuda_tile.tile<f32>', got }}
    %0 = scan %a dim=0 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      yield
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects operations without effects in its region, got cuda_tile.print_tko}}
    %0 = scan %a dim=0 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32>
    (%x: tile<f32>, %acc: tile<f32>) {
      // expected-note @below {{the operation is here}}
      %t = print_tko "x" -> token
      yield %x : tile<f32>
    }
  }
}
