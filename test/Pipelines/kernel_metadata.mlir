// A kernel's metadata and its PTX have the same launch requirements.
// Req: F-27, L-07
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s

// CHECK: .entry kernel(
// CHECK: .reqntid 256, 1, 1
// CHECK: .minnctapersm 1
// CHECK: .maxnreg 128
// CHECK: .reqnctapercluster 2, 1, 1
// CHECK: .blocksareclusters
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f32>, %x: f32) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8, clusterDimX = 2>, nv_tileaa.occupancy = 2 : i32,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    %t = nv_tileas.store <weak> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
