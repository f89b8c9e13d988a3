// Accumulators that registers can't hold are computed slice by slice, with the loops around their dots.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-accumulators)))' --remark-format=emitRemark --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x256, !m, steps = [64, 256], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<256x256, !m, steps = [256, 256], dims = [0, 1]>

gpu.module @rows attributes {nv_tileaa.compute_capability = 90 : i32} {
  // 256 registers of each of 256 threads: two slices of 128 rows, in each of which a warpgroup has 64.
  // CHECK-LABEL: nv_tileaa.func @rows
  // CHECK: [[A:%.*]] = nv_tileaa.block_tile {{.*}} -> <128x64, {{.*}}, steps = [128, 64]
  // CHECK: scf.for [[S:%.*]] = %c0{{.*}} to %c2{{.*}} step %c1
  // CHECK: scf.for {{.*}} -> (tensor<128x256xf32>)
  // CHECK: nv_tileaa.tiled_load <weak> [[A]]
  // CHECK: nv_tileaa.dot {{.*}} tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
  // CHECK: nv_tileaa.tiled_store {{.*}} : tensor<128x256xf16>
  // CHECK-NOT: tensor<256x256
  // REMARK: accumulators of 256 registers of each thread, of 231 that there are, are computed in 2 slices along dimension 0
  nv_tileaa.func @rows(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d : tensor<256x256xf32>
    }
    %halft2 = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !m, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x512, !m, steps = [64, 512], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x512, !m, steps = [128, 512], dims = [0, 1]>

gpu.module @columns attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Half of 128 rows is less than two warpgroups multiply.
  // CHECK-LABEL: nv_tileaa.func @columns
  // CHECK: nv_tileaa.dot {{.*}} tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
  // CHECK-NOT: tensor<128x512
  // REMARK: accumulators of 256 registers of each thread, of 231 that there are, are computed in 2 slices along dimension 1
  nv_tileaa.func @columns(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x512xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x512xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x512xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x512xf16>, tensor<128x512xf32>
      scf.yield %d : tensor<128x512xf32>
    }
    %halft2 = arith.truncf %sum : tensor<128x512xf32> to tensor<128x512xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<128x512xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<256x128, !m, steps = [256, 128], dims = [0, 1]>

gpu.module @fits attributes {nv_tileaa.compute_capability = 90 : i32} {
  // There are registers for 128.
  // CHECK-LABEL: nv_tileaa.func @fits
  // CHECK-COUNT-1: scf.for
  // CHECK-NOT: scf.for
  nv_tileaa.func @fits(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x128xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
      scf.yield %d : tensor<256x128xf32>
    }
    %halft2 = arith.truncf %sum : tensor<256x128xf32> to tensor<256x128xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x128xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x256, !m, steps = [64, 256], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<256x256, !m, steps = [256, 256], dims = [0, 1]>

gpu.module @tensor_memory attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Tensor memory has the accumulators.
  // CHECK-LABEL: nv_tileaa.func @tensor_memory
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  nv_tileaa.func @tensor_memory(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d : tensor<256x256xf32>
    }
    %halft2 = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x256, !m, steps = [64, 256], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<256x256, !m, steps = [256, 256], dims = [0, 1]>

gpu.module @in_a_row attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Loops in a row share a ring where no loop is around them.
  // CHECK-LABEL: nv_tileaa.func @in_a_row
  // CHECK-COUNT-4: scf.for {{.*}} -> (tensor<128x256xf32>)
  // CHECK-NOT: scf.for
  // REMARK: are computed in 2 slices along dimension 0
  nv_tileaa.func @in_a_row(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %first = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d : tensor<256x256xf32>
    }
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %first) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d : tensor<256x256xf32>
    }
    %halft2 = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<64x64, !m, steps = [64, 64], dims = [0, 1]>

