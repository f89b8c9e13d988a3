// Where a kernel has no hint, products with large accumulators get twice as many warps.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s --check-prefix=SM90

cuda_tile.module @kernels {
  // 128 registers of each thread of four warps.
  // CHECK: @usual({{.*}}kernel_spec<numWarps = 4>
  entry @usual() {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x128xf16>, !cuda_tile.tile<128x128xf32>
    return
  }

  // Twice that.
  // CHECK: @wide({{.*}}kernel_spec<numWarps = 8>
  entry @wide() {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x256xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x256xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x256xf16>, !cuda_tile.tile<128x256xf32>
    return
  }

  // Two products of one step, as in attention.
  // CHECK: @two({{.*}}kernel_spec<numWarps = 8>
  entry @two() {
    %a = constant <i8: 0> : !cuda_tile.tile<128x32xi8>
    %b = constant <i8: 0> : !cuda_tile.tile<32x128xi8>
    %c = constant <i32: 0> : !cuda_tile.tile<128x128xi32>
    %d = mmai %a, %b, %c signed signed : !cuda_tile.tile<128x32xi8>, !cuda_tile.tile<32x128xi8>, !cuda_tile.tile<128x128xi32>
    %f = constant <i32: 1> : !cuda_tile.tile<32x32xi32>
    %e = mmai %b, %a, %f signed signed : !cuda_tile.tile<32x128xi8>, !cuda_tile.tile<128x32xi8>, !cuda_tile.tile<32x32xi32>
    return
  }

  // Where warpgroups make a product of bytes it counts twice.
  // CHECK: @bytes({{.*}}kernel_spec<numWarps = 4>
  // SM90: @bytes({{.*}}kernel_spec<numWarps = 8>
  entry @bytes() {
    %a = constant <i8: 0> : !cuda_tile.tile<128x32xi8>
    %b = constant <i8: 0> : !cuda_tile.tile<32x128xi8>
    %c = constant <i32: 0> : !cuda_tile.tile<128x128xi32>
    %d = mmai %a, %b, %c signed signed : !cuda_tile.tile<128x32xi8>, !cuda_tile.tile<32x128xi8>, !cuda_tile.tile<128x128xi32>
    return
  }

  // A hint wins.
  // CHECK: @hint({{.*}}kernel_spec<numWarps = 4>
  entry @hint() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 4}> {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x256xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x256xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x256xf16>, !cuda_tile.tile<128x256xf32>
    return
  }
}
