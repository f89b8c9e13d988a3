// The shapes of dots that tcgen05.mma and wgmma don't have.
// RUN: tileiras %s --gpu-name sm_100 --emit=tileas -o %t --remarks-missed=tensorcore 2>&1 | FileCheck %s
// RUN: sed 's/100/90/g' %s > %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=tileas -o %t --remarks-missed=tensorcore 2>&1 | FileCheck %s --check-prefix=WGMMA

gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Decoding: 8 heads.
  // CHECK: remark[missed]: a dot does not use tcgen05.mma: its 8 columns are not a multiple of 16
  // WGMMA-NOT: 8 columns
  nv_tileaa.func @columns(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x8xf16>
    %c = arith.constant dense<0.0> : tensor<64x8xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x8xf16>, tensor<64x8xf32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot does not use tcgen05.mma: its 16 rows are not a multiple of 64
  // WGMMA: remark[missed]: a dot uses mma.sync, not wgmma: its 16 rows are not a multiple of 64
  nv_tileaa.func @rows(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<16x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x16xf16>
    %c = arith.constant dense<0.0> : tensor<16x16xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf16>, tensor<64x16xf16>, tensor<16x16xf32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot does not use tcgen05.mma: its 8 elements along K are not a multiple of 16
  // WGMMA: remark[missed]: a dot uses mma.sync, not wgmma: its 8 elements along K are not a multiple of 16
  nv_tileaa.func @depth(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x8xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<8x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x8xf16>, tensor<8x64xf16>, tensor<64x64xf32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot does not use tcgen05.mma: 2 warps are not whole warpgroups
  // WGMMA: remark[missed]: a dot uses mma.sync, not wgmma: 2 warps are not whole warpgroups
  nv_tileaa.func @warps(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot does not use tcgen05.mma: it is a batch of dots
  // WGMMA: remark[missed]: a dot uses mma.sync, not wgmma: it is a batch of dots
  nv_tileaa.func @batch(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x64x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64x64xf16>, tensor<64x64x64xf16>, tensor<64x64x64xf32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot does not use tcgen05.mma: its accumulators have 16 bits, columns of tensor memory 32
  nv_tileaa.func @narrow(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf16>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>
    nv_tileaa.return
  }

  // WGMMA: remark[missed]: a dot uses mma.sync, not wgmma: 2 warpgroups can't divide its 64 rows and 8 columns
  nv_tileaa.func @groups(%x: f16) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x8xf16>
    %c = arith.constant dense<0.0> : tensor<64x8xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x8xf16>, tensor<64x8xf32>
    nv_tileaa.return
  }
}
