// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 -verify-diagnostics
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100

cuda_tile.module @kernels {
  entry @kernel(%x: tile<f32>) {
    // expected-error @below {{Incompatibility with architecture 'sm_80': unsupported type 'f8E4M3FN'}}
    %0 = ftof %x : tile<f32> -> tile<f8E4M3FN>
    // A type is named once.
    %1 = ftof %x : tile<f32> -> tile<f8E4M3FN>
    // expected-error @below {{Incompatibility with architecture 'sm_80': unsupported type 'f8E8M0FNU'}}
    %2 = ftof %x rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
    return
  }
}
