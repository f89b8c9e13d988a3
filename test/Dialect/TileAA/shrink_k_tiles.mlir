// Dot loops for whose tiles shared memory has no capacity for two stages have more iterations.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-shrink-k-tiles{extended-smem=true})))' --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

!t = !nv_tileaa.mem_token
!ma = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !ma, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !ma, steps = [64, 128], dims = [0, 1]>

gpu.module @two_ctas attributes {nv_tileaa.compute_capability = 120 : i32} {
  // An iteration loads 32 KiB, of the 49 KiB that each of two CTAs has: it is split into 16 KiB. The index of a tile is
  // that of the iteration; runs become as short as a slice.
  // CHECK-LABEL: nv_tileaa.func @two_ctas
  // CHECK: [[STEPS:%.*]] = arith.andi
  // CHECK: [[END:%.*]] = arith.muli [[STEPS]], %c2_i32
  // CHECK: scf.for [[J:%[a-z0-9]+]] = %c0_i32{{.*}} to [[END]] step %c1_i32{{.*}} iter_args([[SUM:%.*]] = %cst)
  // CHECK: [[A:%.*]] = nv_tileaa.block_tile %arg0 : {{.*}} -> <128x32, {{.*}}, steps = [128, 32], dims = [0, 1]>
  // CHECK: [[X:%.*]], {{.*}} = nv_tileaa.tiled_load <weak> [[A]][%c0_i32, [[J]]] {alignment = 16 : i64, contiguity = array<i64: 1, 32>, {{.*}} -> tensor<128x32xf16>
  // CHECK: [[B:%.*]] = nv_tileaa.block_tile %arg1 : {{.*}} -> <32x128, {{.*}}, steps = [32, 128], dims = [0, 1]>
  // CHECK: [[Y:%.*]], {{.*}} = nv_tileaa.tiled_load <weak> [[B]][[[J]], %c0_i32] {{.*}} -> tensor<32x128xf16>
  // CHECK: [[MORE:%.*]] = nv_tileaa.dot [[X]], [[Y]], [[SUM]]
  // CHECK: scf.yield [[MORE]] : tensor<128x128xf32>
  // REMARK: a loop whose steps take tiles of 32768 bytes becomes one of 2 times as many steps, since 50176 bytes of shared memory have no room for two
  nv_tileaa.func @two_ctas(%a: !ma, %b: !ma, %n: i32) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %row = arith.constant 0 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %mask = arith.constant 65535 : i32
    %steps = arith.andi %n, %mask : i32
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %va = nv_tileaa.block_tile %a : !ma -> !va
    %vb = nv_tileaa.block_tile %b : !ma -> !vb
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%row, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %row] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    nv_tileaa.return %sum : tensor<128x128xf32>
  }
}

// -----

!t = !nv_tileaa.mem_token
!ma = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !ma, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !ma, steps = [64, 128], dims = [0, 1]>

gpu.module @wide attributes {nv_tileaa.compute_capability = 120 : i32} {
  // The number of iterations may not fit into 32 bits; tiles are not indexed as iterations are, so a tile's index is
  // combined with the slice's.
  // CHECK-LABEL: nv_tileaa.func @wide
  // CHECK: scf.for [[J:%[a-z0-9]+]] = {{.*}} : i64
  // CHECK-DAG: [[STEP:%.*]] = arith.shrsi [[J]], %c1_i64
  // CHECK-DAG: [[K:%.*]] = arith.trunci {{.*}} : i64 to i32
  // CHECK-DAG: [[SLICE:%.*]] = arith.andi [[J]], %c1_i64
  // CHECK: tiled_load {{.*}}[%c0_i32, {{.*}}] {{.*}}[i32, i64] -> tensor<128x32xf16>
  // REMARK: becomes one of 2 times as many steps
  nv_tileaa.func @wide(%a: !ma, %b: !ma, %n: i32) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %row = arith.constant 0 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %va = nv_tileaa.block_tile %a : !ma -> !va
    %vb = nv_tileaa.block_tile %b : !ma -> !vb
    %sum = scf.for %k = %c1 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%row, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %row] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    nv_tileaa.return %sum : tensor<128x128xf32>
  }
}

