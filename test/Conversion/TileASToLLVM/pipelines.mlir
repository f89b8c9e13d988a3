// A pipeline becomes stages, phases and mbarriers.
// Req: G-07, G-17, G-30, J-01, J-02, J-03, J-04, J-05, K-24
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm{skip-pipeline=true}))' | FileCheck %s --check-prefix=SKIP

#l = #nv_tileas.layout<{register=[[64]], lane=[[1],[2],[4],[8],[16]], warp=[[32]]}>
!p = !nv_tileas.pipeline<2, full = <cp_async, 32>, empty = <threads, 2>>
!from = !nv_tileas.pipeline_iterator<producer, 2>
!to = !nv_tileas.pipeline_iterator<consumer, 2>
!bars = !nv_tileas.mbarrier<2>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // For inspection: tiles are converted, pipelines are not.
  // Req: J-07
  // SKIP-LABEL: func.func @agents
  // SKIP: nv_tileas.async.pipeline.create_pipeline
  // SKIP: nv_tileas.agent_switch
  // SKIP: nv_tileas.async.pipeline.consume_one
  // SKIP-COUNT-2: arith.addf %{{.*}}, %{{.*}} : f32
  // SKIP: nv_tileas.async.pipeline.produce_one

  // CHECK-LABEL: llvm.func @agents
  // One thread initialises two barriers for 32 arrivals, and two for 2.
  // CHECK: %[[FULL:.*]] = llvm.extractvalue %{{.*}}[0] : !llvm.struct<(ptr<3>, i32)>
  // CHECK: %[[THREADS:.*]] = llvm.mlir.constant(32 : i32)
  // CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %[[THREADS]], predicate = %[[FIRST:.*]] : !llvm.ptr<3>, i32, i1
  // CHECK: %[[EMPTY:.*]] = llvm.extractvalue %{{.*}}[0] : !llvm.struct<(ptr<3>, i32)>
  // CHECK: %[[WARPS:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %[[WARPS]], predicate
  // CHECK: nvvm.barrier0

  // The producer begins at stage 0, phase 1.
  // CHECK: nvvm.shfl.sync
  // CHECK: llvm.cond_br
  // CHECK: llvm.mlir.constant(1 : i32)
  // CHECK-NEXT: %[[S0:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK-NEXT: %[[P0:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK-NEXT: llvm.br ^{{.*}}(%{{.*}}, %[[S0]], %[[P0]] : i32, i32, i32)
  // CHECK-NEXT: ^{{.*}}(%{{.*}}: i32, %[[STAGE:.*]]: i32, %[[PHASE:.*]]: i32):
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[EMPTY]][%[[STAGE]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  // CHECK: %[[READY:.*]] = nvvm.mbarrier.try_wait %[[SLOT]], %[[PHASE]] : !llvm.ptr<3>, i32 -> i1
  // CHECK: %[[AGAIN:.*]] = llvm.xor %[[READY]], %{{.*}} : i1
  // CHECK: llvm.cond_br %[[AGAIN]]
  // CHECK: %[[THERE:.*]] = llvm.getelementptr %[[FULL]][%[[STAGE]]]
  // CHECK: nvvm.cp.async.mbarrier.arrive %[[THERE]] {noinc = true}
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[NEXT:.*]] = llvm.add %[[STAGE]], %[[ONE]]
  // CHECK: %[[BEHIND:.*]] = llvm.icmp "eq" %[[NEXT]], %{{.*}} : i32
  // CHECK: llvm.select %[[BEHIND]], %{{.*}}, %[[NEXT]]
  // CHECK: %[[CHANGE:.*]] = llvm.zext %[[BEHIND]] : i1 to i32
  // CHECK: llvm.xor %[[PHASE]], %[[CHANGE]]

  // The consumer begins at stage 0, phase 0: a wait reads both from the loop's carried values, its token is not used.
  // In each of its warps one lane arrives.
  // Req: J-06
  // CHECK: llvm.br ^{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32, f32)
  // CHECK-NEXT: ^{{.*}}(%{{.*}}: i32, %[[AT:.*]]: i32, %[[PARITY:.*]]: i32, %{{.*}}: f32):
  // CHECK: llvm.getelementptr %[[FULL]][%[[AT]]]
  // CHECK-NOT: nv_tileas.async.pipeline.consumer_wait
  // CHECK: nvvm.mbarrier.try_wait %{{.*}}, %[[PARITY]] : !llvm.ptr<3>, i32 -> i1
  // CHECK: nvvm.bar.warp.sync
  // CHECK: llvm.cond_br
  // CHECK: nvvm.mbarrier.arrive
  // CHECK-NOT: nv_tileas
  nv_tileaa.func @agents(%n: i32, %x: f32) attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !bars
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars {producer_group = 1 : i32, consumer_group = 0 : i32} -> !p
    nv_tileas.barrier
    nv_tileas.agent_switch(%p, %n, %x : !p, i32, f32) num_agents_per_group = [1, 1] num_warps = [2, 1] warp_id = [1, 0] {
    ^bb0(%agent: i32, %q: !p, %m: i32, %y: f32):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !to
      %end:2 = scf.for %k = %c0 to %m step %c1 iter_args(%i = %first, %acc = %y) -> (!to, f32) : i32 {
        %next, %z = nv_tileas.async.pipeline.consume_one %q[%i] : !p, !to -> f32 {
        ^bb0(%stage: i32):
          nv_tileas.async.pipeline.yield %y : f32
        }
        %tile = nv_tileaa.splat %z : f32 -> tensor<128xf32, #l>
        %sum = arith.addf %tile, %tile : tensor<128xf32, #l>
        scf.yield %next, %z : !to, f32
      }
    }, {
    ^bb0(%agent: i32, %q: !p, %m: i32, %y: f32):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %first = nv_tileas.async.pipeline.create_iterator %q : !p -> !from
      %end = scf.for %k = %c0 to %m step %c1 iter_args(%i = %first) -> (!from) : i32 {
        %next = nv_tileas.async.pipeline.produce_one %q[%i] : !p, !from {
        ^bb0(%stage: i32):
        }
        scf.yield %next : !from
      }
    }
    nv_tileaa.return
  }
}
