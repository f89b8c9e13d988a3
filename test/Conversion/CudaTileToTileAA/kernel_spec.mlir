// RUN: tileiras-opt %s --convert-cudatile-to-tileaa="compute-capability=90 num-warps=2" | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa="compute-capability=80 num-warps=2" | FileCheck %s --check-prefixes=CHECK,SM80

cuda_tile.module @kernels {
  // CHECK: nv_tileaa.func @options
  // CHECK-NOT: nv_tileaa.{{occupancy|cluster_hint}}
  // CHECK: #nv_tileaa.kernel_spec<numWarps = 2
  entry @options() { return }

  // The architecture's own hint wins over the default one.
  // CHECK: nv_tileaa.func @hints
  // CHECK-SAME: nv_tileaa.cluster_hint = 2 : i32
  // SM90: #nv_tileaa.kernel_spec<numWarps = 8
  // SM90-NOT: clusterDimX = 2
  // SM90: nv_tileaa.occupancy = 3 : i32
  // SM80: #nv_tileaa.kernel_spec<numWarps = 4
  // SM80-NOT: clusterDimX = 2
  // SM80: nv_tileaa.occupancy = 1 : i32
  entry @hints() optimization_hints=<sm_90 = {num_worker_warps_per_cta = 8, occupancy = 3}, default = {num_worker_warps_per_cta = 4, num_cta_in_cga = 2, occupancy = 1}> {
    return
  }

  // A hint is advice. A nonsensical one counts as absent, and more CTAs than an SM holds count as its maximum.
  // CHECK: nv_tileaa.func @none
  // CHECK-NOT: nv_tileaa.{{occupancy|cluster_hint}}
  // CHECK: #nv_tileaa.kernel_spec<numWarps = 2
  entry @none() optimization_hints=<default = {num_worker_warps_per_cta = 0, num_cta_in_cga = -2, occupancy = 0}> { return }
  // CHECK: nv_tileaa.func @negative
  // CHECK-NOT: nv_tileaa.{{occupancy|cluster_hint}}
  // CHECK: #nv_tileaa.kernel_spec<numWarps = 2
  entry @negative() optimization_hints=<default = {num_worker_warps_per_cta = 4294967300 : i64, occupancy = -1}> { return }
  // CHECK: nv_tileaa.func @other_types
  // CHECK-NOT: nv_tileaa.{{occupancy|cluster_hint}}
  // CHECK: #nv_tileaa.kernel_spec<numWarps = 2
  entry @other_types() optimization_hints=<default = {num_worker_warps_per_cta = "two", num_cta_in_cga = [2], occupancy = true}> { return }
  // CHECK: nv_tileaa.func @large
  // CHECK-SAME: nv_tileaa.cluster_hint = 2147483647 : i32
  // CHECK-SAME: nv_tileaa.occupancy = 32 : i32
  entry @large() optimization_hints=<default = {num_cta_in_cga = 4294967298 : i64, occupancy = 33554432}> { return }
  // CHECK: nv_tileaa.func @wide
  // CHECK-SAME: nv_tileaa.occupancy = 2 : i32
  entry @wide() optimization_hints=<default = {occupancy = 2 : i128}> { return }
}
