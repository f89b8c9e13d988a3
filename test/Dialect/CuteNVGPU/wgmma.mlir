// Warpgroup MMAs round-trip, in their own syntax and in the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

!f4 = !llvm.struct<(f32, f32, f32, f32)>

// CHECK-LABEL: @products
func.func @products(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // CHECK: %{{.*}} = cute_nvgpu.wgmma.fence[%{{.*}}, %{{.*}}] : (f32, i32) -> !llvm.struct<(f32, i32)>
  %c = cute_nvgpu.wgmma.fence [%f, %w] : (f32, i32) -> !llvm.struct<(f32, i32)>
  // CHECK: %[[D:.*]] = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%{{.*}}] transpose_a B[%{{.*}}] transpose_b C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : f16, f16, (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %d = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%a] transpose_a B[%b] transpose_b C[%f, %f, %f, %f] : f16, f16, (i64, i64, f32, f32, f32, f32) -> !f4
  // CHECK: cute_nvgpu.wgmma.mma_async <sm90.mma.m64k32.f8.f32, 8> A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] B[%{{.*}}] accumulate(%{{.*}}) C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : f8E4M3FN, f8E5M2, (i32, i32, i32, i32, i64, i1, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %e = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k32.f8.f32, 8> A[%w, %w, %w, %w] B[%b] accumulate(%p) C[%f, %f, %f, %f] : f8E4M3FN, f8E5M2, (i32, i32, i32, i32, i64, i1, f32, f32, f32, f32) -> !f4
  // CHECK: cute_nvgpu.wgmma.commit_group
  cute_nvgpu.wgmma.commit_group
  // CHECK: cute_nvgpu.wgmma.wait_group 1[%{{.*}}, %{{.*}}] : (f32, i32) -> !llvm.struct<(f32, i32)>
  %g = cute_nvgpu.wgmma.wait_group 1 [%f, %w] : (f32, i32) -> !llvm.struct<(f32, i32)>
  return
}
