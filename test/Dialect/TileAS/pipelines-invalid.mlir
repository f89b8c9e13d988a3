// Pipelines that the verifiers refuse.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected no number of arrivals for a group of copies, got 3}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'full'}}
func.func private @f(!nv_tileas.pipeline<3, full = <group, 3>, empty = <group>>)

// -----

// expected-error @below {{expected 1 to 1048575 arrivals, got 0}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'full'}}
func.func private @f(!nv_tileas.pipeline<3, full = <threads>, empty = <threads, 1>>)

// -----

// expected-error @below {{expected 1 to 1048575 arrivals, got 1048576}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'empty'}}
func.func private @f(!nv_tileas.pipeline<3, full = <threads, 1>, empty = <threads, 1048576>>)

// -----

// expected-error @below {{expected at least one stage, got 0}}
func.func private @f(!nv_tileas.pipeline<0, full = <threads, 1>, empty = <threads, 1>>)

// -----

// expected-error @below {{expected stages that threads or MMAs empty, got #nv_tileas.completion<cp_async, 32>}}
func.func private @f(!nv_tileas.pipeline<2, full = <threads, 1>, empty = <cp_async, 32>>)

// -----

// expected-error @below {{expected threads of several CTAs, or one CTA, got 2}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'full'}}
func.func private @f(!nv_tileas.pipeline<3, full = <tx, 1 x 2 ctas, bytes = 128>, empty = <threads, 1>>)

// -----

// expected-error @below {{expected stages that each CTA fills for itself or by tensor copies, got #nv_tileas.completion<threads, 4 x 2 ctas>}}
func.func private @f(!nv_tileas.pipeline<3, full = <threads, 4 x 2 ctas>, empty = <threads, 4>>)

// -----

// expected-error @below {{expected stages that several CTAs empty to be filled by tensor copies, got #nv_tileas.completion<threads, 4>}}
func.func private @f(!nv_tileas.pipeline<3, full = <threads, 4>, empty = <threads, 4 x 2 ctas>>)

// -----

