// Reductions and scans: operands, identities, results, and the region.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @operands() {
  // expected-error @below {{'nv_tileaa.reduce' op expected 1 or more operands, but found 0}}
  "nv_tileaa.reduce"() <{dim = 0 : i64, identities = []}> ({
    nv_tileaa.yield
  }) : () -> ()
  return
}

// -----

func.func @dim(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expected a dimension below 1, got -1}}
  %0 = nv_tileaa.reduce %x dim = -1 identities = [0.0 : f32] : (tensor<4xf32>) -> f32 {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  return
}

// -----

func.func @reduce_results(%x: tensor<4x8xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expected results of types ('tensor<4xf32>'), got ('tensor<8xf32>')}}
  %0 = nv_tileaa.reduce %x dim = 1 identities = [0.0 : f32] : (tensor<4x8xf32>) -> tensor<8xf32> {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  return
}

// -----

func.func @scan_results(%x: tensor<4x8xf32>) {
  // expected-error @below {{'nv_tileaa.scan' op expected results of types ('tensor<4x8xf32>'), got ('tensor<4xf32>')}}
  %0 = nv_tileaa.scan %x dim = 1 reverse = false identities = [0.0 : f32] : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  return
}

// -----

func.func @identities(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expected identities of the operands' types ('f32'), got [0 : i32]}}
  %0 = nv_tileaa.reduce %x dim = 0 identities = [0 : i32] : (tensor<4xf32>) -> f32 {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  return
}

// -----

func.func @no_number(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expected identities of the operands' types ('f32'), got [unit]}}
  %0 = nv_tileaa.reduce %x dim = 0 identities = [unit] : (tensor<4xf32>) -> f32 {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  return
}

// -----

func.func @end(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expects regions to end with 'nv_tileaa.yield', got llvm.unreachable}}
  %0 = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<4xf32>) -> f32 {
  ^bb0(%e: f32, %acc: f32):
    llvm.unreachable
  }
  return
}

// -----

func.func @arguments(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.scan' op expected block arguments of types ('f32', 'f32'), got ('f32', 'i32')}}
  %0 = nv_tileaa.scan %x dim = 0 reverse = false identities = [0.0 : f32] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%e: f32, %acc: i32):
    nv_tileaa.yield %e : f32
  }
  return
}

// -----

func.func @yielded(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expected yielded values of types ('f32'), got ('f32', 'f32')}}
  %0 = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<4xf32>) -> f32 {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e, %acc : f32, f32
  }
  return
}
