// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

// Types, accumulators and shapes that mma.sync has; everything else is fma.
gpu.module @sm80 attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @ampere
  nv_tileaa.func @ampere(%i: i32) {
    %h = arith.constant dense<1.0> : tensor<32x32xf16>
    %ch = arith.constant dense<1.0> : tensor<32x32xf16>
    %bf = arith.constant dense<1.0> : tensor<32x32xbf16>
    %tf = arith.constant dense<1.0> : tensor<32x32xtf32>
    %f = arith.constant dense<1.0> : tensor<32x32xf32>
    %d = arith.constant dense<1.0> : tensor<32x32xf64>
    %b = arith.constant dense<1> : tensor<32x32xi8>
    %w = arith.constant dense<1> : tensor<32x32xi32>
    %e = arith.constant dense<1.0> : tensor<32x32xf8E4M3FN>
    // CHECK: <sm80.mma.m16n8k16.f16.f32>
    %0 = nv_tileaa.dot %h, %h, %f : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    // CHECK: <sm80.mma.m16n8k16.f16.f16>
    %1 = nv_tileaa.dot %h, %h, %ch : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf16>
    // CHECK: <sm80.mma.m16n8k16.bf16.f32>
    %2 = nv_tileaa.dot %bf, %bf, %f : tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xf32>
    // CHECK: <sm80.mma.m16n8k8.tf32.f32>
    %3 = nv_tileaa.dot %tf, %tf, %f : tensor<32x32xtf32>, tensor<32x32xtf32>, tensor<32x32xf32>
    // CHECK: <sm80.mma.m16n8k32.i8.i32> {{.*}}signed
    %4 = nv_tileaa.dot %b, %b, %w {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
    // CHECK: <universal_fma>{{.*}}f32
    %5 = nv_tileaa.dot %f, %f, %f : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
    // CHECK: <sm80.mma.m8n8k4.f64.f64>
    %6 = nv_tileaa.dot %d, %d, %d : tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>
    // Ampere has no MMA of fp8.
    // CHECK: <sm80.mma.m16n8k16.f16.f32>{{.*}}tensor<32x32xf16>
    %7 = nv_tileaa.dot %e, %e, %f : tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>, tensor<32x32xf32>
    nv_tileaa.return
  }
}

// -----

gpu.module @sm89 attributes {nv_tileaa.target_spec = "sm_89"} {
  // CHECK-LABEL: @ada
  nv_tileaa.func @ada() {
    %e = arith.constant dense<1.0> : tensor<16x32xf8E4M3FN>
    %g = arith.constant dense<1.0> : tensor<32x8xf8E5M2>
    %f = arith.constant dense<1.0> : tensor<16x8xf32>
    // CHECK: <sm89.mma.m16n8k32.f8.f32>
    %0 = nv_tileaa.dot %e, %g, %f : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E5M2>, tensor<16x8xf32>
    // A tile that does not fill these fragments uses shorter ones, f16's, or none.
    %e1 = arith.constant dense<1.0> : tensor<16x16xf8E4M3FN>
    %g1 = arith.constant dense<1.0> : tensor<16x8xf8E5M2>
    // CHECK: nv_tileas.dot {{.*}}<sm89.mma.m16n8k16.f8.f32>
    %4 = nv_tileaa.dot %e1, %g1, %f : tensor<16x16xf8E4M3FN>, tensor<16x8xf8E5M2>, tensor<16x8xf32>
    %e2 = arith.constant dense<1.0> : tensor<16x8xf8E4M3FN>
    %g2 = arith.constant dense<1.0> : tensor<8x8xf8E5M2>
    // CHECK: nv_tileas.dot {{.*}}<sm75.mma.m16n8k8.f16.f32> : tensor<16x8xf16>, tensor<8x8xf16>
    %2 = nv_tileaa.dot %e2, %g2, %f : tensor<16x8xf8E4M3FN>, tensor<8x8xf8E5M2>, tensor<16x8xf32>
    %e3 = arith.constant dense<1.0> : tensor<16x4xf8E4M3FN>
    %g3 = arith.constant dense<1.0> : tensor<4x8xf8E5M2>
    // CHECK: nv_tileas.dot {{.*}}<universal_fma> : tensor<16x4xf32>, tensor<4x8xf32>
    %3 = nv_tileaa.dot %e3, %g3, %f : tensor<16x4xf8E4M3FN>, tensor<4x8xf8E5M2>, tensor<16x8xf32>
    // CHECK: nv_tileas.dot {{.*}} <sm89.mma.m16n8k32.f8.f16>
    %h = arith.constant dense<1.0> : tensor<16x8xf16>
    %1 = nv_tileaa.dot %e, %g, %h : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E5M2>, tensor<16x8xf16>
    nv_tileaa.return
  }
}

