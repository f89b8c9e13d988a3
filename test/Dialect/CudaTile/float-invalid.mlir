// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%a: tile<f16>) {
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = addf %a, %a flush_to_zero : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects rounding mode nearest_even, zero, negative_inf, positive_inf; got approx}}
    %0 = mulf %a, %a rounding<approx> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f64>) {
    // expected-error @below {{expects f32 elements for rounding mode full, got 'f64'}}
    %0 = divf %a, %a rounding<full> : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects rounding mode nearest_even, zero, negative_inf, positive_inf, approx; got full}}
    %0 = sqrt %a rounding<full> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f16>) {
    // expected-error @below {{expects f32 elements for rounding mode approx, got 'f16'}}
    %0 = tanh %a rounding<approx> : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects rounding mode full or approx, got zero}}
    %0 = exp %a rounding<zero> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f16>) {
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = maxf %a, %a flush_to_zero : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<tf32>) {
    // expected-error @below {{operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<tf32>'}}
    %0 = negf %a : tile<tf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>, %e: tile<i64>) {
    // expected-error @below {{operand #1 must be tile of i1 or i8 or i16 or i32, but got '!cuda_tile.tile<i64>'}}
    %0 = fpowi %a, %e : tile<f32>, tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects rounding mode nearest_even, zero, negative_inf, positive_inf; got full}}
    %0 = addf %a, %a rounding<full> : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = mulf %a, %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects rounding mode nearest_even, zero, negative_inf, positive_inf; got full}}
    %0 = subf %a, %a rounding<full> : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = subf %a, %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects rounding mode nearest_even, zero, negative_inf, positive_inf; got approx}}
    %0 = fma %a, %a, %a rounding<approx> : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = fma %a, %a, %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects rounding mode nearest_even, zero, negative_inf, positive_inf, approx, full; got nearest_away}}
    %0 = divf %a, %a rounding<nearest_away> : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for rounding mode approx, got 'f16'}}
    %0 = divf %a, %a rounding<approx> : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = divf %a, %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for rounding mode approx, got 'f16'}}
    %0 = exp %a rounding<approx> : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error @below {{expects rounding mode full or approx, got zero}}
    %0 = tanh %a rounding<zero> : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for rounding mode approx, got 'f16'}}
    %0 = sqrt %a rounding<approx> : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = sqrt %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = exp2 %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = rsqrt %a flush_to_zero : tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error @below {{expects f32 elements for flush_to_zero, got 'f16'}}
    %0 = minf %a, %a flush_to_zero : tile<4xf16>
  }
}
