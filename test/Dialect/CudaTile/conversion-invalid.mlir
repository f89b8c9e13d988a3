// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects element types of the same width, got 'f32' and 'i64'}}
    %0 = bitcast %a : tile<f32> -> tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects a result wider than its operand, got 'i32' from 'i32'}}
    %0 = exti %a signed : tile<i32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects a result narrower than its operand, got 'i64' from 'i32'}}
    %0 = trunci %a : tile<i32> -> tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{all of {from, to} have same shape}}
    %0 = exti %a signed : tile<i32> -> tile<1xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects two different element types, got 'f32' twice}}
    %0 = ftof %a : tile<f32> -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects rounding mode zero or positive_inf from 'f32' to 'f8E8M0FNU', got nearest_even}}
    %0 = ftof %a : tile<f32> -> tile<f8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects rounding mode nearest_even or zero from 'f32' to 'f16', got positive_inf}}
    %0 = ftof %a rounding<positive_inf> : tile<f32> -> tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{expects rounding mode nearest_int_to_zero, got zero}}
    %0 = ftoi %a signed rounding<zero> : tile<f32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects rounding mode nearest_even, got zero}}
    %0 = itof %a signed rounding<zero> : tile<i32> -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects a result with a sign and a zero, got f8E8M0FNU}}
    %0 = itof %a signed : tile<i32> -> tile<f8E8M0FNU>
  }
}
