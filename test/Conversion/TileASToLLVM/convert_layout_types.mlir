// Elements have the same size in shared memory as in registers: a pointer is 8 bytes, tf32 is an f32, i1 is a byte.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file | FileCheck %s

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#warps = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>
!ptr = !nv_tileaa.ptr<f16>

// CHECK-LABEL: gpu.module @pointers
// CHECK: @global_smem() {{.*}} : !llvm.array<1024 x i8>
// CHECK: %[[STORED:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
// CHECK: llvm.store %[[STORED]], {{.*}} {alignment = 8 : i64} : i64, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: %[[LOADED:.*]] = llvm.load {{.*}} : !llvm.ptr<3> -> i64
// CHECK: llvm.inttoptr %[[LOADED]] : i64 to !llvm.ptr<1>
gpu.module @pointers attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f(%x: tensor<128x!ptr, #lanes>) -> tensor<128x!ptr, #warps> {
    %y = nv_tileas.convert_layout %x : tensor<128x!ptr, #lanes> -> tensor<128x!ptr, #warps>
    nv_tileaa.return %y : tensor<128x!ptr, #warps>
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#warps = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>

// CHECK-LABEL: gpu.module @tf32
// CHECK: @global_smem() {{.*}} : !llvm.array<512 x i8>
// CHECK: llvm.getelementptr %{{.*}} : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
// CHECK: llvm.store {{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
gpu.module @tf32 attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f(%x: tensor<128xtf32, #lanes>) -> tensor<128xtf32, #warps> {
    %y = nv_tileas.convert_layout %x : tensor<128xtf32, #lanes> -> tensor<128xtf32, #warps>
    nv_tileaa.return %y : tensor<128xtf32, #warps>
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#warps = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>

// CHECK-LABEL: gpu.module @bools
// CHECK: @global_smem() {{.*}} : !llvm.array<128 x i8>
// CHECK: llvm.store {{.*}} : i8, !llvm.ptr<3>
gpu.module @bools attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f(%x: tensor<128xi1, #lanes>) -> tensor<128xi1, #warps> {
    %y = nv_tileas.convert_layout %x : tensor<128xi1, #lanes> -> tensor<128xi1, #warps>
    nv_tileaa.return %y : tensor<128xi1, #warps>
  }
}
