// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100 -verify-diagnostics

cuda_tile.module @kernels {
  entry @kernel(%p: tile<ptr<i32>>, %x: tile<i32>, %c: tile<i1>, %f: tile<f32>, %b: tile<i8>) {
    // All of them are named, not only the first.
    // expected-error @below {{operation 'cuda_tile.alloca' is not supported yet}}
    %a = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    // expected-error @below {{Incompatibility with architecture 'sm_100': unsupported type 'fnv8E5M3FNU'}}
    %1 = bitcast %b : tile<i8> -> tile<fnv8E5M3FNU>
    return
  }
}
