// Agents with an order.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -emit-bytecode | tileiras-opt | FileCheck %s

!bars = !nv_tileas.mbarrier<2>
!order = !nv_tileas.order<agents = 2, warps = 1>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @turns
  nv_tileaa.func @turns() {
    %bars = nv_tileas.alloc_mbarrier : !bars
    // CHECK: nv_tileas.async.order.create_order %{{.*}} : !nv_tileas.mbarrier<2> -> !nv_tileas.order<agents = 2, warps = 1>
    %o = nv_tileas.async.order.create_order %bars : !bars -> !order
    nv_tileas.agent_switch(%o : !order) num_agents_per_group = [2] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %p: !order):
      // CHECK: %[[I:.*]] = nv_tileas.async.order.create_iterator %{{.*}} : !nv_tileas.order<agents = 2, warps = 1>
      %i = nv_tileas.async.order.create_iterator %p : !order
      // CHECK: nv_tileas.async.order.wait %{{.*}}[%[[I]]] : !nv_tileas.order<agents = 2, warps = 1>
      nv_tileas.async.order.wait %p[%i] : !order
      // CHECK: nv_tileas.async.order.arrive %{{.*}}[%[[I]]] : !nv_tileas.order<agents = 2, warps = 1>
      %j = nv_tileas.async.order.arrive %p[%i] : !order
    }
    nv_tileaa.return
  }

  // A type of a function's argument.
  // CHECK: @iterators(%{{.*}}: !nv_tileas.order_iterator)
  func.func @iterators(%i: !nv_tileas.order_iterator) {
    return
  }

  // Threads synchronise with the one that initialises the barriers before they use them.
  // RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-smem,tileas-insert-memory-barriers)))' | FileCheck %s --check-prefix=MEET
  // MEET: nv_tileas.async.order.create_order
  // MEET-NEXT: nv_tileas.barrier
  // MEET-NEXT: nv_tileas.agent_switch
}
