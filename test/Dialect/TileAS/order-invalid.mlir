// Requirements of orders on the agents that use them.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected at least two agents, got 1}}
func.func private @f(!nv_tileas.order<agents = 1, warps = 4>)

// -----

// expected-error @below {{expected agents of a number of warps that is a power of two, and at most 32 in all, got 2 agents of 3 warps}}
func.func private @f(!nv_tileas.order<agents = 2, warps = 3>)

// -----

// expected-error @below {{and at most 32 in all, got 3 agents of 16 warps}}
func.func private @f(!nv_tileas.order<agents = 3, warps = 16>)

// -----

gpu.module @k {
  nv_tileaa.func @barriers() {
    %bars = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<3>
    // expected-error @below {{expected a barrier for each of 2 agents, got '!nv_tileas.mbarrier<3>'}}
    %o = nv_tileas.async.order.create_order %bars : !nv_tileas.mbarrier<3> -> !nv_tileas.order<agents = 2, warps = 1>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @nobody(%o: !nv_tileas.order<agents = 2, warps = 1>) {
    // expected-error @below {{expected to be the code of 2 agents of 1 warps}}
    %i = nv_tileas.async.order.create_iterator %o : !nv_tileas.order<agents = 2, warps = 1>
    nv_tileaa.return
  }
}

// -----

!order = !nv_tileas.order<agents = 2, warps = 1>
gpu.module @k {
  nv_tileaa.func @others() {
    %bars = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
    %o = nv_tileas.async.order.create_order %bars : !nv_tileas.mbarrier<2> -> !order
    nv_tileas.agent_switch(%o : !order) num_agents_per_group = [2] num_warps = [2] warp_id = [0] {
    ^bb0(%agent: i32, %p: !order):
      // expected-error @below {{expected to be the code of 2 agents of 1 warps, got 2 of 2}}
      %i = nv_tileas.async.order.create_iterator %p : !order
    }
    nv_tileaa.return
  }
}

// -----

!order = !nv_tileas.order<agents = 2, warps = 1>
gpu.module @k {
  nv_tileaa.func @wait(%o: !order, %i: !nv_tileas.order_iterator) {
    // expected-error @below {{expected to be the code of 2 agents of 1 warps}}
    nv_tileas.async.order.wait %o[%i] : !order
    nv_tileaa.return
  }
}

// -----

!order = !nv_tileas.order<agents = 2, warps = 1>
gpu.module @k {
  nv_tileaa.func @arrive(%o: !order, %i: !nv_tileas.order_iterator) {
    // expected-error @below {{expected to be the code of 2 agents of 1 warps}}
    %j = nv_tileas.async.order.arrive %o[%i] : !order
    nv_tileaa.return
  }
}

// -----

!order = !nv_tileas.order<agents = 2, warps = 1>
gpu.module @k {
  nv_tileaa.func @carried(%n: i32) {
    %bars = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
    %o = nv_tileas.async.order.create_order %bars : !nv_tileas.mbarrier<2> -> !order
    nv_tileas.agent_switch(%o, %n : !order, i32) num_agents_per_group = [2] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %p: !order, %m: i32):
      %i = nv_tileas.async.order.create_iterator %p : !order
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      // expected-note @below {{the loop}}
      scf.for %k = %c0 to %m step %c1 : i32 {
        // expected-error @below {{expected an iterator that the loop carries}}
        nv_tileas.async.order.wait %p[%i] : !order
      }
    }
    nv_tileaa.return
  }
}

// -----

!order = !nv_tileas.order<agents = 2, warps = 1>
gpu.module @k {
  nv_tileaa.func @captured(%i: !nv_tileas.order_iterator) {
    // expected-error @below {{expected captures that mean the same to every agent, got '!nv_tileas.order_iterator'}}
    nv_tileas.agent_switch(%i : !nv_tileas.order_iterator) num_agents_per_group = [2] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %j: !nv_tileas.order_iterator):
    }
    nv_tileaa.return
  }
}