// expected-error @below {{expected groups of copies on both sides or none, got #nv_tileas.completion<group> and #nv_tileas.completion<threads, 1>}}
func.func private @f(!nv_tileas.pipeline<2, full = <group>, empty = <threads, 1>>)

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %b = nv_tileas.alloc_mbarrier : !bars
    // expected-error @below {{'nv_tileas.async.pipeline.create_pipeline' op expected 2 operands, the barriers of both sides, for '!nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>', got 1}}
    %q = nv_tileas.async.pipeline.create_pipeline %b : !bars -> !p
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %b = nv_tileas.alloc_mbarrier : !bars
    // expected-error @below {{expected 0 operands}}
    %q = nv_tileas.async.pipeline.create_pipeline %b : !bars -> !g
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %b = nv_tileas.alloc_mbarrier : !bars
    %c = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
    // expected-error @below {{expected a barrier for each of 3 stages, got '!nv_tileas.mbarrier<2>'}}
    %q = nv_tileas.async.pipeline.create_pipeline %b, %c : !bars, !nv_tileas.mbarrier<2> -> !p
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %b = nv_tileas.alloc_mbarrier : !bars
    // expected-error @below {{expected the groups of both sides or of none}}
    %q = nv_tileas.async.pipeline.create_pipeline %b, %b : !bars, !bars {producer_group = 0 : i32} -> !p
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected one group for both sides of '!nv_tileas.pipeline<3, full = <group>, empty = <group>>', whose copies only those wait for who started them}}
    %q = nv_tileas.async.pipeline.create_pipeline {producer_group = 0 : i32, consumer_group = 1 : i32} -> !g
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{expected an iterator over 3 stages, got '!nv_tileas.pipeline_iterator<producer, 2>'}}
    %q = nv_tileas.async.pipeline.create_iterator %p : !p -> !nv_tileas.pipeline_iterator<producer, 2>
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f(%k: !nv_tileas.pipeline_iterator<producer, 2>) {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{'nv_tileas.async.pipeline.producer_acquire' op expected an iterator over 3 stages}}
    %t = nv_tileas.async.pipeline.producer_acquire %p[%k] : !p, !nv_tileas.pipeline_iterator<producer, 2>
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{operand #1 must be pipeline iterator of the consumer}}
    %t = nv_tileas.async.pipeline.consumer_wait %p[%i] : !p, !from
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f(%n: i32) {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-note @below {{the loop}}
    scf.for %s = %n to %n step %n : i32 {
    // expected-error @below {{'nv_tileas.async.pipeline.producer_acquire' op expected an iterator that the loop carries}}
    %t = nv_tileas.async.pipeline.producer_acquire %p[%i] : !p, !from
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f(%n: i32, %c: i1) {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-note @below {{the loop}}
    scf.for %s = %n to %n step %n : i32 {
      scf.if %c {
    // expected-error @below {{'nv_tileas.async.pipeline.inc_iter' op expected an iterator that the loop carries}}
    %t = nv_tileas.async.pipeline.inc_iter %i : !from
      }
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f(%t: !nv_tileas.pipeline_producer_token) {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{'nv_tileas.async.pipeline.producer_commit' op expected a token from 'nv_tileas.async.pipeline.producer_acquire' in the same iteration}}
    nv_tileas.async.pipeline.producer_commit %t, %p[%i] : !p, !from
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-note @below {{where the token is from}}
    %t = nv_tileas.async.pipeline.consumer_wait %p[%j] : !p, !to
    %k = nv_tileas.async.pipeline.inc_iter %j : !to
    // expected-error @below {{'nv_tileas.async.pipeline.consumer_release' op expected the pipeline and iterator of its token}}
    nv_tileas.async.pipeline.consumer_release %t, %p[%k] : !p, !to
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    %t = nv_tileas.async.pipeline.consumer_wait %p[%j] : !p, !to
    // expected-note @below {{region branch point}}
    // expected-error @below {{'nv_tileas.async.pipeline.consumer_read' op along control flow edge from Operation nv_tileas.async.pipeline.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
    %x = nv_tileas.async.pipeline.consumer_read %t, %p[%j] : !p, !to -> f32 {
    ^bb0(%s: i32):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{expected a region of one argument, the stage as an i32, got ()}}
    %k = nv_tileas.async.pipeline.produce_one %p[%i] : !p, !from {
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{expected no number of pending groups for '!nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>'}}
    %t = nv_tileas.async.pipeline.consumer_wait %p[%j] pending = 1 : !p, !to
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %p = nv_tileas.async.pipeline.create_pipeline -> !g
    %j = nv_tileas.async.pipeline.create_iterator %p : !g -> !to
    // expected-error @below {{expected a pipeline with barriers, got '!nv_tileas.pipeline<3, full = <group>, empty = <group>>'; its threads need a barrier after the wait}}
    %k = nv_tileas.async.pipeline.consume_one %p[%j] : !g, !to {
    ^bb0(%s: i32):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  nv_tileaa.func @f() {
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    %j = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    // expected-error @below {{expected captures that mean the same to every agent, got '!nv_tileas.pipeline_iterator<producer, 3>', which stands for what the threads outside do}}
    nv_tileas.agent_switch(%i : !from) num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %k: !from):
    }
    nv_tileaa.return
  }
}

// -----

func.func @f() {
  // expected-error @below {{'nv_tileas.async.pipeline.yield' op expects parent op to be one of 'nv_tileas.async.pipeline.producer_write, nv_tileas.async.pipeline.consumer_read, nv_tileas.async.pipeline.produce_one, nv_tileas.async.pipeline.produce_one_async, nv_tileas.async.pipeline.consume_one, nv_tileas.async.pipeline.consume_one_async'}}
  "nv_tileas.async.pipeline.yield"() : () -> ()
}

// -----

// expected-error @below {{expected 1 arrival of MMAs, got 2}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'empty'}}
func.func private @f(!nv_tileas.pipeline<3, full = <threads, 1>, empty = <mma, 2>>)

// -----

// expected-error @below {{expected bytes of transactions only, got 128}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'full'}}
func.func private @f(!nv_tileas.pipeline<3, full = <threads, 1, bytes = 128>, empty = <threads, 1>>)

// -----

// expected-error @below {{expected 1 arrival and 1 to 1048575 bytes, got 2 and 128}}
// expected-error @below {{failed to parse TileAS_PipelineType parameter 'full'}}
func.func private @f(!nv_tileas.pipeline<3, full = <tx, 2, bytes = 128>, empty = <threads, 1>>)

// -----

// expected-error @below {{expected stages that threads or MMAs empty, got #nv_tileas.completion<tx, 1, bytes = 8>}}
func.func private @f(!nv_tileas.pipeline<2, full = <threads, 1>, empty = <tx, 1, bytes = 8>>)

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 32>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
gpu.module @k {
  nv_tileaa.func @f(%p: !tx, %i: !from) {
    // expected-error @below {{'nv_tileas.async.pipeline.produce_one' op expected a region of two arguments, the stage as an i32 and its barrier, got ('i32')}}
    %n = nv_tileas.async.pipeline.produce_one %p[%i] : !tx, !from {
    ^bb0(%stage: i32):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 32>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
gpu.module @k {
  nv_tileaa.func @f(%p: !p, %i: !from) {
    // expected-error @below {{'nv_tileas.async.pipeline.produce_one_async' op expected a completion that copies in flight make, got #nv_tileas.completion<threads, 32>}}
    %n = nv_tileas.async.pipeline.produce_one_async %p[%i] : !p, !from {
    ^bb0(%stage: i32):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 32>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
gpu.module @k {
  nv_tileaa.func @f(%p: !g, %i: !from, %x: f32) {
    %s = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<1xf32, shared, layout = #nv_tileas.layout<{out=[1]}>>
    // expected-error @below {{'nv_tileas.async.pipeline.produce_one_async' op expected copies in flight only, got a copy of the threads to a buffer}}
    %n = nv_tileas.async.pipeline.produce_one_async %p[%i] : !g, !from {
    ^bb0(%stage: i32):
      nv_tileas.copy %x, %s atom <universal_copy, 32> : f32, !nv_tileaa.memref<1xf32, shared, layout = #nv_tileas.layout<{out=[1]}>>
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 32>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
gpu.module @k {
  nv_tileaa.func @f(%p: !g, %i: !to) {
    // expected-error @below {{'nv_tileas.async.pipeline.consume_one_async' op expected a pipeline with barriers, got}}
    %n, %t = nv_tileas.async.pipeline.consume_one_async %p[%i] : !g, !to {
    ^bb0(%stage: i32):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 32>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
gpu.module @k {
  nv_tileaa.func @f(%p: !p, %q: !p, %i: !to) {
    // expected-note @below {{where the token is from}}
    %n, %t = nv_tileas.async.pipeline.consume_one_async %p[%i] : !p, !to {
    ^bb0(%stage: i32):
    }
    // expected-error @below {{'nv_tileas.async.pipeline.consumer_release' op expected the pipeline and iterator of its token}}
    nv_tileas.async.pipeline.consumer_release %t, %q[%i] : !p, !to
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!g = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
!tx = !nv_tileas.pipeline<3, full = <tx, 1, bytes = 128>, empty = <threads, 32>>
!from = !nv_tileas.pipeline_iterator<producer, 3>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
gpu.module @k {
  nv_tileaa.func @f(%b: !nv_tileas.mbarrier<2>) {
    // expected-error @below {{'nv_tileas.async.mbarrier_expect_tx' op expected one barrier, got '!nv_tileas.mbarrier<2>'}}
    nv_tileas.async.mbarrier_expect_tx %b, 8 : !nv_tileas.mbarrier<2>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f(%b: !nv_tileas.mbarrier<2>, %phase: i32) {
    // expected-error @below {{'nv_tileas.async.mbarrier_wait' op expected one barrier, got '!nv_tileas.mbarrier<2>'}}
    nv_tileas.async.mbarrier_wait %b, %phase : !nv_tileas.mbarrier<2>
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!none = !nv_tileas.pipeline_consumer_token
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  // The stage that an iteration waited for is not the one that the next one must release.
  nv_tileaa.func @f(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    %none = nv_tileas.async.pipeline.create_none : !none
    %r:3 = scf.for %k = %c0 to %n step %c1 iter_args(%j = %i, %held = %none, %at = %i) -> (!to, !none, !to) : i32 {
      // expected-note @below {{where the token is from}}
      %t = nv_tileas.async.pipeline.consumer_wait %p[%j] : !p, !to
      // expected-error @below {{'nv_tileas.async.pipeline.consumer_release' op expected the pipeline and iterator of its token}}
      nv_tileas.async.pipeline.consumer_release %held, %p[%at] : !p, !to
      %next = nv_tileas.async.pipeline.inc_iter %j : !to
      scf.yield %next, %t, %next : !to, !none, !to
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<3, full = <threads, 32>, empty = <threads, 32>>
!to = !nv_tileas.pipeline_iterator<consumer, 3>
!none = !nv_tileas.pipeline_consumer_token
!bars = !nv_tileas.mbarrier<3>
gpu.module @k {
  // The loop carries the token, but not the iterator.
  nv_tileaa.func @f(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %full = nv_tileas.alloc_mbarrier : !bars
    %empty = nv_tileas.alloc_mbarrier : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !to
    %none = nv_tileas.async.pipeline.create_none : !none
    %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%j = %i, %held = %none) -> (!to, !none) : i32 {
      %next = nv_tileas.async.pipeline.inc_iter %j : !to
      // expected-error @below {{'nv_tileas.async.pipeline.consumer_release' op expected a token from 'nv_tileas.async.pipeline.consumer_wait' in the same iteration, or one that a loop carries along with the iterator of its stage}}
      nv_tileas.async.pipeline.consumer_release %held, %p[%next] : !p, !to
      %t = nv_tileas.async.pipeline.consumer_wait %p[%next] : !p, !to
      scf.yield %next, %t : !to, !none
    }
    nv_tileaa.return
  }
}
