// MMAs in tensor memory: the lowering of each operation. The instruction descriptor has types, transpositions, columns
// / 8 and rows / 16; with scales, rows / 128, their type and the bytes of a column where they begin.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-cute-nvgpu-to-nvvm))' | FileCheck %s
// Req: G-31, G-35

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
// CHECK-LABEL: @products
llvm.func @products(%a: i64, %b: i64, %d: !llvm.ptr<6>, %bar: !llvm.ptr<3>, %yes: i1, %w: i32) {
  // CHECK: nvvm.tcgen05.relinquish_alloc_permit
  cute_nvgpu.tcgen05.relinquish_alloc_permit
  // CHECK: nvvm.tcgen05.st %{{.*}}, %{{.*}} {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  cute_nvgpu.atom.tmem_store <tmem_store.32x32b, 1> %w, %d : i32, !llvm.ptr<6>
  // Four words of a thread in eight columns of 16 lanes.
  // CHECK: %[[V:.*]] = nvvm.tcgen05.ld %{{.*}} {shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>} : vector<8xi32>
  %half = cute_nvgpu.atom.tmem_load <tmem_load.16x256b, 2> %d : !llvm.ptr<6> -> vector<8xi32>
  // CHECK: nvvm.tcgen05.st %{{.*}}, %[[V]] {shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>} : vector<8xi32>
  cute_nvgpu.atom.tmem_store <tmem_store.16x256b, 2> %half, %d : vector<8xi32>, !llvm.ptr<6>
  // CHECK: nvvm.tcgen05.wait <store>
  cute_nvgpu.tcgen05.wait_st
  // CHECK: nvvm.tcgen05.fence <before>
  cute_nvgpu.tcgen05.fence_before
  // CHECK: nvvm.tcgen05.fence <after>
  cute_nvgpu.tcgen05.fence_after
  // f32 accumulators, f16, both transposed, 64 columns, 128 rows.
  // CHECK: %[[F16:.*]] = llvm.mlir.constant(135364624 : i32)
  // CHECK: nvvm.tcgen05.mma %{{.*}}, %{{.*}}, %{{.*}}, %[[F16]], %{{.*}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A[%a] transpose_a B[%b] transpose_b accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  // The same with 64 rows.
  // CHECK: %[[HALF:.*]] = llvm.mlir.constant(68255760 : i32)
  // CHECK: nvvm.tcgen05.mma %{{.*}}, %{{.*}}, %{{.*}}, %[[HALF]], %{{.*}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
  cute_nvgpu.tcgen05.mma <sm100.mma.m64k16.f16.f32, 64> A[%a] transpose_a B[%b] transpose_b accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  // CHECK: kind = #nvvm.tcgen05_mma_kind<tf32>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k8.tf32.f32, 64> A[%a] B[%b] accumulate(%yes) D[%d] : tf32, tf32, !llvm.ptr<6>
  // e4m3 and e5m2.
  // CHECK: %[[F8:.*]] = llvm.mlir.constant(138413072 : i32)
  // CHECK: nvvm.tcgen05.mma %{{.*}}, %{{.*}}, %{{.*}}, %[[F8]], %{{.*}} kind = #nvvm.tcgen05_mma_kind<f8f6f4>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.f8f6f4.f32, 256> A[%a] B[%b] accumulate(%yes) D[%d] : f8E4M3FN, f8E5M2, !llvm.ptr<6>
  // s32 accumulators, u8 and s8.
  // CHECK: kind = #nvvm.tcgen05_mma_kind<i8>
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.i8.i32, 32> A[%a] B[%b] accumulate(%yes) D[%d] : ui8, si8, !llvm.ptr<6>
  // e4m3 and e5m2, 64 columns, ue8m0 from byte 3.
  // CHECK: %[[MX:.*]] = llvm.mlir.constant(1754268720 : i32)
  // CHECK: nvvm.tcgen05.mma.block_scale %{{.*}}, %{{.*}}, %{{.*}}, %[[MX]], %{{.*}}, %{{.*}}, %{{.*}} {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.mxf8f6f4.f32, 64> A[%a] B[%b] accumulate(%yes) D[%d] scales[%d, %d] byte 3 : f8E4M3FN, f8E5M2, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  // CHECK: nvvm.tcgen05.mma.block_scale {{.*}} {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k64.mxf4.f32, 64> A[%a] B[%b] accumulate(%yes) D[%d] scales[%d, %d] byte 2 : f4E2M1FN, f4E2M1FN, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  // ue4m3, four scales of a row in each MMA.
  // CHECK: %[[NV:.*]] = llvm.mlir.constant(135267456 : i32)
  // CHECK: nvvm.tcgen05.mma.block_scale %{{.*}}, %{{.*}}, %{{.*}}, %[[NV]], {{.*}} {blockScale = #nvvm.tcgen05_mma_block_scale<block16>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4nvf4>}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k64.mxf4nvf4.f32, 64> A[%a] B[%b] accumulate(%yes) D[%d] scales[%d, %d] byte 0 : f4E2M1FN, f4E2M1FN, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  // CHECK: nvvm.tcgen05.cp %{{.*}}, %{{.*}} {multicast = #nvvm.tcgen05_cp_multicast<warpx4>, shape = #nvvm.tcgen05_cp_shape<shape_32x128b>}
  cute_nvgpu.atom.s2t_copy <s2t_copy.32x128b.warpx4> [%a] to [%d] : !llvm.ptr<6>
  // CHECK: nvvm.tcgen05.commit %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.tensor_commit %bar : !llvm.ptr<3>
  // CHECK: %[[STATE:.*]] = nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3> -> i64
  %state = cute_nvgpu.mbarrier.arrive_state %bar : !llvm.ptr<3>
  // CHECK: nvvm.mbarrier.try_wait %{{.*}}, %[[STATE]] : !llvm.ptr<3>, i64 -> i1
  %ready = cute_nvgpu.mbarrier.try_wait_state %bar, %state : !llvm.ptr<3>
  // CHECK: %[[V:.*]] = nvvm.tcgen05.ld %{{.*}} {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  %v = cute_nvgpu.atom.tmem_load <tmem_load.32x32b, 2> %d : !llvm.ptr<6> -> vector<2xi32>
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %x = llvm.extractelement %v[%c0 : i32] : vector<2xi32>
  // The loaded registers go through the wait.
  // CHECK: llvm.inline_asm has_side_effects {{.*}} "tcgen05.wait::ld.sync.aligned;", "=r,=r,0,1" %{{.*}}, %{{.*}} : (i32, i32) -> !llvm.struct<(i32, i32)>
  %l = cute_nvgpu.tcgen05.wait_ld [%x, %w] : (i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}
}
