// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-named-barriers)))' -verify-diagnostics

gpu.module @k {
  nv_tileaa.func @in_a_row() {
    nv_tileas.agent_switch num_agents_per_group = [8, 1] num_warps = [2, 1] warp_id = [0, 16] {
    ^bb0(%agent: i32):
      // expected-error @below {{fails to assign named barrier: 8 agents take one each, and of the 15 of a CTA 1 are in use; agents of one warp take none}}
      nv_tileas.barrier
    }, {
    ^bb0(%agent: i32):
      nv_tileas.barrier id = 8 threads = 32
    }
    nv_tileaa.return
  }
}
