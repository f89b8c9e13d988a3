// The size is what the attribute of the kernel says, whoever planned it.
// Req: H-09
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s
// CHECK-LABEL: gpu.module @given
// CHECK: llvm.mlir.global internal @global_smem() {{.*}} : !llvm.array<1536 x i8>
gpu.module @given attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 1536 : i64} {
    nv_tileaa.return
  }
}
