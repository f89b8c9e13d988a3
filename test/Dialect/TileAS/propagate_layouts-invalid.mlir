// The pass alone, on input that it refuses.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-propagate-layouts)))'

gpu.module @k {
  // expected-error @below {{tensors as arguments or results of a function are not supported, got '(tensor<4xf32>) -> ()'}}
  nv_tileaa.func @argument(%x: tensor<4xf32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %0 = math.exp %x : tensor<4xf32>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{tensors as arguments or results of a function are not supported, got '() -> tensor<4xf32>'}}
  nv_tileaa.func @result() -> tensor<4xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %0 = arith.constant dense<1.0> : tensor<4xf32>
    nv_tileaa.return %0 : tensor<4xf32>
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @rule(%i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %0 = arith.constant dense<1.0> : tensor<4xf32>
    // expected-error @below {{'nv_tileaa.view' op has no layout rule}}
    %1 = nv_tileaa.view %0 : tensor<4xf32> -> tensor<2x2xf32>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{expected a kernel}}
  nv_tileaa.func @no_kernel() {
    %0 = arith.constant dense<1.0> : tensor<4xf32>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @encoding() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    // expected-error @below {{expected a layout, got 'tensor<4xf32, "dense">'}}
    %0 = arith.constant dense<1.0> : tensor<4xf32, "dense">
    nv_tileaa.return
  }
}
