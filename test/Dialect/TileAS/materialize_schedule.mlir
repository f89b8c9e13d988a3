// Dot loops whose tiles are loaded by TMA are split: a producer warp starts the copies.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-materialize-schedule)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#one = #nv_tileas.layout<{lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]]}>
!view = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>
!ring = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 3>
!stage = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!desc = !nv_tileas.tma_descriptor_iter<!view, !stage>
!tile = tensor<64x64xf32, #sums>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>
!bars = !nv_tileas.mbarrier<3>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // The producer has the copies and their operands, consumers the rest. A stage is released after the wait of the next
  // iteration; the last one after the wait that follows the loop.
  // REMARK: Schedule{{.*}}a warp of its own starts the copies of loops, to rings of {{[3-8]}} stages
  // CHECK-LABEL: @split
  // CHECK: %[[RING:.*]] = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<64x64xf16, shared, layout = #{{.*}}, stages = [[S:[0-9]+]]>
  // CHECK: %[[P:.*]] = nv_tileas.async.pipeline.create_pipeline {{.*}} {consumer_group = 1 : i32, producer_group = 0 : i32} -> !nv_tileas.pipeline<[[S]], full = <tx, 1, bytes = 8192>, empty = <threads, 4>>
  // CHECK: nv_tileas.agent_switch({{.*}}) num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0]
  // CHECK-NOT: max_regs
  // CHECK: %[[FIRST:.*]] = nv_tileas.async.pipeline.create_iterator %[[Q:.*]] : {{.*}} -> !nv_tileas.pipeline_iterator<producer, [[S]]>
  // CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[I:.*]] = %[[FIRST]])
  // CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[K]],
  // CHECK-NEXT: %[[NEXT:.*]] = nv_tileas.async.pipeline.produce_one_async %[[Q]][%[[I]]]
  // CHECK-NEXT: ^bb0(%[[STAGE:.*]]: i32, %[[FULL:.*]]: !nv_tileas.mbarrier):
  // CHECK-NEXT: %[[BUFFER:.*]] = nv_tileas.buffer_view %{{.*}}[%[[STAGE]]]
  // CHECK-NEXT: nv_tileas.async.tiled_tma_load %{{.*}}, %[[BUFFER]][%[[ROW]], %{{.*}}], %[[FULL]] atom <tma_load, 2>
  // CHECK: scf.yield %[[NEXT]]
  // CHECK-NOT: async.dot
  // CHECK: }, {
  // CHECK-NOT: tma_load
  // CHECK-NOT: nv_tileas.barrier
  // CHECK: %[[NONE:.*]] = nv_tileas.async.pipeline.create_none
  // CHECK: %[[R:.*]]:4 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[J:.*]] = %[[START:.*]], %[[HELD:.*]] = %[[NONE]], %[[AT:.*]] = %[[START]])
  // CHECK-NEXT: %[[MORE:.*]], %[[TOKEN:.*]], %[[F:.*]] = nv_tileas.async.pipeline.consume_one_async %[[C:.*]][%[[J]]]
  // CHECK-NEXT: ^bb0(%[[STAGE:.*]]: i32):
  // CHECK-NEXT: %[[A:.*]] = nv_tileas.buffer_view %{{.*}}[%[[STAGE]]]
  // CHECK-NEXT: %[[D:.*]] = nv_tileas.async.dot %[[A]], %[[A]], %[[ACC]]
  // CHECK-NEXT: nv_tileas.async.pipeline.yield %[[D]]
  // CHECK: %[[G:.*]] = nv_tileas.async.future_wait %[[F]] {pending = 1 : i64}
  // CHECK-NEXT: nv_tileas.async.pipeline.consumer_release %[[HELD]], %[[C]][%[[AT]]]
  // CHECK-NEXT: scf.yield %[[G]], %[[MORE]], %[[TOKEN]], %[[J]]
  // CHECK: nv_tileas.async.future_wait %[[R]]#0
  // CHECK-NEXT: nv_tileas.async.pipeline.consumer_release %[[R]]#2, %[[C]][%[[R]]#3]
  // CHECK: nv_tileaa.return
  nv_tileaa.func @split(%d: !desc, %p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    %b0 = nv_tileas.buffer_view %bars[%c0] : !bars -> !bar
    %t0 = nv_tileas.async.mbarrier_init %b0, %c1 : !bar, i32 -> !nv_tileaa.mem_token
    nv_tileas.async.proxy_fence
    nv_tileas.barrier
    %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start, %slot = %c0) -> (!future, i32) : i32 {
      %row = arith.addi %k, %c1 : i32
      %b = nv_tileas.buffer_view %bars[%slot] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%row, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %b, 8192 : !bar
      nv_tileas.async.mbarrier_wait %b, %k : !bar
      nv_tileas.barrier
      %x = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
      %f = nv_tileas.async.dot %x, %x, %acc <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !future -> !future
      %g = nv_tileas.async.future_wait %f {pending = 1 : i64} : !future -> !future
      %next = arith.addi %slot, %c1 : i32
      scf.yield %g, %next : !future, i32
    }
    %sum = nv_tileas.async.future_wait %r#0 : !future -> !tile
    %ptrs = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x64x!nv_tileaa.ptr<f32>, #sums>
    %u = nv_tileas.store <weak> %ptrs, %sum : tensor<64x64x!nv_tileaa.ptr<f32>, #sums>, !tile -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // Each dot is waited for in its iteration: the stage is free at once. Two warpgroups get registers of the producer's.
  // REMARK: Schedule{{.*}}a warp of its own starts the copies of loops
  // CHECK-LABEL: @released_at_once
  // CHECK: empty = <threads, 8>>
  // CHECK: num_warps = [1, 8] warp_id = [8, 0] max_regs = [24, 240]
  // CHECK: scf.for
  // CHECK: produce_one_async
  // CHECK: scf.for {{.*}} iter_args(%[[J:.*]] = %{{.*}})
  // CHECK: %[[NEXT:.*]], %[[TOKEN:.*]], %[[F:.*]] = nv_tileas.async.pipeline.consume_one_async %[[C:.*]][%[[J]]]
  // CHECK: nv_tileas.async.future_wait %[[F]]
  // CHECK-NEXT: nv_tileas.async.pipeline.consumer_release %[[TOKEN]], %[[C]][%[[J]]]
  // CHECK: scf.yield %[[NEXT]] :
  nv_tileaa.func @released_at_once(%d: !desc, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<128x64xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>>
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %b, 8192 : !bar
      nv_tileas.async.mbarrier_wait %b, %k : !bar
      nv_tileas.barrier
      %f = nv_tileas.async.dot %a, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !nv_tileaa.memref<128x64xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>>, !stage, tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>> -> !nv_tileas.async.future<tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>>
      %g = nv_tileas.async.future_wait %f : !nv_tileas.async.future<tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>> -> tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>
    }
    nv_tileaa.return
  }

  // The producer loads the index of the next page itself, before it waits for a stage; others don't.
  // CHECK-LABEL: @loaded_index
  // CHECK: nv_tileas.agent_switch
  // CHECK: %[[PAGE0:.*]], %{{.*}} = nv_tileas.load <weak>
  // CHECK: scf.for {{.*}} iter_args(%[[PAGE:.*]] = %[[PAGE0]], %{{.*}} = %{{.*}})
  // CHECK: %[[NEXT:.*]], %{{.*}} = nv_tileas.load <weak>
  // CHECK: produce_one_async
  // CHECK: nv_tileas.async.tiled_tma_load %{{.*}}, %{{.*}}[%[[PAGE]], %{{.*}}]
  // CHECK: scf.yield %[[NEXT]], %{{.*}}
  // CHECK-NOT: nv_tileas.load
  // CHECK: consume_one_async
  nv_tileaa.func @loaded_index(%d: !desc, %n: i32, %pages: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    %some = arith.cmpi slt, %c0, %n : i32
    %first, %m0 = nv_tileas.load <weak> %pages, mask = %some, other = %c0 : !nv_tileaa.ptr<i32>, mask i1, other i32 -> i32, !nv_tileaa.mem_token
    %last = scf.for %k = %c0 to %n step %c1 iter_args(%page = %first) -> (i32) : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%page, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %b, 8192 : !bar
      nv_tileas.async.mbarrier_wait %b, %k : !bar
      nv_tileas.barrier
      %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
      %next = arith.addi %k, %c1 : i32
      %more = arith.cmpi slt, %next, %n : i32
      %p = nv_tileaa.addptr %pages, %next : !nv_tileaa.ptr<i32>, i32
      %ahead, %m1 = nv_tileas.load <weak> %p, mask = %more, other = %c0 : !nv_tileaa.ptr<i32>, mask i1, other i32 -> i32, !nv_tileaa.mem_token
      scf.yield %ahead : i32
    }
    nv_tileaa.return
  }

  // Where warpgroups pass registers on, such a producer keeps more of them.
  // CHECK-LABEL: @registers_for_indices
  // CHECK: num_warps = [1, 8] warp_id = [8, 0] max_regs = [40, 232]
  nv_tileaa.func @registers_for_indices(%d: !desc, %n: i32, %pages: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<128x64xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>>
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    %last = scf.for %k = %c0 to %n step %c1 iter_args(%page = %c0) -> (i32) : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%page, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %b, 8192 : !bar
      nv_tileas.async.mbarrier_wait %b, %k : !bar
      nv_tileas.barrier
      %f = nv_tileas.async.dot %a, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !nv_tileaa.memref<128x64xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>>, !stage, tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>> -> !nv_tileas.async.future<tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>>
      %g = nv_tileas.async.future_wait %f : !nv_tileas.async.future<tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>> -> tensor<128x64xf32, #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]]}>>
      %p = nv_tileaa.addptr %pages, %k : !nv_tileaa.ptr<i32>, i32
      %ahead, %m1 = nv_tileas.load <weak> %p : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
      scf.yield %ahead : i32
    }
    nv_tileaa.return
  }

  // Both sides repeat a condition around the loop, and go on in the pipeline from where the arm that has the loop left it.
  // CHECK-LABEL: @condition
  // CHECK: nv_tileas.agent_switch
  // CHECK: %[[YES:.*]] = scf.if %[[P:.*]] -> (!nv_tileas.pipeline_iterator<producer, 3>) {
  // CHECK: %[[LAST:.*]] = scf.for
  // CHECK: produce_one_async
  // CHECK: scf.yield %[[LAST]]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %{{.*}} : !nv_tileas.pipeline_iterator<producer, 3>
  // CHECK: scf.if %{{.*}} -> (!nv_tileas.pipeline_iterator<consumer, 3>) {
  // CHECK: scf.for
  // CHECK: consume_one_async
  // CHECK: } else {
  nv_tileaa.func @condition(%d: !desc, %n: i32, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.if %yes {
      scf.for %k = %c0 to %n step %c1 : i32 {
        %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
        %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
        %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
        %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
        %g = nv_tileas.async.future_wait %f : !future -> !tile
      }
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @uncounted
  // CHECK-NOT: agent_switch
  // REMARK: no warp of its own starts the copies of a loop: it stands in a loop that does not count
  nv_tileaa.func @uncounted(%d: !desc, %n: i32, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.while : () -> () {
      scf.condition(%yes)
    } do {
      scf.for %k = %c0 to %n step %c1 : i32 {
        %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
        %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
        %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
        %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
        %g = nv_tileas.async.future_wait %f : !future -> !tile
      }
      scf.yield
    }
    nv_tileaa.return
  }

  // REMARK: it has few steps
  nv_tileaa.func @short(%d: !desc) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %c2 step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
    }
    nv_tileaa.return
  }

  // REMARK: it has no products in flight
  nv_tileaa.func @no_products(%d: !desc, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
    }
    nv_tileaa.return
  }

  // The later value of an ordered load is unknown.
  // REMARK: where its tiles are takes more than scalars
  nv_tileaa.func @place(%d: !desc, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %row, %t0 = nv_tileas.load <acquire> scope <sys> %p : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%row, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
    }
    nv_tileaa.return
  }

  // REMARK: no wait tells when its products have read a stage
  nv_tileaa.func @no_wait(%d: !desc, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
    }
    nv_tileaa.return
  }

  // REMARK: stages are filled or read elsewhere than in each step
  nv_tileaa.func @elsewhere(%d: !desc, %n: i32, %more: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b if %more atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
    }
    nv_tileaa.return
  }

  // A token that leaves the iteration is no result.
  // REMARK: what reads a stage can't be kept together
  nv_tileaa.func @apart(%d: !desc, %n: i32, %ptrs: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      %f = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
      %u = nv_tileas.store <weak> %ptrs, %k : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      %e = nv_tileas.async.dot %s, %s, %zero <sm90.mma.m64k16.f16.f32, 64> : !stage, !stage, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
      %h = nv_tileas.async.future_wait %e : !future -> !tile
      %v = nv_tileas.store <weak> %ptrs, %k token = %u : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
}
