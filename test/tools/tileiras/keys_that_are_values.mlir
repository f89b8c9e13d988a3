// Both MMAs read the tile that the loop loads, one of them as its transpose: 128 KiB, with 64 of the queries. There are
// 227 KiB of shared memory, so both use wgmma only if the tile counts once.
// RUN: tileiras %s --gpu-name sm_90 --emit=tileas -o %t --remarks=tensorcore 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t

// CHECK-NOT: mma.sync
// CHECK: remark[passed]: wgmma.mma_async m64n64k16
// CHECK: remark[passed]: wgmma.mma_async m64n256k16
// CHECK-NOT: mma.sync

// IR-COUNT-1: alloc_tensor {{.*}}128x512xf16, shared
// IR-NOT: alloc_tensor {{.*}}128x512xf16, shared
!m = !nv_tileaa.memref<?x512xf16, strides = [512, 1]>
!q = !nv_tileaa.tiled_view<64x512, !m, steps = [64, 512], dims = [0, 1]>
!v = !nv_tileaa.tiled_view<128x512, !m, steps = [128, 512], dims = [0, 1]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @latent(%p: !nv_tileaa.ptr<f16>, %rows: i32, %n: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x128xf32>
    %zeros = arith.constant dense<0.0> : tensor<64x512xf32>
    %a = nv_tileaa.assume #nv_tileaa.div_by<16>, %p : !nv_tileaa.ptr<f16>
    %m = nv_tileaa.make_memref %a, sizes = [%rows], strides = [] : !nv_tileaa.ptr<f16> sizes i32 -> !m
    %queries = nv_tileaa.block_tile %m : !m -> !q
    %keys = nv_tileaa.block_tile %m : !m -> !v
    %q, %t = nv_tileaa.tiled_load <weak> %queries[%c0, %c0] {in_bounds = array<i1: false, true>} : !q [i32, i32] -> tensor<64x512xf16>, !nv_tileaa.mem_token
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (tensor<64x512xf32>) : i32 {
      %k, %u = nv_tileaa.tiled_load <weak> %keys[%i, %c0] {in_bounds = array<i1: false, true>} : !v [i32, i32] -> tensor<128x512xf16>, !nv_tileaa.mem_token
      %kt = nv_tileaa.permute %k [1, 0] : tensor<128x512xf16> -> tensor<512x128xf16>
      %s = nv_tileaa.dot %q, %kt, %zero : tensor<64x512xf16>, tensor<512x128xf16>, tensor<64x128xf32>
      %x = nv_tileaa.fp_to_fp %s : tensor<64x128xf32> -> tensor<64x128xf16>
      %d = nv_tileaa.dot %x, %k, %acc : tensor<64x128xf16>, tensor<128x512xf16>, tensor<64x512xf32>
      scf.yield %d : tensor<64x512xf32>
    }
    %h = nv_tileaa.fp_to_fp %r : tensor<64x512xf32> -> tensor<64x512xf16>
    %l = nv_tileaa.tiled_store <weak> %h, %queries[%c1, %c0] {in_bounds = array<i1: false, true>} : tensor<64x512xf16>, !q [i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
