// The operations of every kernel, a line for each family: indices of blocks and threads, exchanges in a warp, barriers,
// atomic operations, copies by TMA.
// Req: G-13, G-35
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-attach-tma-desc-args),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0]]}>
!ptr = !nv_tileaa.ptr<i32>
!array = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [16, 64], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x64xf16, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: llvm.func @kernel
  // CHECK-DAG: nvvm.read.ptx.sreg.ctaid.x
  // CHECK-DAG: nvvm.read.ptx.sreg.nctaid.y
  // CHECK-DAG: nvvm.read.ptx.sreg.tid.x
  // CHECK-DAG: nvvm.shfl.sync bfly
  // CHECK-DAG: nvvm.mbarrier.init
  // CHECK-DAG: llvm.inline_asm {{.*}}atom.relaxed.gpu.global.add.u32
  // CHECK-DAG: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK-DAG: nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK: llvm.return
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f16>, %m: i32, %n: i32, %k: i32, %q: !ptr) attributes {nv_tileas.shared_memory = 2056 : i64, nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %x = nv_tileaa.get_program_id <x> : i32
    %y = nv_tileaa.get_num_programs <y> : i32
    %r = nv_tileaa.splat %x : i32 -> tensor<32xi32, #lanes>
    %i = nv_tileas.make_range : tensor<32xi32, #lanes>
    %j = arith.addi %r, %i : tensor<32xi32, #lanes>
    %sum = nv_tileas.reduce %j dim = 0 identities = [0 : i32] {commutes} : (tensor<32xi32, #lanes>) -> i32 {
    ^bb0(%lhs: i32, %rhs: i32):
      %s = arith.addi %lhs, %rhs : i32
      nv_tileaa.yield %s : i32
    }
    %old, %token = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %q, %sum : !ptr, i32 -> !nv_tileaa.mem_token
    %a = nv_tileaa.make_memref %p, sizes = [%m, %n], strides = [%k] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    %d = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !smem
    %full = nv_tileas.alloc_mbarrier {offset = 2048 : i64} : !nv_tileas.mbarrier
    %ready = nv_tileas.async.mbarrier_init %full, %y : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
    %t0 = nv_tileas.async.tiled_tma_load %d, %b[%x, %y], %full atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    %t1 = nv_tileas.async.tiled_tma_store %b, %d[%x, %y] atom <tma_store, 2> : !smem, !desc[i32, i32]
    nv_tileaa.return
  }
}
