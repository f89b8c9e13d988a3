// Blackwell transposes matrices of bytes, which need two registers each.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_120 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 120 : i32} {
// CHECK-LABEL: @loads
// PTX-LABEL: .entry loads
llvm.func @loads(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>) attributes {nvvm.kernel} {
  // CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b8>, layout = #nvvm.mma_layout<col>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  // PTX: ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8
  %0 = cute_nvgpu.ldsm %s <ldsm.m16n16.b8.trans, 1> : !llvm.ptr<3>
  llvm.store volatile %0, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
  // CHECK: nvvm.ldmatrix {{.*}}num = 2 : i32{{.*}} -> !llvm.struct<(i32, i32, i32, i32)>
  // PTX: ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8
  %1 = cute_nvgpu.ldsm %s <ldsm.m16n16.b8.trans, 2> : !llvm.ptr<3>
  llvm.store volatile %1, %p : !llvm.struct<(i32, i32, i32, i32)>, !llvm.ptr<1>
  llvm.return
}
}
}
