// The threads that fill the stages release them: groups of copies instead of mbarriers, and one barrier an iteration,
// after the wait.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_89 sm_90
// PASSES: tileas-materialize-async, tileas-assign-smem
// DATA a: f32: range(3584)
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f32:512 --arg i32:7
// EXPECT 1: f32: [sum(512 * k + j for k in range(7)) for j in range(512)]
// WAITS: race on shared memory|uninitialised shared

#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256]]}>
#vectors = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
#apart = #nv_tileas.layout<{register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!ptr = !nv_tileaa.ptr<f32>
!array = !nv_tileaa.memref<3584xf32, strides = [1]>
!view = !nv_tileaa.tiled_view<512, !nv_tileaa.memref<3584xf32, strides = [1]>, steps = [512], dims = [0]>
!ring = !nv_tileaa.memref<512xf32, shared, layout = #line, stages = 3>
!stage = !nv_tileaa.memref<512xf32, shared, layout = #line>
!p = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @add_up(%from: !ptr, %to: !ptr, %steps: i32) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %zero = arith.constant dense<0.0> : tensor<512xf32, #apart>
    %array = nv_tileaa.make_memref %from, sizes = [], strides = [] : !ptr -> !array
    %view = nv_tileaa.block_tile %array : !array -> !view
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline -> !p
    %i0 = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %i1 = nv_tileas.async.pipeline.produce_one %p[%i0] : !p, !from {
    ^bb0(%stage: i32):
      %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !stage
      %c = nv_tileas.async.copy %view[%c0] to %s atom <simt_async_copy, 16> threads(#vectors)
          {alignment = 16 : i64, contiguity = array<i64: 4>, in_bounds = array<i1: true>} : !view[i32], !stage
    }
    %i2 = nv_tileas.async.pipeline.produce_one %p[%i1] : !p, !from {
    ^bb0(%stage: i32):
      %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !stage
      %c = nv_tileas.async.copy %view[%c1] to %s atom <simt_async_copy, 16> threads(#vectors)
          {alignment = 16 : i64, contiguity = array<i64: 4>, in_bounds = array<i1: true>} : !view[i32], !stage
    }
    %j0 = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    %end:3 = scf.for %k = %c0 to %steps step %c1 iter_args(%i = %i2, %j = %j0, %acc = %zero) -> (!from, !to, tensor<512xf32, #apart>) : i32 {
      %t = nv_tileas.async.pipeline.consumer_wait %p[%j] : !p, !to
      // FAULT one-too-late: %t = nv_tileas.async.pipeline.consumer_wait %p[%j] pending = 2 : !p, !to => race on shared memory|uninitialised shared
      nv_tileas.barrier
      // FAULT no-barrier: => race on shared memory|uninitialised shared
      %later = arith.addi %k, %c2 : i32
      %more = arith.cmpi slt, %later, %steps : i32
      %u = nv_tileas.async.pipeline.producer_acquire %p[%i] : !p, !from
      nv_tileas.async.pipeline.producer_write %u, %p[%i] : !p, !from {
      ^bb0(%stage: i32):
        %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !stage
        %c = nv_tileas.async.copy %view[%later] if %more to %s atom <simt_async_copy, 16> threads(#vectors)
            {alignment = 16 : i64, contiguity = array<i64: 4>, in_bounds = array<i1: true>} : !view[i32], !stage
      }
      nv_tileas.async.pipeline.producer_commit %u, %p[%i] : !p, !from
      // FAULT no-commit: => race on shared memory|uninitialised shared
      %x = nv_tileas.async.pipeline.consumer_read %t, %p[%j] : !p, !to -> tensor<512xf32, #apart> {
      ^bb0(%stage: i32):
        %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !stage
        %y = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> tensor<512xf32, #apart>
        nv_tileas.async.pipeline.yield %y : tensor<512xf32, #apart>
      }
      nv_tileas.async.pipeline.consumer_release %t, %p[%j] : !p, !to
      %i3 = nv_tileas.async.pipeline.inc_iter %i : !from
      %j3 = nv_tileas.async.pipeline.inc_iter %j : !to
      %sum = arith.addf %acc, %x : tensor<512xf32, #apart>
      scf.yield %i3, %j3, %sum : !from, !to, tensor<512xf32, #apart>
    }
    %range = nv_tileas.make_range : tensor<512xi32, #apart>
    %ptrs = nv_tileaa.splat %to : !ptr -> tensor<512x!ptr, #apart>
    %there = nv_tileaa.addptr %ptrs, %range : tensor<512x!ptr, #apart>, tensor<512xi32, #apart>
    %token = nv_tileas.store <weak> %there, %end#2 : tensor<512x!ptr, #apart>, tensor<512xf32, #apart> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
