// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected an integer that fits 'i8', got 256}}
    %0 = constant <i8: 256> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected an integer that fits 'i8', got -129}}
    %0 = constant <i8: -129> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a number of type 'i8', got 'true', which is of type 'i1'}}
    %0 = constant <i8: true> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a number of type 'i64', got 'false', which is of type 'i1'}}
    %0 = constant <i64: [1, false]> : tile<2xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a number of type '!cuda_tile.fnv8E5M3FNU', got 'true', which is of type 'i1'}}
    %0 = constant <fnv8E5M3FNU: true> : tile<fnv8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected an integer}}
    %0 = constant <i8: many> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a literal of shape [4], got [2]}}
    %0 = constant <i8: [1, 2]> : tile<4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a list of 2 elements, got 1}}
    %0 = constant <i8: [[1, 2], [3]]> : tile<2x2xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected all values in 1 lists, got one in 2}}
    %0 = constant <i8: [1, [2]]> : tile<2xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a literal of 'f32', got one of 'i32'}}
    %0 = constant <i32: 1> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a literal of a number type, got 'i4'}}
    %0 = constant <i4: 1> : tile<i4>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expects a value of type 'tensor<2xi32>', got 'tensor<4xi32>'}}
    %0 = "cuda_tile.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> !cuda_tile.tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a number that fits '!cuda_tile.fnv8E5M3FNU'}}
    %0 = constant <fnv8E5M3FNU: 1.0e+6> : tile<fnv8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected a tile type, got '!cuda_tile.token'}}
    %0 = constant <i32: 1> : token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expected 8 bits of '!cuda_tile.fnv8E5M3FNU'}}
    %0 = constant <fnv8E5M3FNU: 0x1FF> : tile<fnv8E5M3FNU>
  }
}
