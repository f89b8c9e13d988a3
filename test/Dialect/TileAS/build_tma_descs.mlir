// Tensor maps are looked up by the partition that copies with them, and released in the end: by the kernel, or by each
// agent that captures one.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-build-tma-descs{entries=16})))' | FileCheck %s

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>
!ring = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled, stages = 3>
!bars = !nv_tileas.mbarrier<3>
!pipe = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 2048>, empty = <threads, 4>>
!from = !nv_tileas.pipeline_iterator<producer, 3>

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

  // The array of each iteration: a copy with a private map is waited for before the map is released. An existing map is
  // not looked up again.
  // CHECK-LABEL: nv_tileaa.func @steps
  // CHECK: ^bb0(
  // CHECK: %[[OUTER:.*]], %[[Q:.*]] = nv_tileas.find_tma_desc %{{.*}} in cache 0 of 16
  // CHECK: %[[END:.*]] = scf.for %{{.*}} iter_args(%[[I:.*]] = %{{.*}})
  // CHECK: %[[A:.*]] = nv_tileaa.make_memref
  // CHECK: %[[D:.*]], %[[P:.*]] = nv_tileas.find_tma_desc %[[A]] in cache 1 of 16
  // CHECK: %[[R:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[I]])
  // CHECK-NOT: find_tma_desc
  // CHECK: nv_tileas.async.tiled_tma_load %[[D]],
  // CHECK: nv_tileas.async.tiled_tma_load %[[OUTER]],
  // CHECK: }
  // CHECK: scf.if %[[P]] {
  // CHECK-NEXT: %[[NEXT:.*]] = nv_tileas.async.pipeline.inc_iter %[[R]]
  // CHECK-NEXT: %[[LAST:.*]] = nv_tileas.async.pipeline.inc_iter %[[NEXT]]
  // CHECK-NEXT: nv_tileas.async.pipeline.producer_acquire %{{.*}}[%[[LAST]]]
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileas.return_tma_desc %[[D]], %[[P]]
  // CHECK-NEXT: scf.yield %[[R]]
  // CHECK: scf.if %[[Q]] {
  // CHECK-NEXT: nv_tileas.async.pipeline.inc_iter %[[END]]
  // CHECK: nv_tileas.return_tma_desc %[[OUTER]], %[[Q]]
  nv_tileaa.func @steps(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %pipe = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars {producer_group = 0 : i32, consumer_group = 1 : i32} -> !pipe
    nv_tileas.agent_switch(%p, %n, %ring, %pipe : !nv_tileaa.ptr<f32>, i32, !ring, !pipe) num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0] {
    ^bb0(%agent: i32, %q: !nv_tileaa.ptr<f32>, %m: i32, %stages: !ring, %c: !pipe):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %whole = nv_tileaa.make_memref %q, sizes = [%m], strides = [%m] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
      %tiles = nv_tileaa.block_tile %whole : !array -> !view
      %outer = nv_tileas.make_tiled_tma_desc %tiles : !view -> !desc
      %first = nv_tileas.async.pipeline.create_iterator %c : !pipe -> !from
      %end = scf.for %j = %c0 to %m step %c1 iter_args(%i = %first) -> (!from) : i32 {
        %array = nv_tileaa.make_memref %q, sizes = [%j], strides = [%m] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
        %view = nv_tileaa.block_tile %array : !array -> !view
        %d = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
        %r = scf.for %k = %c0 to %m step %c1 iter_args(%at = %i) -> (!from) : i32 {
          %again = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
          %next = nv_tileas.async.pipeline.produce_one_async %c[%at] : !pipe, !from {
          ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
            %s = nv_tileas.buffer_view %stages[%stage] : !ring -> !smem
            %t = nv_tileas.async.tiled_tma_load %again, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
          }
          %more = nv_tileas.async.pipeline.produce_one_async %c[%next] : !pipe, !from {
          ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
            %s = nv_tileas.buffer_view %stages[%stage] : !ring -> !smem
            %t = nv_tileas.async.tiled_tma_load %outer, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
          }
          scf.yield %more : !from
        }
        scf.yield %r : !from
      }
    }, {
    ^bb0(%agent: i32, %q: !nv_tileaa.ptr<f32>, %m: i32, %stages: !ring, %c: !pipe):
    }
    nv_tileaa.return
  }

  // A map that is needed after a loop is looked up before it.
  // CHECK-LABEL: nv_tileaa.func @behind_a_loop
  // CHECK: %[[A:.*]] = nv_tileaa.make_memref
  // CHECK: %[[D:.*]], %{{.*}} = nv_tileas.find_tma_desc %[[A]] in cache 0 of 16
  // CHECK-NEXT: scf.for
  // CHECK: nv_tileas.async.tiled_tma_load %[[D]],
  nv_tileaa.func @behind_a_loop(%p: !nv_tileaa.ptr<f32>, %n: i32, %bar: !nv_tileas.mbarrier, %s: !smem) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %array = nv_tileaa.make_memref %p, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    scf.for %k = %c0 to %n step %c1 : i32 {
      nv_tileas.barrier
    }
    %view = nv_tileaa.block_tile %array : !array -> !view
    %d = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %t = nv_tileas.async.tiled_tma_load %d, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @nothing
  // CHECK-NEXT: nv_tileaa.return
  nv_tileaa.func @nothing() {
    nv_tileaa.return
  }
}
