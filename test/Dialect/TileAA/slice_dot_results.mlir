// The store of a large result of a dot becomes one of each slice of its columns; the dot is unchanged.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-dot-results)))' --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

!t = !nv_tileaa.mem_token
!mf = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!vf = !nv_tileaa.tiled_view<128x256, !mf, steps = [128, 256], dims = [0, 1]>

gpu.module @slices attributes {nv_tileaa.compute_capability = 100 : i32} {
  // 128 accumulator elements of each of 256 threads, and 128 KiB. Operations after the dot are done for each slice;
  // others may order something after the store.
  // CHECK-LABEL: nv_tileaa.func @slices
  // CHECK: [[SUM:%.*]] = scf.for
  // CHECK: [[X0:%.*]] = nv_tileaa.extract [[SUM]][%c0_i32{{.*}}, %c0_i32{{.*}}] : tensor<128x256xf32> -> tensor<128x64xf32>
  // CHECK: [[Y0:%.*]] = math.absf [[X0]] : tensor<128x64xf32>
  // CHECK: [[T0:%.*]] = nv_tileaa.tiled_store <weak> [[Y0]], {{.*}} {contiguity = array<i64: 1, 16>, in_bounds = array<i1: false, false>} : tensor<128x64xf32>
  // CHECK: [[X1:%.*]] = nv_tileaa.extract [[SUM]][%c0_i32{{.*}}, %c1_i32{{.*}}]
  // CHECK-COUNT-3: nv_tileaa.tiled_store
  // CHECK-NOT: nv_tileaa.tiled_store
  // CHECK: [[ALL:%.*]] = nv_tileaa.join_mem_token [[T0]]
  // CHECK: nv_tileaa.return [[ALL]]
  // REMARK: sums of 128 registers of each thread are stored in 4 slices along dimension 1
  nv_tileaa.func @slices(%a: tensor<128x64xf16>, %b: tensor<64x256xf16>, %c: !mf, %n: i32) -> !t attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
      %d = nv_tileaa.dot %a, %b, %acc : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
      scf.yield %d : tensor<128x256xf32>
    }
    %abs = math.absf %sum : tensor<128x256xf32>
    %v = nv_tileaa.block_tile %c : !mf -> !vf
    %t = nv_tileaa.tiled_store <weak> %abs, %v[%n, %n] {contiguity = array<i64: 1, 16>, in_bounds = array<i1: false, false>} : tensor<128x256xf32>, !vf[i32, i32] -> !t
    nv_tileaa.return %t : !t
  }
}

// -----

!t = !nv_tileaa.mem_token
!mf = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!mh = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!vf = !nv_tileaa.tiled_view<128x256, !mf, steps = [128, 256], dims = [0, 1]>
!vh = !nv_tileaa.tiled_view<128x256, !mh, steps = [128, 256], dims = [0, 1]>

gpu.module @whole attributes {nv_tileaa.compute_capability = 100 : i32} {
  // 64 KiB of f16 go through shared memory as they are; a dot that is accumulated otherwise is not in columns of
  // registers.
  // CHECK-LABEL: nv_tileaa.func @whole
  // CHECK-NOT: nv_tileaa.extract
  // CHECK-COUNT-2: nv_tileaa.tiled_store {{.*}} : tensor<128x256x
  nv_tileaa.func @whole(%a: tensor<128x64xf16>, %b: tensor<64x256xf16>, %x: tensor<128x256xf32>, %c: !mf, %h: !mh, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %d = nv_tileaa.dot %a, %b, %zero : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %narrow = nv_tileaa.fp_to_fp %d : tensor<128x256xf32> -> tensor<128x256xf16>
    %vh = nv_tileaa.block_tile %h : !mh -> !vh
    %t0 = nv_tileaa.tiled_store <weak> %narrow, %vh[%n, %n] {in_bounds = array<i1: false, false>} : tensor<128x256xf16>, !vh[i32, i32] -> !t
    %vf = nv_tileaa.block_tile %c : !mf -> !vf
    %t1 = nv_tileaa.tiled_store <weak> %x, %vf[%n, %n] {in_bounds = array<i1: false, false>} : tensor<128x256xf32>, !vf[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!mf = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!vf = !nv_tileaa.tiled_view<128x256, !mf, steps = [128, 256], dims = [0, 1]>

// Fragments of mma.sync are stored as they are.
gpu.module @fragments attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: nv_tileaa.func @fragments
  // CHECK-NOT: nv_tileaa.extract
  nv_tileaa.func @fragments(%a: tensor<128x64xf16>, %b: tensor<64x256xf16>, %c: !mf, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %d = nv_tileaa.dot %a, %b, %zero : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %v = nv_tileaa.block_tile %c : !mf -> !vf
    %t = nv_tileaa.tiled_store <weak> %d, %v[%n, %n] {in_bounds = array<i1: false, false>} : tensor<128x256xf32>, !vf[i32, i32] -> !t
    nv_tileaa.return
  }
}
