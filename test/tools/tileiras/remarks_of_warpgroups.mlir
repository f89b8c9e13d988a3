// The reasons why warps execute dots of sm_90.
// RUN: tileiras %s --gpu-name sm_90 --emit=tileas -o %t --remarks-missed=tensorcore 2>&1 | FileCheck %s

// CHECK: remark[missed]: a dot uses mma.sync, not wgmma: B is not contiguous along K, or that is not known
// CHECK-NEXT: remarks_of_warpgroups.mlir":[[@LINE+8]]:
!m = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!v = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @bytes(%p: i1) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = arith.constant dense<1> : tensor<64x64xi8>
    %b = arith.constant dense<1> : tensor<64x64xi8>
    %c = arith.constant dense<0> : tensor<64x64xi32>
    %d = nv_tileaa.dot %a, %b, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot uses mma.sync, not wgmma: B is computed in each iteration
  // CHECK-NEXT: remarks_of_warpgroups.mlir":[[@LINE+9]]:
  nv_tileaa.func @computed(%n: i32, %a: !v, %b: !v) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32>) : i32 {
      %x, %t = nv_tileaa.tiled_load <weak> %a[%i, %i] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %y, %u = nv_tileaa.tiled_load <weak> %b[%i, %i] {in_bounds = array<i1: true, true>} : !v[i32, i32] -> tensor<64x64xf16>, !nv_tileaa.mem_token
      %h = arith.mulf %y, %y : tensor<64x64xf16>
      %d = nv_tileaa.dot %x, %h, %acc : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    nv_tileaa.return
  }

  // Both MMAs of a chain read their operands at its end.
  // CHECK: remark[missed]: a dot uses mma.sync, not wgmma: the buffers of the MMAs that live at the same time need 295936 bytes of shared memory, of which there are 233472
  // CHECK-NEXT: remarks_of_warpgroups.mlir":[[@LINE+7]]:
  nv_tileaa.func @large(%p: !nv_tileaa.ptr<f32>, %x: f16, %y: f16) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x1024xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<1024x64xf16>
    %e = nv_tileaa.splat %y : f16 -> tensor<1024x64xf16>
    %c = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x1024xf16>, tensor<1024x64xf16>, tensor<64x64xf32>
    %f = nv_tileaa.dot %a, %e, %d : tensor<64x1024xf16>, tensor<1024x64xf16>, tensor<64x64xf32>
    nv_tileaa.return
  }

  // CHECK: remark[missed]: a dot uses mma.sync, not wgmma: the accumulator needs more registers than there are
  // CHECK-NEXT: remarks_of_warpgroups.mlir":[[@LINE+5]]:
  nv_tileaa.func @wide(%x: f16) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.splat %x : f16 -> tensor<64x64xf16>
    %b = nv_tileaa.splat %x : f16 -> tensor<64x512xf16>
    %c = arith.constant dense<0.0> : tensor<64x512xf32>
    %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x512xf16>, tensor<64x512xf32>
    nv_tileaa.return
  }
}
