// Rounding modes that an operation, or a type, does not have.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @addf(%x: f32) {
  // expected-error @below {{'nv_tileaa.addf' op expected rounding nearest_even or zero or negative_inf or positive_inf, got approx}}
  %0 = nv_tileaa.addf %x, %x rounding <approx> : f32
  return
}

// -----

func.func @subf(%x: f32) {
  // expected-error @below {{'nv_tileaa.subf' op expected rounding nearest_even or zero or negative_inf or positive_inf, got full}}
  %0 = nv_tileaa.subf %x, %x rounding <full> : f32
  return
}

// -----

func.func @mulf(%x: f64) {
  // expected-error @below {{'nv_tileaa.mulf' op expected f32 for ftz, got 'f64'}}
  %0 = nv_tileaa.mulf %x, %x ftz : f64
  return
}

// -----

func.func @divf(%x: f64) {
  // expected-error @below {{'nv_tileaa.divf' op expected f32 for approx, got 'f64'}}
  %0 = nv_tileaa.divf %x, %x rounding <approx> : f64
  return
}

// -----

func.func @fma(%x: f32) {
  // expected-error @below {{'nv_tileaa.fma' op expected rounding nearest_even or zero or negative_inf or positive_inf, got nearest_away}}
  %0 = nv_tileaa.fma %x, %x, %x rounding <nearest_away> : f32
  return
}

// -----

func.func @sqrt(%x: f32) {
  // expected-error @below {{'nv_tileaa.sqrt' op expected rounding nearest_even or zero or negative_inf or positive_inf or approx, got full}}
  %0 = nv_tileaa.sqrt %x rounding <full> : f32
  return
}

// -----

func.func @rsqrt(%x: f32) {
  // expected-error @below {{'nv_tileaa.rsqrt' op expected rounding nearest_even, got zero}}
  %0 = nv_tileaa.rsqrt %x rounding <zero> : f32
  return
}

// -----

func.func @exp2(%x: tensor<4xf16>) {
  // expected-error @below {{'nv_tileaa.exp2' op expected f32 for ftz, got 'f16'}}
  %0 = nv_tileaa.exp2 %x ftz : tensor<4xf16>
  return
}

// -----

func.func @exp(%x: f32) {
  // expected-error @below {{'nv_tileaa.exp' op expected rounding approx, got nearest_even}}
  %0 = nv_tileaa.exp %x : f32
  return
}

// -----

func.func @tanh(%x: f32) {
  // expected-error @below {{'nv_tileaa.tanh' op expected rounding approx, got full}}
  %0 = nv_tileaa.tanh %x rounding <full> : f32
  return
}

// -----

func.func @maxf(%x: f16) {
  // expected-error @below {{'nv_tileaa.maxf' op expected f32 for ftz, got 'f16'}}
  %0 = nv_tileaa.maxf %x, %x ftz : f16
  return
}

// -----

func.func @minf(%x: f64) {
  // expected-error @below {{'nv_tileaa.minf' op expected f32 for ftz, got 'f64'}}
  %0 = nv_tileaa.minf %x, %x ftz : f64
  return
}
