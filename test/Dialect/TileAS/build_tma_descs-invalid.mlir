// Tensor maps that a kernel can't find.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-build-tma-descs)))' -split-input-file -verify-diagnostics

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @view(%v: !view) {
    // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected a view from 'nv_tileaa.block_tile'}}
    %d = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k {
  nv_tileaa.func @agent(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    nv_tileas.agent_switch(%a : !array) num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%i: i32, %b: !array):
      %w = nv_tileaa.block_tile %b : !array -> !view
      %c0 = arith.constant 0 : i32
      %yes = arith.cmpi eq, %i, %c0 : i32
      scf.if %yes {
      // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected to be in the body of the function or of an agent, or of loops in there}}
      %d = nv_tileas.make_tiled_tma_desc %w : !view -> !desc
      }
    }
    nv_tileaa.return
  }
}