// -----

// Tiles that do not fill a fragment are padded, where that takes less time than multiply-adds of threads; one of few rows is
// the transposed MMA.
gpu.module @sm90 attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @small
  nv_tileaa.func @small() {
    %a = arith.constant dense<1.0> : tensor<8x16xf16>
    %a2 = arith.constant dense<1.0> : tensor<16x8xf16>
    %b = arith.constant dense<1.0> : tensor<16x8xf16>
    %b2 = arith.constant dense<1.0> : tensor<8x8xf16>
    %c = arith.constant dense<1.0> : tensor<8x8xf32>
    %c2 = arith.constant dense<1.0> : tensor<16x8xf32>
    // CHECK: <sm80.mma.m16n8k16.f16.f32> : tensor<8x16xf16>
    %0 = nv_tileaa.dot %a, %b, %c : tensor<8x16xf16>, tensor<16x8xf16>, tensor<8x8xf32>
    // CHECK: <sm75.mma.m16n8k8.f16.f32>
    %1 = nv_tileaa.dot %a2, %b2, %c2 : tensor<16x8xf16>, tensor<8x8xf16>, tensor<16x8xf32>
    %d = arith.constant dense<1.0> : tensor<32x32xf64>
    // CHECK: <sm90.mma.m16n8k16.f64.f64>
    %2 = nv_tileaa.dot %d, %d, %d : tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>
    nv_tileaa.return
  }

  // CHECK-LABEL: @few_rows
  nv_tileaa.func @few_rows(%a: tensor<8x64xf16>, %b: tensor<64x32xf16>, %c: tensor<8x32xf32>, %a1: tensor<1x64xbf16>, %b1: tensor<64x32xbf16>, %c1: tensor<1x32xf32>, %i: tensor<4x64xi8>, %j: tensor<64x32xi8>, %k: tensor<4x32xi32>, %e: tensor<2x64xf8E5M2>, %f: tensor<64x32xf8E4M3FN>, %g: tensor<2x32xf32>) {
    // CHECK: <sm80.mma.m16n8k16.f16.f32.transposed> : tensor<8x64xf16>, tensor<64x32xf16>, tensor<8x32xf32>
    %0 = nv_tileaa.dot %a, %b, %c : tensor<8x64xf16>, tensor<64x32xf16>, tensor<8x32xf32>
    // CHECK: <sm80.mma.m16n8k16.bf16.f32.transposed> : tensor<1x64xbf16>
    %1 = nv_tileaa.dot %a1, %b1, %c1 : tensor<1x64xbf16>, tensor<64x32xbf16>, tensor<1x32xf32>
    // CHECK: <sm80.mma.m16n8k32.i8.i32.transposed> {{.*}}signed
    %2 = nv_tileaa.dot %i, %j, %k {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<4x64xi8>, tensor<64x32xi8>, tensor<4x32xi32>
    // CHECK: <sm89.mma.m16n8k32.f8.f32.transposed> : tensor<2x64xf8E5M2>
    %3 = nv_tileaa.dot %e, %f, %g : tensor<2x64xf8E5M2>, tensor<64x32xf8E4M3FN>, tensor<2x32xf32>
    nv_tileaa.return
  }

  // CHECK-LABEL: @few_columns
  nv_tileaa.func @few_columns(%a: tensor<32x64xf16>, %b: tensor<64x1xf16>, %c: tensor<32x1xf32>) {
    // CHECK: <sm80.mma.m16n8k16.f16.f32> : tensor<32x64xf16>, tensor<64x1xf16>
    %0 = nv_tileaa.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x1xf16>, tensor<32x1xf32>
    nv_tileaa.return
  }

  // An eighth of an MMA of tf32 takes longer than a thread's multiply-adds, a quarter does not; one of f64 always does.
  // CHECK-LABEL: @costs
  nv_tileaa.func @costs(%a: tensor<1x64xtf32>, %a2: tensor<2x64xtf32>, %b: tensor<64x32xtf32>, %c: tensor<1x32xf32>, %c2: tensor<2x32xf32>, %d: tensor<4x64xf64>, %e: tensor<64x32xf64>, %f: tensor<4x32xf64>) {
    // CHECK: <universal_fma> : tensor<1x64xtf32>
    %0 = nv_tileaa.dot %a, %b, %c : tensor<1x64xtf32>, tensor<64x32xtf32>, tensor<1x32xf32>
    // CHECK: <sm80.mma.m16n8k8.tf32.f32.transposed> : tensor<2x64xtf32>
    %1 = nv_tileaa.dot %a2, %b, %c2 : tensor<2x64xtf32>, tensor<64x32xtf32>, tensor<2x32xf32>
    // CHECK: <universal_fma> : tensor<4x64xf64>
    %2 = nv_tileaa.dot %d, %e, %f : tensor<4x64xf64>, tensor<64x32xf64>, tensor<4x32xf64>
    nv_tileaa.return
  }
}

