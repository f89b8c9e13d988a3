// Accumulators in tensor memory that threads read in each iteration are computed in slices of 128 rows.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-accumulators)))' --remark-format=emitRemark --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!vq = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vk = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>

gpu.module @scores attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: nv_tileaa.func @scores
  // CHECK: scf.for {{.*}} = %c0{{.*}} to %c2{{.*}} step %c1
  // CHECK: scf.for {{.*}} -> (tensor<128x64xf32>)
  // CHECK: nv_tileaa.dot {{.*}} tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
  // CHECK: nv_tileaa.dot {{.*}} tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
  // CHECK: nv_tileaa.tiled_store {{.*}} : tensor<128x64xf16>
  // CHECK-NOT: tensor<256x64
  // REMARK: accumulators of 256 rows, of 128 that tensor memory has, are computed in 2 slices along dimension 0
  nv_tileaa.func @scores(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %vq = nv_tileaa.block_tile %a : !m -> !vq
    %vk = nv_tileaa.block_tile %b : !m -> !vk
    %vc = nv_tileaa.block_tile %c : !m -> !vq
    %q, %t0 = nv_tileaa.tiled_load <weak> %vq[%i, %c0] {in_bounds = array<i1: false, false>} : !vq[i32, i32] -> tensor<256x64xf16>, !t
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x64xf32>) : i32 {
      %y, %t1 = nv_tileaa.tiled_load <weak> %vk[%k, %c0] {in_bounds = array<i1: false, false>} : !vk[i32, i32] -> tensor<64x64xf16>, !t
      %s = nv_tileaa.dot %q, %y, %zero : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      %p = arith.truncf %s : tensor<256x64xf32> to tensor<256x64xf16>
      %d = nv_tileaa.dot %p, %y, %acc : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      scf.yield %d : tensor<256x64xf32>
    }
    %h = arith.truncf %sum : tensor<256x64xf32> to tensor<256x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !vq[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!vq = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vk = !nv_tileaa.tiled_view<64x256, !m, steps = [64, 256], dims = [0, 1]>
!vs = !nv_tileaa.tiled_view<256x256, !m, steps = [256, 256], dims = [0, 1]>

gpu.module @transposed attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Rows of the second dot are columns of the first one.
  // CHECK-LABEL: nv_tileaa.func @transposed
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
  // REMARK: accumulators of 256 rows, of 128 that tensor memory has, are not computed in slices: 'nv_tileaa.dot' stands in the way: its slices are not of 128 rows
  nv_tileaa.func @transposed(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %none = arith.constant dense<0.0> : tensor<256x256xf32>
    %vq = nv_tileaa.block_tile %a : !m -> !vq
    %vk = nv_tileaa.block_tile %b : !m -> !vk
    %vc = nv_tileaa.block_tile %c : !m -> !vq
    %q, %t0 = nv_tileaa.tiled_load <weak> %vq[%i, %c0] {in_bounds = array<i1: false, false>} : !vq[i32, i32] -> tensor<256x64xf16>, !t
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x64xf32>) : i32 {
      %y, %t1 = nv_tileaa.tiled_load <weak> %vk[%k, %c0] {in_bounds = array<i1: false, false>} : !vk[i32, i32] -> tensor<64x256xf16>, !t
      %s = nv_tileaa.dot %q, %y, %none : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      %h = arith.truncf %s : tensor<256x256xf32> to tensor<256x256xf16>
      %p = nv_tileaa.permute %h [1, 0] : tensor<256x256xf16> -> tensor<256x256xf16>
      %d = nv_tileaa.dot %p, %q, %acc : tensor<256x256xf16>, tensor<256x64xf16>, tensor<256x64xf32>
      scf.yield %d : tensor<256x64xf32>
    }
    %h = arith.truncf %sum : tensor<256x64xf32> to tensor<256x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !vq[i32, i32] -> !t
    nv_tileaa.return
  }
}
