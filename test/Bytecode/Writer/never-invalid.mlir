// These modules can't be expressed in any version.
//
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -split-input-file -verify-diagnostics

// expected-error@+1 {{'builtin.module' op can't be written as Tile IR bytecode: expected one cuda_tile.module in it, got 0 and 0 other operations}}
module {
}

// -----

// expected-error@+1 {{expected one cuda_tile.module in it, got 2 and 0 other operations}}
module {
  cuda_tile.module @a {
  }
  cuda_tile.module @b {
  }
}

// -----

// expected-error@+1 {{expected one cuda_tile.module in it, got 1 and 1 other operations}}
module {
  cuda_tile.module @a {
  }
  module {
  }
}

// -----

// expected-error@+1 {{'cuda_tile.entry' op can't be written as Tile IR bytecode: expected a cuda_tile.module}}
cuda_tile.entry @k() {
  cuda_tile.return
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.make_token' op has no bytecode form outside of a function}}
  %0 = make_token : token
}

// -----

cuda_tile.module @kernels {
  entry @k() {
    // expected-error@+1 {{'builtin.unrealized_conversion_cast' op has no bytecode form}}
    %0 = builtin.unrealized_conversion_cast to i32
  }
}

// -----

// Hints are open to any attribute, but not bytecode.

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.entry' op attribute affine_map<(d0) -> (d0)> has no bytecode form}}
  entry @k() optimization_hints=<default = {map = affine_map<(d0) -> (d0)>}> {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.entry' op type 'i128' has no bytecode form}}
  entry @k() optimization_hints=<default = {wide = 1 : i128}> {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{attribute dense<1> : vector<2xi8> has no bytecode form: it is no tensor}}
  entry @k() optimization_hints=<default = {v = dense<1> : vector<2xi8>}> {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{attribute dense<1> : tensor<3xi8> has no bytecode form: }}
  entry @k() optimization_hints=<default = {v = dense<1> : tensor<3xi8>}> {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{attribute dense<1> : tensor<2xi8, 5 : i64> has no bytecode form: it is no constant of '!cuda_tile.tile<2xi8>'}}
  entry @k() optimization_hints=<default = {v = dense<1> : tensor<2xi8, 5 : i64>}> {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.entry' op has attributes that are nested too deep: 16 levels at most}}
  entry @k() optimization_hints=<default = {deep = [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]}> {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.entry' op array element 9223372036854775807 is reserved}}
  entry @k() optimization_hints=<default = {a = #cuda_tile.same_elements<[1, 9223372036854775807]>}> {
  }
}
