// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    %a = constant <bf16: 1.0> : tile<4x4xbf16>
    %c = constant <f16: 0.0> : tile<4x4xf16>
    // expected-error @below {{expects an accumulator type that 'bf16' operands have (f64: f64; bf16, tf32, f32: f32; f16, f8E4M3FN, f8E5M2: f16 or f32), got 'f16'}}
    %0 = mmaf %a, %a, %c : tile<4x4xbf16>, tile<4x4xbf16>, tile<4x4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4x8xf32>
    %c = constant <f32: 0.0> : tile<4x4xf32>
    // expected-error @below {{expects as many columns of lhs as rows of rhs, got 8 and 4}}
    %0 = mmaf %a, %a, %c : tile<4x8xf32>, tile<4x8xf32>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4x4xi8>
    %c = constant <i32: 0> : tile<4x8xi32>
    // expected-error @below {{expects acc to be 4 by 4, got 4 by 8}}
    %0 = mmai %a, %a, %c signed signed : tile<4x4xi8>, tile<4x4xi8>, tile<4x8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects operands of rank 2, or 3 with a batch dimension, got rank 1}}
    %0 = mmaf %a, %a, %a : tile<4xf32>, tile<4xf32>, tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<2x4x4xf32>
    %b = constant <f32: 1.0> : tile<1x4x4xf32>
    // expected-error @below {{expects the same batch size of lhs, rhs and acc, got 2, 1 and 2}}
    %0 = mmaf %a, %b, %a : tile<2x4x4xf32>, tile<1x4x4xf32>, tile<2x4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4x4xf32>
    %b = constant <f16: 1.0> : tile<4x4xf16>
    // expected-error @below {{all of {lhs, rhs} have same element type}}
    %0 = mmaf %a, %b, %a : tile<4x4xf32>, tile<4x4xf16>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E4M3FN: 1.0> : tile<64x64xf8E4M3FN>
    %c = constant <f32: 0.0> : tile<64x64xf32>
    %s = constant <f8E8M0FNU: 1.0> : tile<64x4xf8E8M0FNU>
    %t = constant <f8E8M0FNU: 1.0> : tile<4x64xf8E8M0FNU>
    // expected-error @below {{along K, got 4 scales of 'f8E8M0FNU' for 64 elements of 'f8E4M3FN'}}
    %0 = mmaf_scaled %a, %a, %c, %s, %t : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32>, tile<64x4xf8E8M0FNU>, tile<4x64xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f4E2M1FN: 1.0> : tile<64x64xf4E2M1FN>
    %c = constant <f32: 0.0> : tile<64x64xf32>
    %s = constant <f8E4M3FN: 1.0> : tile<64x4xf8E4M3FN>
    // expected-error @below {{expects rhs_scale to be '!cuda_tile.tile<4x64xf8E4M3FN>', got '!cuda_tile.tile<64x4xf8E4M3FN>'}}
    %0 = mmaf_scaled %a, %a, %c, %s, %s : tile<64x64xf4E2M1FN>, tile<64x64xf4E2M1FN>, tile<64x64xf32>, tile<64x4xf8E4M3FN>, tile<64x4xf8E4M3FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f16: 0.0> : tile<4x16xf16>
    %r = constant <f16: 0.0> : tile<16x8xf16>
    %a = constant <f32: 0.0> : tile<8x8xf32>
    // expected-error @below {{expects acc to be 4 by 8, got 8 by 8}}
    %0 = mmaf %l, %r, %a : tile<4x16xf16>, tile<16x8xf16>, tile<8x8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <i8: 0> : tile<4xi8>
    %r = constant <i8: 0> : tile<4xi8>
    %a = constant <i32: 0> : tile<4xi32>
    // expected-error @below {{expects operands of rank 2, or 3 with a batch dimension, got rank 1}}
    %0 = mmai %l, %r, %a signed signed : tile<4xi8>, tile<4xi8>, tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <i8: 0> : tile<2x4x4xi8>
    %r = constant <i8: 0> : tile<2x4x4xi8>
    %a = constant <i32: 0> : tile<4x4x4xi32>
    // expected-error @below {{expects the same batch size of lhs, rhs and acc, got 2, 2 and 4}}
    %0 = mmai %l, %r, %a signed signed : tile<2x4x4xi8>, tile<2x4x4xi8>, tile<4x4x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <i8: 0> : tile<4x8xi8>
    %r = constant <i8: 0> : tile<16x4xi8>
    %a = constant <i32: 0> : tile<4x4xi32>
    // expected-error @below {{expects as many columns of lhs as rows of rhs, got 8 and 16}}
    %0 = mmai %l, %r, %a signed signed : tile<4x8xi8>, tile<16x4xi8>, tile<4x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f8E4M3FN: 1.0> : tile<4xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<4xf8E4M3FN>
    %a = constant <f32: 0.0> : tile<4xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<4xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<4xf8E8M0FNU>
    // expected-error @below {{expects operands of rank 2, or 3 with a batch dimension, got rank 1}}
    %0 = mmaf_scaled %l, %r, %a, %ls, %rs : tile<4xf8E4M3FN>, tile<4xf8E4M3FN>, tile<4xf32>, tile<4xf8E8M0FNU>, tile<4xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f8E4M3FN: 1.0> : tile<2x4x32xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<4x32x4xf8E4M3FN>
    %a = constant <f32: 0.0> : tile<2x4x4xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<2x4x1xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<4x1x4xf8E8M0FNU>
    // expected-error @below {{expects the same batch size of lhs, rhs and acc, got 2, 4 and 2}}
    %0 = mmaf_scaled %l, %r, %a, %ls, %rs : tile<2x4x32xf8E4M3FN>, tile<4x32x4xf8E4M3FN>, tile<2x4x4xf32>, tile<2x4x1xf8E8M0FNU>, tile<4x1x4xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f8E4M3FN: 1.0> : tile<4x32xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<64x4xf8E4M3FN>
    %a = constant <f32: 0.0> : tile<4x4xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<4x1xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<2x4xf8E8M0FNU>
    // expected-error @below {{expects as many columns of lhs as rows of rhs, got 32 and 64}}
    %0 = mmaf_scaled %l, %r, %a, %ls, %rs : tile<4x32xf8E4M3FN>, tile<64x4xf8E4M3FN>, tile<4x4xf32>, tile<4x1xf8E8M0FNU>, tile<2x4xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f8E4M3FN: 1.0> : tile<4x32xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<32x8xf8E4M3FN>
    %a = constant <f32: 0.0> : tile<4x4xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<4x1xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<1x8xf8E8M0FNU>
    // expected-error @below {{expects acc to be 4 by 8, got 4 by 4}}
    %0 = mmaf_scaled %l, %r, %a, %ls, %rs : tile<4x32xf8E4M3FN>, tile<32x8xf8E4M3FN>, tile<4x4xf32>, tile<4x1xf8E8M0FNU>, tile<1x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f8E4M3FN: 1.0> : tile<4x64xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<64x8xf8E4M3FN>
    %a = constant <f32: 0.0> : tile<4x8xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<4x4xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<4x8xf8E8M0FNU>
    // expected-error @below {{expects one scale for each 32 elements (f8E8M0FNU scales), 16 or 32 (f4E2M1FN operands with f8E8M0FNU or fnv8E5M3FNU scales) or 16 (f4E2M1FN operands with f8E4M3FN scales) along K, got 4 scales of 'f8E8M0FNU' for 64 elements of 'f8E4M3FN'}}
    %0 = mmaf_scaled %l, %r, %a, %ls, %rs : tile<4x64xf8E4M3FN>, tile<64x8xf8E4M3FN>, tile<4x8xf32>, tile<4x4xf8E8M0FNU>, tile<4x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %l = constant <f8E4M3FN: 1.0> : tile<4x64xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<64x8xf8E4M3FN>
    %a = constant <f32: 0.0> : tile<4x8xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<8x2xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    // expected-error @below {{expects lhs_scale to be '!cuda_tile.tile<4x2xf8E8M0FNU>', got '!cuda_tile.tile<8x2xf8E8M0FNU>'}}
    %0 = mmaf_scaled %l, %r, %a, %ls, %rs : tile<4x64xf8E4M3FN>, tile<64x8xf8E4M3FN>, tile<4x8xf32>, tile<8x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
  }
}
