// Identities are tagged attributes of every number type. The bits of an f64 are
// written as a signed number, which both the closed tool and ours read back.
//
// RUN: tileiras-translate %s -no-implicit-module -test-cudatile-roundtrip -bytecode-version=13.1 | FileCheck %s
// RUN: tileiras-translate %s -no-implicit-module -test-cudatile-roundtrip -bytecode-version=13.5 | FileCheck %s

cuda_tile.module @kernels {
  entry @k() {
    %f64 = constant <f64: 1.0> : tile<2xf64>
    // CHECK: reduce %{{.*}} dim=0 identities=[-1.000000e+02]
    %0 = reduce %f64 dim=0 identities=[-100.0 : f64] : tile<2xf64> -> tile<f64>
    (%x: tile<f64>, %y: tile<f64>) {
      yield %x : tile<f64>
    }
    // CHECK: reduce %{{.*}} dim=0 identities=[0xFFF0000000000000 : f64]
    %1 = reduce %f64 dim=0 identities=[0xFFF0000000000000 : f64] : tile<2xf64> -> tile<f64>
    (%x: tile<f64>, %y: tile<f64>) {
      yield %x : tile<f64>
    }
    %f32 = constant <f32: 1.0> : tile<2xf32>
    // CHECK: reduce %{{.*}} dim=0 identities=[0xFF800000 : f32]
    %2 = reduce %f32 dim=0 identities=[0xFF800000 : f32] : tile<2xf32> -> tile<f32>
    (%x: tile<f32>, %y: tile<f32>) {
      yield %x : tile<f32>
    }
    %f16 = constant <f16: 1.0> : tile<2xf16>
    // CHECK: reduce %{{.*}} dim=0 identities=[-0.000000e+00 : f16]
    %3 = reduce %f16 dim=0 identities=[-0.0 : f16] : tile<2xf16> -> tile<f16>
    (%x: tile<f16>, %y: tile<f16>) {
      yield %x : tile<f16>
    }
    %f8 = constant <f8E5M2: 1.0> : tile<2xf8E5M2>
    // CHECK: reduce %{{.*}} dim=0 identities=[-1.500000e+00 : f8E5M2]
    %4 = reduce %f8 dim=0 identities=[-1.5 : f8E5M2] : tile<2xf8E5M2> -> tile<f8E5M2>
    (%x: tile<f8E5M2>, %y: tile<f8E5M2>) {
      yield %x : tile<f8E5M2>
    }
    %i1 = constant <i1: true> : tile<2xi1>
    // CHECK: reduce %{{.*}} dim=0 identities=[true]
    %5 = reduce %i1 dim=0 identities=[true] : tile<2xi1> -> tile<i1>
    (%x: tile<i1>, %y: tile<i1>) {
      yield %x : tile<i1>
    }
    %i8 = constant <i8: 1> : tile<2xi8>
    // CHECK: reduce %{{.*}} dim=0 identities=[-128 : i8]
    %6 = reduce %i8 dim=0 identities=[-128 : i8] : tile<2xi8> -> tile<i8>
    (%x: tile<i8>, %y: tile<i8>) {
      yield %x : tile<i8>
    }
    %i64 = constant <i64: 1> : tile<2xi64>
    // CHECK: reduce %{{.*}} dim=0 identities=[-9223372036854775808]
    %7 = reduce %i64 dim=0 identities=[-9223372036854775808 : i64] : tile<2xi64> -> tile<i64>
    (%x: tile<i64>, %y: tile<i64>) {
      yield %x : tile<i64>
    }
  }
}
