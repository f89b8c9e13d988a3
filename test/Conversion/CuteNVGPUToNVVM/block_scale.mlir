// Block-scaled MMAs are nvvm's; the selectors are constants in the instruction.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_120 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 120 : i32} {
// CHECK-LABEL: @products
// PTX-LABEL: .entry products
llvm.func @products(%p: !llvm.ptr<1>, %w: i32, %f: f32) attributes {nvvm.kernel} {
  // CHECK: nvvm.mma.block_scale A[{{.*}}] B[{{.*}}] C[{{.*}}] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e5m2>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>}
  // PTX: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e5m2.f32.ue8m0
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 3 thread 1 B[%w, %w] scale %w byte 2 thread 3 C[%f, %f, %f, %f] : f8E4M3FN, f8E5M2, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.store volatile %0, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
  llvm.return
}
}
}
