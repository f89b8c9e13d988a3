// The dots that warpgroups execute, and the partition of the result: warps along M or N, instructions as wide as the
// part of a warpgroup. All others stay with warps (remarks_of_warpgroups.mlir has the reasons).
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-dot-layouts)))' -split-input-file | FileCheck %s

// CHECK: #[[M:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[8,0],[0,8],[0,16],[0,32],[0,64]], lane={{\[\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp={{\[\[}}16,0],[32,0],[64,0]]}>
// CHECK: @along_m
// CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} <sm90.mma.m64k16.f16.f32, 128> : {{.*}}, tensor<64x128xf16>, tensor<128x128xf32, #[[M]]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @along_m(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = arith.constant dense<1.0> : tensor<128x64xf16>
    %b = arith.constant dense<1.0> : tensor<64x128xf16>
    %c = arith.constant dense<0.0> : tensor<128x128xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    nv_tileaa.return
  }
}

// -----

// CHECK: #[[N:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[8,0],[0,8],[0,16],[0,32],[0,64]], {{.*}}warp={{\[\[}}16,0],[32,0],[0,128]]}>
// CHECK: @along_n
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k16.bf16.f32, 128> : {{.*}}, tensor<64x256xf32, #[[N]]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @along_n(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = arith.constant dense<1.0> : tensor<64x16xbf16>
    %b = arith.constant dense<1.0> : tensor<16x256xbf16>
    %c = arith.constant dense<0.0> : tensor<64x256xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x16xbf16>, tensor<16x256xbf16>, tensor<64x256xf32>
    nv_tileaa.return
  }
}

// -----

// The widest instruction has 256 columns.
// CHECK: @two_instructions
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k16.f16.f16, 256>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @two_instructions(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<64x16xf16>
    %b = arith.constant dense<1.0> : tensor<16x512xf16>
    %c = arith.constant dense<0.0> : tensor<64x512xf16>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x16xf16>, tensor<16x512xf16>, tensor<64x512xf16>
    nv_tileaa.return
  }
}

// -----

// CHECK: @two_warps
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k16.f16.f32>
// CHECK: @few_rows
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k16.f16.f32>
// CHECK: @no_part_for_each
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k16.f16.f32>
// CHECK: @batch
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k16.f16.f32>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @two_warps(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    %a = arith.constant dense<1.0> : tensor<64x64xf16>
    %b = arith.constant dense<1.0> : tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @few_rows(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<32x64xf16>
    %b = arith.constant dense<1.0> : tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<32x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x64xf16>, tensor<32x64xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @no_part_for_each(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = arith.constant dense<1.0> : tensor<64x64xf16>
    %b = arith.constant dense<1.0> : tensor<64x8xf16>
    %c = arith.constant dense<0.0> : tensor<64x8xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x8xf16>, tensor<64x8xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @batch(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<2x64x64xf16>
    %b = arith.constant dense<1.0> : tensor<2x64x64xf16>
    %c = arith.constant dense<0.0> : tensor<2x64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<2x64x64xf16>, tensor<2x64x64xf16>, tensor<2x64x64xf32>
    nv_tileaa.return
  }
}

// -----

// CHECK: @bytes
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k32.i8.i32>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @bytes(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1> : tensor<64x64xi8>
    %b = arith.constant dense<1> : tensor<64x64xi8>
    %c = arith.constant dense<0> : tensor<64x64xi32>
    %d = nv_tileaa.dot %a, %b, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
    nv_tileaa.return
  }
}

// -----

// Threads store the carried tile for the unit, transposed, in each iteration.
// CHECK: @computed
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k16.f16.f32, 64>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @computed(%n: i32, %b: f32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = arith.constant dense<1.0> : tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32>) : i32 {
      %h = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
      %t = nv_tileaa.permute %h [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %d = nv_tileaa.dot %a, %t, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    nv_tileaa.return
  }
}

// -----

// Both operands come in each iteration, and threads compute B: copies are asynchronous to registers.
// CHECK: @streamed
// CHECK: nv_tileas.dot {{.*}} <sm80.mma.m16n8k16.f16.f32>
// A stays.
// CHECK: @kept
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k16.f16.f32, 64>
!m = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @streamed(%n: i32, %a: !v, %b: !v) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x, %t = nv_tileaa.tiled_load <weak> %a[%i, %i] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %y, %u = nv_tileaa.tiled_load <weak> %b[%i, %i] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %s = arith.mulf %y, %y : tensor<64x64xf16>
      %d = nv_tileaa.dot %x, %s, %acc : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @kept(%n: i32, %b: !v) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %x = arith.constant dense<1.0> : tensor<64x64xf16>
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %y, %u = nv_tileaa.tiled_load <weak> %b[%i, %i] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %s = arith.mulf %y, %y : tensor<64x64xf16>
      %d = nv_tileaa.dot %x, %s, %acc : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    nv_tileaa.return
  }
}

// -----

// A that threads compute is in registers; where two warpgroups have the same rows, and where its elements have 32 bits, in
// shared memory.
// CHECK: @rows_of_one
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k16.f16.f32, 64> : tensor<64x64xf16, #
// CHECK: @rows_of_two
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k16.f16.f32, 32> : tensor<64x64xf16>
// CHECK: @rows_of_words
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k8.tf32.f32, 64> : tensor<64x64xtf32>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @rows_of_one(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @rows_of_two(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = arith.constant dense<1.0> : tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @rows_of_words(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<64x64xtf32>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xtf32>, tensor<64x64xtf32>, tensor<64x64xf32>
    nv_tileaa.return
  }
}

// -----

// Words that threads compute are stored along K, whatever dimension their registers have.
// CHECK: @words
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k8.tf32.f32, 64>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @words(%p: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<64x16xtf32>
    %b = arith.constant dense<1.0> : tensor<16x64xtf32>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x16xtf32>, tensor<16x64xtf32>, tensor<64x64xf32>
    nv_tileaa.return
  }
}

// -----

// Contiguous along N in memory: threads transpose it.
// CHECK: #[[K:.*]] = #nv_tileas.layout<{register={{\[\[}}1,0],[2,0],{{.*}}], lane={{\[\[}}4,0],[8,0],
// CHECK: @turned
// CHECK: nv_tileas.convert_layout %{{.*}} : tensor<16x64xtf32> -> tensor<16x64xtf32, #[[K]]>
// CHECK: nv_tileas.dot {{.*}} <sm90.mma.m64k8.tf32.f32, 64>
!m = !nv_tileaa.memref<?x64xtf32, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<16x64, !m, steps = [16, 64], dims = [0, 1]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @turned(%b: !v, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1.0> : tensor<64x16xtf32>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %x, %t = nv_tileaa.tiled_load <weak> %b[%i, %i] {in_bounds = array<i1: true, true>, alignment = 16 : i64, contiguity = array<i64: 1, 4>} : !v[i32, i32] -> tensor<16x64xtf32>, !nv_tileaa.mem_token
    %d = nv_tileaa.dot %a, %x, %c : tensor<64x16xtf32>, tensor<16x64xtf32>, tensor<64x64xf32>
    nv_tileaa.return
  }
}
