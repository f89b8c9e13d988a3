// MMAs and copies of tensor memory round-trip, in their own syntax and in the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

// CHECK-LABEL: @products
func.func @products(%a: i64, %b: i64, %d: !llvm.ptr<6>, %bar: !llvm.ptr<3>, %yes: i1, %w: i32) {
  // CHECK: cute_nvgpu.tcgen05.relinquish_alloc_permit
  cute_nvgpu.tcgen05.relinquish_alloc_permit
  // CHECK: cute_nvgpu.atom.tmem_store <tmem_store.32x32b, 1> %{{.*}}, %{{.*}} : i32, !llvm.ptr<6>
  cute_nvgpu.atom.tmem_store <tmem_store.32x32b, 1> %w, %d : i32, !llvm.ptr<6>
  // CHECK: cute_nvgpu.tcgen05.wait_st
  cute_nvgpu.tcgen05.wait_st
  // CHECK: cute_nvgpu.tcgen05.fence_before
  cute_nvgpu.tcgen05.fence_before
  // CHECK: cute_nvgpu.tcgen05.fence_after
  cute_nvgpu.tcgen05.fence_after
  // CHECK: cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A[%{{.*}}] transpose_a B[%{{.*}}] transpose_b accumulate(%{{.*}}) D[%{{.*}}] : f16, f16, !llvm.ptr<6>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A[%a] transpose_a B[%b] transpose_b accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  // CHECK: cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A tensor[%{{.*}} : !llvm.ptr<6>] B[%{{.*}}] transpose_b accumulate(%{{.*}}) D[%{{.*}}] : f16, f16, !llvm.ptr<6>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A tensor [%d : !llvm.ptr<6>] B[%b] transpose_b accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  // CHECK: cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.f8f6f4.f32, 256> A[%{{.*}}] B[%{{.*}}] accumulate(%{{.*}}) D[%{{.*}}] : f8E4M3FN, f8E5M2, !llvm.ptr<6>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.f8f6f4.f32, 256> A[%a] B[%b] accumulate(%yes) D[%d] : f8E4M3FN, f8E5M2, !llvm.ptr<6>
  // CHECK: cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.mxf8f6f4.f32, 64> A[%{{.*}}] B[%{{.*}}] accumulate(%{{.*}}) D[%{{.*}}] scales[%{{.*}}, %{{.*}}] byte 3 : f8E4M3FN, f8E5M2, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.mxf8f6f4.f32, 64> A[%a] B[%b] accumulate(%yes) D[%d] scales[%d, %d] byte 3 : f8E4M3FN, f8E5M2, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  // CHECK: cute_nvgpu.atom.s2t_copy <s2t_copy.32x128b.warpx4>[%{{.*}}] to[%{{.*}}] : !llvm.ptr<6>
  cute_nvgpu.atom.s2t_copy <s2t_copy.32x128b.warpx4> [%a] to [%d] : !llvm.ptr<6>
  // CHECK: cute_nvgpu.mbarrier.tensor_commit %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.tensor_commit %bar : !llvm.ptr<3>
  // CHECK: %[[STATE:.*]] = cute_nvgpu.mbarrier.arrive_state %{{.*}} : !llvm.ptr<3>
  %state = cute_nvgpu.mbarrier.arrive_state %bar : !llvm.ptr<3>
  // CHECK: cute_nvgpu.mbarrier.try_wait_state %{{.*}}, %[[STATE]] : !llvm.ptr<3>
  %ready = cute_nvgpu.mbarrier.try_wait_state %bar, %state : !llvm.ptr<3>
  // CHECK: cute_nvgpu.atom.tmem_load <tmem_load.32x32b, 8> %{{.*}} : !llvm.ptr<6> -> vector<8xi32>
  %v = cute_nvgpu.atom.tmem_load <tmem_load.32x32b, 8> %d : !llvm.ptr<6> -> vector<8xi32>
  // CHECK: cute_nvgpu.tcgen05.wait_ld[%{{.*}}, %{{.*}}] : (i32, i32) -> !llvm.struct<(i32, i32)>
  %l = cute_nvgpu.tcgen05.wait_ld [%w, %w] : (i32, i32) -> !llvm.struct<(i32, i32)>
  return
}
