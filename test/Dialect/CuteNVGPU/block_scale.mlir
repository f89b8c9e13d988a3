// Block-scaled MMAs.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s

// CHECK-LABEL: @products
func.func @products(%w: i32, %f: f32) {
  // CHECK: cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] scale %{{.*}} byte 3 thread 1 B[%{{.*}}, %{{.*}}] scale %{{.*}} byte 2 thread 3 C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : f8E4M3FN, f8E5M2, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 3 thread 1 B[%w, %w] scale %w byte 2 thread 3 C[%f, %f, %f, %f] : f8E4M3FN, f8E5M2, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  return
}
