// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  // expected-error @below {{expects arguments that are tiles of rank 0, got '!cuda_tile.tile<1xi32>' for argument 1}}
  entry @k(%a: tile<i32>, %b: tile<1xi32>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expects a value of rank 1, got 'tensor<1x2xi32>'}}
  global @g <i32: 1> : tile<1x2xi32>
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expects the name of a global, got @k}}
    %0 = get_global @k : tile<ptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  // expected-note @below {{the global is here}}
  global @g <i32: 1> : tile<1xi32>
  entry @k() {
    // expected-error @below {{expects a pointer to 'i32', got one to 'f32'}}
    %0 = get_global @g : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected a hint that fits 'i32', got 4294967296}}
  entry @k() optimization_hints=<default = {occupancy = 4294967296}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected each architecture once, got 'sm_90' again}}
  entry @k() optimization_hints=<sm_90 = {}, sm_90 = {}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected each hint once, got 'latency' again}}
  entry @k() optimization_hints=<sm_90 = {latency = 1, latency = 2}> {}
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected tile extents that are positive powers of two, got 3}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1> : tensor<3xi32>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expects elements of a number type, got 'index'}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1> : tensor<2xindex>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expects a value of type 'tensor<2xi8, !cuda_tile.fnv8E5M3FNU>', got 'tensor<2xi32, !cuda_tile.fnv8E5M3FNU>'}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1> : tensor<2xi32, !cuda_tile.fnv8E5M3FNU>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expects no results, got 1}}
  "cuda_tile.entry"() <{function_type = () -> !cuda_tile.tile<i32>, sym_name = "k"}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected tile extents that are positive powers of two, got 3}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1> : tensor<3xi32>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected a tile of at most 16777216 elements, got more}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1> : tensor<33554432xi32>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{expected a tile of 'f4E2M1FN' to have an even extent, got 1 element}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<0.0> : tensor<1xf4E2M1FN>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @below {{'cuda_tile.entry' op expects a name, got ''}}
  entry @""() { return }
}

// -----

cuda_tile.module @m {
  // expected-error @below {{'cuda_tile.global' op expects a name, got ''}}
  global @"" <f32: [1.0]> : tile<1xf32>
}
