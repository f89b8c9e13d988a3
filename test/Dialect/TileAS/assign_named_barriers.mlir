// Barriers of agents get ids: as many in a row as there are agents, in addition to those that are given.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-named-barriers)))' | FileCheck %s

gpu.module @k {
  // CHECK-LABEL: @none
  // CHECK: nv_tileas.barrier{{$}}
  nv_tileaa.func @none() {
    nv_tileas.barrier
    nv_tileaa.return
  }

  // One for all barriers of an agent, none for one warp; id 2 is taken.
  // CHECK-LABEL: @groups
  // CHECK: nv_tileas.barrier{{$}}
  // CHECK: nv_tileas.agent_switch
  // CHECK: nv_tileas.barrier id = 2 threads = 320
  // CHECK-NEXT: nv_tileas.barrier{{$}}
  // CHECK: }, {
  // CHECK: nv_tileas.barrier id = 3
  // CHECK: scf.for
  // CHECK-NEXT: nv_tileas.barrier id = 3
  // CHECK: nv_tileas.barrier id = 2 threads = 320
  // CHECK: }, {
  // CHECK: nv_tileas.barrier id = 1
  nv_tileaa.func @groups(%n: i32) {
    nv_tileas.barrier
    nv_tileas.agent_switch(%n : i32) num_agents_per_group = [1, 2, 1]
        num_warps = [1, 4, 1] warp_id = [8, 0, 9] {
    ^bb0(%agent: i32, %m: i32):
      nv_tileas.barrier id = 2 threads = 320
      nv_tileas.barrier
    }, {
    ^bb0(%agent: i32, %m: i32):
      nv_tileas.barrier
      scf.for %i = %agent to %m step %m : i32 {
        nv_tileas.barrier
      }
      nv_tileas.barrier id = 2 threads = 320
    }, {
    ^bb0(%agent: i32, %m: i32):
      nv_tileas.barrier id = 1 threads = 32
    }
    nv_tileaa.return
  }

  // An agent that has one already keeps it.
  // CHECK-LABEL: @given
  // CHECK-COUNT-2: nv_tileas.barrier id = 7{{$}}
  // CHECK: }, {
  // CHECK: nv_tileas.barrier id = 1{{$}}
  nv_tileaa.func @given() {
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4] warp_id = [0, 4] {
    ^bb0(%agent: i32):
      nv_tileas.barrier id = 7
      nv_tileas.barrier
    }, {
    ^bb0(%agent: i32):
      nv_tileas.barrier
    }
    nv_tileaa.return
  }
}
