// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expects at most 2^8 elements of 'i8', got 512}}
    %0 = iota : tile<512xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expects a result of rank 1, got rank 2}}
    %0 = iota : tile<2x2xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects as many elements in the result as in the operand, got 16 and 8}}
    %1 = reshape %0 : tile<8xi32> -> tile<4x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = constant <i32: 0> : tile<2x4xi32>
    // expected-error @below {{expects a permutation of 0 to 1, got array<i32: 1, 1>}}
    %1 = permute %0 [1, 1] : tile<2x4xi32> -> tile<4x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = constant <i32: 0> : tile<2x4xi32>
    // expected-error @below {{expects dimension 0 of the result to have the extent 4 of dimension 1 of the operand, got 2}}
    %1 = permute %0 [1, 0] : tile<2x4xi32> -> tile<2x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects an operand of rank 2 or more, got 1}}
    %1 = permute %0 [0] : tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects dim to be less than the rank 1, got 1}}
    %1 = cat %0, %0 dim = 1 : tile<8xi32>, tile<8xi32> -> tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects the extents of dimension 0 to add up, got 8, 8 and 32}}
    %1 = cat %0, %0 dim = 0 : tile<8xi32>, tile<8xi32> -> tile<32xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects 1 indices, got 2}}
    %1 = extract %0[%i, %i] : tile<8xi32> -> tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects extents of '!cuda_tile.tile<8xi32>' that are divisible by those of '!cuda_tile.tile<16xi32>'}}
    %1 = extract %0[%i] : tile<8xi32> -> tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi8>
    // expected-error @below {{expects elements that are not 8 bits wide, got 'i8'}}
    %1 = pack %0 : tile<8xi8> -> tile<8xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi8>
    // expected-error @below {{expects tiles of the same number of bits, got 128 in '!cuda_tile.tile<4xi32>' and 64 in '!cuda_tile.tile<8xi8>'}}
    %1 = unpack %0 : tile<8xi8> -> tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = constant <f4E2M1FN: 1.0> : tile<2xf4E2M1FN>
    %1 = constant <i1: 1> : tile<2xi1>
    // expected-error @below {{expects elements other than f4E2M1FN}}
    %2 = select %1, %0, %0 : tile<2xi1>, tile<2xf4E2M1FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects each extent of its operand to be 1 or that of the result, got '!cuda_tile.tile<8xi32>' and '!cuda_tile.tile<16xi32>'}}
    %1 = broadcast %0 : tile<8xi32> -> tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = constant <i32: 0> : tile<2x4xi32>
    %1 = constant <i32: 0> : tile<4x4xi32>
    // expected-error @below {{expects the extents of dimension 0 to be the same, got 2, 4 and 2}}
    %2 = cat %0, %1 dim = 1 : tile<2x4xi32>, tile<4x4xi32> -> tile<2x8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %0 = constant <i32: 0> : tile<2x4xi32>
    // expected-error @below {{expects 2 indices, got 1}}
    %1 = insert %0, %0[%i] : tile<2x4xi32>, tile<2x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %0 = constant <i32: 0> : tile<2x4xi32>
    %1 = constant <i32: 0> : tile<2x8xi32>
    // expected-error @below {{expects extents of '!cuda_tile.tile<2x4xi32>' that are divisible by those of '!cuda_tile.tile<2x8xi32>'}}
    %2 = insert %1, %0[%i, %i] : tile<2x8xi32>, tile<2x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = constant <i32: 0> : tile<2x4xi32>
    // expected-error @below {{expects tiles of rank 1, got rank 2}}
    %1 = pack %0 : tile<2x4xi32> -> tile<2x16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = constant <i8: 0> : tile<2x4xi8>
    // expected-error @below {{expects tiles of rank 1, got rank 2}}
    %1 = unpack %0 : tile<2x4xi8> -> tile<2x1xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error @below {{expects tiles of the same number of bits, got 256 in '!cuda_tile.tile<8xi32>' and 128 in '!cuda_tile.tile<16xi8>'}}
    %1 = pack %0 : tile<8xi32> -> tile<16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %0 = iota : tile<8xi8>
    // expected-error @below {{expects elements that are not 8 bits wide, got 'i8'}}
    %1 = unpack %0 : tile<8xi8> -> tile<8xi8>
  }
}
