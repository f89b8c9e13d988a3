// An order is an mbarrier for each agent: an agent waits at its own, and arrives at that of the next.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' --mlir-print-ir-before=convert-cutlass-to-cute-nvgpu -o /dev/null 2>&1 | FileCheck %s

!bars = !nv_tileas.mbarrier<2>
!order = !nv_tileas.order<agents = 2, warps = 4>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: func.func @turns
  nv_tileaa.func @turns(%n: i32) attributes {nv_tileas.shared_memory = 16 : i64} {
    %bars = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !bars
    // CHECK: cutlass.barrier.init %[[BARS:.*]] count 2 arrivals 4 if %{{.*}}
    %o = nv_tileas.async.order.create_order %bars : !bars -> !order
    nv_tileas.barrier
    // CHECK: nv_tileas.agent_switch(%[[BARS]]
    nv_tileas.agent_switch(%o, %n : !order, i32) num_agents_per_group = [2] num_warps = [4] warp_id = [0] {
    // CHECK: ^bb0(%[[AGENT:.*]]: i32, %[[B:.*]]: !llvm.ptr<3>
    ^bb0(%agent: i32, %p: !order, %m: i32):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      // CHECK: %[[S0:.*]] = cutlass.seq_bar.make_state %[[AGENT]] : !cutlass.pipeline_state<1>
      %i0 = nv_tileas.async.order.create_iterator %p : !order
      // CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %[[S0]]) -> (!cutlass.pipeline_state<1>)
      %end = scf.for %k = %c0 to %m step %c1 iter_args(%i = %i0) -> (!nv_tileas.order_iterator) : i32 {
        // CHECK: cutlass.seq_bar.wait %[[B]][%[[AGENT]]], %[[S]] : !cutlass.pipeline_state<1>
        nv_tileas.async.order.wait %p[%i] : !order
        // CHECK: cutlass.seq_bar.arrive %[[B]][%[[AGENT]]] of 2 if %{{.*}}
        // CHECK: %[[S1:.*]] = cutlass.pipeline.advance %[[S]] : !cutlass.pipeline_state<1>
        %j = nv_tileas.async.order.arrive %p[%i] : !order
        // CHECK: scf.yield %[[S1]]
        scf.yield %j : !nv_tileas.order_iterator
      }
    }
    nv_tileaa.return
  }
}
