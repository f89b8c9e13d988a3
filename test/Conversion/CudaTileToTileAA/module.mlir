// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s
// Req: A-03
// Req: A-04
// Req: A-05
// Req: F-05

// CHECK:      gpu.module @kernels attributes {
// CHECK-SAME:   nv_tileaa.compute_capability = 90 : i32
// CHECK-SAME:   nv_tileaa.target_spec = "sm_90"
// CHECK-NOT:  cuda_tile
cuda_tile.module @kernels {
  // CHECK:      nv_tileaa.func @empty(%{{.*}}: !nv_tileaa.ptr<f32>, %{{.*}}: i32)
  // CHECK-SAME:   nv_tileaa.compute_capability = 90 : i32
  // CHECK-SAME:   nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4
  // CHECK-SAME:   nv_tileaa.target_spec = "sm_90"
  // CHECK:        nv_tileaa.return
  entry @empty(%a: tile<ptr<f32>>, %n: tile<i32>) {
    return
  }
}
