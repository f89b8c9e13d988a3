// Tensor maps are found by who copies with them, and given back in the end: the kernel, or each agent that captures one.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-build-tma-descs{entries=16})))' | FileCheck %s

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @k {
  // CHECK-LABEL: nv_tileaa.func @kernel
  // CHECK: %[[A:.*]] = nv_tileaa.make_memref
  // CHECK: %[[D0:.*]], %[[P0:.*]] = nv_tileas.find_tma_desc %[[A]] in cache 0 of 16 : <?x96xf32, strides = [?, 1]>
  // CHECK: %[[D1:.*]], %[[P1:.*]] = nv_tileas.find_tma_desc %[[A]] in cache 1 of 16 oob_mode <nan> :
  // CHECK: nv_tileas.async.tiled_tma_load %[[D0]],
  // CHECK: nv_tileas.async.tiled_tma_load %[[D1]],
  // CHECK: nv_tileas.async.tiled_tma_load %[[D0]],
  // CHECK: nv_tileas.return_tma_desc %[[D0]], %[[P0]]
  // CHECK: nv_tileas.return_tma_desc %[[D1]], %[[P1]]
  // CHECK-NEXT: nv_tileaa.return
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %rows = arith.addi %n, %n : i32
    %array = nv_tileaa.make_memref %p, sizes = [%rows], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    %view = nv_tileaa.block_tile %array : !array -> !view
    %d0 = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %again = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %d1 = nv_tileas.make_tiled_tma_desc %view oob_mode <nan> : !view -> !desc
    %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !smem
    %bar = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    %t0 = nv_tileas.async.tiled_tma_load %d0, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    %t1 = nv_tileas.async.tiled_tma_load %d1, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    %t2 = nv_tileas.async.tiled_tma_load %again, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @agents
  // CHECK: %[[A:.*]] = nv_tileaa.make_memref
  // CHECK-NOT: find_tma_desc
  // CHECK: nv_tileas.agent_switch(%[[A]], %{{.*}}, %{{.*}} :
  // CHECK: ^bb0(%{{.*}}: i32, %[[SEEN:.*]]: !nv_tileaa.memref<?x96xf32, strides = [?, 1]>,
  // CHECK-NEXT: %[[D:.*]], %[[P:.*]] = nv_tileas.find_tma_desc %[[SEEN]] in cache 0 of 16
  // CHECK: nv_tileas.async.tiled_tma_load %[[D]],
  // CHECK: nv_tileas.return_tma_desc %[[D]], %[[P]]
  // CHECK-NEXT: }, {
  // CHECK-NOT: tma_desc
  nv_tileaa.func @agents(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %array = nv_tileaa.make_memref %p, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    %view = nv_tileaa.block_tile %array : !array -> !view
    %d0 = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %s0 = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !smem
    %bar0 = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    nv_tileas.agent_switch(%d0, %s0, %bar0 : !desc, !smem, !nv_tileas.mbarrier) num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0] {
    ^bb0(%agent: i32, %d: !desc, %s: !smem, %bar: !nv_tileas.mbarrier):
      %c0 = arith.constant 0 : i32
      %t = nv_tileas.async.tiled_tma_load %d, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    }, {
    ^bb0(%agent: i32, %d: !desc, %s: !smem, %bar: !nv_tileas.mbarrier):
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @nothing
  // CHECK-NEXT: nv_tileaa.return
  nv_tileaa.func @nothing() {
    nv_tileaa.return
  }
}
