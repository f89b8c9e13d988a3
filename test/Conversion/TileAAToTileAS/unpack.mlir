// Numbers of 4 bits are read as bytes by dots with instructions for them; elsewhere they are unpacked to adjacent
// elements.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas)))' | FileCheck %s

gpu.module @sm120 attributes {nv_tileaa.compute_capability = 120 : i32} {
  // CHECK-LABEL: @halves
  nv_tileaa.func @halves(%x: tensor<4x8xi8>) -> tensor<4x16xf4E2M1FN> {
    // CHECK: %[[HIGH:.*]] = arith.shrui %{{.*}} : tensor<4x8xi8>
    // CHECK: nv_tileas.cat %{{.*}}, %{{.*}} dim = 2 : tensor<4x8x1xi8>, tensor<4x8x1xi8> -> tensor<4x8x2xi8>
    // CHECK: %[[LINE:.*]] = nv_tileas.view %{{.*}} : tensor<4x8x2xi8> -> tensor<4x16xi8>
    // CHECK: %[[I:.*]] = arith.trunci %[[LINE]] : tensor<4x16xi8> to tensor<4x16xi4>
    // CHECK: arith.bitcast %[[I]] : tensor<4x16xi4> to tensor<4x16xf4E2M1FN>
    %0 = nv_tileaa.unpack %x dim = 1 : tensor<4x8xi8> -> tensor<4x16xf4E2M1FN>
    nv_tileaa.return %0 : tensor<4x16xf4E2M1FN>
  }

  // Unpacking is found through views and permutations that keep adjacent elements together.
  // CHECK-LABEL: @packed
  // CHECK-SAME: (%[[X:.*]]: tensor<16x32xi8>, %[[Y:.*]]: tensor<8x32xi8>,
  nv_tileaa.func @packed(%x: tensor<16x32xi8>, %y: tensor<8x32xi8>, %c: tensor<16x8xf32>, %sa: tensor<16x2xf8E8M0FNU>, %sb: tensor<2x8xf8E8M0FNU>) {
    // CHECK-NOT: arith.trunci
    // CHECK: %[[TURNED:.*]] = nv_tileas.permute %[[Y]] [1, 0] : tensor<8x32xi8> -> tensor<32x8xi8>
    // CHECK: nv_tileas.dot %[[X]], %[[TURNED]], %{{.*}} scales %{{.*}}, %{{.*}} <sm120.mma.m16n8k64.mxf4.f32> packed f4E2M1FN : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32> scales
    %line = nv_tileaa.view %x : tensor<16x32xi8> -> tensor<512xi8>
    %numbers = nv_tileaa.unpack %line dim = 0 : tensor<512xi8> -> tensor<1024xf4E2M1FN>
    %a = nv_tileaa.view %numbers : tensor<1024xf4E2M1FN> -> tensor<16x64xf4E2M1FN>
    %rows = nv_tileaa.unpack %y dim = 1 : tensor<8x32xi8> -> tensor<8x64xf4E2M1FN>
    %b = nv_tileaa.permute %rows [1, 0] : tensor<8x64xf4E2M1FN> -> tensor<64x8xf4E2M1FN>
    %0 = nv_tileaa.dot %a, %b, %c scales %sa, %sb : tensor<16x64xf4E2M1FN>, tensor<64x8xf4E2M1FN>, tensor<16x8xf32> scales tensor<16x2xf8E8M0FNU>, tensor<2x8xf8E8M0FNU>
    nv_tileaa.return
  }

  // Bytes whose elements are adjacent along N are no operand of the instruction.
  // CHECK-LABEL: @columns
  nv_tileaa.func @columns(%x: tensor<16x32xi8>, %y: tensor<64x4xi8>, %c: tensor<16x8xf32>, %sa: tensor<16x4xf8E4M3FN>, %sb: tensor<4x8xf8E4M3FN>) {
    // CHECK: arith.mulf {{.*}}tensor<16x64xbf16>
    // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} <{{.*}}bf16.f32> : tensor<16x64xbf16>, tensor<64x8xbf16>, tensor<16x8xf32>
    %a = nv_tileaa.unpack %x dim = 1 : tensor<16x32xi8> -> tensor<16x64xf4E2M1FN>
    %b = nv_tileaa.unpack %y dim = 1 : tensor<64x4xi8> -> tensor<64x8xf4E2M1FN>
    %0 = nv_tileaa.dot %a, %b, %c scales %sa, %sb : tensor<16x64xf4E2M1FN>, tensor<64x8xf4E2M1FN>, tensor<16x8xf32> scales tensor<16x4xf8E4M3FN>, tensor<4x8xf8E4M3FN>
    nv_tileaa.return
  }

  // A ue4m3 scale for 16 numbers.
  // CHECK-LABEL: @sixteen
  nv_tileaa.func @sixteen(%x: tensor<16x32xi8>, %y: tensor<32x8xi8>, %c: tensor<16x8xf32>, %sa: tensor<16x4xf8E4M3FN>, %sb: tensor<4x8xf8E4M3FN>) {
    // CHECK: nv_tileas.dot {{.*}}<sm120.mma.m16n8k64.mxf4nvf4.f32> packed f4E2M1FN
    %a = nv_tileaa.unpack %x dim = 1 : tensor<16x32xi8> -> tensor<16x64xf4E2M1FN>
    %b = nv_tileaa.unpack %y dim = 0 : tensor<32x8xi8> -> tensor<64x8xf4E2M1FN>
    %0 = nv_tileaa.dot %a, %b, %c scales %sa, %sb : tensor<16x64xf4E2M1FN>, tensor<64x8xf4E2M1FN>, tensor<16x8xf32> scales tensor<16x4xf8E4M3FN>, tensor<4x8xf8E4M3FN>
    nv_tileaa.return
  }
}
