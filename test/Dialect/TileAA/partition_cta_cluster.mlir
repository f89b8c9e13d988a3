// Where a hint requests clusters of two, each CTA stores half of a tile, and computes the part that this needs.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-partition-cta-cluster)))' --remark-format=emitRemark --remarks-filter=launch 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

!t = !nv_tileaa.mem_token
!ptr = !nv_tileaa.ptr<f16>
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x32, !m, steps = [128, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x64, !m, steps = [32, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x64, !m, steps = [128, 64], dims = [0, 1]>

gpu.module @rows attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Rows of A and C are halved, B is the same in both.
  // CHECK-LABEL: nv_tileaa.func @rows
  // CHECK-SAME: kernel_spec<numWarps = 4, clusterDimX = 2>
  // CHECK-NOT: cluster_hint
  // CHECK: [[RANK:%.*]] = nv_tileaa.get_cluster_rank : i32
  // CHECK: [[HALF:%.*]] = arith.extui [[RANK]] : i32 to i64
  // CHECK: [[AT:%.*]] = arith.addi {{.*}}, [[HALF]] : i64
  // CHECK: [[A:%.*]] = nv_tileaa.block_tile {{.*}} -> <64x32, {{.*}}, steps = [64, 32]
  // CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
  // CHECK: nv_tileaa.tiled_load <weak> [[A]][[[AT]], {{.*}} -> tensor<64x32xf16>
  // CHECK: nv_tileaa.tiled_load {{.*}} -> tensor<32x64xf16>
  // CHECK: nv_tileaa.dot {{.*}} tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  // CHECK: [[SECOND:%.*]] = arith.extui [[RANK]] : i32 to i64
  // CHECK: [[TO:%.*]] = arith.addi {{.*}}, [[SECOND]] : i64
  // CHECK: nv_tileaa.tiled_store <weak> {{.*}}[[[TO]], %{{.*}}]
  // CHECK-NOT: tensor<128
  // REMARK: each of 2 CTAs computes its part of a tile along dimension 0
  nv_tileaa.func @rows(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x32xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<32x64xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    %half = arith.truncf %sum : tensor<128x64xf32> to tensor<128x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>

gpu.module @columns attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Half of 64 rows is less than wgmma has.
  // CHECK-LABEL: nv_tileaa.func @columns
  // CHECK-SAME: clusterDimX = 2
  // CHECK: nv_tileaa.dot {{.*}} tensor<64x64xf16>, tensor<64x32xf16>, tensor<64x32xf32>
  // REMARK: each of 2 CTAs computes its part of a tile along dimension 1
  nv_tileaa.func @columns(%a: !m, %b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vb = nv_tileaa.block_tile %b : !m -> !v
    %vc = nv_tileaa.block_tile %c : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<64x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<64x64xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %half = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<128x64, !m, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>
!narrow = !nv_tileaa.tiled_view<64x32, !m, steps = [64, 32], dims = [0, 1]>
!tall = !nv_tileaa.tiled_view<128x32, !m, steps = [128, 32], dims = [0, 1]>
!overlapping = !nv_tileaa.tiled_view<128x64, !m, steps = [64, 32], dims = [0, 1]>

gpu.module @refused attributes {nv_tileaa.compute_capability = 90 : i32} {
  // A reason against it is reported at its operation.
  // CHECK-LABEL: nv_tileaa.func @without_products
  // CHECK-SAME: kernel_spec<numWarps = 4>
  // REMARK: [[#@LINE+1]]:3: remark: {{.*}}num_cta_in_cga = 2 is not followed: the kernel has no products, whose operands CTAs could share
  nv_tileaa.func @without_products(%a: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vc = nv_tileaa.block_tile %c : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x64xf16>, !t
    %t2 = nv_tileaa.tiled_store <weak> %x, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @three
  // CHECK-SAME: kernel_spec<numWarps = 4>
  // REMARK: [[#@LINE+1]]:3: remark: {{.*}}num_cta_in_cga = 3 is not followed: 2, 4 or 8 CTAs can share a tile
  nv_tileaa.func @three(%a: !m) attributes {nv_tileaa.cluster_hint = 3 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @one
  // CHECK-SAME: {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>}
  nv_tileaa.func @one(%a: !m) attributes {nv_tileaa.cluster_hint = 1 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  }

  // The other CTA may not have loaded the overwritten elements.
  // CHECK-LABEL: nv_tileaa.func @in_place
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @in_place(%a: !m, %b: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}num_cta_in_cga = 2 is not followed: 'nv_tileaa.tiled_load' stands in the way: it may be ordered with a store, of which other CTAs make parts
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %half = arith.truncf %d : tensor<128x64xf32> to tensor<128x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %va[%i, %i] token = %t0 {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @overlapping
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @overlapping(%a: !m, %b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !overlapping
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %half = arith.truncf %d : tensor<128x64xf32> to tensor<128x64xf16>
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}'nv_tileaa.tiled_store' stands in the way: it has no parts that only one CTA writes
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !overlapping[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @twice
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @twice(%a: !m, %b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    %inner = arith.constant dense<0.0> : tensor<64x64xf32>
    // Two dots, of which the second needs all rows of the first.
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}'nv_tileaa.dot' stands in the way: each CTA of a cluster would compute it
    %d = nv_tileaa.dot %y, %y, %inner : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %w = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    %e = nv_tileaa.dot %x, %w, %zero : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %half = arith.truncf %e : tensor<128x64xf32> to tensor<128x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }
  // CHECK-LABEL: nv_tileaa.func @small
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @small(%b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<64x32xf32>
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vn = nv_tileaa.block_tile %b : !m -> !narrow
    %vc = nv_tileaa.block_tile %c : !m -> !narrow
    %x, %t0 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vn[%i, %i] {in_bounds = array<i1: false, false>} : !narrow[i32, i32] -> tensor<64x32xf16>, !t
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}'nv_tileaa.dot' stands in the way: a part of it is less than a CTA should compute
    %d = nv_tileaa.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x32xf16>, tensor<64x32xf32>
    %half = arith.truncf %d : tensor<64x32xf32> to tensor<64x32xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x32xf16>, !narrow[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @joined
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @joined(%b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<64x32xf32>
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vn = nv_tileaa.block_tile %b : !m -> !narrow
    %vc = nv_tileaa.block_tile %c : !m -> !tall
    %x, %t0 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vn[%i, %i] {in_bounds = array<i1: false, false>} : !narrow[i32, i32] -> tensor<64x32xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x32xf16>, tensor<64x32xf32>
    %half = arith.truncf %d : tensor<64x32xf32> to tensor<64x32xf16>
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}'nv_tileaa.cat' stands in the way: a CTA would need more than its part of it, or a part of it is not computed from parts
    %both = nv_tileaa.cat %half, %half dim = 0 : tensor<64x32xf16>, tensor<64x32xf16> -> tensor<128x32xf16>
    %t2 = nv_tileaa.tiled_store <weak> %both, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x32xf16>, !tall[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @stored_twice
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @stored_twice(%a: !m, %b: !m, %c: !m, %e: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !v
    %ve = nv_tileaa.block_tile %e : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}'nv_tileaa.dot' stands in the way: each CTA of a cluster would compute it, or it would be computed for each of several stores
    %d = nv_tileaa.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %half = arith.truncf %d : tensor<128x64xf32> to tensor<128x64xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !v[i32, i32] -> !t
    %t3 = nv_tileaa.tiled_store <weak> %half, %ve[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @of_a_given_view
  // CHECK-SAME: kernel_spec<numWarps = 4>
  nv_tileaa.func @of_a_given_view(%a: !m, %b: !m, %vc: !v, %i: i32) attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<128x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x64xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    %half = arith.truncf %d : tensor<128x64xf32> to tensor<128x64xf16>
    // REMARK: [[#@LINE+1]]:{{.*}}: remark: {{.*}}'nv_tileaa.tiled_store' stands in the way: it has no part for each CTA
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x32, !m, steps = [128, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x256, !m, steps = [32, 256], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x256, !m, steps = [128, 256], dims = [0, 1]>
!vs = !nv_tileaa.tiled_view<32x32, !m, steps = [32, 32], dims = [0, 1]>

gpu.module @more attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Four CTAs can't have 64 rows each: columns are divided. A part needs fewer warps than the tile.
  // CHECK-LABEL: nv_tileaa.func @four
  // CHECK-SAME: kernel_spec<numWarps = 4, clusterDimX = 4>
  // CHECK: nv_tileaa.dot {{.*}} tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
  // REMARK: each of 4 CTAs computes its part of a tile along dimension 1
  nv_tileaa.func @four(%a: !m, %b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 4 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x32xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<32x256xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<128x32xf16>, tensor<32x256xf16>, tensor<128x256xf32>
    %half = arith.truncf %d : tensor<128x256xf32> to tensor<128x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }

  // A quarter of 128 x 32 is too small, a half is not.
  // CHECK-LABEL: nv_tileaa.func @fewer
  // CHECK-SAME: clusterDimX = 2
  // CHECK: nv_tileaa.dot {{.*}} tensor<64x32xf32>
  // REMARK: num_cta_in_cga = 4 is not followed: 'nv_tileaa.dot' stands in the way: a part of it is less than a CTA should compute
  // REMARK: each of 2 CTAs computes its part of a tile along dimension 0
  nv_tileaa.func @fewer(%a: !m, %b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 4 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<128x32xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vs
    %vc = nv_tileaa.block_tile %c : !m -> !va
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x32xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vs[i32, i32] -> tensor<32x32xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<128x32xf16>, tensor<32x32xf16>, tensor<128x32xf32>
    %half = arith.truncf %d : tensor<128x32xf32> to tensor<128x32xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<128x32xf16>, !va[i32, i32] -> !t
    nv_tileaa.return
  }

  // Neither has a part of 64 rows or 32 columns.
  // CHECK-LABEL: nv_tileaa.func @neither
  // CHECK-SAME: {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>}
  // REMARK: num_cta_in_cga = 4 is not followed: 'nv_tileaa.dot' stands in the way
  // REMARK: num_cta_in_cga = 4 is not followed with 2 CTAs either: 'nv_tileaa.dot' stands in the way: a part of it is less than a CTA should compute
  nv_tileaa.func @neither(%a: !m, %b: !m, %c: !m, %i: i32) attributes {nv_tileaa.cluster_hint = 4 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant dense<0.0> : tensor<32x32xf32>
    %va = nv_tileaa.block_tile %a : !m -> !vs
    %vc = nv_tileaa.block_tile %c : !m -> !vs
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !vs[i32, i32] -> tensor<32x32xf16>, !t
    %d = nv_tileaa.dot %x, %x, %zero : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    %half = arith.truncf %d : tensor<32x32xf32> to tensor<32x32xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<32x32xf16>, !vs[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

// There, pairs of CTAs execute one MMA instruction, which is not supported yet.
gpu.module @tensor_memory attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: nv_tileaa.func @pair
  // CHECK-SAME: {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>}
  // REMARK: num_cta_in_cga = 2 is not followed: CTAs share operands on targets with wgmma only
  nv_tileaa.func @pair() attributes {nv_tileaa.cluster_hint = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  }
}
