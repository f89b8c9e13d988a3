// The eight rows of launch metadata, and when each is written.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm -split-input-file > %t
// RUN: FileCheck %s < %t
// RUN: tileiras-opt %t --convert-nv-tile-func-to-llvm -split-input-file | diff %t -

// Req: F-01, F-02, F-11, F-12, F-13, F-16, F-18, F-19, F-20, F-23
// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32)
// CHECK-SAME: cute.kernel, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 128, 1, 1>
// CHECK-NOT: nv_tileaa.
// CHECK-NOT: nvvm.kernel
// CHECK-NOT: nvvm.cluster_dim
// CHECK-NOT: nvvm.maxnreg
// CHECK: return
gpu.module @k {
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80"} {
    nv_tileaa.return
  }
}

// -----

// Req: F-13, F-14, F-15
// CHECK-LABEL: func.func @cluster
// CHECK-SAME: nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>
// CHECK-SAME: nvvm.reqntid = array<i32: 256, 1, 1>
gpu.module @k {
  nv_tileaa.func @cluster() attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8, clusterDimX = 2>,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    nv_tileaa.return
  }
}

// -----

// A target without clusters: one CTA.
// Req: A-27, F-14
// CHECK-LABEL: func.func @no_cluster
// CHECK-NOT: nvvm.cluster_dim
// CHECK-NOT: nvvm.blocksareclusters
// CHECK: return
gpu.module @k {
  nv_tileaa.func @no_cluster() attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, clusterDimX = 2>,
      nv_tileaa.compute_capability = 89 : i32, nv_tileaa.target_spec = "sm_89"} {
    nv_tileaa.return
  }
}

// -----

// 65536 registers / (4 tile blocks * 128 threads).
// Req: F-17
// CHECK-LABEL: func.func @occupancy
// CHECK-SAME: nvvm.maxnreg = 128 : i32
gpu.module @k {
  nv_tileaa.func @occupancy() attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileaa.occupancy = 4 : i32,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    nv_tileaa.return
  }
}

// -----

// One of the three attributes is missing: a helper, whose return keeps its
// operands.
// Req: F-05, F-06, F-24
// CHECK-LABEL: func.func @helper(
// CHECK-NOT: cute.kernel
// CHECK-NOT: nvvm.
// CHECK: return %{{.*}} : i32
gpu.module @k {
  nv_tileaa.func @helper(%x: i32) -> i32 attributes {
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    nv_tileaa.return %x : i32
  }
}

// -----

// Already converted: unchanged, as is all of this in a second run.
// Req: F-25
// CHECK-LABEL: func.func @done(%{{.*}}: !llvm.ptr<1>)
// CHECK-NEXT: return
gpu.module @k {
  func.func @done(%p: !llvm.ptr<1>) {
    return
  }
}

// -----

// More than the hardware has: the minimum that instructions need.
// CHECK-LABEL: func.func @crowded
// CHECK-SAME: nvvm.maxnreg = 32 : i32
gpu.module @k {
  nv_tileaa.func @crowded() attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileaa.occupancy = 32 : i32,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    nv_tileaa.return
  }
}

// -----

// Threads times CTAs overflows 32 bits.
// CHECK-LABEL: func.func @many
// CHECK-SAME: nvvm.maxnreg = 32 : i32
gpu.module @k {
  nv_tileaa.func @many() attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileaa.occupancy = 33554432 : i32,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    nv_tileaa.return
  }
}
