// TMA copies that have no tensor map, or misaligned buffers.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file -verify-diagnostics

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @map(%p: !nv_tileaa.ptr<f32>, %i: i32) attributes {nv_tileas.shared_memory = 2056 : i64} {
    %a = nv_tileaa.make_memref %p, sizes = [], strides = [] : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<64x96xf32, strides = [96, 1]>
    %v = nv_tileaa.block_tile %a : !nv_tileaa.memref<64x96xf32, strides = [96, 1]> -> !view
    // expected-error @below {{'nv_tileas.make_tiled_tma_desc' op expected a tensor map that has an address, which tileas-attach-tma-desc-args or tileas-build-tma-descs gives it}}
    // expected-error @below {{failed to legalize operation 'nv_tileas.make_tiled_tma_desc'}}
    %d = nv_tileas.make_tiled_tma_desc %v : !view -> !desc
    %s = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !smem
    %b = nv_tileas.alloc_mbarrier {offset = 2048 : i64} : !nv_tileas.mbarrier
    %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %b atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @alignment(%d: !desc, %i: i32) attributes {nv_tileas.shared_memory = 4104 : i64} {
    // expected-note @below {{allocated with an alignment of 128}}
    %s = nv_tileas.alloc_tensor {alignment = 128 : i64, offset = 128 : i64} : !smem
    %b = nv_tileas.alloc_mbarrier {offset = 4096 : i64} : !nv_tileas.mbarrier
    // expected-error @below {{'nv_tileas.async.tiled_tma_load' op expected a buffer that begins at a multiple of 1024 bytes}}
    %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %b atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @elsewhere(%d: !desc, %s: !smem, %i: i32) {
    // expected-error @below {{'nv_tileas.async.tiled_tma_store' op expected a buffer from 'nv_tileas.alloc_tensor'}}
    %t = nv_tileas.async.tiled_tma_store %s, %d[%i, %i] atom <tma_store, 2> : !smem, !desc[i32, i32]
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!p = !nv_tileas.pipeline<2, full = <tx, 1, bytes = 4096>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, 2>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @bytes(%d: !desc, %i: i32) attributes {nv_tileas.shared_memory = 8192 : i64} {
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled, stages = 2>
    %full = nv_tileas.alloc_mbarrier {offset = 4096 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 4112 : i64} : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !p
    %it = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    // expected-error @below {{'nv_tileas.async.pipeline.produce_one' op expected tensor copies of 4096 bytes to the stage, got 2048}}
    %next = nv_tileas.async.pipeline.produce_one %p[%it] : !p, !from {
    ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
      %s = nv_tileas.buffer_view %ring[%stage] : !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled, stages = 2> -> !smem
      %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    }
    nv_tileaa.return
  }
}

// -----

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<64x96xf32, strides = [96, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!p = !nv_tileas.pipeline<2, full = <tx, 1, bytes = 2048>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, 2>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @condition(%d: !desc, %i: i32, %c: i1) attributes {nv_tileas.shared_memory = 8192 : i64} {
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64, offset = 0 : i64} : !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled, stages = 2>
    %full = nv_tileas.alloc_mbarrier {offset = 4096 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 4112 : i64} : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !p
    %it = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %u = nv_tileas.async.pipeline.producer_acquire %p[%it] : !p, !from
    nv_tileas.async.pipeline.producer_write %u, %p[%it] : !p, !from {
    ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
      %s = nv_tileas.buffer_view %ring[%stage] : !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled, stages = 2> -> !smem
      // expected-error @below {{'nv_tileas.async.tiled_tma_load' op expected to be made in each iteration: the barrier of the stage waits for its bytes}}
      %t = nv_tileas.async.tiled_tma_load %d, %s[%i, %i], %bar if %c atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    }
    nv_tileas.async.pipeline.producer_commit %u, %p[%it] : !p, !from
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <tx, 1, bytes = 2048>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, 2>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @agents() attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> {producer_group = 0 : i32, consumer_group = 1 : i32} -> !p
    nv_tileas.agent_switch(%p : !p) num_agents_per_group = [2, 1] num_warps = [1, 1] warp_id = [0, 2] {
    ^bb0(%agent: i32, %q: !p):
      %it = nv_tileas.async.pipeline.create_iterator %q : !p -> !from
      // expected-error @below {{'nv_tileas.async.pipeline.produce_one' op expected one agent to fill the stages of #nv_tileas.completion<tx, 1, bytes = 2048>, got 2}}
      %next = nv_tileas.async.pipeline.produce_one %q[%it] : !p, !from {
      ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
      }
    }, {
    ^bb0(%agent: i32, %q: !p):
    }
    nv_tileaa.return
  }
}
