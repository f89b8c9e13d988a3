// No buffers, no symbol; an existing one is used, and aligned.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file | FileCheck %s

// Req: H-07
// CHECK-LABEL: gpu.module @none
// CHECK-NOT: global_smem
// CHECK: llvm.func @f
gpu.module @none attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f() {
    nv_tileaa.return
  }
}

// -----

// There is one symbol for each kernel that uses shared memory, where there are several.
// Req: G-32
#a = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#b = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>

// CHECK-LABEL: gpu.module @several
// CHECK-DAG: @global_smem_f() {{.*}} : !llvm.array<512 x i8>
// CHECK-DAG: @global_smem_g() {{.*}} : !llvm.array<256 x i8>
// CHECK-NOT: llvm.mlir.global
// CHECK: llvm.func @f
// CHECK: llvm.mlir.addressof @global_smem_f
// CHECK: llvm.func @g
// CHECK: llvm.mlir.addressof @global_smem_g
// CHECK: llvm.func @h
gpu.module @several attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f(%x: tensor<128xf32, #a>) -> tensor<128xf32, #b> {
    %y = nv_tileas.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
    nv_tileaa.return %y : tensor<128xf32, #b>
  }
  nv_tileaa.func @g(%x: tensor<128xf16, #a>) -> tensor<128xf16, #b> {
    %y = nv_tileas.convert_layout %x : tensor<128xf16, #a> -> tensor<128xf16, #b>
    nv_tileaa.return %y : tensor<128xf16, #b>
  }
  nv_tileaa.func @h() {
    nv_tileaa.return
  }
}

// -----

#a = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#b = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>

// Req: H-08
// CHECK-LABEL: gpu.module @existing
// CHECK: llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x i8>
// CHECK-NOT: llvm.mlir.global
gpu.module @existing attributes {nv_tileaa.compute_capability = 80 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32} : !llvm.array<4096 x i8>
  nv_tileaa.func @f(%x: tensor<128xf32, #a>) -> tensor<128xf32, #b> {
    %y = nv_tileas.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
    nv_tileaa.return %y : tensor<128xf32, #b>
  }
}