// -----

gpu.module @sm75 attributes {nv_tileaa.compute_capability = 75 : i32} {
  // CHECK-LABEL: @turing
  nv_tileaa.func @turing() {
    %h = arith.constant dense<1.0> : tensor<32x32xf16>
    %f = arith.constant dense<1.0> : tensor<32x32xf32>
    %b = arith.constant dense<1> : tensor<32x32xi8>
    %w = arith.constant dense<1> : tensor<32x32xi32>
    // CHECK: <sm75.mma.m16n8k8.f16.f32>
    %0 = nv_tileaa.dot %h, %h, %f : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    // CHECK: <sm75.mma.m16n8k8.f16.f16>
    %1 = nv_tileaa.dot %h, %h, %h : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf16>
    // CHECK: <sm75.mma.m8n8k16.i8.i32>
    %2 = nv_tileaa.dot %b, %b, %w {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
    nv_tileaa.return
  }
}

// -----

gpu.module @sm120 attributes {nv_tileaa.compute_capability = 120 : i32} {
  // CHECK-LABEL: @scaled
  nv_tileaa.func @scaled(%a: tensor<32x64xf8E4M3FN>, %b: tensor<64x32xf8E4M3FN>, %c: tensor<32x32xf32>, %sa: tensor<32x2xf8E8M0FNU>, %sb: tensor<2x32xf8E8M0FNU>) {
    // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} scales %{{.*}}, %{{.*}} <sm120.mma.m16n8k32.mxf8f6f4.f32> : {{.*}} scales tensor<32x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
    %0 = nv_tileaa.dot %a, %b, %c scales %sa, %sb : tensor<32x64xf8E4M3FN>, tensor<64x32xf8E4M3FN>, tensor<32x32xf32> scales tensor<32x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
    nv_tileaa.return
  }

  // Operands that do not fill a fragment are multiplied by their scales first.
  // CHECK-LABEL: @small
  nv_tileaa.func @small(%a: tensor<8x32xf8E4M3FN>, %b: tensor<32x8xf8E4M3FN>, %c: tensor<8x8xf32>, %sa: tensor<8x1xf8E8M0FNU>, %sb: tensor<1x8xf8E8M0FNU>) {
    // CHECK: arith.mulf {{.*}}tensor<8x32xbf16>
    // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} <{{.*}}> : tensor<8x32xbf16>, tensor<32x8xbf16>, tensor<8x8xf32>
    %0 = nv_tileaa.dot %a, %b, %c scales %sa, %sb : tensor<8x32xf8E4M3FN>, tensor<32x8xf8E4M3FN>, tensor<8x8xf32> scales tensor<8x1xf8E8M0FNU>, tensor<1x8xf8E8M0FNU>
    nv_tileaa.return
  }
}
