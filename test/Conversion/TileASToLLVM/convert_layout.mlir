// Registers, lanes, shared memory: as little as the two layouts require.
// Req: G-12, G-27, G-35, H-01, H-02, H-04, H-05, H-11, L-08
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#row = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#swapped = #nv_tileas.layout<{register=[[0,2],[0,1]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#lanes = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,8],[0,4],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#warps = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[4,0],[8,0]], warp=[[1,0],[2,0]]}>

// 16 x 32 f32.
// CHECK: llvm.mlir.global internal @global_smem_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<2048 x i8>
// CHECK-NOT: llvm.mlir.global
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @registers
  // CHECK-COUNT-4: llvm.extractvalue %{{.*}} : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: nvvm.barrier
  // CHECK: llvm.return
  nv_tileaa.func @registers(%x: tensor<16x32xf32, #row>) -> tensor<16x32xf32, #swapped> {
    %y = nv_tileas.convert_layout %x : tensor<16x32xf32, #row> -> tensor<16x32xf32, #swapped>
    nv_tileaa.return %y : tensor<16x32xf32, #swapped>
  }

  // CHECK-LABEL: llvm.func @shuffle
  // CHECK-COUNT-4: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.barrier
  // CHECK: llvm.return
  nv_tileaa.func @shuffle(%x: tensor<16x32xf32, #row>) -> tensor<16x32xf32, #lanes> {
    %y = nv_tileas.convert_layout %x : tensor<16x32xf32, #row> -> tensor<16x32xf32, #lanes>
    nv_tileaa.return %y : tensor<16x32xf32, #lanes>
  }

  // CHECK-LABEL: llvm.func @shared
  // CHECK: llvm.mlir.addressof @global_smem_shared : !llvm.ptr<3>
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT: llvm.store
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK-NOT: nvvm.barrier
  nv_tileaa.func @shared(%x: tensor<16x32xf32, #row>) -> tensor<16x32xf32, #warps> {
    %y = nv_tileas.convert_layout %x : tensor<16x32xf32, #row> -> tensor<16x32xf32, #warps>
    nv_tileaa.return %y : tensor<16x32xf32, #warps>
  }
}
