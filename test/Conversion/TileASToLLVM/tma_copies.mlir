// TMA copies become instructions of one thread, tensor maps parameters of the kernel with a note on how to build them.
// Req: F-21, G-29, K-04, K-05, K-06, K-07, K-08, K-09, K-11, K-12
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-attach-tma-desc-args),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm,cute-kernel-to-nvvm))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-attach-tma-desc-args),convert-nv-tile-func-to-llvm))' | FileCheck %s --check-prefix=BOUNDARY
// RUN: tileiras-opt %s --mlir-print-op-generic --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-attach-tma-desc-args),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s --check-prefix=GENERIC

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[0,64]]}>
!array = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x128, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [16, 128], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x128xf16, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // 16 x 128 elements of two bytes are two boxes of 64 columns: 128 bytes in a row, swizzled.
  // version, maps; parameter, base, F16, 128 bytes, zeros, rank; columns: parameter 2, stride 1, box 64; rows: parameter 1, pitch 3, box 16
  // CHECK: llvm.mlir.global internal @global_smem() {addr_space = 3 : i32, alignment = 1024 : i64}
  // CHECK: llvm.mlir.global external constant @__tileiras_tensor_maps_kernel(dense<[1, 1, 5, 0, 6, 3, 0, 2, 1, 2, 0, 1, 64, 1, 1, 1, 3, 16]> : tensor<18xi64>) {addr_space = 1 : i32, alignment = 8 : i64}
  // BOUNDARY: func.func @kernel({{.*}}, %{{.*}}: !llvm.ptr {cute_nvgpu.grid_constant, llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>})
  // CHECK-LABEL: llvm.func @kernel
  // CHECK-SAME: %[[DESC:[a-z0-9]*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  // CHECK: %[[START:.*]] = llvm.extractvalue %{{.*}}[0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
  // CHECK: %[[BAR:.*]] = llvm.extractvalue %{{.*}}[0] : !llvm.struct<(ptr<3>, i32)>
  // CHECK: llvm.cond_br
  // CHECK: %[[Y:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
  // CHECK: %[[X:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[START]], %[[DESC]], %[[BAR]], box[%[[X]], %[[Y]]] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  // CHECK: %[[NEXT:.*]] = llvm.getelementptr %[[START]][2048]
  // CHECK: %[[RIGHT:.*]] = llvm.add %[[X]], %{{.*}} : i32
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[NEXT]], %[[DESC]], %[[BAR]], box[%[[RIGHT]], %[[Y]]] {isCTAOnly = true}
  // GENERIC: "nvvm.cp.async.bulk.tensor.shared.cluster.global"{{.*}}mode = #nvvm.tma_load_mode<tile>
  // The token is a number that nothing reads.
  // CHECK: llvm.mlir.constant(0 : i32) : i32
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}} multicast_mask = %{{.*}} : !llvm.ptr<7>, !llvm.ptr
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.try_wait
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[DESC]], %{{.*}}, box[%{{.*}}, %{{.*}}] : !llvm.ptr, <3>
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[DESC]],
  // CHECK: nvvm.cp.async.bulk.commit.group
  // CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f16>, %m: i32, %n: i32, %k: i32, %w: i16) attributes {nv_tileas.shared_memory = 4104 : i64, nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %desc = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    %s = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !smem
    %bar = nv_tileas.alloc_mbarrier {offset = 4096 : i64} : !nv_tileas.mbarrier
    nv_tileas.agent_switch(%desc, %s, %bar, %m, %n, %w : !desc, !smem, !nv_tileas.mbarrier, i32, i32, i16) num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32, %d: !desc, %b: !smem, %full: !nv_tileas.mbarrier, %y: i32, %x: i32, %mask: i16):
      %c0 = arith.constant 0 : i32
      %t0 = nv_tileas.async.tiled_tma_load %d, %b[%y, %x], %full atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
      %t1 = nv_tileas.async.tiled_tma_load %d, %b[%y, %x], %full atom <tma_load, 2> multicast(%mask) : !desc, !smem[i32, i32], !nv_tileas.mbarrier
      nv_tileas.async.mbarrier_expect_tx %full, 4096 : !nv_tileas.mbarrier
      nv_tileas.async.mbarrier_wait %full, %c0 : !nv_tileas.mbarrier
      nv_tileas.async.proxy_fence
      %t2 = nv_tileas.async.tiled_tma_store %b, %d[%y, %x] atom <tma_store, 2> : !smem, !desc[i32, i32]
      nv_tileas.async.tma_store_wait (%t2) pending = 0 read
    }
    nv_tileaa.return
  }
}
