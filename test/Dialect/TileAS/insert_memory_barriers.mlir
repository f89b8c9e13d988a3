// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-insert-memory-barriers)))' | FileCheck %s

!p = !nv_tileaa.ptr<f32>
!t = !nv_tileaa.mem_token
!b = !nv_tileaa.memref<32xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>>
!ring = !nv_tileaa.memref<32xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>, stages = 2>
!pipe = !nv_tileas.pipeline<2, full = <threads, 32>, empty = <threads, 32>>
!x = tensor<32xf32, #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>>

gpu.module @kernels {
  // Reads don't disturb one another.
  // CHECK-LABEL: @reads
  // CHECK-NOT: barrier
  nv_tileaa.func @reads(%p: !p) {
    %t0 = nv_tileaa.create_mem_token : !t
    %x, %t1 = nv_tileas.load <weak> %p token = %t0 : !p -> f32, !t
    %y, %t2 = nv_tileas.load <weak> %p token = %t1 : !p -> f32, !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @write_read_write
  // CHECK-NEXT: nv_tileas.store
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.store
  nv_tileaa.func @write_read_write(%p: !p, %v: f32) {
    %t1 = nv_tileas.store <weak> %p, %v : !p, f32 -> !t
    %x, %t2 = nv_tileas.load <weak> %p token = %t1 : !p -> f32, !t
    %t3 = nv_tileas.store <weak> %p, %v token = %t2 : !p, f32 -> !t
    nv_tileaa.return
  }

  // All threads are done with memory before it is freed; memory without accesses since the last barrier needs none.
  // CHECK-LABEL: @given_back
  // CHECK: nv_tileaa.alloca
  // CHECK-NEXT: nv_tileas.load
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileaa.release
  // CHECK-LABEL: @not_accessed
  // CHECK-NOT: barrier
  // CHECK: nv_tileaa.return
  nv_tileaa.func @given_back() {
    %p = nv_tileaa.alloca bytes = 4, alignment = 16 : !p
    %x, %t1 = nv_tileas.load <weak> %p : !p -> f32, !t
    nv_tileaa.release %p, alignment = 16 : !p
    nv_tileaa.return
  }
  nv_tileaa.func @not_accessed() {
    %p = nv_tileaa.alloca bytes = 4, alignment = 16 : !p
    nv_tileaa.release %p, alignment = 16 : !p
    nv_tileaa.return
  }

  // A ring that an outer loop creates again may still be read as that of the iteration before; its own pipeline doesn't
  // know that.
  // CHECK-LABEL: @ring_in_a_loop
  // CHECK: scf.for
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.alloc_tensor
  // CHECK-NOT: barrier
  // CHECK: nv_tileas.copy
  // CHECK-LABEL: @ring_once
  // CHECK-NOT: barrier
  // CHECK: nv_tileaa.return
  nv_tileaa.func @ring_in_a_loop(%n: i32, %x: !x) {
    scf.for %i = %n to %n step %n : i32 {
      %r = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !ring
      %s = nv_tileas.buffer_view %r[%n] : !ring -> !b
      nv_tileas.copy %x, %s atom <universal_copy, 32> : !x, !b
    }
    nv_tileaa.return
  }
  nv_tileaa.func @ring_once(%n: i32, %x: !x) {
    %r = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !ring
    scf.for %i = %n to %n step %n : i32 {
      %s = nv_tileas.buffer_view %r[%n] : !ring -> !b
      nv_tileas.copy %x, %s atom <universal_copy, 32> : !x, !b
    }
    nv_tileaa.return
  }

  // A barrier covers all earlier accesses, also through other tokens.
  // CHECK-LABEL: @one_for_both
  // CHECK-NEXT: nv_tileas.store
  // CHECK-NEXT: nv_tileas.store
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load
  // CHECK-NEXT: nv_tileas.load
  nv_tileaa.func @one_for_both(%p: !p, %q: !p, %v: f32) {
    %t1 = nv_tileas.store <weak> %p, %v : !p, f32 -> !t
    %t2 = nv_tileas.store <weak> %q, %v : !p, f32 -> !t
    %x, %t3 = nv_tileas.load <weak> %p token = %t1 : !p -> f32, !t
    %y, %t4 = nv_tileas.load <weak> %q token = %t2 : !p -> f32, !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @joined
  // CHECK: nv_tileaa.join_mem_token
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load
  nv_tileaa.func @joined(%p: !p, %v: f32) {
    %t1 = nv_tileas.store <weak> %p, %v : !p, f32 -> !t
    %x, %t2 = nv_tileas.load <weak> %p : !p -> f32, !t
    %t3 = nv_tileaa.join_mem_token %t1, %t2 : !t
    %y, %t4 = nv_tileas.load <weak> %p token = %t3 : !p -> f32, !t
    nv_tileaa.return
  }

  // No token, no order.
  // CHECK-LABEL: @unordered
  // CHECK-NOT: barrier
  nv_tileaa.func @unordered(%p: !p, %v: f32) {
    %t0 = nv_tileaa.create_mem_token : !t
    %t1 = nv_tileas.store <weak> %p, %v token = %t0 : !p, f32 -> !t
    %x, %t2 = nv_tileas.load <weak> %p token = %t0 : !p -> f32, !t
    nv_tileaa.return
  }

  // The store of one iteration is before the load of the next.
  // CHECK-LABEL: @loop
  // CHECK: scf.for
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.store
  // CHECK-NEXT: scf.yield
  // CHECK: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load
  nv_tileaa.func @loop(%p: !p, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %t0 = nv_tileaa.create_mem_token : !t
    %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t0) -> (!t) : i32 {
      %x, %t1 = nv_tileas.load <weak> %p token = %a : !p -> f32, !t
      %t2 = nv_tileas.store <weak> %p, %x token = %t1 : !p, f32 -> !t
      scf.yield %t2 : !t
    }
    %y, %t4 = nv_tileas.load <weak> %p token = %t : !p -> f32, !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @loop_of_reads
  // CHECK-NOT: barrier
  nv_tileaa.func @loop_of_reads(%p: !p, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %t0 = nv_tileaa.create_mem_token : !t
    %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t0) -> (!t) : i32 {
      %x, %t1 = nv_tileas.load <weak> %p token = %a : !p -> f32, !t
      scf.yield %t1 : !t
    }
    nv_tileaa.return
  }

  // Either branch may have written.
  // Writes before two nested loops, read in the inner one, are waited for once. For its own writes, the inner one waits
  // in each iteration.
  // CHECK-LABEL: @before_loops
  // CHECK: nv_tileas.copy {{.*}}, %[[A:.*]] atom
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: nv_tileas.copy %[[A]]
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy {{.*}}, %[[B:.*]] atom
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy %[[B]]
  nv_tileaa.func @before_loops(%x: !x, %n: i32) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 1024 : i64} : !b
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
    scf.for %i = %n to %n step %n : i32 {
      scf.for %j = %n to %n step %n : i32 {
        %y = nv_tileas.copy %a atom <universal_copy, 32> : !b -> !x
        nv_tileas.copy %y, %b atom <universal_copy, 32> : !x, !b
        %z = nv_tileas.copy %b atom <universal_copy, 32> : !b -> !x
      }
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @branch
  // CHECK: scf.if
  // CHECK: nv_tileas.store
  // CHECK: else
  // CHECK: }
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load
  nv_tileaa.func @branch(%p: !p, %v: f32, %c: i1) {
    %t0 = nv_tileaa.create_mem_token : !t
    %t = scf.if %c -> (!t) {
      %t1 = nv_tileas.store <weak> %p, %v token = %t0 : !p, f32 -> !t
      scf.yield %t1 : !t
    } else {
      scf.yield %t0 : !t
    }
    %y, %t4 = nv_tileas.load <weak> %p token = %t : !p -> f32, !t
    nv_tileaa.return
  }

  // All may read memory that one thread acquired.
  // CHECK-LABEL: @acquire
  // CHECK-NEXT: nv_tileas.load <acquire>
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.load <weak>
  nv_tileaa.func @acquire(%p: !p) {
    %x, %t1 = nv_tileas.load <acquire> scope <gpu> %p : !p -> f32, !t
    %y, %t2 = nv_tileas.load <weak> %p token = %t1 : !p -> f32, !t
    nv_tileaa.return
  }

  // Bytes of shared memory that different threads write and read.
  // CHECK-LABEL: @buffer
  // CHECK: nv_tileas.copy %{{.*}}, %[[A:.*]] atom
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy %[[A]]
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[A]]
  nv_tileaa.func @buffer(%x: !x) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
    %0 = nv_tileas.copy %a atom <universal_copy, 32> : !b -> !x
    nv_tileas.copy %0, %a atom <universal_copy, 32> : !x, !b
    nv_tileaa.return
  }

  // Disjoint buffers share a barrier, and don't conflict; overlapping ones do.
  // CHECK-LABEL: @apart
  // CHECK-COUNT-2: nv_tileas.copy %{{.*}}, %{{.*}} atom
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.alloc_tensor
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  nv_tileaa.func @apart(%x: !x) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !b
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
    nv_tileas.copy %x, %b atom <universal_copy, 32> : !x, !b
    %0 = nv_tileas.copy %a atom <universal_copy, 32> : !b -> !x
    %1 = nv_tileas.copy %b atom <universal_copy, 32> : !b -> !x
    %c = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 64 : i64} : !b
    nv_tileas.copy %0, %c atom <universal_copy, 32> : !x, !b
    nv_tileaa.return
  }

  // Two buffers that alternate in a loop need one barrier each.
  // CHECK-LABEL: @ring
  // CHECK: scf.for
  // CHECK-NEXT: alloc_tensor
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: alloc_tensor
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: }
  nv_tileaa.func @ring(%x: !x, %n: i32) {
    %c0 = arith.constant 0 : i32
    scf.for %i = %c0 to %n step %n : i32 {
      %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
      nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
      %0 = nv_tileas.copy %a atom <universal_copy, 32> : !b -> !x
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !b
      nv_tileas.copy %x, %b atom <universal_copy, 32> : !x, !b
      %1 = nv_tileas.copy %b atom <universal_copy, 32> : !b -> !x
    }
    nv_tileaa.return
  }

  // A single one needs two: the loads of one iteration come before the stores of the
  // CHECK-LABEL: @alone
  // CHECK: scf.for
  // CHECK-NEXT: alloc_tensor
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  nv_tileaa.func @alone(%x: !x, %n: i32) {
    %c0 = arith.constant 0 : i32
    scf.for %i = %c0 to %n step %n : i32 {
      %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
      nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
      %0 = nv_tileas.copy %a atom <universal_copy, 32> : !b -> !x
    }
    nv_tileaa.return
  }

  // Writes of all threads before they split are ordered before the agents start; exchanges within an agent are ordered
  // by its own barrier. The other agent is not involved.
  // CHECK-LABEL: @agents
  // CHECK: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.agent_switch
  // CHECK-NOT: barrier
  // CHECK: nv_tileas.copy %{{.*}}, %{{.*}} atom
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.barrier id = 1 threads = 64
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %{{.*}} atom
  // CHECK: }, {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: nv_tileas.copy
  // CHECK-NEXT: nv_tileas.barrier id = 1 threads = 64
  nv_tileaa.func @agents(%x: !x) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
    nv_tileas.agent_switch(%a : !b) num_agents_per_group = [1, 1] num_warps = [1, 1] warp_id = [0, 1] {
    ^bb0(%agent: i32, %s: !b):
      %0 = nv_tileas.copy %s atom <universal_copy, 32> : !b -> !x
      %own = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !b
      nv_tileas.copy %0, %own atom <universal_copy, 32> : !x, !b
      %1 = nv_tileas.copy %own atom <universal_copy, 32> : !b -> !x
      nv_tileas.barrier id = 1 threads = 64
      nv_tileas.copy %1, %own atom <universal_copy, 32> : !x, !b
    }, {
    ^bb0(%agent: i32, %s: !b):
      %2 = nv_tileas.copy %s atom <universal_copy, 32> : !b -> !x
      nv_tileas.barrier id = 1 threads = 64
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @agents_without
  // CHECK-NOT: barrier
  nv_tileaa.func @agents_without(%x: !x) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    nv_tileas.copy %x, %a atom <universal_copy, 32> : !x, !b
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32):
      %own = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !b
      %1 = nv_tileas.copy %own atom <universal_copy, 32> : !b -> !x
    }
    nv_tileaa.return
  }

  // One thread initialises the barriers of a pipeline, others use them; a ring is ordered by its pipeline.
  // CHECK-LABEL: @pipeline
  // CHECK: nv_tileas.async.pipeline.create_pipeline
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.agent_switch
  // CHECK-NOT: nv_tileas.barrier
  // CHECK: return
  nv_tileaa.func @pipeline(%v: f32) {
    %full = nv_tileas.alloc_mbarrier {offset = 512 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 528 : i64} : !nv_tileas.mbarrier<2>
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !ring
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> {producer_group = 0 : i32, consumer_group = 1 : i32} -> !pipe
    nv_tileas.agent_switch(%p, %ring, %v : !pipe, !ring, f32) num_agents_per_group = [1, 1] num_warps = [1, 1] warp_id = [0, 1] {
    ^bb0(%agent: i32, %q: !pipe, %r: !ring, %w: f32):
      %i = nv_tileas.async.pipeline.create_iterator %q : !pipe -> !nv_tileas.pipeline_iterator<producer, 2>
      %x = nv_tileaa.splat %w : f32 -> !x
      %j = nv_tileas.async.pipeline.produce_one %q[%i] : !pipe, !nv_tileas.pipeline_iterator<producer, 2> {
      ^bb0(%stage: i32):
        %s = nv_tileas.buffer_view %r[%stage] : !ring -> !b
        nv_tileas.copy %x, %s atom <universal_copy, 32> : !x, !b
      }
    }, {
    ^bb0(%agent: i32, %q: !pipe, %r: !ring, %w: f32):
      %i = nv_tileas.async.pipeline.create_iterator %q : !pipe -> !nv_tileas.pipeline_iterator<consumer, 2>
      %j, %x = nv_tileas.async.pipeline.consume_one %q[%i] : !pipe, !nv_tileas.pipeline_iterator<consumer, 2> -> !x {
      ^bb0(%stage: i32):
        %s = nv_tileas.buffer_view %r[%stage] : !ring -> !b
        %y = nv_tileas.copy %s atom <universal_copy, 32> : !b -> !x
        nv_tileas.async.pipeline.yield %y : !x
      }
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @pipeline_of_all
  // CHECK: nv_tileas.async.pipeline.create_iterator
  // CHECK-NEXT: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.async.pipeline.producer_acquire
  // CHECK-NOT: nv_tileas.barrier
  // CHECK: return
  nv_tileaa.func @pipeline_of_all() {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !pipe
    %i = nv_tileas.async.pipeline.create_iterator %p : !pipe -> !nv_tileas.pipeline_iterator<producer, 2>
    %t = nv_tileas.async.pipeline.producer_acquire %p[%i] : !pipe, !nv_tileas.pipeline_iterator<producer, 2>
    nv_tileas.async.pipeline.producer_commit %t, %p[%i] : !pipe, !nv_tileas.pipeline_iterator<producer, 2>
    nv_tileaa.return
  }
}
