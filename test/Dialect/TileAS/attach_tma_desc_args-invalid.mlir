// Tensor maps that a launch can't make.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-attach-tma-desc-args)))' -split-input-file -verify-diagnostics

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @helper(%v: !view) {
    // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected a kernel, which has arguments that a launch makes}}
    %d = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @computed(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %m = arith.addi %n, %n : i32
    %a = nv_tileaa.make_memref %p, sizes = [%m], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected an array whose base, sizes and strides are arguments of the kernel or constants of its type}}
    %d = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [96, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @agent(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : !nv_tileaa.ptr<f32> sizes i32 -> !array
    %v = nv_tileaa.block_tile %a : !array -> !view
    nv_tileas.agent_switch(%v : !view) num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32, %w: !view):
      // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected to be in the body of the kernel: agents capture tensor maps}}
      %d = nv_tileas.make_tiled_tma_desc %w : !view -> !desc
    }
    nv_tileaa.return
  }
}