gpu.module @small attributes {nv_tileaa.compute_capability = 90 : i32} {
  // 64 rows of two dots, and of what the second one multiplies, for one warp.
  // CHECK-LABEL: nv_tileaa.func @small
  // CHECK-COUNT-2: nv_tileaa.dot {{.*}} tensor<64x64xf32>
  // REMARK: accumulators of 320 registers of each thread, of 231 that there are, are not computed in slices: 'nv_tileaa.dot' stands in the way: warpgroups need more rows or columns than a slice has
  nv_tileaa.func @small(%a: !m, %c: !m, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %va = nv_tileaa.block_tile %a : !m -> !v
    %v = nv_tileaa.block_tile %c : !m -> !v
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<64x64xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !v[i32, i32] -> tensor<64x64xf16>, !t
    %d = nv_tileaa.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %p = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    %e = nv_tileaa.dot %p, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %half = arith.truncf %e : tensor<64x64xf32> to tensor<64x64xf16>
    %t = nv_tileaa.tiled_store <weak> %half, %v[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x64xf16>, !v[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x256, !m, steps = [64, 256], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<256x256, !m, steps = [256, 256], dims = [0, 1]>

gpu.module @two_users attributes {nv_tileaa.compute_capability = 90 : i32} {
  // One loop over slices has both stores, so the dot is computed once.
  // CHECK-LABEL: nv_tileaa.func @two_users
  // CHECK: scf.for {{.*}} = %c0{{.*}} to %c2{{.*}} step %c1
  // CHECK: nv_tileaa.dot {{.*}} tensor<128x256xf32>
  // CHECK: nv_tileaa.tiled_store {{.*}} : tensor<128x256xf16>
  // CHECK: nv_tileaa.tiled_store {{.*}} : tensor<128x256xf16>
  // CHECK-NOT: nv_tileaa.dot
  // REMARK: accumulators of 256 registers of each thread, of 231 that there are, are computed in 2 slices along dimension 0
  nv_tileaa.func @two_users(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d : tensor<256x256xf32>
    }
    %halft2 = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    %halft3 = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t3 = nv_tileaa.tiled_store <weak> %halft3, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<1024x64, !m, steps = [1024, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x512, !m, steps = [64, 512], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<1024x512, !m, steps = [1024, 512], dims = [0, 1]>

gpu.module @too_large attributes {nv_tileaa.compute_capability = 90 : i32} {
  // A quarter of a tile has 256, and an eighth fits; of this one even an eighth has too many.
  // CHECK-LABEL: nv_tileaa.func @too_large
  // CHECK: nv_tileaa.dot {{.*}} tensor<1024x512xf32>
  // REMARK: accumulators of 2048 registers of each thread, of 231 that there are, are not computed in slices: 'nv_tileaa.tiled_store' stands in the way: slices of its tile have too many accumulators, too
  nv_tileaa.func @too_large(%a: !m, %b: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<1024x512xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<1024x512xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<1024x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x512xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<1024x64xf16>, tensor<64x512xf16>, tensor<1024x512xf32>
      scf.yield %d : tensor<1024x512xf32>
    }
    %halft2 = arith.truncf %sum : tensor<1024x512xf32> to tensor<1024x512xf16>
    %t2 = nv_tileaa.tiled_store <weak> %halft2, %vc[%i, %c0] {in_bounds = array<i1: false, false>} : tensor<1024x512xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }
}

// -----

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<256x64, !m, steps = [256, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x256, !m, steps = [64, 256], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<256x256, !m, steps = [256, 256], dims = [0, 1]>

gpu.module @others attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Something else is stored.
  // CHECK-LABEL: nv_tileaa.func @others
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.dot' stands in the way: the tile that is stored is not computed from it
  nv_tileaa.func @others(%x: tensor<256x64xf16>, %y: tensor<64x256xf16>, %c: !m, %i: i32) -> tensor<256x256xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %one = arith.constant dense<1.0> : tensor<256x256xf16>
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %d = nv_tileaa.dot %x, %y, %zero : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
    %t2 = nv_tileaa.tiled_store <weak> %one, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return %d : tensor<256x256xf32>
  }

  // CHECK-LABEL: nv_tileaa.func @no_store
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.dot' stands in the way: no store takes the accumulators
  nv_tileaa.func @no_store(%x: tensor<256x64xf16>, %y: tensor<64x256xf16>) -> tensor<256x256xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %d = nv_tileaa.dot %x, %y, %zero : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
    nv_tileaa.return %d : tensor<256x256xf32>
  }

  // A slice of the second dot needs all of the first one, which is there before the store.
  // CHECK-LABEL: nv_tileaa.func @visible
  // CHECK-COUNT-2: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.dot' stands in the way: it needs the accumulators as a whole
  nv_tileaa.func @visible(%a: !m, %c: !m, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !vc
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !vc[i32, i32] -> tensor<256x256xf16>, !t
    %d = nv_tileaa.dot %x, %x, %zero : tensor<256x256xf16>, tensor<256x256xf16>, tensor<256x256xf32>
    %p = arith.truncf %d : tensor<256x256xf32> to tensor<256x256xf16>
    %e = nv_tileaa.dot %p, %p, %zero : tensor<256x256xf16>, tensor<256x256xf16>, tensor<256x256xf32>
    %half = arith.truncf %e : tensor<256x256xf32> to tensor<256x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }

  // In a loop it would be computed for each slice.
  // CHECK-LABEL: nv_tileaa.func @again
  // CHECK-COUNT-2: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.dot' stands in the way: each slice would compute it again
  nv_tileaa.func @again(%a: !m, %c: !m, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !vc
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] {in_bounds = array<i1: false, false>} : !vc[i32, i32] -> tensor<256x256xf16>, !t
      %d = nv_tileaa.dot %x, %x, %zero : tensor<256x256xf16>, tensor<256x256xf16>, tensor<256x256xf32>
      %p = arith.truncf %d : tensor<256x256xf32> to tensor<256x256xf16>
      %e = nv_tileaa.dot %p, %p, %acc : tensor<256x256xf16>, tensor<256x256xf16>, tensor<256x256xf32>
      scf.yield %e : tensor<256x256xf32>
    }
    %half = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%i, %i] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }

  // The loop stays for its other store, with the dot.
  // CHECK-LABEL: nv_tileaa.func @effects
  // CHECK-COUNT-1: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'scf.for' stands in the way: it has other effects
  nv_tileaa.func @effects(%a: !m, %b: !m, %c: !m, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %one = arith.constant dense<1.0> : tensor<256x64xf16>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %vd = nv_tileaa.block_tile %c : !m -> !va
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%c0, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      %t2 = nv_tileaa.tiled_store <weak> %one, %vd[%k, %k] {in_bounds = array<i1: false, false>} : tensor<256x64xf16>, !va[i32, i32] -> !t
      scf.yield %d : tensor<256x256xf32>
    }
    %half = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t3 = nv_tileaa.tiled_store <weak> %half, %vc[%n, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }

  // The store waits for loads of the loop.
  // CHECK-LABEL: nv_tileaa.func @token
  // CHECK-COUNT-1: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'nv_tileaa.tiled_load' stands in the way: it has no slices
  nv_tileaa.func @token(%a: !m, %b: !m, %c: !m, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %t = nv_tileaa.create_mem_token : !t
    %sum, %after = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %before = %t) -> (tensor<256x256xf32>, !t) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%c0, %k] token = %before {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d, %t0 : tensor<256x256xf32>, !t
    }
    %half = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
    %t3 = nv_tileaa.tiled_store <weak> %half, %vc[%n, %c0] token = %after {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
    nv_tileaa.return
  }

  // A loop carries the accumulators past the store.
  // CHECK-LABEL: nv_tileaa.func @carried
  // CHECK: nv_tileaa.dot {{.*}} tensor<256x256xf32>
  // REMARK: are not computed in slices: 'scf.for' stands in the way: it has no slices
  nv_tileaa.func @carried(%a: !m, %b: !m, %c: !m, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256x256xf32>
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %vc = nv_tileaa.block_tile %c : !m -> !vc
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%c0, %k] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<256x64xf16>, !t
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %c0] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x256xf16>, !t
      %d = nv_tileaa.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      %half = arith.truncf %d : tensor<256x256xf32> to tensor<256x256xf16>
      %t2 = nv_tileaa.tiled_store <weak> %half, %vc[%k, %c0] {in_bounds = array<i1: false, false>} : tensor<256x256xf16>, !vc[i32, i32] -> !t
      scf.yield %d : tensor<256x256xf32>
    }
    nv_tileaa.return
  }
}
