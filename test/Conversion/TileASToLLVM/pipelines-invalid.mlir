// Pipelines whose partitions are in the wrong regions, or don't arrive.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file -verify-diagnostics

!p = !nv_tileas.pipeline<2, full = <threads, 1>, empty = <threads, 32>>
gpu.module @k attributes {nv_tileaa.compute_capability = 75 : i32} {
  nv_tileaa.func @target() attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    // expected-error @below {{'nv_tileas.async.pipeline.create_pipeline' op expected a target with cp.async and mbarrier, got sm_75}}
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !p
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <threads, 1>, empty = <threads, 32>>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @origin(%p: !p) {
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !nv_tileas.pipeline_iterator<producer, 2>
    // expected-error @below {{'nv_tileas.async.pipeline.producer_acquire' op expected a pipeline from 'nv_tileas.async.pipeline.create_pipeline'}}
    %t = nv_tileas.async.pipeline.producer_acquire %p[%i] : !p, !nv_tileas.pipeline_iterator<producer, 2>
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <threads, 1>, empty = <threads, 32>>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @region() attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    // expected-note @below {{the pipeline}}
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> {producer_group = 1 : i32, consumer_group = 0 : i32} -> !p
    nv_tileas.agent_switch(%p : !p) num_agents_per_group = [1, 1] num_warps = [1, 1] warp_id = [0, 1] {
    ^bb0(%agent: i32, %q: !p):
      %i = nv_tileas.async.pipeline.create_iterator %q : !p -> !nv_tileas.pipeline_iterator<producer, 2>
      // expected-error @below {{'nv_tileas.async.pipeline.producer_acquire' op expected to be in region 1 of the agents, the pipeline's producer}}
      %t = nv_tileas.async.pipeline.producer_acquire %q[%i] : !p, !nv_tileas.pipeline_iterator<producer, 2>
    }, {
    ^bb0(%agent: i32, %q: !p):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <threads, 1>, empty = <threads, 32>>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_groups() attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    // expected-note @below {{the pipeline}}
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !p
    nv_tileas.agent_switch(%p : !p) num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %q: !p):
      %i = nv_tileas.async.pipeline.create_iterator %q : !p -> !nv_tileas.pipeline_iterator<consumer, 2>
      // expected-error @below {{'nv_tileas.async.pipeline.consumer_wait' op expected to be in the code that creates the pipeline, which names no groups}}
      %t = nv_tileas.async.pipeline.consumer_wait %q[%i] : !p, !nv_tileas.pipeline_iterator<consumer, 2>
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <cp_async, 1>, empty = <threads, 128>>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @each_thread() attributes {nv_tileas.shared_memory = 32 : i64, nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !nv_tileas.pipeline_iterator<producer, 2>
    // expected-error @below {{'nv_tileas.async.pipeline.produce_one' op expected a completion of 128 arrivals, one of each thread, got #nv_tileas.completion<cp_async, 1>}}
    %j = nv_tileas.async.pipeline.produce_one %p[%i] : !p, !nv_tileas.pipeline_iterator<producer, 2> {
    ^bb0(%stage: i32):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <threads, 32>, empty = <threads, 3>>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @each_warp() attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !nv_tileas.mbarrier<2>
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !nv_tileas.mbarrier<2>
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier<2>, !nv_tileas.mbarrier<2> {producer_group = 1 : i32, consumer_group = 0 : i32} -> !p
    nv_tileas.agent_switch(%p : !p) num_agents_per_group = [2, 1] num_warps = [2, 1] warp_id = [0, 4] {
    ^bb0(%agent: i32, %q: !p):
      %i = nv_tileas.async.pipeline.create_iterator %q : !p -> !nv_tileas.pipeline_iterator<consumer, 2>
      %t = nv_tileas.async.pipeline.consumer_wait %q[%i] : !p, !nv_tileas.pipeline_iterator<consumer, 2>
      // expected-error @below {{'nv_tileas.async.pipeline.consumer_release' op expected a completion of 128 arrivals, one of each thread, or 4, one of each warp, got #nv_tileas.completion<threads, 3>}}
      nv_tileas.async.pipeline.consumer_release %t, %q[%i] : !p, !nv_tileas.pipeline_iterator<consumer, 2>
    }, {
    ^bb0(%agent: i32, %q: !p):
    }
    nv_tileaa.return
  }
}

// -----

!p = !nv_tileas.pipeline<2, full = <group>, empty = <group>>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @pending() {
    %p = nv_tileas.async.pipeline.create_pipeline -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !nv_tileas.pipeline_iterator<consumer, 2>
    // expected-error @below {{'nv_tileas.async.pipeline.consumer_wait' op expected the number of groups that may be pending}}
    %t = nv_tileas.async.pipeline.consumer_wait %p[%i] : !p, !nv_tileas.pipeline_iterator<consumer, 2>
    nv_tileaa.return
  }
}
