// The same errors for versions in between.
//
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -bytecode-version=13.3 -split-input-file -verify-diagnostics

cuda_tile.module @kernels {
  entry @k(%x: tile<f32>) {
    %0 = exp %x rounding<approx> : tile<f32>
    // expected-error@+1 {{'cuda_tile.ftoi' op attribute 'saturating' requires bytecode version 13.4, asked to write 13.3}}
    %1 = ftoi %0 signed saturating : tile<f32> -> tile<i32>
  }
}

// -----

cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %w = make_strided_view %v : strided_view<tile=(8), traversal_strides=[4], tensor_view<8xi32, strides=[1]>>
    %y = iota : tile<8xi32>
    // expected-error@+1 {{'cuda_tile.atomic_red_view_tko' op attribute 'inbounds' requires bytecode version 13.5, asked to write 13.3}}
    %0 = atomic_red_view_tko relaxed device %w[%x], xor, %y inbounds = [true] : tile<8xi32>, strided_view<tile=(8), traversal_strides=[4], tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
  }
}
