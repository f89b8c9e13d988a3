// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects no rounding mode negative_inf with unsigned operands}}
    %0 = divi %a, %a unsigned rounding<negative_inf> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects rounding mode zero, positive_inf or negative_inf, got nearest_even}}
    %0 = divi %a, %a signed rounding<nearest_even> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expects overflow none, no_signed_wrap or no_wrap, got no_unsigned_wrap}}
    %0 = negi %a overflow<no_unsigned_wrap> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @below {{operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<f32>'}}
    %0 = addi %a, %a : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{result #0 must be tile of 1-bit signless integer, but got '!cuda_tile.tile<i32>'}}
    %0 = cmpi equal %a, %a, signed : tile<i32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{expected one of [equal, not_equal, less_than, less_than_or_equal, greater_than, greater_than_or_equal] for comparison predicate, got: near}}
    %0 = cmpi near %a, %a, signed : tile<i32> -> tile<i1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @below {{result is an i1 tile of the shape of lhs}}
    %0 = cmpi equal %a, %a, signed : tile<i32> -> tile<2xi1>
  }
}
