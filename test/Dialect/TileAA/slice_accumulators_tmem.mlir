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

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!l = !nv_tileaa.memref<?xf32, strides = [1]>
!vq = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vk = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>
!vs = !nv_tileaa.tiled_view<256, !l, steps = [256], dims = [0]>
!vt = !nv_tileaa.tiled_view<64, !l, steps = [64], dims = [0]>

gpu.module @two_stores attributes {nv_tileaa.compute_capability = 100 : i32} {
  // The store of what a loop carries of rows is in the loop over slices, too; it moves down to the last store.
  // CHECK-LABEL: nv_tileaa.func @sums_of_rows
  // CHECK: %[[T:.*]] = nv_tileaa.create_mem_token
  // CHECK: %[[S:.*]] = scf.for {{.*}} = %c0{{.*}} to %c2{{.*}} step %c1{{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}})
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} -> (tensor<128xf32>, tensor<128x64xf32>)
  // CHECK: nv_tileaa.tiled_store {{.*}} : tensor<128x64xf16>
  // CHECK: nv_tileaa.tiled_store <weak> %[[R]]#0, {{.*}} token = %[[BEFORE]] {{.*}} : tensor<128xf32>
  // CHECK-NOT: tensor<256
  // CHECK: nv_tileaa.tiled_store {{.*}} token = %[[S]] {{.*}} : tensor<64xf32>
  // REMARK: accumulators of 256 rows, of 128 that tensor memory has, are computed in 2 slices along dimension 0
  nv_tileaa.func @sums_of_rows(%a: !m, %b: !m, %c: !m, %d: !l, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %none = arith.constant dense<0.0> : tensor<256xf32>
    %other = arith.constant dense<0.0> : tensor<64xf32>
    %vq = nv_tileaa.block_tile %a : !m -> !vq
    %vk = nv_tileaa.block_tile %b : !m -> !vk
    %vc = nv_tileaa.block_tile %c : !m -> !vq
    %vd = nv_tileaa.block_tile %d : !l -> !vs
    %ve = nv_tileaa.block_tile %d : !l -> !vt
    %q, %t0 = nv_tileaa.tiled_load <weak> %vq[%i, %c0] {in_bounds = array<i1: false, false>} : !vq[i32, i32] -> tensor<256x64xf16>, !t
    %total, %sum = scf.for %k = %c0 to %n step %c1 iter_args(%rows = %none, %acc = %zero) -> (tensor<256xf32>, tensor<256x64xf32>) : i32 {
      %y, %t1 = nv_tileaa.tiled_load <weak> %vk[%k, %c0] {in_bounds = array<i1: false, false>} : !vk[i32, i32] -> tensor<64x64xf16>, !t
      %s = nv_tileaa.dot %q, %y, %zero : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      %r = nv_tileaa.reduce %s dim = 1 identities = [0.0 : f32] {commutes} : (tensor<256x64xf32>) -> tensor<256xf32> {
      ^bb0(%e: f32, %f: f32):
        %g = arith.addf %e, %f : f32
        nv_tileaa.yield %g : f32
      }
      %next = arith.addf %rows, %r : tensor<256xf32>
      %p = arith.truncf %s : tensor<256x64xf32> to tensor<256x64xf16>
      %x = nv_tileaa.dot %p, %y, %acc : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      scf.yield %next, %x : tensor<256xf32>, tensor<256x64xf32>
    }
    %h = arith.truncf %sum : tensor<256x64xf32> to tensor<256x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !vq[i32, i32] -> !t
    %t3 = nv_tileaa.tiled_store <weak> %total, %vd[%i] {in_bounds = array<i1: false>} : tensor<256xf32>, !vs[i32] -> !t
    %t4 = nv_tileaa.tiled_store <weak> %other, %ve[%i] token = %t3 {in_bounds = array<i1: false>} : tensor<64xf32>, !vt[i32] -> !t
    nv_tileaa.return
  }

  // Nothing that is ordered after a store may come before the last one.
  // CHECK-LABEL: nv_tileaa.func @ordered
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x64xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.tiled_store' stands in the way: it is not done together with the other stores
  nv_tileaa.func @ordered(%a: !m, %b: !m, %c: !m, %d: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %vq = nv_tileaa.block_tile %a : !m -> !vq
    %vk = nv_tileaa.block_tile %b : !m -> !vk
    %vc = nv_tileaa.block_tile %c : !m -> !vq
    %vd = nv_tileaa.block_tile %d : !m -> !vq
    %q, %t0 = nv_tileaa.tiled_load <weak> %vq[%i, %c0] {in_bounds = array<i1: false, false>} : !vq[i32, i32] -> tensor<256x64xf16>, !t
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x64xf32>) : i32 {
      %y, %t1 = nv_tileaa.tiled_load <weak> %vk[%k, %c0] {in_bounds = array<i1: false, false>} : !vk[i32, i32] -> tensor<64x64xf16>, !t
      %s = nv_tileaa.dot %q, %y, %zero : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      %p = arith.truncf %s : tensor<256x64xf32> to tensor<256x64xf16>
      %x = nv_tileaa.dot %p, %y, %acc : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      scf.yield %x : tensor<256x64xf32>
    }
    %h = arith.truncf %sum : tensor<256x64xf32> to tensor<256x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !vq[i32, i32] -> !t
    %t3 = nv_tileaa.tiled_store <weak> %h, %vd[%i, %c0] token = %t2 {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !vq[i32, i32] -> !t
    nv_tileaa.return
  }

  // Rows of the other store are columns of this one: a slice of both would need all accumulators.
  // CHECK-LABEL: nv_tileaa.func @other_slices
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x64xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.tiled_store' stands in the way: it has no slices that the other stores have
  nv_tileaa.func @other_slices(%a: !m, %b: !m, %c: !m, %d: !l, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %vq = nv_tileaa.block_tile %a : !m -> !vq
    %vk = nv_tileaa.block_tile %b : !m -> !vk
    %vc = nv_tileaa.block_tile %c : !m -> !vq
    %vd = nv_tileaa.block_tile %d : !l -> !vt
    %q, %t0 = nv_tileaa.tiled_load <weak> %vq[%i, %c0] {in_bounds = array<i1: false, false>} : !vq[i32, i32] -> tensor<256x64xf16>, !t
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x64xf32>) : i32 {
      %y, %t1 = nv_tileaa.tiled_load <weak> %vk[%k, %c0] {in_bounds = array<i1: false, false>} : !vk[i32, i32] -> tensor<64x64xf16>, !t
      %s = nv_tileaa.dot %q, %y, %zero : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      %p = arith.truncf %s : tensor<256x64xf32> to tensor<256x64xf16>
      %x = nv_tileaa.dot %p, %y, %acc : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
      scf.yield %x : tensor<256x64xf32>
    }
    %r = nv_tileaa.reduce %sum dim = 0 identities = [0.0 : f32] {commutes} : (tensor<256x64xf32>) -> tensor<64xf32> {
    ^bb0(%e: f32, %f: f32):
      %g = arith.addf %e, %f : f32
      nv_tileaa.yield %g : f32
    }
    %t2 = nv_tileaa.tiled_store <weak> %r, %vd[%i] {in_bounds = array<i1: false>} : tensor<64xf32>, !vt[i32] -> !t
    %h = arith.truncf %sum : tensor<256x64xf32> to tensor<256x64xf16>
    %t3 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !vq[i32, i32] -> !t
    nv_tileaa.return
  }
}
