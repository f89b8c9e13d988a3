// A warpgroup MMA is one operation and one instruction: nvvm's where both matrices are in shared memory and it always
// accumulates, else inline assembly. The wait has every register in flight as operand and result.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

// Req: K-17, K-18
// GENERIC: "nvvm.wgmma.mma_async"{{.*}}scaleA = #nvvm.wgmma_scale_in<one>, {{.*}}scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>
!f4 = !llvm.struct<(f32, f32, f32, f32)>
!i4 = !llvm.struct<(i32, i32, i32, i32)>
module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {

// CHECK-LABEL: @products
// PTX-LABEL: .entry products
llvm.func @products(%p: !llvm.ptr<1>, %a: i64, %b: i64, %w: i32, %f: f32, %c: i1) attributes {nvvm.kernel} {
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned;", "=f,=r,0,1"
  // PTX: wgmma.fence.sync.aligned;
  %x = cute_nvgpu.wgmma.fence [%f, %w] : (f32, i32) -> !llvm.struct<(f32, i32)>
  // CHECK: %[[C:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[3] : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[C]], <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <col>], B[<f16>, <one>, <row>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  // PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{.*}}, p, 1,  1, 1,  1;
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%a] transpose_a B[%b] transpose_b C[%f, %f, %f, %f] : f16, f16, (i64, i64, f32, f32, f32, f32) -> !f4
  // CHECK: nvvm.wgmma.mma_async {{.*}}, <m = 64, n = 8, k = 32>, D[<f32>, <one>], A[<e4m3>, <one>, <row>], B[<e5m2>, <one>, <col>]
  // PTX: wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2
  %1 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k32.f8.f32, 8> A[%a] B[%b] C[%f, %f, %f, %f] : f8E4M3FN, f8E5M2, (i64, i64, f32, f32, f32, f32) -> !f4
  // CHECK: nvvm.wgmma.mma_async {{.*}}, <m = 64, n = 16, k = 32>, D[<s32>, <one>], A[<s8>, <one>, <row>], B[<u8>, <one>, <col>]
  // PTX: wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.u8
  %2 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k32.i8.i32, 16> A[%a] B[%b] C[%w, %w, %w, %w, %w, %w, %w, %w] : si8, ui8, (i64, i64, i32, i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32)>
  // Pairs of f16 share a register.
  // CHECK: nvvm.wgmma.mma_async {{.*}}, <m = 64, n = 8, k = 16>, D[<f16>, <one>]
  // PTX: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
  %3 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f16, 8> A[%a] B[%b] C[%w, %w] : f16, f16, (i64, i64, i32, i32) -> !llvm.struct<(i32, i32)>
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, 1, 1, 1, 1;", "=f,=f,=f,=f,r,r,r,r,l,0,1,2,3"
  // PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%{{.*}}}, {%{{.*}}}, %{{.*}}, 1, 1, 1, 1;
  %4 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.bf16.f32, 8> A[%w, %w, %w, %w] B[%b] transpose_b C[%f, %f, %f, %f] : bf16, bf16, (i32, i32, i32, i32, i64, f32, f32, f32, f32) -> !f4
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {$0, $1, $2, $3}, $4, $5, $6, 1, 1;", "=f,=f,=f,=f,l,l,b,0,1,2,3"
  // PTX: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {{.*}}, %p{{[0-9]+}}, 1, 1;
  %5 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k8.tf32.f32, 8> A[%a] B[%b] accumulate(%c) C[%f, %f, %f, %f] : tf32, tf32, (i64, i64, i1, f32, f32, f32, f32) -> !f4
  // CHECK: llvm.inline_asm {{.*}}"wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.s8 {$0, $1, $2, $3, $4, $5, $6, $7}, $8, $9, $10;"
  // PTX: wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.s8 {{.*}}, %p{{[0-9]+}};
  %6 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k32.i8.i32, 16> A[%a] B[%b] accumulate(%c) C[%w, %w, %w, %w, %w, %w, %w, %w] : ui8, si8, (i64, i64, i1, i32, i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32)>
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  // PTX: wgmma.commit_group.sync.aligned;
  cute_nvgpu.wgmma.commit_group
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 1;", "=f,=r,0,1"
  // PTX: wgmma.wait_group.sync.aligned 1;
  %7 = cute_nvgpu.wgmma.wait_group 1 [%f, %w] : (f32, i32) -> !llvm.struct<(f32, i32)>
  llvm.store volatile %0, %p : !f4, !llvm.ptr<1>
  llvm.store volatile %3, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
  llvm.store volatile %4, %p : !f4, !llvm.ptr<1>
  llvm.return
}
}
}
