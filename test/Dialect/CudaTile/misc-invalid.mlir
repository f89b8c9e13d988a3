// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error @below {{expected a divisor that is a power of two up to 2^62, got 3}}
    %0 = assume div_by<3>, %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<f32>) {
    // expected-error @below {{expected a tile of integers or pointers, or a tensor_view, for div_by, got '!cuda_tile.tile<f32>'}}
    %0 = assume div_by<2>, %n : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error @below {{expected no 'every' and 'along' for div_by of '!cuda_tile.tile<i32>'}}
    %0 = assume div_by<2, every 1 along 0>, %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %n = iota : tile<4xi32>
    // expected-error @below {{expected 'along' to be less than the rank 1, got 1}}
    %0 = assume div_by<2, every 1 along 1>, %n : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %n = iota : tile<4xi32>
    // expected-error @below {{expected 'every' to be at most the extent 4, got 8}}
    %0 = assume div_by<2, every 8 along 0>, %n : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error @below {{expected a lower bound not above the upper one, got 2 and 1}}
    %0 = assume bounded<2, 1>, %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i8>) {
    // expected-error @below {{expected a bound in the signed range of 'i8', got 128}}
    %0 = assume bounded<?, 128>, %n : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<ptr<f32>>) {
    // expected-error @below {{expected a tile of integers for bounded, got '!cuda_tile.tile<ptr<f32>>'}}
    %0 = assume bounded<0, ?>, %n : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %n = iota : tile<4xi32>
    // expected-error @below {{expected a same_elements value for each of 1 dimensions, got 2}}
    %0 = assume same_elements<[1, 1]>, %n : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %n = iota : tile<4xi32>
    // expected-error @below {{expected same_elements values from 0 to the extent 4, got 8}}
    %0 = assume same_elements<[8]>, %n : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error @below {{expected div_by, same_elements or bounded, got 1 : i64}}
    %0 = assume 1, %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error @below {{expects as many operands as conversions in its format, got 1 operands and 2 conversions}}
    %0 = print_tko "%d %% %x", %n : tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expected a tile of integers or pointers for same_elements, got '!cuda_tile.tile<4xf32>'}}
    %0 = assume #cuda_tile.same_elements<[2]>, %a : tile<4xf32>
  }
}
