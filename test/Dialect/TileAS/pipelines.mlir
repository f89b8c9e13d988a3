// Operations, types and attributes of pipelines, round trip in both forms.
// Req: J-05
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
!ring = !nv_tileaa.memref<32xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<32xf32, shared, layout = #m>
!tile = tensor<32xf32, #l>
!p = !nv_tileas.pipeline<3, full = <threads, 1>, empty = <threads, 32>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!operands = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 3>
!operand = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

gpu.module @k {
  // CHECK-LABEL: @both_sides
  // CHECK: %[[P:.*]] = nv_tileas.async.pipeline.create_pipeline %{{.*}}, %{{.*}} : !nv_tileas.mbarrier<3>, !nv_tileas.mbarrier<3> {consumer_group = 1 : i32, producer_group = 0 : i32} -> !nv_tileas.pipeline<3, full = <threads, 1>, empty = <threads, 32>>
  // CHECK: nv_tileas.agent_switch(%[[P]], %{{.*}} :
  nv_tileaa.func @both_sides(%x: f32) {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars {producer_group = 0 : i32, consumer_group = 1 : i32} -> !p
    nv_tileas.agent_switch(%p, %ring, %x : !p, !ring, f32) num_agents_per_group = [1, 1] num_warps = [1, 1] warp_id = [0, 1] {
    ^bb0(%agent: i32, %q: !p, %r: !ring, %y: f32):
      // CHECK: %[[I:.*]] = nv_tileas.async.pipeline.create_iterator %[[Q:.*]] : !nv_tileas.pipeline<{{.*}}> -> !nv_tileas.pipeline_iterator<producer, 3>
      %i = nv_tileas.async.pipeline.create_iterator %q : !p -> !from
      %tile = nv_tileaa.splat %y : f32 -> !tile
      // CHECK: %[[T:.*]] = nv_tileas.async.pipeline.producer_acquire %[[Q]][%[[I]]] : !nv_tileas.pipeline<{{.*}}>, !nv_tileas.pipeline_iterator<producer, 3>
      %t = nv_tileas.async.pipeline.producer_acquire %q[%i] : !p, !from
      // CHECK: nv_tileas.async.pipeline.producer_write %[[T]], %[[Q]][%[[I]]] :
      nv_tileas.async.pipeline.producer_write %t, %q[%i] : !p, !from {
      // CHECK-NEXT: ^bb0(%[[STAGE:.*]]: i32):
      ^bb0(%stage: i32):
        // CHECK-NEXT: nv_tileas.buffer_view %{{.*}}[%[[STAGE]]]
        %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
        nv_tileas.copy %tile, %s atom <universal_copy, 32> : !tile, !stage
      }
      // CHECK: nv_tileas.async.pipeline.producer_commit %[[T]], %[[Q]][%[[I]]] :
      nv_tileas.async.pipeline.producer_commit %t, %q[%i] : !p, !from
      // CHECK: %[[NEXT:.*]] = nv_tileas.async.pipeline.inc_iter %[[I]] : !nv_tileas.pipeline_iterator<producer, 3>
      %next = nv_tileas.async.pipeline.inc_iter %i : !from
      // CHECK: nv_tileas.async.pipeline.produce_one %[[Q]][%[[NEXT]]] :
      %last = nv_tileas.async.pipeline.produce_one %q[%next] : !p, !from {
      ^bb0(%stage: i32):
      }
    }, {
    ^bb0(%agent: i32, %q: !p, %r: !ring, %y: f32):
      %i = nv_tileas.async.pipeline.create_iterator %q : !p -> !to
      // CHECK: %[[T:.*]] = nv_tileas.async.pipeline.consumer_wait %[[Q:.*]][%[[I:.*]]] :
      %t = nv_tileas.async.pipeline.consumer_wait %q[%i] : !p, !to
      // CHECK: nv_tileas.async.pipeline.consumer_read %[[T]], %[[Q]][%[[I]]] : {{.*}} -> tensor<32xf32, #{{.*}}> {
      %x1 = nv_tileas.async.pipeline.consumer_read %t, %q[%i] : !p, !to -> !tile {
      ^bb0(%stage: i32):
        %s = nv_tileas.buffer_view %r[%stage] : !ring -> !stage
        %tile = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> !tile
        // CHECK: nv_tileas.async.pipeline.yield %{{.*}} : tensor<32xf32, #{{.*}}>
        nv_tileas.async.pipeline.yield %tile : !tile
      }
      // CHECK: nv_tileas.async.pipeline.consumer_release %[[T]], %[[Q]][%[[I]]] :
      nv_tileas.async.pipeline.consumer_release %t, %q[%i] : !p, !to
      %next = nv_tileas.async.pipeline.inc_iter %i : !to
      // CHECK: %{{.*}}, %{{.*}} = nv_tileas.async.pipeline.consume_one %[[Q]][%{{.*}}] : {{.*}} -> f32 {
      %last, %one = nv_tileas.async.pipeline.consume_one %q[%next] : !p, !to -> f32 {
      ^bb0(%stage: i32):
        nv_tileas.async.pipeline.yield %y : f32
      }
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @groups
  // CHECK: nv_tileas.async.pipeline.create_pipeline -> !nv_tileas.pipeline<4, full = <group>, empty = <group>>
  // CHECK: nv_tileas.async.pipeline.consumer_wait %{{.*}}[%{{.*}}] pending = 2 :
  nv_tileaa.func @groups() {
    %p = nv_tileas.async.pipeline.create_pipeline -> !nv_tileas.pipeline<4, full = <group>, empty = <group>>
    %i = nv_tileas.async.pipeline.create_iterator %p : !nv_tileas.pipeline<4, full = <group>, empty = <group>> -> !nv_tileas.pipeline_iterator<consumer, 4>
    %t = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 2 : !nv_tileas.pipeline<4, full = <group>, empty = <group>>, !nv_tileas.pipeline_iterator<consumer, 4>
    nv_tileaa.return
  }

  // CHECK-LABEL: @transactions
  // CHECK: create_pipeline %{{.*}}, %{{.*}} -> !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 1>>
  // CHECK: nv_tileas.async.pipeline.producer_write %{{.*}} {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: !nv_tileas.mbarrier):
  // CHECK: nv_tileas.async.pipeline.produce_one_async %{{.*}}[%{{.*}}] : {{.*}}, !nv_tileas.pipeline_iterator<producer, 3> {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: !nv_tileas.mbarrier):
  // CHECK: %[[NEXT:.*]], %[[T:.*]], %{{.*}} = nv_tileas.async.pipeline.consume_one_async %[[P:.*]][%[[I:.*]]] : {{.*}} -> tensor<32xf32, #{{.*}}> {
  // CHECK: nv_tileas.async.pipeline.consumer_release %[[T]], %[[P]][%[[I]]] :
  // CHECK: nv_tileas.async.mbarrier_expect_tx %{{.*}}, 128 : !nv_tileas.mbarrier
  // CHECK: nv_tileas.async.mbarrier_expect_tx %{{.*}}, 128 if %{{.*}} : !nv_tileas.mbarrier
  // CHECK: nv_tileas.async.mbarrier_wait %{{.*}}, %{{.*}} : !nv_tileas.mbarrier
  nv_tileaa.func @transactions(%more: i1) {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !tx
    %i = nv_tileas.async.pipeline.create_iterator %p : !tx -> !from
    %t = nv_tileas.async.pipeline.producer_acquire %p[%i] : !tx, !from
    nv_tileas.async.pipeline.producer_write %t, %p[%i] : !tx, !from {
    ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
    }
    nv_tileas.async.pipeline.producer_commit %t, %p[%i] : !tx, !from
    %j = nv_tileas.async.pipeline.produce_one_async %p[%i] : !tx, !from {
    ^bb0(%stage: i32, %bar: !nv_tileas.mbarrier):
    }
    %k = nv_tileas.async.pipeline.create_iterator %p : !tx -> !to
    %next, %token, %x = nv_tileas.async.pipeline.consume_one_async %p[%k] : !tx, !to -> !tile {
    ^bb0(%stage: i32):
      %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !stage
      %tile = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> !tile
      nv_tileas.async.pipeline.yield %tile : !tile
    }
    nv_tileas.async.pipeline.consumer_release %token, %p[%k] : !tx, !to
    %c0 = arith.constant 0 : i32
    %bar = nv_tileas.buffer_view %full[%c0] : !bars -> !nv_tileas.mbarrier
    nv_tileas.async.mbarrier_expect_tx %bar, 128 : !nv_tileas.mbarrier
    nv_tileas.async.mbarrier_expect_tx %bar, 128 if %more : !nv_tileas.mbarrier
    nv_tileas.async.mbarrier_wait %bar, %c0 : !nv_tileas.mbarrier
    nv_tileaa.return
  }

  // An asynchronous dot reads a stage until the next iteration, which releases it.
  // CHECK-LABEL: @released_later
  // CHECK: %[[NONE:.*]] = nv_tileas.async.pipeline.create_none : !nv_tileas.pipeline_consumer_token
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[HELD:.*]] = %[[NONE]], %[[AT:.*]] = %{{.*}})
  // CHECK: consume_one_async {{.*}} -> !nv_tileas.async.future<tensor<64x64xf32, #{{.*}}>> {
  // CHECK: nv_tileas.async.pipeline.yield %{{.*}} : !nv_tileas.async.future<tensor<64x64xf32, #{{.*}}>>
  // CHECK: nv_tileas.async.pipeline.consumer_release %[[HELD]], %{{.*}}[%[[AT]]] :
  nv_tileaa.func @released_later(%zero: !future, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !operands
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !tx
    %i = nv_tileas.async.pipeline.create_iterator %p : !tx -> !to
    %none = nv_tileas.async.pipeline.create_none : !nv_tileas.pipeline_consumer_token
    %end:4 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %j = %i, %held = %none, %at = %i) -> (!future, !to, !nv_tileas.pipeline_consumer_token, !to) : i32 {
      %next, %token, %f = nv_tileas.async.pipeline.consume_one_async %p[%j] : !tx, !to -> !future {
      ^bb0(%stage: i32):
        %s = nv_tileas.buffer_view %ring[%stage] : !operands -> !operand
        %g = nv_tileas.async.dot %s, %s, %acc <sm90.mma.m64k16.f16.f32, 64> : !operand, !operand, !future -> !future
        nv_tileas.async.pipeline.yield %g : !future
      }
      %more = nv_tileas.async.future_wait %f {pending = 1 : i64} : !future -> !future
      nv_tileas.async.pipeline.consumer_release %held, %p[%at] : !tx, !to
      scf.yield %more, %next, %token, %j : !future, !to, !nv_tileas.pipeline_consumer_token, !to
    }
    nv_tileas.async.pipeline.consumer_release %end#2, %p[%end#3] : !tx, !to
    nv_tileaa.return
  }

  // CHECK-LABEL: @attribute
  // CHECK-SAME: a = #nv_tileas.completion<cp_async, 128>, b = #nv_tileas.completion<group>, c = #nv_tileas.completion<tx, 1, bytes = 32768>, d = #nv_tileas.completion<mma, 1>, e = #nv_tileas.completion<threads, 4 x 2 ctas>
  nv_tileaa.func @attribute() attributes {a = #nv_tileas.completion<cp_async, 128>, b = #nv_tileas.completion<group>, c = #nv_tileas.completion<tx, 1, bytes = 32768>, d = #nv_tileas.completion<mma, 1>, e = #nv_tileas.completion<threads, 4 x 2 ctas>} {
    nv_tileaa.return
  }
}
