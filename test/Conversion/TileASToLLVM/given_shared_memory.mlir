// The kernel's attribute gives the size, whoever planned it.
// Req: H-06, H-09
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s
// CHECK-LABEL: gpu.module @given
// CHECK: llvm.mlir.global internal @global_smem() {{.*}} : !llvm.array<1536 x i8>
gpu.module @given attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 1536 : i64} {
    nv_tileaa.return
  }
}

// The symbol has the largest alignment of a buffer.
// Req: H-03
#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64]]}>
!b = !nv_tileaa.memref<128xf32, shared, layout = #line>

// CHECK-LABEL: gpu.module @aligned
// CHECK-DAG: @global_smem_few() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<512 x i8>
// CHECK-DAG: @global_smem_much() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1536 x i8>
gpu.module @aligned attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @few() attributes {nv_tileas.shared_memory = 512 : i64} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    nv_tileaa.return
  }
  nv_tileaa.func @much() attributes {nv_tileas.shared_memory = 1536 : i64} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 1024 : i64} : !b
    nv_tileaa.return
  }
}
