// A dot of what another dot gave, in slices along K.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-and-fuse)))' | FileCheck %s

!a = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!c = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!qv = !nv_tileaa.tiled_view<32x16, !a, steps = [32, 16], dims = [0, 1]>
!kv = !nv_tileaa.tiled_view<64x32, !a, steps = [64, 32], dims = [0, 1]>
!vv = !nv_tileaa.tiled_view<64x256, !a, steps = [64, 256], dims = [0, 1]>
!ov = !nv_tileaa.tiled_view<256x16, !c, steps = [256, 16], dims = [0, 1]>
!t = !nv_tileaa.mem_token

// The first dot is computed once: K slices of its rounded results are taken from them, and those of V are loaded, each as
// deep as the instruction.
// CHECK-LABEL: @chained_products
// CHECK: [[S:%.*]] = nv_tileaa.dot {{.*}} : tensor<64x32xf16>, tensor<32x16xf16>, tensor<64x16xf32>
// CHECK-NOT: nv_tileaa.dot
// CHECK: [[P:%.*]] = nv_tileaa.fp_to_fp [[S]]
// CHECK: scf.for [[SLICE:%.*]] = %c0{{.*}} to %c4{{.*}} iter_args([[ACC:%.*]] = %{{.*}}) -> (tensor<256x16xf32>)
// CHECK-NOT: nv_tileaa.dot
// CHECK-DAG: [[B:%.*]] = nv_tileaa.extract [[P]][[[SLICE]], %{{.*}}] : tensor<64x16xf16> -> tensor<16x16xf16>
// CHECK-DAG: [[V:%.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}} -> tensor<16x256xf16>
// CHECK-DAG: [[A:%.*]] = nv_tileaa.permute [[V]] [1, 0]
// CHECK: nv_tileaa.dot [[A]], [[B]], [[ACC]]
gpu.module @m attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @chained_products(%a: !a, %c: !c, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %zero = arith.constant dense<0.0> : tensor<64x16xf32>
    %zeros = arith.constant dense<0.0> : tensor<256x16xf32>
    %qv = nv_tileaa.block_tile %a : !a -> !qv
    %kv = nv_tileaa.block_tile %a : !a -> !kv
    %vv = nv_tileaa.block_tile %a : !a -> !vv
    %ov = nv_tileaa.block_tile %c : !c -> !ov
    %q, %k0 = nv_tileaa.tiled_load <weak> %qv[%i, %i] {in_bounds = array<i1: false, false>} : !qv [i32, i32] -> tensor<32x16xf16>, !t
    %k, %k1 = nv_tileaa.tiled_load <weak> %kv[%i, %i] {in_bounds = array<i1: false, false>} : !kv [i32, i32] -> tensor<64x32xf16>, !t
    %v, %k2 = nv_tileaa.tiled_load <weak> %vv[%i, %i] {in_bounds = array<i1: false, false>} : !vv [i32, i32] -> tensor<64x256xf16>, !t
    %s = nv_tileaa.dot %k, %q, %zero : tensor<64x32xf16>, tensor<32x16xf16>, tensor<64x16xf32>
    %p = nv_tileaa.fp_to_fp %s : tensor<64x16xf32> -> tensor<64x16xf16>
    %vt = nv_tileaa.permute %v [1, 0] : tensor<64x256xf16> -> tensor<256x64xf16>
    %d = nv_tileaa.dot %vt, %p, %zeros : tensor<256x64xf16>, tensor<64x16xf16>, tensor<256x16xf32>
    %l = nv_tileaa.tiled_store <weak> %d, %ov[%i, %i] {in_bounds = array<i1: false, false>} : tensor<256x16xf32>, !ov [i32, i32] -> !t
    nv_tileaa.return
  }
}