// -----

!t = !nv_tileaa.mem_token
!ma = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !ma, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !ma, steps = [64, 128], dims = [0, 1]>

gpu.module @long attributes {nv_tileaa.compute_capability = 120 : i32} {
  // Iterations with 64-bit indices, about which nothing is known.
  // CHECK-LABEL: nv_tileaa.func @long
  // CHECK-NOT: tensor<128x32xf16>
  // REMARK: is not made one of more steps: their number is not known to fit into that of the loop
  nv_tileaa.func @long(%a: !ma, %b: !ma, %n: i64) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %row = arith.constant 0 : i32
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %va = nv_tileaa.block_tile %a : !ma -> !va
    %vb = nv_tileaa.block_tile %b : !ma -> !vb
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i64 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%row, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : !va[i32, i64] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %row] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !vb[i64, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    nv_tileaa.return %sum : tensor<128x128xf32>
  }
}

// -----

!t = !nv_tileaa.mem_token
!ma = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !ma, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !ma, steps = [64, 128], dims = [0, 1]>

gpu.module @fits attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Two stages of 32 KiB fit for each of two CTAs.
  // CHECK-LABEL: nv_tileaa.func @fits
  // CHECK-NOT: tensor<128x32xf16>
  nv_tileaa.func @fits(%a: !ma, %b: !ma, %n: i32) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %row = arith.constant 0 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %mask = arith.constant 65535 : i32
    %steps = arith.andi %n, %mask : i32
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %va = nv_tileaa.block_tile %a : !ma -> !va
    %vb = nv_tileaa.block_tile %b : !ma -> !vb
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%row, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %row] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    nv_tileaa.return %sum : tensor<128x128xf32>
  }
}

// -----

!t = !nv_tileaa.mem_token
!ma = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !ma, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !ma, steps = [64, 128], dims = [0, 1]>

gpu.module @more attributes {nv_tileaa.compute_capability = 120 : i32} {
  // The loop does something else with a tile.
  // CHECK-LABEL: nv_tileaa.func @more
  // CHECK-NOT: tensor<128x32xf16>
  nv_tileaa.func @more(%a: !ma, %b: !ma, %n: i32) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %row = arith.constant 0 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %mask = arith.constant 65535 : i32
    %steps = arith.andi %n, %mask : i32
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %va = nv_tileaa.block_tile %a : !ma -> !va
    %vb = nv_tileaa.block_tile %b : !ma -> !vb
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%row, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %row] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      %more = nv_tileaa.tiled_store <weak> %x, %va[%row, %k] {in_bounds = array<i1: false, false>} : tensor<128x64xf16>, !va[i32, i32] -> !t
      scf.yield %d : tensor<128x128xf32>
    }
    nv_tileaa.return %sum : tensor<128x128xf32>
  }
}

// -----

!t = !nv_tileaa.mem_token
!ma = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !ma, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !ma, steps = [64, 128], dims = [0, 1]>

gpu.module @alone attributes {nv_tileaa.compute_capability = 120 : i32} {
  // Eight warps: the registers of an SM are not enough for a second CTA.
  // CHECK-LABEL: nv_tileaa.func @alone
  // CHECK-NOT: tensor<128x32xf16>
  nv_tileaa.func @alone(%a: !ma, %b: !ma, %n: i32) -> tensor<128x128xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %row = arith.constant 0 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %mask = arith.constant 65535 : i32
    %steps = arith.andi %n, %mask : i32
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %va = nv_tileaa.block_tile %a : !ma -> !va
    %vb = nv_tileaa.block_tile %b : !ma -> !vb
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%row, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %row] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    nv_tileaa.return %sum : tensor<128x128xf32>
  }
}
