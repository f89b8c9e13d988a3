// MMAs whose buffers live one after the other share memory, so that all of them have some; those that live at the same
// time may need more than there is.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts)))' -split-input-file | FileCheck %s

// Three accumulators of 256 columns, each read before the next one begins.
// CHECK: @columns_in_turn
// CHECK-COUNT-3: nv_tileas.dot {{.*}} <sm100.mma.m128k16.f16.f32, 256>
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @columns_in_turn(%x: f16) attributes {nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<128x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x256xf16>
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %d = nv_tileaa.dot %a, %b, %zero : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %e = math.exp2 %d : tensor<128x256xf32>
    %f = nv_tileaa.dot %a, %b, %e : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %g = math.exp2 %f : tensor<128x256xf32>
    %h = nv_tileaa.dot %a, %b, %g : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    nv_tileaa.return
  }
}

// -----

// The loop carries 256 columns, and two other accumulators of 256 live together in an iteration.
// CHECK: @columns_of_a_loop
// CHECK: nv_tileas.dot {{.*}} <sm100.mma.m128k16.f16.f32, 256>
// CHECK: nv_tileas.dot {{.*}} <sm100.mma.m128k16.f16.f32, 256>
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k16.f16.f32>
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @columns_of_a_loop(%x: f16, %n: i32) attributes {nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nv_tileaa.splat %x : f16 -> tensor<128x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x256xf16>
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
      %d = nv_tileaa.dot %a, %b, %acc : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
      %e = nv_tileaa.dot %a, %b, %zero : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
      %f = nv_tileaa.dot %a, %b, %zero : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
      %g = arith.addf %e, %f : tensor<128x256xf32>
      %s = arith.addf %d, %g : tensor<128x256xf32>
      scf.yield %d : tensor<128x256xf32>
    }
    nv_tileaa.return
  }
}

// -----

// Operands of 192 KiB, and then of 192 KiB.
// CHECK: @operands_in_turn
// CHECK-COUNT-2: nv_tileas.dot {{.*}} <sm100.mma.m128k16.f16.f32, 256>
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @operands_in_turn(%x: f16) attributes {nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<128x256xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<256x256xf16>
    %y = math.exp2 %b : tensor<256x256xf16>
    %z = math.exp2 %a : tensor<128x256xf16>
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %d = nv_tileaa.dot %a, %b, %zero : tensor<128x256xf16>, tensor<256x256xf16>, tensor<128x256xf32>
    %e = nv_tileaa.dot %z, %y, %zero : tensor<128x256xf16>, tensor<256x256xf16>, tensor<128x256xf32>
    %f = arith.addf %d, %e : tensor<128x256xf32>
    nv_tileaa.return
  }
}
